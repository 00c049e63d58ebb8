import type { Json, TaskProgress, TaskStatus } from '../agent-side/index.ts'

/** Whose a task is. Every read and write names it: the task of another key is not there. */
export interface TaskOwner {
  readonly teamId: string
  readonly keyId: string
}

export interface TaskError {
  readonly step: string
  readonly message: string
  /** Whether what was made and paid for is still there to go on with. */
  readonly recoverable: boolean
}

export interface TaskRecord {
  readonly id: string
  readonly owner: TaskOwner
  /** What the owner's key could do when the task was made. */
  readonly scopes: readonly string[]
  readonly type: string
  readonly status: TaskStatus
  readonly progress: TaskProgress | null
  readonly args: Json
  /** Null while there is none, and where it is kept by reference. */
  readonly result: Json | null
  readonly resultRef: string | null
  readonly error: TaskError | null
  readonly partialResult: Json | null
  /** What a task needs to go on where it stopped. */
  readonly checkpoint: Json
  /** How often somebody began to work on it. */
  readonly attempt: number
  readonly heartbeatAt: Date | null
  readonly idempotencyKey: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Null while it has not ended. */
  readonly expiresAt: Date | null
}

export interface TaskDraft {
  readonly owner: TaskOwner
  readonly scopes: readonly string[]
  readonly type: string
  readonly args: Json
  readonly idempotencyKey?: string | undefined
}

export interface TaskFilter {
  readonly status?: TaskStatus | undefined
  readonly type?: string | undefined
  /** The id of the last task that was seen. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/**
 * Tasks and what became of them. Terminal states are final: whatever is written to a task that has completed, failed or
 * been cancelled is dropped, and answered with false; only the partial result of a cancelled task may still come. What
 * has expired is not there.
 */
export interface TaskStore {
  /**
   * Durable when it answers. The same idempotency key of the same owner answers the task that has it. Rejects with
   * `Failure('rate_limited')` when as many tasks of the team wait as may.
   */
  create(draft: TaskDraft): Promise<TaskRecord>
  /** Null for one that is not there. */
  get(owner: TaskOwner, id: string): Promise<TaskRecord | null>
  /** Newest first. A cursor that nobody gave is `Failure('validation')`. */
  list(owner: TaskOwner, filter: TaskFilter): Promise<readonly TaskRecord[]>
  /** Only along pending → working → an end, and pending → cancelled. */
  updateStatus(owner: TaskOwner, id: string, status: TaskStatus): Promise<boolean>
  /** What has been completed never goes down: progress that says so is dropped. */
  updateProgress(owner: TaskOwner, id: string, progress: TaskProgress): Promise<boolean>
  /** Completes the task. A large result is kept by reference. */
  setResult(owner: TaskOwner, id: string, result: Json): Promise<boolean>
  /** Fails the task. */
  setError(owner: TaskOwner, id: string, error: TaskError): Promise<boolean>
  setPartialResult(owner: TaskOwner, id: string, partial: Json): Promise<boolean>
  cancel(owner: TaskOwner, id: string): Promise<boolean>
  /** False where there was none. */
  delete(owner: TaskOwner, id: string): Promise<boolean>
  /** Deletes what has expired; answers how many. */
  cleanup(): Promise<number>
}

/** Which process works on which task. Beside the store, for those who do the work. */
export interface TaskClaims {
  /** The oldest tasks that wait, or whose worker has not been heard of since `staleBefore`. They are this worker's then. */
  claim(worker: string, limit: number, staleBefore: Date): Promise<readonly TaskRecord[]>
  /** Says that the worker still works on these; answers the state of each that is its own, and open. */
  beat(worker: string, ids: readonly string[]): Promise<ReadonlyMap<string, TaskStatus>>
  /** False when the task is another worker's by now, and nothing was written. */
  saveCheckpoint(worker: string, id: string, checkpoint: Json): Promise<boolean>
  /** Those that have open tasks. */
  workers(): Promise<readonly string[]>
  /** Gives tasks up so that others can go on with them at once. */
  release(worker: string): Promise<void>
  /** Nothing remains to be done for a task that has ended. */
  settle(worker: string, id: string): Promise<void>
  /** The result that is kept by reference. */
  readResult(owner: TaskOwner, id: string): Promise<Json | null>
}

export type Tasks = TaskStore & TaskClaims

export interface StoreLimits {
  /** How long a task is kept after its end. */
  readonly ttlMs: number
  /** How many tasks of a team may wait. */
  readonly maxQueued: number
}

export const isTerminal = (status: TaskStatus): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/** The states from which each can be reached. */
export const before: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  pending: [],
  working: ['pending'],
  completed: ['working'],
  failed: ['working'],
  cancelled: ['pending', 'working'],
}

const mostInlineItems = 200
const mostInlineBytes = 256 * 1024

/** Whether a result is too large to be carried with its task. */
export function isLarge(result: Json): boolean {
  return itemsIn(result) > mostInlineItems || Buffer.byteLength(JSON.stringify(result)) > mostInlineBytes
}

const itemsIn = (value: unknown): number => {
  if (Array.isArray(value)) return Math.max(value.length, ...value.map(itemsIn))
  if (typeof value !== 'object' || value === null) return 0
  return Math.max(0, ...Object.values(value).map(itemsIn))
}

export const resultRefOf = (id: string): string => `task://${id}/result`
