import type { DescMessage } from '@bufbuild/protobuf'
import type { Exa } from 'exa-js'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../ports/log.ts'
import type { Json } from '../json.ts'

export type ToolName = 'exa_search' | 'exa_fetch'

/** What a call came to, as `agent.v1` writes results in JSON. */
export type ToolResult =
  | { readonly success: Json }
  | { readonly error: { readonly error: string } }
  | { readonly rejected: { readonly reason: string } }

/** What a tool may use while it works. */
export interface ToolRun {
  readonly exa: Exa
  readonly log: Log
  /** Where the caller's earlier searches found what they called by these ids; one they never did is left out. */
  findReferences(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export interface ToolFacts {
  /** Hosts of the pages that will be fetched. */
  readonly domains: readonly string[]
  readonly results: number
}

export interface Tool<Args extends Json = Json> {
  readonly name: ToolName
  readonly title: string
  readonly description: string
  readonly class: 'search' | 'fetch'
  readonly input: z.ZodType
  /** The message that a success is, for schemas. */
  readonly success: DescMessage
  /** The very arguments that will be used. Rejects with `invalid_request`. */
  normalise(given: unknown, log: Log): Args
  /** What a person wants to know before saying yes. */
  facts(args: Args, run: Pick<ToolRun, 'findReferences'>): Promise<ToolFacts>
  run(args: Args, run: ToolRun): Promise<Json>
}

/** Chosen by callers: long enough for any scheme of theirs. */
export const ToolCallId = z.string().trim().min(1).max(200)

export const tool = <Args extends Json>(definition: Tool<Args>): Tool<Args> => definition

export function parse<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new AppError('invalid_request', `${field || 'The arguments'}: ${issue?.message ?? 'not valid'}`, {
    details: { field },
  })
}

/** At most so many characters, without half of one at the end. */
export const cut = (text: string, maxCharacters: number): string =>
  text.length <= maxCharacters ? text : text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '')
