import {
  Failure,
  type AgentCaller,
  type ArchivedWorkflow,
  type TaskService,
  type TaskState,
} from '../agent-side/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Changes } from '../concurrency/index.ts'
import { pageOf } from './result-page.ts'
import type { Runner } from './runner.ts'
import { isTerminal, type TaskOwner, type TaskRecord, type Tasks } from './task-store.ts'
import type { Workflow } from './workflow.ts'

interface Needs {
  readonly tasks: Tasks
  /** Absent where tasks are taken in and others work on them. */
  readonly runner?: Runner | undefined
  readonly workflows: ReadonlyMap<string, Workflow>
  readonly changes: Changes
  readonly clock: Clock
  /** The workflows as a team sees them. */
  archive?(teamId: string): Promise<readonly ArchivedWorkflow[]>
  /** No page of a result is larger. */
  readonly maxPageBytes: number
}

const pollAfterMs = 2000
/** How often tasks that another process works on are looked at while somebody waits. */
const lookMs = 500

/** Where tasks are asked for and fetched, on the store of this server. */
export function createTaskDesk(needs: Needs): TaskService {
  const { tasks, runner, workflows, changes, clock, maxPageBytes } = needs

  return {
    workflows,
    async create(caller, { type, args, idempotencyKey }) {
      // Whoever may not work on the upstream learns it now, and not from a task that fails.
      await caller.credential()
      const owner = ownerOf(caller)
      const { id } = await tasks.create({ owner, scopes: [...caller.scopes], type, args, idempotencyKey })
      await runner?.fill()
      return stateOf(await find(caller, id))
    },
    get: async (caller, id) => stateOf(await find(caller, id)),
    async result(caller, id, { waitMs, signal, offset, limit, ...listener }) {
      const deadline = clock.now().getTime() + waitMs
      let told = ''
      let task = await find(caller, id)
      while (!isTerminal(task.status)) {
        const seen = JSON.stringify([task.status, task.progress])
        if (seen !== told) listener.onProgress?.(stateOf(task))
        told = seen
        const left = deadline - clock.now().getTime()
        if (left <= 0 || signal.aborted) break
        await changes.next(id, Math.min(left, lookMs), signal)
        task = await find(caller, id)
      }
      const whole = task.result ?? (task.resultRef ? await tasks.readResult(ownerOf(caller), id) : null)
      const lists = workflows.get(task.type)?.lists ?? []
      const ask = { offset, limit, maxBytes: maxPageBytes }
      const page = whole ? pageOf(whole, lists, ask) : { result: null, list: null }
      const partial = task.partialResult && pageOf(task.partialResult, partialLists, ask).result
      return { task: stateOf(task), ...page, partialResult: partial }
    },
    async list(caller, { limit, ...filter }) {
      const found = await tasks.list(ownerOf(caller), { ...filter, limit: limit + 1 })
      const shown = found.slice(0, limit)
      return {
        tasks: shown.map(stateOf),
        nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
      }
    },
    async cancel(caller, id) {
      await find(caller, id)
      const changed = await tasks.cancel(ownerOf(caller), id)
      if (changed) {
        runner?.stop(id)
        changes.tell(id)
      }
      return { task: stateOf(await find(caller, id)), changed }
    },
    archive: async (caller) => (await needs.archive?.(caller.teamId)) ?? [],
    watch(caller, id, onChange) {
      const leaving = new AbortController()
      void follow()
      return () => leaving.abort()

      async function follow(): Promise<void> {
        let last: string | undefined
        while (!leaving.signal.aborted) {
          const task = await tasks.get(ownerOf(caller), id).catch(() => null)
          const seen = JSON.stringify([task?.status, task?.progress])
          if (last !== undefined && seen !== last && !leaving.signal.aborted) onChange()
          last = seen
          await changes.next(id, lookMs, leaving.signal)
        }
      }
    },
  }

  async function find(caller: AgentCaller, id: string): Promise<TaskRecord> {
    const task = await tasks.get(ownerOf(caller), id)
    if (task) return task
    throw new Failure('not_found', `There is no task ${id}.`)
  }
}

/** Where partial results have what may be long. */
const partialLists = ['items', 'pages', 'thesis.items', 'antithesis.items', 'rounds.*.elites']

const ownerOf = ({ teamId, keyId }: AgentCaller): TaskOwner => ({ teamId, keyId })

const stateOf = (task: TaskRecord): TaskState => ({
  taskId: task.id,
  type: task.type,
  args: task.args,
  status: task.status,
  progress: task.progress,
  error: task.error,
  hasPartialResult: task.partialResult !== null,
  createdAt: task.createdAt.toISOString(),
  updatedAt: task.updatedAt.toISOString(),
  expiresAt: task.expiresAt?.toISOString() ?? null,
  pollAfterMs,
})
