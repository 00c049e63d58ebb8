export const exitCodes = { failed: 1, usage: 2, unavailable: 3 } as const

/** An error for a person at a terminal: what is wrong, and what to do next. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly remedy: string | undefined
  readonly exitCode: number

  constructor(message: string, remedy?: string, options: { cause?: unknown; exitCode?: number } = {}) {
    super(message, { cause: options.cause })
    this.remedy = remedy
    this.exitCode = options.exitCode ?? exitCodes.failed
  }
}
