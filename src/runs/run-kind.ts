import type { Caller } from '../access/index.ts'
import type { Tx } from '../ports/records.ts'
import type { LimitReason } from './interruptions.ts'
import type { Used } from './used.ts'

export const runStatuses = ['pending', 'running', 'completed', 'failed', 'canceled'] as const
export type RunStatus = (typeof runStatuses)[number]

/** Why a run went no further: it was through, something limited it, it failed, or it was canceled. */
export type StopReason = 'finished' | LimitReason | 'error' | 'canceled'

/** A run as it is at a moment. What it used and costs is what its recorded steps did. */
export interface Run<Request = unknown, Output = unknown> {
  readonly id: string
  readonly teamId: string
  readonly keyId: string
  readonly status: RunStatus
  readonly stopReason: StopReason | null
  readonly request: Request
  /** Of a completed run. */
  readonly output: Output | null
  /** Of a failed run. */
  readonly error: RunError | null
  readonly used: Used
  readonly costNanos: number
  readonly forkedFrom: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

export interface RunError {
  /** A code of the table of errors. */
  readonly code: string
  /** The narrower one of an API, such as `TIMEOUT`. */
  readonly reason?: string
  readonly message: string
  /** Facts for programs: where, what was expected. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Something to tell. Stored events are numbered from 1 in the order of their commits. */
export interface RunEvent {
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface StoredEvent extends RunEvent {
  readonly sequence: number
  readonly createdAt: Date
}

/** How far a run may go. What is absent does not limit. When one is reached, nothing further is begun that costs. */
export interface RunLimits {
  readonly costNanos?: number | undefined
  /** From when it started; what is under way then is given up. */
  readonly durationMs?: number | undefined
  /** The most of each, such as `{ search: 20 }`. */
  readonly units?: Used | undefined
  /** From when it started; the run then fails with `deadline_exceeded`. */
  readonly deadlineMs?: number | undefined
}

/** A unit of work that is recorded, and done once. Outcomes are JSON; undefined is not. */
export interface Step<Outcome> {
  /** Unique in the run and the same whenever the script comes by, such as `task.2.search.0`. */
  readonly key: string
  /** What people see it as: plan, search, read, check, write… */
  readonly kind: string
  /** What it is sure to use, and is charged unless it says otherwise. */
  readonly uses?: Used
  /** The most that it may use; `uses`, unless given. `Infinity` where nobody can know. */
  readonly mayUse?: Used
  /** Done whatever the limits say: for what makes a result of what is there. It must not use anything that costs. */
  readonly isFree?: true
  /** May run twice if killed inside. `use` tells what was really used, and then that alone is charged. */
  perform(work: StepWork): Promise<Outcome>
  /** What there is to tell, by the outcome alone: it is worked out again in a replay. */
  events?(outcome: Outcome, at: Date): readonly RunEvent[]
  /** The documents that the outcome speaks of. */
  documents?(outcome: Outcome): readonly string[]
}

export interface StepWork {
  readonly signal: AbortSignal
  readonly use: (item: string, count: number) => void
}

/** What a script works with. Everything that is not a step must come out the same every time. */
export interface RunContext<Request = unknown> {
  readonly id: string
  readonly teamId: string
  readonly request: Request
  /** What “today” is measured from: when the run started. */
  readonly now: Date
  /**
   * The recorded outcome, or that of doing it now. Rejects with `LimitReached` where a limit forbids to begin it; other
   * interruptions are the engine's and are let through.
   */
  step<Outcome>(step: Step<Outcome>): Promise<Outcome>
  /** Side by side. Waits for all of them, then rejects if any did. */
  all<T>(tasks: readonly (() => Promise<T>)[]): Promise<T[]>
  /** Does as much as the limits allow; undefined where one ended it. */
  untilLimit<T>(body: () => Promise<T>): Promise<T | undefined>
  /**
   * The limit that first kept a step from being done, if any did. It is for the result to tell: which way a script takes
   * must depend on outcomes and refusals alone, else it is another one when it is taken up again.
   */
  limit(): LimitReason | null
}

/** On whose behalf a run is made. */
export type RunOwner = Pick<Caller, 'teamId' | 'keyId' | 'isOwner'> & Partial<Pick<Caller, 'teamLimits'>>

/** What an API says of its runs. Everything but the script's steps and `settle` is pure. */
export interface RunKind<Request = unknown, Output = unknown> {
  /** Stored with the run; also the prefix of its id and of what the ledger calls it. */
  readonly name: string
  /** Runs that a team may have under way; null does not limit. Above it: `rate_limited`, CONCURRENCY_LIMIT_REACHED. */
  readonly maxConcurrent: number | null | ((caller: RunOwner) => number | null)
  limits(request: Request): RunLimits
  /** How long a run is kept after its end; null, or without this: as long as all are. */
  keptMs?(request: Request): number | null
  /** Nanos for one of each item that steps use; what has none is free. */
  prices(request: Request): Used
  /** Steps that a fork does not take over, because a run is paid for by them. */
  readonly doneAnew?: readonly string[]
  /** Told with the creation, with the start, and with the end. */
  created?(run: Run<Request, Output>): readonly RunEvent[]
  started?(run: Run<Request, Output>): readonly RunEvent[]
  ended(run: Run<Request, Output>): readonly RunEvent[]
  /** Plans, searches, reads and writes, by steps. What it returns is the output: JSON. */
  script(run: RunContext<Request>): Promise<Output>
  /** In the transaction that ends the run. */
  settle?(tx: Tx, run: Run<Request, Output>): Promise<void>
}
