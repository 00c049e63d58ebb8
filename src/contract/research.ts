import { z } from 'zod'
import { optional } from './contents.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { FromStep } from './runs.ts'

/** Unix time in milliseconds, as in all of this API. */
const Moment = z.int()

export const ResearchModel = z.enum(['exa-research-fast', 'exa-research', 'exa-research-pro'])
export type ResearchModel = z.output<typeof ResearchModel>

const Instructions = z.string().trim().min(1).max(4096)
const OutputSchema = z.record(z.string(), z.unknown())

export const CreateResearchRequest = z.object({
  instructions: Instructions.describe('What to find out.'),
  model: ResearchModel.default('exa-research').describe(
    'How broad and how deep: `fast` looks once, `pro` furthest.',
  ),
  outputSchema: optional(OutputSchema).describe(
    'A JSON Schema; the output is then also an object of that shape.',
  ),
})
export type CreateResearchRequest = z.output<typeof CreateResearchRequest>

export const ResearchCost = z.object({
  total: z.number(),
  numSearches: z.number(),
  numPages: z.number().describe('Pages of a thousand tokens.'),
  reasoningTokens: z.number().describe('Of a language model; 0 without one.'),
})
export type ResearchCost = z.output<typeof ResearchCost>

const Operation = z.discriminatedUnion('type', [
  z.object({ type: z.literal('think'), content: z.string() }),
  z.object({
    type: z.literal('search'),
    searchType: z.enum(['neural', 'keyword', 'auto', 'fast']),
    query: z.string(),
    results: z.array(z.object({ url: z.string() })),
    pageTokens: z.number(),
    goal: z.string().optional(),
  }),
  z.object({
    type: z.literal('crawl'),
    result: z.object({ url: z.string() }),
    pageTokens: z.number(),
    goal: z.string().optional(),
  }),
])

const event = <Type extends string, Shape extends z.ZodRawShape>(eventType: Type, shape: Shape) =>
  z.object({ eventType: z.literal(eventType), researchId: z.string(), createdAt: Moment, ...shape })

const ofPlan = { planId: z.string() }
const ofTask = { ...ofPlan, taskId: z.string() }
const Parsed = z.record(z.string(), z.unknown())

export const ResearchEvent = z.discriminatedUnion('eventType', [
  event('research-definition', { instructions: z.string(), outputSchema: OutputSchema.optional() }),
  event('plan-definition', ofPlan),
  event('plan-operation', { ...ofPlan, operationId: z.string(), data: Operation }),
  event('plan-output', {
    ...ofPlan,
    output: z.discriminatedUnion('outputType', [
      z.object({
        outputType: z.literal('tasks'),
        reasoning: z.string(),
        tasksInstructions: z.array(z.string()),
      }),
      z.object({ outputType: z.literal('stop'), reasoning: z.string() }),
    ]),
  }),
  event('task-definition', { ...ofTask, instructions: z.string() }),
  event('task-operation', { ...ofTask, operationId: z.string(), data: Operation }),
  event('task-output', {
    ...ofTask,
    output: z.object({ outputType: z.literal('completed'), content: z.string() }),
  }),
  event('research-output', {
    output: z.discriminatedUnion('outputType', [
      z.object({
        outputType: z.literal('completed'),
        content: z.string(),
        costDollars: ResearchCost,
        parsed: Parsed.optional(),
      }),
      z.object({ outputType: z.literal('failed'), error: z.string() }),
    ]),
  }),
])
export type ResearchEvent = z.output<typeof ResearchEvent>

/** The stream broke off; the research itself goes on. */
export const StreamFailure = z.object({
  eventType: z.literal('stream-failure'),
  error: z.object({ code: z.string(), message: z.string() }),
  requestId: z.string(),
})

const common = {
  researchId: z.string(),
  createdAt: Moment,
  model: ResearchModel,
  instructions: z.string(),
  outputSchema: OutputSchema.optional(),
}
const events = z.array(ResearchEvent).optional()

export const Research = z.discriminatedUnion('status', [
  z.object({ ...common, status: z.literal('pending') }),
  z.object({ ...common, status: z.literal('running'), events }),
  z.object({
    ...common,
    status: z.literal('completed'),
    events,
    output: z.object({
      content: z.string().describe('Markdown, or the object as JSON where a schema was given.'),
      parsed: Parsed.optional(),
    }),
    costDollars: ResearchCost,
    finishedAt: Moment,
  }),
  z.object({ ...common, status: z.literal('canceled'), events, finishedAt: Moment }),
  z.object({ ...common, status: z.literal('failed'), events, error: z.string(), finishedAt: Moment }),
])
export type Research = z.output<typeof Research>

export const ListResearchRequest = pageQuery({ default: 10, max: 50 })
export const ResearchList = pageOf(Research)

/** `true` and `false` as clients write them into an address. */
const Switch = z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })])

const researchId = z.string().min(1)
export const ResearchId = z.object({ researchId })
export const GetResearchRequest = z.object({
  researchId,
  stream: optional(Switch).describe('Follow it as server-sent events, from the first to the last.'),
  events: optional(Switch).describe('Add what has happened so far.'),
})

export const ForkResearchRequest = z.object({
  researchId,
  fromStep: FromStep,
  instructions: optional(Instructions).describe('Instead of those it was begun with.'),
  outputSchema: optional(OutputSchema),
})
export type ForkResearchRequest = z.output<typeof ForkResearchRequest>
