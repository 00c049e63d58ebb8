import { z } from 'zod'
import { agentOperation } from '../../call.ts'
import { pickPresent, record, type Json } from '../../json.ts'
import { readRows } from '../../rows.ts'
import { Cursor, Id, limit } from '../../shapes.ts'
import { answered, inPath, present, wire } from '../wire.ts'

const ById = z.strictObject({ runId: Id })
const Rows = z.array(z.record(z.string(), z.unknown()))

const project = (run: Json): Json => ({
  ...pickPresent(run, 'id status stopReason createdAt completedAt'),
  query: record(run.request).query ?? null,
  ...pickPresent(run, 'error'),
})
const projectWhole = (run: Json): Json => ({
  ...project(run),
  ...pickPresent(run, 'output usage costDollars'),
})

export const agentRunOperations = [
  agentOperation({
    name: 'agentRuns.create',
    summary: 'Have an agent work on a request, with structured output if a schema is given.',
    args: z.strictObject({
      query: z.string().min(1),
      systemPrompt: z.string().optional(),
      input: z.strictObject({ data: Rows.optional(), exclusion: Rows.optional() }).optional(),
      outputSchema: z.record(z.string(), z.unknown()).optional(),
      effort: z.enum(['minimal', 'low', 'medium', 'high', 'xhigh', 'auto', 'ultra']).default('auto'),
      budget: z
        .strictObject({
          maxCostDollars: z.number().min(1).max(100).optional(),
          maxDurationSeconds: z.int().min(300).max(10_800).optional(),
        })
        .optional(),
      previousRunId: Id.optional(),
      metadata: z.record(z.string(), z.string()).optional(),
    }),
    example: { query: 'Find three makers of inspection robots and their founders', effort: 'low' },
    safety: 'spend',
    run: async (call, args) => ({
      body: project(await answered(call.exa.agent.runs.create(wire(present(args))))),
    }),
  }),
  agentOperation({
    name: 'agentRuns.get',
    summary: 'Look at an agent run with its output.',
    args: ById,
    example: { runId: 'agent_run_01k…' },
    safety: 'read',
    run: async (call, { runId }) => ({
      body: projectWhole(await answered(call.exa.agent.runs.get(inPath(runId)))),
    }),
  }),
  agentOperation({
    name: 'agentRuns.list',
    summary: 'List agent runs, without their outputs.',
    args: z.strictObject({ cursor: Cursor.optional(), limit: limit(20, 100) }),
    example: {},
    safety: 'read',
    run: async (call, page) => ({
      body: {},
      rows: await readRows({
        ...page,
        fetch: (at) => call.exa.agent.runs.list(wire(at)),
        view: project,
        maxBytes: call.maxBytes,
      }),
    }),
  }),
  agentOperation({
    name: 'agentRuns.cancel',
    summary: 'Stop an agent run.',
    args: ById,
    example: { runId: 'agent_run_01k…' },
    safety: 'change',
    run: async (call, { runId }) => ({
      body: project(await answered(call.exa.agent.runs.cancel(inPath(runId)))),
    }),
  }),
  agentOperation({
    name: 'agentRuns.delete',
    summary: 'Delete an agent run.',
    args: ById,
    example: { runId: 'agent_run_01k…' },
    safety: 'destroy',
    run: async (call, { runId }) => ({
      body: pickPresent(await answered(call.exa.agent.runs.delete(inPath(runId))), 'id deleted'),
    }),
  }),
  agentOperation({
    name: 'agentRuns.events',
    summary: 'List what an agent run did, oldest first.',
    args: ById.extend({ cursor: Cursor.optional(), limit: limit(20, 100) }),
    example: { runId: 'agent_run_01k…' },
    safety: 'read',
    run: async (call, { runId, ...page }) => ({
      body: {},
      rows: await readRows({
        ...page,
        fetch: (at) => call.exa.agent.runs.events.list(inPath(runId), wire(at)),
        view: (event) => pickPresent(event, 'id event data createdAt'),
        maxBytes: call.maxBytes,
      }),
    }),
  }),
]
