import type { z } from 'zod'
import type { AgentCaller } from './call.ts'
import type { Json } from './json.ts'

/**
 * The seam between the tool and the long work behind it. `tasks.*` know tasks only through this interface: the task
 * store and its workflows implement it, in this process or over HTTP. The dispatcher has normalised, coerced and
 * validated arguments by the schema named here before it calls `create`, and projects, size-guards and pages what
 * `result` answers. Absence is `Failure('not_found', …)`, also for a task of another key; a full queue is
 * `Failure('rate_limited', …)`.
 */
export interface TaskService {
  /** The workflows there are, by type, in the order in which they are shown. */
  readonly workflows: ReadonlyMap<string, WorkflowKind>
  /** Durable before it answers. The same `idempotencyKey` of the same caller answers the same task. */
  create(caller: AgentCaller, request: NewTask): Promise<TaskState>
  get(caller: AgentCaller, taskId: string): Promise<TaskState>
  /** Waits up to `waitMs` for the end; telling `onProgress` of every change meanwhile. Aborting ends the wait only. */
  result(caller: AgentCaller, taskId: string, wait: TaskWait): Promise<TaskResult>
  list(caller: AgentCaller, page: TaskQuery): Promise<TaskPage>
  /** Idempotent: `changed` is false for a task that had ended already. */
  cancel(
    caller: AgentCaller,
    taskId: string,
  ): Promise<{ readonly task: TaskState; readonly changed: boolean }>
  /** Calls back at each change of one of the caller's tasks until the returned function is called. */
  watch(caller: AgentCaller, taskId: string, onChange: () => void): () => void
  /** The workflows with their coordinates, their steps, and what came of the runs of the caller's team. */
  archive(caller: AgentCaller): Promise<readonly ArchivedWorkflow[]>
}

/** Where a workflow stands among all that could be: each coordinate is 1 to 5. */
export interface Coordinates {
  readonly scope: number
  readonly domainStructure: number
  readonly evidenceType: number
  readonly timeHorizon: number
  readonly fidelity: number
}

export interface ArchivedWorkflow {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly description: string
  readonly status: string
  readonly coordinates: Coordinates
  readonly archetype: string
  readonly notes: string
  readonly steps: readonly {
    readonly order: number
    readonly name: string
    readonly description: string
    readonly rationale: string
    readonly toolsRequired: readonly string[]
    readonly outputs: readonly string[]
  }[]
  /** Means over the runs that have the figure; null where none has. */
  readonly runs: {
    readonly count: number
    readonly completed: number
    readonly durationMs: number | null
    readonly itemCount: number | null
    readonly costDollars: number | null
    readonly coverage: number | null
  }
}

export interface WorkflowKind {
  readonly type: string
  readonly summary: string
  readonly args: z.ZodType<Json>
  readonly example: Json
  /** Beyond the six; tools show it with the operations beyond the 56. */
  readonly additive?: true
}

export type TaskStatus = 'pending' | 'working' | 'completed' | 'failed' | 'cancelled'

export interface TaskProgress {
  readonly step: string
  readonly completed: number
  readonly total: number
  readonly message?: string
  readonly [more: string]: unknown
}

export interface NewTask {
  readonly type: string
  readonly args: Json
  readonly idempotencyKey?: string | undefined
}

export interface TaskState {
  readonly taskId: string
  readonly type: string
  /** What was asked for, with what was filled in. */
  readonly args: Json
  readonly status: TaskStatus
  readonly progress: TaskProgress | null
  readonly error: { readonly step: string; readonly message: string; readonly recoverable: boolean } | null
  readonly hasPartialResult: boolean
  readonly createdAt: string
  readonly updatedAt: string
  /** Null while it has not ended. */
  readonly expiresAt: string | null
  readonly pollAfterMs: number
}

export interface TaskWait {
  readonly waitMs: number
  readonly signal: AbortSignal
  /** Where to begin in the result's list, and how much of it to bring. */
  readonly offset: number
  readonly limit: number
  onProgress?(state: TaskState): void
}

export interface TaskResult {
  readonly task: TaskState
  /** Of a completed task. Its list holds what was asked for by `offset` and `limit`. */
  readonly result: Json | null
  readonly partialResult: Json | null
  /** Which field of the result is paged, and how many there are in all. Null: the result has no list. */
  readonly list: { readonly key: string; readonly total: number } | null
}

export interface TaskQuery {
  readonly status?: TaskStatus | undefined
  readonly type?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export interface TaskPage {
  readonly tasks: readonly TaskState[]
  readonly nextCursor: string | null
}
