import type { ImportFailure } from '../../contract/imports.ts'

/** Why a file cannot be imported, in words that tell its owner what to change. */
export class TableProblem extends Error {
  override readonly name = 'TableProblem'
  readonly reason: ImportFailure

  constructor(reason: ImportFailure, message: string) {
    super(message)
    this.reason = reason
  }
}
