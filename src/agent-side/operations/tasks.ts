import { z } from 'zod'
import { agentOperation } from '../call.ts'
import { pickPresent, record, records, type Json } from '../json.ts'
import { numberedRows } from '../rows.ts'
import { Cursor, Id, limit } from '../shapes.ts'
import type { TaskState } from '../task-service.ts'

const OneTask = z.strictObject({ taskId: Id })
const label = ({ taskId, type, status }: Pick<TaskState, 'taskId' | 'type' | 'status'>): Json => ({
  taskId,
  type,
  status,
})

const NewTask = z.strictObject({
  type: z.string().min(1),
  args: z.record(z.string(), z.unknown()).default({}).describe('The arguments of the workflow.'),
  idempotencyKey: z.string().min(1).max(200).optional(),
})

/** Which workflow there is, and whether its arguments are right, is known to the tasks: the dispatcher asks them. */
export const createTask = agentOperation({
  name: 'tasks.create',
  summary: 'Start a workflow that works by itself for minutes, and come back for the result.',
  args: NewTask,
  argsFor(tasks, { type }) {
    const workflow = typeof type === 'string' ? tasks.workflows.get(type) : undefined
    return workflow
      ? NewTask.extend({ args: workflow.args })
      : NewTask.extend({ type: z.enum([...tasks.workflows.keys()]) })
  },
  example: {
    type: 'lifecycle.harvest',
    args: { query: 'inspection robot makers', entity: { type: 'company' }, count: 10 },
  },
  safety: ({ args }) => (args.cleanup === true ? 'destroy' : 'spend'),
  async run(call, request) {
    const task = await call.tasks.create(call.caller, request)
    const { pollAfterMs } = task
    return { body: { ...label(task), pollAfterMs, _task: label(task) }, links: [`task://${task.taskId}`] }
  },
})

export const getTask = agentOperation({
  name: 'tasks.get',
  summary: 'Look at how far a task is.',
  args: OneTask,
  example: { taskId: 'task_…' },
  safety: 'read',
  async run(call, { taskId }) {
    // Whoever asks has written the arguments: they are not read out to a model again.
    const { args: _, ...task } = await call.tasks.get(call.caller, taskId)
    return { body: { ...task, _task: label(task) }, links: [`task://${taskId}`] }
  },
})

export const getTaskResult = agentOperation({
  name: 'tasks.result',
  summary: 'Fetch the result of a task, or what there is of it so far.',
  args: OneTask.extend({
    wait: z.int().min(0).max(50_000).default(0).describe('Milliseconds to wait for the end.'),
    offset: z.int().min(0).default(0),
    limit: limit(50, 200),
  }),
  example: { taskId: 'task_…', wait: 30_000 },
  safety: 'read',
  async run(call, { taskId, wait, offset, limit }) {
    const { task, result, partialResult, list } = await call.tasks.result(call.caller, taskId, {
      waitMs: wait,
      signal: call.signal,
      offset,
      limit,
      onProgress: ({ progress }) => {
        if (progress) call.report({ message: progress.message ?? progress.step })
      },
    })
    const _task = label(task)
    const links = [`task://${taskId}`]
    switch (task.status) {
      case 'pending':
      case 'working':
        return {
          body: {
            ready: false,
            _task,
            progress: task.progress,
            partialResult,
            pollAfterMs: task.pollAfterMs,
          },
          links,
        }
      case 'completed': {
        const body = { ready: true, _task, ...result }
        if (!list) return { body, links }
        const rows = numberedRows(list.key, records(result?.[list.key]), { offset, total: list.total })
        return { body, rows, links: [...links, `task://${taskId}/result`] }
      }
      case 'failed':
        return { body: { ready: true, _task, error: { ...task.error }, partialResult }, links, isError: true }
      case 'cancelled':
      default:
        return { body: { ready: true, _task, partialResult }, links }
    }
  },
})

export const listTasks = agentOperation({
  name: 'tasks.list',
  summary: 'List your tasks, newest first.',
  args: z.strictObject({
    status: z.enum(['pending', 'working', 'completed', 'failed', 'cancelled']).optional(),
    type: z.string().min(1).optional(),
    cursor: Cursor.optional(),
    limit: limit(20, 100),
  }),
  example: { status: 'working' },
  safety: 'read',
  async run(call, query) {
    const { tasks, nextCursor } = await call.tasks.list(call.caller, query)
    const views = tasks.map((task) =>
      pickPresent(record(task), 'taskId type status progress createdAt updatedAt'),
    )
    return {
      body: { count: views.length },
      rows: {
        key: 'tasks',
        views,
        after: (kept) => ({
          hasMore: nextCursor !== null || kept < views.length,
          nextCursor: kept < views.length ? (tasks[kept - 1]?.taskId ?? null) : nextCursor,
          truncated: kept < views.length,
        }),
      },
    }
  },
})

export const cancelTask = agentOperation({
  name: 'tasks.cancel',
  summary: 'Stop a task; what it collected stays as its partial result.',
  args: OneTask,
  example: { taskId: 'task_…' },
  safety: 'change',
  async run(call, { taskId }) {
    const { task, changed } = await call.tasks.cancel(call.caller, taskId)
    const { status } = task
    return {
      body: { taskId, status, ...(!changed && { changed }), _task: label(task) },
      links: [`task://${taskId}`],
    }
  },
})
