import { z } from 'zod'
import { agentOperation } from '../call.ts'
import { toFailure, withRecovery, Failure } from '../failure.ts'
import type { Json } from '../json.ts'
import { projectResearch } from '../project-resource.ts'
import { readRows } from '../rows.ts'
import { Cursor, Id, limit, pollInterval, ResearchModel, timeout } from '../shapes.ts'
import { pollUntil } from '../wait-until.ts'
import { answered, inPath, present, wire } from './wire.ts'

export const createResearch = agentOperation({
  name: 'research.create',
  summary: 'Have a question researched over many pages, as a report or by a JSON Schema.',
  args: z.strictObject({
    instructions: z.string().min(1).max(50_000),
    model: ResearchModel.default('exa-research'),
    outputSchema: z.record(z.string(), z.unknown()).optional(),
  }),
  example: {
    instructions: 'Which makers of inspection robots were founded after 2015?',
    model: 'exa-research',
  },
  safety: 'spend',
  run: async (call, args) => ({
    body: projectResearch(await answered(call.exa.research.create(args))),
  }),
})

export const getResearch = agentOperation({
  name: 'research.get',
  summary: 'Look at a research run, with its output when it is done.',
  args: z.strictObject({ researchId: Id, events: z.boolean().default(false) }),
  example: { researchId: 'research_01k…' },
  safety: 'read',
  run: async (call, { researchId, events }) => ({
    body: projectResearch(await answered(call.exa.research.get(inPath(researchId), { events }))),
  }),
})

export const listResearch = agentOperation({
  name: 'research.list',
  summary: 'List research runs, without their outputs.',
  args: z.strictObject({ cursor: Cursor.optional(), limit: limit(10, 50) }),
  example: {},
  safety: 'read',
  async run(call, page) {
    const rows = await readRows({
      ...page,
      // Rows are told apart by their ids.
      async fetch(at) {
        const { data, ...rest } = await answered(call.exa.research.list(wire(at)))
        const runs = (Array.isArray(data) ? data : []) as readonly Json[] // looked at below
        return { ...rest, data: runs.map((one) => ({ ...one, id: one.researchId })) }
      },
      view: (research) => projectResearch(research, false),
      maxBytes: call.maxBytes,
    })
    return { body: {}, rows }
  },
})

const ended = new Set<unknown>(['completed', 'failed', 'canceled'])
const mostFailures = 5

export const pollUntilFinished = agentOperation({
  name: 'research.pollUntilFinished',
  summary: 'Wait until a research run is done, or time is up.',
  args: z.strictObject({
    researchId: Id,
    pollInterval: pollInterval(1000),
    timeoutMs: timeout(300_000),
    events: z.boolean().optional(),
  }),
  example: { researchId: 'research_01k…', timeoutMs: 120_000 },
  safety: 'read',
  async run(call, { researchId, pollInterval, timeoutMs, events }) {
    let failures = 0
    let last: Json = { researchId }
    const { value, timedOut } = await withRecovery({ researchId }, () =>
      pollUntil<Json>({
        ...call,
        timeoutMs,
        pollMs: pollInterval,
        async poll() {
          try {
            last = await answered(call.exa.research.get(inPath(researchId), present({ events })))
            failures = 0
          } catch (error) {
            const failure = toFailure(error)
            if (!failure?.facts.retryable || ++failures === mostFailures) throw error
          }
          call.report({
            message: failures > 0 ? `no answer, ${failures} times` : `research ${String(last.status)}`,
          })
          return { value: last, done: ended.has(last.status) }
        },
      }),
    )
    if (value.status === undefined)
      throw new Failure('timeout', 'The research run could not be looked at in time.', {
        retryable: true,
        recovery: { researchId },
      })
    return { body: { ...projectResearch(value), ...(timedOut && { timedOut }) } }
  },
})
