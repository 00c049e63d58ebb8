import type { Tx } from './records.ts'

/** What the body of a workflow may do. Everything outside `step` and `transaction` must be deterministic. */
export interface WorkflowContext {
  readonly workflowId: string
  /**
   * Aborted when the workflow is cancelled, when another worker has taken it over, or when the process has waited
   * long enough while stopping. Steps pass it to their I/O; nothing that happens after it is recorded.
   */
  readonly signal: AbortSignal
  /**
   * Runs once per success: its result is recorded and not computed again. It may run twice if killed inside. While
   * the database is away it waits. Without a policy it is tried once; an `AppError` that is not retryable ends the
   * tries. Steps begun side by side (`Promise.all`) must be begun in the same order every time.
   */
  step<T>(name: string, body: (signal: AbortSignal) => Promise<T>, retry?: RetryPolicy): Promise<T>
  /**
   * A step whose writes and whose record of completion commit together: never half, never twice. The body may run
   * again after a conflict or a lost connection, so it does nothing but write to the transaction.
   */
  transaction<T>(name: string, body: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Durable: a restart does not begin it anew. Ends early, by throwing, when the workflow is cancelled. A workflow
   * that sleeps or receives keeps its place among those its queue runs at once.
   */
  sleep(durationMs: number): Promise<void>
  /** Waits for a message sent to this workflow; null when the time runs out. Durable. */
  receive<T>(topic: string, timeoutMs: number): Promise<T | null>
}

export interface RetryPolicy {
  /** Including the first. */
  readonly attempts: number
  readonly firstDelayMs: number
  /** Each delay is the last one times this, 2 by default, with full jitter. */
  readonly factor?: number
  /** A minute by default. */
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
  /**
   * Five fields, or six with seconds first; UTC unless a zone is given. Fires once however many processes run. What
   * was due while none ran fires once when one does, however often it was due.
   */
  readonly cron: string
  readonly timeZone?: string
  /** A short task, run like a step; longer work enqueues a workflow. */
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
 * Durable work. Definitions are given before `start`, in every process that enqueues or runs them. Work of a dead
 * process is taken over by a live one, work of a live one never is.
 */
export interface Jobs {
  defineQueue(queue: QueueDefinition): void
  defineWorkflow<Payload extends JobPayload>(workflow: WorkflowDefinition<Payload>): void
  defineSchedule(schedule: ScheduleDefinition): void
  /** Begins to work (roles `all` and `worker`), or only to enqueue (role `api`). */
  start(): Promise<void>
  /**
   * Records the work in the caller's transaction: it starts if and only if that commits. The id is the
   * idempotency key: enqueuing the same id again does nothing, and with another name it is an error. A delay is
   * kept to within about two seconds.
   */
  enqueue(tx: Tx, job: { id: string; name: string; payload: JobPayload; delayMs?: number }): Promise<void>
  /** Delivers a message in the caller's transaction, exactly once per idempotency key. An unknown id is an error. */
  send(tx: Tx, message: { workflowId: string; topic: string; body: unknown; key: string }): Promise<void>
  /** A cancelled workflow never completes; its step under way sees the signal. Unknown and ended ones are ignored. */
  cancel(id: string): Promise<void>
  /** Null for an unknown id. */
  status(id: string): Promise<JobStatus | null>
  /** Resolves when the workflow has ended in any way; rejects on the signal only. An unknown id is waited for. */
  settled(id: string, signal?: AbortSignal): Promise<JobStatus>
  /** Forgets workflows that ended before the given moment; answers how many. */
  prune(endedBefore: Date): Promise<number>
  /**
   * Stops taking work, waits for steps under way up to the limit, then lets go. What is unfinished is handed to
   * the other workers, or resumes at the next start.
   */
  close(drainMs?: number): Promise<void>
}
