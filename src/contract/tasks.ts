import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'

export const TaskStatus = z.enum(['pending', 'working', 'completed', 'failed', 'cancelled'])

export const Task = z.object({
  taskId: z.string(),
  type: z.string(),
  args: z.record(z.string(), z.unknown()).describe('What was asked for, with what was filled in.'),
  status: TaskStatus,
  progress: z
    .looseObject({
      step: z.string(),
      completed: z.number(),
      total: z.number(),
      message: z.string().optional(),
    })
    .nullable(),
  error: z.object({ step: z.string(), message: z.string(), recoverable: z.boolean() }).nullable(),
  hasPartialResult: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe('Null while it has not ended.'),
  pollAfterMs: z.number(),
})
export type Task = z.output<typeof Task>

export const CreateTaskRequest = z.strictObject({
  type: z.string().min(1).describe('A workflow; `/winnow/v1/workflows` has them all.'),
  args: z.record(z.string(), z.unknown()).default({}).describe('The arguments of the workflow.'),
  idempotencyKey: z.string().min(1).max(200).optional(),
})
export type CreateTaskRequest = z.output<typeof CreateTaskRequest>

export const TaskId = z.strictObject({ id: z.string().min(1) })

export const ListTasksRequest = pageQuery({ default: 20, max: 200 }).extend({
  status: TaskStatus.optional(),
  type: z.string().min(1).optional(),
})

export const TaskList = pageOf(Task)

export const TaskResultRequest = TaskId.extend({
  wait: z.coerce.number().int().min(0).max(50_000).default(0).describe('Milliseconds to wait for the end.'),
  offset: z.coerce.number().int().min(0).default(0).describe('Where to begin in the lists of the result.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const TaskResult = z.object({
  task: Task,
  result: z.record(z.string(), z.unknown()).nullable().describe('Of a completed task.'),
  partialResult: z.record(z.string(), z.unknown()).nullable(),
  list: z
    .object({ key: z.string(), total: z.int() })
    .nullable()
    .describe('The list that is paged; a result with several has `_page` instead.'),
})
export type TaskResult = z.output<typeof TaskResult>

export const CancelledTask = Task.extend({ changed: z.boolean().describe('False: it had ended before.') })

export const TaskEvent = z.object({
  type: z.enum(['task.updated', 'task.ended', 'error']),
  task: Task.nullable(),
  error: z.object({ code: z.string(), message: z.string(), requestId: z.string() }).nullable(),
})
export type TaskEvent = z.output<typeof TaskEvent>

const figure = z.number().nullable()
const coordinate = z.int().min(1).max(5)

export const ArchivedWorkflow = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.string(),
  coordinates: z.object({
    scope: coordinate,
    domainStructure: coordinate,
    evidenceType: coordinate,
    timeHorizon: coordinate,
    fidelity: coordinate,
  }),
  archetype: z.string(),
  notes: z.string(),
  steps: z.array(
    z.object({
      order: z.int(),
      name: z.string(),
      description: z.string(),
      rationale: z.string(),
      toolsRequired: z.array(z.string()),
      outputs: z.array(z.string()),
    }),
  ),
  runs: z
    .object({
      count: z.int(),
      completed: z.int(),
      durationMs: figure,
      itemCount: figure,
      costDollars: figure,
      coverage: figure,
    })
    .describe('What came of the runs of your team; means over those that have the figure.'),
})
export const WorkflowList = z.object({ data: z.array(ArchivedWorkflow) })
