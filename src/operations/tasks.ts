import { z } from 'zod'
import type { Caller } from '../access/index.ts'
import { toFailure, type AgentCaller, type TaskService } from '../agent-side/index.ts'
import { AppError, type ErrorCode } from '../contract/errors.ts'
import {
  CancelledTask,
  CreateTaskRequest,
  ListTasksRequest,
  Task,
  TaskEvent,
  TaskId,
  TaskList,
  TaskResult,
  TaskResultRequest,
  WorkflowList,
} from '../contract/tasks.ts'
import { parseInput } from '../contract/validation.ts'
import { operation, type OperationContext } from './operation.ts'

/** Tasks belong to the agent side, which knows callers in its own way. */
export interface TaskAccess {
  open(caller: Caller): Promise<{ readonly desk: TaskService; readonly caller: AgentCaller }>
}

const codes: Readonly<Record<string, ErrorCode>> = {
  not_found: 'not_found',
  rate_limited: 'rate_limited',
  validation: 'invalid_request',
  conflict: 'conflict',
  auth: 'forbidden',
  unsupported: 'not_implemented',
}

/** Asks the desk, and says what it refuses in the words of the API. */
async function ask<T>(
  { services, caller }: OperationContext,
  work: (desk: TaskService, caller: AgentCaller) => Promise<T>,
): Promise<T> {
  const opened = await services.tasks.open(caller)
  try {
    return await work(opened.desk, opened.caller)
  } catch (error) {
    const failure = error instanceof AppError ? undefined : toFailure(error)
    if (!failure) throw error
    const { retryAfterMs } = failure.facts
    throw new AppError(codes[failure.category] ?? 'internal', failure.message, {
      cause: error,
      ...(failure.category === 'not_found' && { reason: 'TASK_NOT_FOUND' }),
      ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
    })
  }
}

export const createTask = operation({
  name: 'tasks.create',
  summary: 'Start a workflow that works by itself for minutes.',
  scope: 'write',
  limitClass: 'other',
  input: CreateTaskRequest,
  output: Task,
  run: (context, { type, args, idempotencyKey }) =>
    ask(context, async (desk, caller) => {
      const workflow = desk.workflows.get(type)
      if (!workflow)
        throw new AppError('invalid_request', `There is no workflow "${type}".`, {
          details: { field: 'type', expected: [...desk.workflows.keys()] },
        })
      return desk.create(caller, { type, args: parseInput(workflow.args, args), idempotencyKey })
    }),
})

export const getTask = operation({
  name: 'tasks.get',
  summary: 'Look at how far a task is.',
  scope: 'read',
  limitClass: 'other',
  input: TaskId,
  output: Task,
  run: (context, { id }) => ask(context, (desk, caller) => desk.get(caller, id)),
})

export const listTasks = operation({
  name: 'tasks.list',
  summary: 'List the tasks of this key, the newest first.',
  scope: 'read',
  limitClass: 'other',
  input: ListTasksRequest,
  output: TaskList,
  run: (context, query) =>
    ask(context, async (desk, caller) => {
      const { tasks, nextCursor } = await desk.list(caller, query)
      return { data: [...tasks], hasMore: nextCursor !== null, nextCursor }
    }),
})

export const getTaskResult = operation({
  name: 'tasks.result',
  summary: 'Fetch the result of a task, or what there is of it so far.',
  scope: 'read',
  limitClass: 'other',
  input: TaskResultRequest,
  output: TaskResult,
  run: (context, { id, wait, offset, limit }) =>
    ask(context, (desk, caller) =>
      desk.result(caller, id, { waitMs: wait, signal: context.signal, offset, limit }),
    ),
})

export const cancelTask = operation({
  name: 'tasks.cancel',
  summary: 'Stop a task. What it collected stays as its partial result.',
  scope: 'write',
  limitClass: 'other',
  input: TaskId,
  output: CancelledTask,
  run: (context, { id }) =>
    ask(context, async (desk, caller) => {
      const { task, changed } = await desk.cancel(caller, id)
      return { ...task, changed }
    }),
})

/** Long enough to be quiet, short enough to notice that a server stops. */
const lookMs = 5000

export const followTask = operation({
  name: 'tasks.follow',
  summary: 'Follow a task as it happens, until it has ended.',
  scope: 'read',
  limitClass: 'other',
  input: TaskId,
  output: z.never(),
  stream: {
    event: TaskEvent,
    failure: ({ code, message }, requestId) => ({
      type: 'error' as const,
      task: null,
      error: { code, message, requestId },
    }),
    frame: ({ type }) => ({ name: type, id: null }),
  },
  run: async (context, { id }) => follow(context, id),
})

const nothing = (): void => {}

async function* follow(context: OperationContext, id: string): AsyncGenerator<z.input<typeof TaskEvent>> {
  const { signal } = context
  let changed = nothing
  const { stop, look } = await ask(context, async (desk, caller) => {
    await desk.get(caller, id)
    return { stop: desk.watch(caller, id, () => changed()), look: () => desk.get(caller, id) }
  })
  let told: string | undefined
  try {
    while (!signal.aborted) {
      const next = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookMs)
        changed = () => {
          clearTimeout(timer)
          resolve()
        }
        signal.addEventListener('abort', changed, { once: true })
      })
      const task = await look()
      const hasEnded = task.status !== 'pending' && task.status !== 'working'
      const seen = JSON.stringify([task.status, task.progress])
      if (seen !== told || hasEnded)
        yield { type: hasEnded ? 'task.ended' : 'task.updated', task, error: null }
      told = seen
      if (hasEnded) return
      await next
    }
  } finally {
    changed()
    stop()
  }
}

export const listWorkflows = operation({
  name: 'workflows.list',
  summary: 'List the workflows with their coordinates and steps, and what came of your runs of them.',
  scope: 'read',
  limitClass: 'other',
  input: z.strictObject({}),
  output: WorkflowList,
  run: (context) =>
    ask(context, async (desk, caller) => ({
      data: structuredClone(await desk.archive(caller)) as z.input<typeof WorkflowList>['data'], // a copy may be changed
    })),
})
