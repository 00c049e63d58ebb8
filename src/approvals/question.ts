import { createHash } from 'node:crypto'
import type { ApprovalClass } from '../contract/approvals.ts'

/** A call that somebody may have to allow, as it would run. */
export interface Question {
  readonly tool: string
  /** What the tool is to do; the same as the tool where it does one thing. */
  readonly operation: string
  readonly class: ApprovalClass
  /** Normalised and validated: the very arguments that will be used. */
  readonly args: Readonly<Record<string, unknown>>
  readonly toolCallId: string
  /** What calls of one conversation have in common; null where nothing says. */
  readonly conversation: string | null
  /** Hosts of the pages to be fetched. */
  readonly domains: readonly string[]
  readonly results: number | null
  readonly estimatedUsd: number
}

/** On whose behalf a question is asked. */
export interface Asker {
  readonly teamId: string
  readonly keyId: string
  readonly keyName?: string | undefined
}

/** The same for equal arguments, in whatever order their fields were written. */
export const hashOf = (args: Readonly<Record<string, unknown>>): string =>
  createHash('sha256').update(canonical(args)).digest('hex')

/** JSON with the fields of every object in order; what JSON leaves out is left out. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
