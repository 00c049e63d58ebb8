import type { z } from 'zod'

export type Body = Record<string, unknown>

/** One of those that the stand-in for the Exa API has. */
export interface Endpoint {
  readonly method: string
  readonly path: RegExp
  readonly query?: readonly string[]
  readonly body?: z.ZodType
  answer(request: { ids: string[]; query: Record<string, string | string[]>; body: Body }): unknown
}

/** What it answers instead of a result. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
