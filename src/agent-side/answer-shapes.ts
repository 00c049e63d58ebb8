import { z } from 'zod'
import type { AgentOperation } from './call.ts'
import type { Json } from './json.ts'

/**
 * What each operation answers, for those who want to know before they call. Fields that the server leaves out are null,
 * so that a shape always has the same fields; what is optional here depends on the call or on the state of the thing.
 */

const text = z.string().nullable()
const number = z.number().nullable()
const metadata = z.record(z.string(), z.unknown()).nullable()
const time = z.union([z.string(), z.number()]).nullable().describe('ISO 8601; of research, milliseconds.')

const notes = {
  _coercions: z
    .array(z.strictObject({ path: z.string(), from: z.unknown(), to: z.unknown() }))
    .optional()
    .describe('Repairs of the arguments.'),
  _warnings: z.array(z.string()).optional().describe('What was ignored, cut or filled in.'),
}
const page = z.strictObject({
  hasMore: z.boolean(),
  nextCursor: text.optional(),
  nextOffset: number.optional(),
  returned: z.int(),
  truncated: z.boolean(),
})
const answer = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ ...shape, ...notes })
const listOf = (element: z.ZodType, more: z.ZodRawShape = {}) =>
  answer({ data: z.array(element), ...more, _page: page })

const progress = z.strictObject({ found: number, analyzed: number, completion: number, timeLeft: number })

const websetHead = { id: text, externalId: text, status: text, title: text, entityType: text }
const counts = z.strictObject({
  searches: z.int(),
  enrichments: z.int(),
  monitors: z.int(),
  imports: z.int(),
})
const websetParts = {
  searches: z.array(z.strictObject({ id: text, status: text, query: text, progress })),
  enrichments: z.array(z.strictObject({ id: text, status: text, description: text, format: text })),
  monitors: z.array(z.strictObject({ id: text, status: text, nextRunAt: text })),
  imports: z.array(z.strictObject({ id: text, status: text, count: number })),
}
const webset = { ...websetHead, metadata, counts, ...websetParts, createdAt: text }

const search = {
  id: text,
  websetId: text,
  status: text,
  query: text,
  behavior: text,
  count: number,
  progress,
  stringency: z.number().describe('Found of analysed, 0 to 1.'),
  criteria: z.array(z.strictObject({ description: text, successRate: number })),
  recall: z.strictObject({ total: number, min: number, max: number, confidence: text }).nullable(),
  canceledReason: text,
  metadata,
}

const enrichment = {
  id: text,
  websetId: text,
  status: text,
  title: text,
  description: text,
  instructions: text,
  format: text,
  options: z.array(z.strictObject({ label: z.string() })).nullable(),
  metadata,
  createdAt: text,
  updatedAt: text,
}

const tier1 = {
  id: text,
  url: text,
  name: z.string(),
  entityType: text,
  description: z.string(),
  evaluations: z.array(z.strictObject({ criterion: text, satisfied: z.enum(['yes', 'no', 'unclear']) })),
}
const tier2 = {
  ...tier1,
  enrichments: z.array(
    z.strictObject({
      enrichmentId: text,
      description: text,
      format: text,
      status: text,
      result: z.array(z.string()).nullable(),
    }),
  ),
}
/** One of the API as it is; its fields are the API's to change. */
const whole = z.looseObject({ id: z.string() })
const items = listOf(z.union([z.strictObject(tier2), z.strictObject(tier1)]), {
  total: z.int().describe('Of this page.'),
  included: z.int(),
  excluded: z.int().describe('Left out by the filter.'),
})

const monitor = {
  id: text,
  websetId: text,
  status: text,
  cadence: z.strictObject({ cron: text, timezone: text }),
  nextRunAt: text,
  lastRun: z.strictObject({ id: text, status: text, completedAt: text, failedReason: text }).nullable(),
  config: z.strictObject({ query: text, count: number, behavior: text }),
  metadata,
}
const monitorRun = {
  id: text,
  monitorId: text,
  status: text,
  type: text,
  createdAt: text,
  completedAt: text,
  failedAt: text,
  failedReason: text,
  canceledAt: text,
}

const webhook = { id: text, status: text, url: text, events: z.array(z.string()).nullable(), metadata }
const attempts = listOf(
  z.strictObject({
    id: text,
    eventId: text,
    eventType: text,
    attempt: number,
    successful: z.boolean().nullable(),
    responseStatusCode: number,
    attemptedAt: text,
    responseBody: z.string().optional().describe('Only of one that failed.'),
  }),
)

const imported = {
  id: text,
  status: text,
  format: text,
  entityType: text,
  title: text,
  count: number,
  failedReason: text,
  failedMessage: text,
  metadata,
}
const upload = { uploadUrl: z.string().optional(), uploadValidUntil: z.string().optional() }

const event = {
  id: text,
  type: text,
  createdAt: text,
  subject: z.strictObject({ kind: z.string(), id: text, websetId: text, status: z.string().optional() }),
}

const researchHead = { researchId: text, status: text, model: text, createdAt: time }
const research = {
  ...researchHead,
  output: text.optional().describe('Of one that is completed.'),
  parsed: z.unknown().optional().describe('The same by the schema that was asked for.'),
  cost: z.record(z.string(), z.unknown()).nullable().optional(),
  finishedAt: time.optional(),
  error: z.unknown().optional().describe('Of one that failed.'),
  events: z.array(z.unknown()).optional().describe('Only when asked for.'),
}

const timedOut = { timedOut: z.literal(true).optional().describe('Time was up before the end.') }
const deleted = (shape: z.ZodRawShape) => answer({ ...shape, deleted: z.literal(true) })

const label = z.strictObject({ taskId: z.string(), type: z.string(), status: z.string() })
const taskProgress = z
  .looseObject({ step: z.string(), completed: z.number(), total: z.number(), message: z.string().optional() })
  .nullable()
const taskHead = { taskId: z.string(), type: z.string(), status: z.string() }
const partialResult = z.record(z.string(), z.unknown()).nullable()

const shapes: Readonly<Record<string, z.ZodType>> = {
  'websets.create': answer(webset),
  'websets.get': z.union([
    answer({
      ...webset,
      items: z.array(z.union([z.strictObject(tier1), whole])).optional(),
      _page: page.optional(),
    }),
    answer({
      ...websetHead,
      counts,
      createdAt: text,
      items: z.array(z.strictObject(tier1)).optional(),
      _page: page.optional(),
    }),
    whole,
  ]),
  'websets.list': listOf(z.strictObject(webset)),
  'websets.update': answer(webset),
  'websets.delete': deleted(webset),
  'websets.cancel': answer(webset),
  'websets.preview': answer({
    entityType: text,
    criteria: z.array(z.string()),
    enrichments: z.array(z.strictObject({ description: text, format: text, options: z.unknown() })),
    items: z.array(z.strictObject(tier1)),
  }),
  'websets.waitUntilIdle': answer({ ...webset, ...timedOut }),
  'websets.getAll': listOf(z.strictObject(webset)),
  'searches.create': answer(search),
  'searches.get': answer(search),
  'searches.cancel': answer(search),
  'items.list': items,
  'items.get': whole,
  'items.delete': deleted(tier1),
  'items.getAll': items,
  'enrichments.create': answer(enrichment),
  'enrichments.get': answer(enrichment),
  'enrichments.cancel': answer(enrichment),
  'enrichments.update': answer(enrichment),
  'enrichments.delete': deleted(enrichment),
  'monitors.create': answer(monitor),
  'monitors.get': answer(monitor),
  'monitors.list': listOf(z.strictObject(monitor)),
  'monitors.update': answer(monitor),
  'monitors.delete': deleted(monitor),
  'monitors.getAll': listOf(z.strictObject(monitor)),
  'monitors.runs.list': listOf(z.strictObject(monitorRun)),
  'monitors.runs.get': answer(monitorRun),
  'webhooks.create': answer({ ...webhook, secret: z.string().optional().describe('Shown this once.') }),
  'webhooks.get': answer(webhook),
  'webhooks.list': listOf(z.strictObject(webhook)),
  'webhooks.update': answer(webhook),
  'webhooks.delete': deleted(webhook),
  'webhooks.list_attempts': attempts,
  'webhooks.getAll': listOf(z.strictObject(webhook)),
  'webhooks.getAllAttempts': attempts,
  'imports.create': answer({ ...imported, ...upload }),
  'imports.get': answer(imported),
  'imports.list': listOf(z.strictObject(imported)),
  'imports.update': answer(imported),
  'imports.delete': deleted(imported),
  'imports.waitUntilCompleted': answer({ ...imported, ...timedOut }),
  'imports.getAll': listOf(z.strictObject(imported)),
  'events.list': listOf(z.strictObject(event)),
  'events.get': answer({
    ...event,
    data: z
      .record(z.string(), z.unknown())
      .describe('What it is about, as the operation that gets one shows it.'),
  }),
  'events.getAll': listOf(z.strictObject(event)),
  'research.create': answer(research),
  'research.get': answer(research),
  'research.list': listOf(z.strictObject({ ...researchHead, error: z.unknown().optional() })),
  'research.pollUntilFinished': answer({ ...research, ...timedOut }),
  'tasks.create': answer({ ...taskHead, pollAfterMs: z.number(), _task: label }),
  'tasks.get': answer({
    ...taskHead,
    progress: taskProgress,
    error: z.strictObject({ step: z.string(), message: z.string(), recoverable: z.boolean() }).nullable(),
    hasPartialResult: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
    expiresAt: text,
    pollAfterMs: z.number(),
    _task: label,
  }),
  'tasks.result': z.union([
    answer({
      ready: z.literal(false),
      _task: label,
      progress: taskProgress,
      partialResult,
      pollAfterMs: z.number(),
    }),
    answer({ ready: z.literal(true), _task: label, error: z.unknown().optional(), partialResult }),
    z
      .looseObject({
        ready: z.literal(true),
        _task: label,
        _summary: z.string(),
        _page: page.optional(),
        ...notes,
      })
      .describe('With the fields of the workflow’s result.'),
  ]),
  'tasks.list': answer({
    tasks: z.array(
      z.strictObject({ ...taskHead, progress: taskProgress, createdAt: z.string(), updatedAt: z.string() }),
    ),
    count: z.int(),
    _page: page,
  }),
  'tasks.cancel': answer({
    taskId: z.string(),
    status: z.string(),
    changed: z.literal(false).optional().describe('It had ended already.'),
    _task: label,
  }),
}

const anything = z.looseObject(notes)

/** The shape of what an operation answers when it succeeds; of further operations only what all have in common. */
export const answerShape = ({ name }: Pick<AgentOperation, 'name'>): z.ZodType => shapes[name] ?? anything

export const answerSchema = (operation: Pick<AgentOperation, 'name'>): Json =>
  z.toJSONSchema(answerShape(operation), { unrepresentable: 'any' })
