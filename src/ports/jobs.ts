import type { Tx } from './records.ts'

/** What the body of a workflow may do. Everything outside `step` and `transaction` must be deterministic. */
export interface WorkflowContext {
  readonly workflowId: string
  /** Aborted when the workflow is cancelled or the process drains; steps pass it to their I/O. */
  readonly signal: AbortSignal
  /** Runs once per success: its result is recorded and not computed again. It may run twice if killed inside. */
  step<T>(name: string, body: (signal: AbortSignal) => Promise<T>, retry?: RetryPolicy): Promise<T>
  /** A step whose writes and whose record of completion commit together: never half, never twice. */
  transaction<T>(name: string, body: (tx: Tx) => Promise<T>): Promise<T>
  /** Durable: a restart does not begin it anew. Ends early, by throwing, when the workflow is cancelled. */
  sleep(durationMs: number): Promise<void>
  /** Waits for a message sent to this workflow; null when the time runs out. Durable. */
  receive<T>(topic: string, timeoutMs: number): Promise<T | null>
}

export interface RetryPolicy {
  readonly attempts: number
  readonly firstDelayMs: number
  /** Each delay is the last one times this, with full jitter. */
  readonly factor?: number
  readonly maxDelayMs?: number
}

/** The payload is an id (or a few): state lives in the domain tables, not in the job. */
export type JobPayload = Readonly<Record<string, string | number | boolean | null>>

export interface WorkflowDefinition<Payload extends JobPayload = JobPayload> {
  /** Carries a version, such as `export.v1`: a change of steps gets a new name, and old runs finish on the old. */
  readonly name: string
  readonly queue: QueueName
  run(context: WorkflowContext, payload: Payload): Promise<void>
}

export type QueueName = string

export interface QueueDefinition {
  readonly name: QueueName
  /** How many workflows of this queue one process runs at once. */
  readonly concurrency: number
  /** How many may start in a period, over all processes. */
  readonly rate?: { readonly starts: number; readonly perMs: number }
}

export interface ScheduleDefinition {
  readonly name: string
  /** Five fields, UTC unless a zone is given. Fires once however many processes run. */
  readonly cron: string
  readonly timeZone?: string
  /** A short task; longer work enqueues a workflow. */
  run(scheduledAt: Date, signal: AbortSignal): Promise<void>
}

export type JobState = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'

export interface JobStatus {
  readonly id: string
  readonly name: string
  readonly state: JobState
  readonly error: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * Durable work. Definitions are given before `start`; work of a dead process is taken over by a live one, work
 * of a live one never is.
 */
export interface Jobs {
  defineQueue(queue: QueueDefinition): void
  defineWorkflow<Payload extends JobPayload>(workflow: WorkflowDefinition<Payload>): void
  defineSchedule(schedule: ScheduleDefinition): void
  /** Begins to work (roles `all` and `worker`), or only to enqueue (role `api`). */
  start(): Promise<void>
  /**
   * Records the work in the caller's transaction: it starts if and only if that commits. The id is the
   * idempotency key: enqueuing the same id again does nothing.
   */
  enqueue(tx: Tx, job: { id: string; name: string; payload: JobPayload; delayMs?: number }): Promise<void>
  /** Delivers a message in the caller's transaction, exactly once per idempotency key. */
  send(tx: Tx, message: { workflowId: string; topic: string; body: unknown; key: string }): Promise<void>
  /** A cancelled workflow never completes; its step under way sees the signal. Unknown ids are ignored. */
  cancel(id: string): Promise<void>
  /** Null for an unknown id. */
  status(id: string): Promise<JobStatus | null>
  /** Resolves when the workflow has ended in any way; rejects on the signal only. */
  settled(id: string, signal?: AbortSignal): Promise<JobStatus>
  /** Forgets workflows that ended before the given moment; answers how many. */
  prune(endedBefore: Date): Promise<number>
  /** Stops taking work, waits for steps under way up to the limit, then lets go. What is unfinished resumes. */
  close(drainMs?: number): Promise<void>
}
