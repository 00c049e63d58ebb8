import { z } from 'zod'
import { optional } from './contents.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { FromStep } from './runs.ts'

export const AgentEffort = z.enum(['minimal', 'low', 'medium', 'high', 'xhigh', 'auto', 'ultra', 'max'])
export type AgentEffort = z.output<typeof AgentEffort>

const AgentRunId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9_.:-]+$/, 'expected letters, digits, "_", ".", ":" and "-"')

const AnyObject = z.record(z.string(), z.unknown())
const Rows = z.array(AnyObject).max(1000)

const Query = z.string().trim().min(1).max(20_000)
const SystemPrompt = z.string().max(20_000)
const Input = z.object({
  data: optional(Rows).describe('Rows to enrich.'),
  exclusion: optional(Rows).describe('Rows to leave out.'),
})
const Budget = z.object({
  maxCostDollars: optional(z.number().min(1).max(100)),
  maxDurationSeconds: optional(z.number().min(300).max(10_800)),
})
const DataSources = z.array(z.object({ provider: z.string().min(1).max(100) })).max(5)

const accept = optional(z.string()).describe('`text/event-stream` answers with server-sent events.')

export const CreateAgentRunRequest = z.object({
  query: Query.describe('What to find out, or whom or what to find.'),
  systemPrompt: optional(SystemPrompt).describe('Wishes about form and tone.'),
  input: optional(Input),
  outputSchema: optional(AnyObject).describe(
    'A JSON Schema (draft 7, 2019-09 or 2020-12) of what `output.structured` is to be.',
  ),
  effort: AgentEffort.nullish()
    .transform((effort) => effort ?? 'auto')
    .describe('How broad and how deep.'),
  budget: optional(Budget).describe(
    'Costs of `auto`, `ultra` and `max` (by default 5 and 20 dollars); a duration of `ultra`.',
  ),
  previousRunId: optional(AgentRunId).describe('A completed run whose findings this one begins with.'),
  metadata: optional(AnyObject).describe('Kept with the run and shown in its `request`.'),
  dataSources: optional(DataSources),
  accept,
})
export type CreateAgentRunRequest = z.output<typeof CreateAgentRunRequest>

const AgentError = z.object({
  type: z.string(),
  code: z.string(),
  message: z.string(),
  path: z.string().optional(),
  keyword: z.string().optional(),
  expected: z.unknown().optional(),
  actual: z.unknown().optional(),
})
export type AgentError = z.output<typeof AgentError>

const AgentGrounding = z.object({
  field: z.string().describe('`text`, or the way to a value: `structured.companies[0].name`.'),
  citations: z.array(z.object({ url: z.string(), title: z.string().optional() })),
  score: z.number().min(0).max(1).nullable().optional(),
  confidence: z.enum(['low', 'medium', 'high']).nullable().optional(),
})
export type AgentGrounding = z.output<typeof AgentGrounding>

export const AgentRun = z.object({
  id: z.string(),
  object: z.literal('agent_run'),
  status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
  stopReason: z
    .enum(['schema_satisfied', 'budget_reached', 'time_limit_reached', 'stopped', 'error', 'cancelled'])
    .nullable(),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  request: z.object({
    query: z.string(),
    systemPrompt: z.string().optional(),
    input: z.object({ data: Rows.optional(), exclusion: Rows.optional() }).optional(),
    outputSchema: AnyObject.optional(),
    effort: AgentEffort,
    budget: z
      .object({ maxCostDollars: z.number().optional(), maxDurationSeconds: z.number().optional() })
      .optional(),
    previousRunId: z.string().optional(),
    metadata: AnyObject.optional(),
  }),
  output: z.object({
    text: z.string(),
    structured: AnyObject.nullable(),
    grounding: z.array(AgentGrounding),
  }),
  usage: z.object({
    agentComputeUnits: z.number(),
    searches: z.int(),
    emails: z.int(),
    phoneNumbers: z.int(),
  }),
  costDollars: z.object({
    total: z.number(),
    agentCompute: z.number(),
    search: z.number(),
    emails: z.number(),
    phoneNumbers: z.number(),
  }),
  error: AgentError.optional(),
})
export type AgentRun = z.output<typeof AgentRun>

export const ListAgentRunsRequest = pageQuery({ default: 20, max: 100 })
const list = z.object({ object: z.literal('list') })
export const AgentRunList = list.extend(pageOf(AgentRun).shape)

export const AgentRunReference = z.object({ id: AgentRunId })
export const ForkAgentRunRequest = AgentRunReference.extend({
  fromStep: FromStep,
  query: optional(Query).describe('Instead of what it was begun with.'),
  systemPrompt: optional(SystemPrompt),
  outputSchema: optional(AnyObject),
})
export type ForkAgentRunRequest = z.output<typeof ForkAgentRunRequest>
export const DeletedAgentRun = z.object({
  id: z.string(),
  object: z.literal('agent_run.deleted'),
  deleted: z.literal(true),
})

export const AgentEvent = z.object({
  id: z.string().describe('Counted from 1 in each run.'),
  event: z.string(),
  data: AnyObject,
  createdAt: z.iso.datetime(),
})
export type AgentEvent = z.output<typeof AgentEvent>

/** The number of an event, as clients hand it back. */
const EventNumber = z.string().regex(/^\d{1,9}$/, 'expected the id of an event')

export const ListAgentEventsRequest = AgentRunReference.extend({
  cursor: optional(EventNumber).describe('`nextCursor` of the page before.'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  accept,
  lastEventId: optional(EventNumber).describe('A stream begins after this event.'),
})
export type ListAgentEventsRequest = z.output<typeof ListAgentEventsRequest>
export const AgentEventList = list.extend(pageOf(AgentEvent).shape)
