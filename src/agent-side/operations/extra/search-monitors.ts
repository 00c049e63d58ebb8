import { z } from 'zod'
import { agentOperation, type Call } from '../../call.ts'
import { pickPresent, type Json } from '../../json.ts'
import { deleted } from '../../project-resource.ts'
import { readRows } from '../../rows.ts'
import { Cursor, Id, limit, maxItems, Metadata } from '../../shapes.ts'
import { answered, inPath, present, wire } from '../wire.ts'

const ById = z.strictObject({ id: Id })
const Search = z.strictObject({
  query: z.string().min(1),
  numResults: z.int().min(1).max(100).optional(),
  includeDomains: z.array(z.string()).optional(),
  excludeDomains: z.array(z.string()).optional(),
  contents: z.record(z.string(), z.unknown()).optional(),
})
const Trigger = z.strictObject({ type: z.literal('interval').default('interval'), period: z.string().min(2) })
const Webhook = z.strictObject({ url: z.url(), events: z.array(z.string()).optional() })
const Schema = z.record(z.string(), z.unknown())

const project = (monitor: Json): Json =>
  pickPresent(monitor, 'id name status search trigger metadata webhook nextRunAt createdAt')
const projectRun = (run: Json): Json =>
  pickPresent(run, 'id monitorId status failReason startedAt completedAt failedAt durationMs createdAt')

const list = (call: Call) => (page: object) => call.exa.monitors.list(wire(page))

export const searchMonitorOperations = [
  agentOperation({
    name: 'searchMonitors.create',
    summary: 'Repeat a search on a schedule, and post what is new. The secret is shown in this answer only.',
    args: z.strictObject({
      name: z.string().optional(),
      search: Search,
      trigger: Trigger.optional().describe('Such as {"period":"1d"}; without it runs are started by hand.'),
      outputSchema: Schema.optional(),
      metadata: Metadata.optional(),
      webhook: Webhook,
    }),
    example: {
      search: { query: 'inspection robots' },
      trigger: { period: '1d' },
      webhook: { url: 'https://example.com/' },
    },
    safety: 'spend',
    async run(call, args) {
      const made = await answered(call.exa.monitors.create(wire(present(args))))
      return { body: { ...project(made), ...pickPresent(made, 'webhookSecret') } }
    },
  }),
  agentOperation({
    name: 'searchMonitors.get',
    summary: 'Look at a search monitor.',
    args: ById,
    example: { id: '01k…' },
    safety: 'read',
    run: async (call, { id }) => ({ body: project(await answered(call.exa.monitors.get(inPath(id)))) }),
  }),
  agentOperation({
    name: 'searchMonitors.list',
    summary: 'List search monitors.',
    args: z.strictObject({ cursor: Cursor.optional(), limit: limit(50, 100) }),
    example: {},
    safety: 'read',
    run: async (call, page) => ({
      body: {},
      rows: await readRows({ ...page, fetch: list(call), view: project, maxBytes: call.maxBytes }),
    }),
  }),
  agentOperation({
    name: 'searchMonitors.update',
    summary: 'Change a search monitor, or pause it.',
    args: ById.extend({
      name: z.string().nullable().optional(),
      status: z.enum(['active', 'paused']).optional(),
      search: Search.partial().optional(),
      trigger: Trigger.nullable().optional(),
      outputSchema: Schema.nullable().optional(),
      metadata: Metadata.nullable().optional(),
      webhook: Webhook.partial().optional(),
    }),
    example: { id: '01k…', status: 'paused' },
    safety: 'change',
    run: async (call, { id, ...changes }) => ({
      body: project(await answered(call.exa.monitors.update(inPath(id), wire(present(changes))))),
    }),
  }),
  agentOperation({
    name: 'searchMonitors.delete',
    summary: 'Delete a search monitor.',
    args: ById,
    example: { id: '01k…' },
    safety: 'destroy',
    run: async (call, { id }) => ({
      body: deleted(await answered(call.exa.monitors.delete(inPath(id))), project),
    }),
  }),
  agentOperation({
    name: 'searchMonitors.trigger',
    summary: 'Run a search monitor now.',
    args: ById,
    example: { id: '01k…' },
    safety: 'spend',
    run: async (call, { id }) => ({
      body: pickPresent(await answered(call.exa.monitors.trigger(inPath(id))), 'triggered'),
    }),
  }),
  agentOperation({
    name: 'searchMonitors.getAll',
    summary: 'Collect search monitors over all pages.',
    args: z.strictObject({ maxItems: maxItems(100), cursor: Cursor.optional() }),
    example: {},
    safety: 'read',
    run: async (call, page) => ({
      body: {},
      rows: await readRows({
        ...page,
        limit: 100,
        fetch: list(call),
        view: project,
        maxBytes: call.maxBytes,
      }),
    }),
  }),
  agentOperation({
    name: 'searchMonitors.runs.list',
    summary: 'List the runs of a search monitor, newest first.',
    args: z.strictObject({ monitorId: Id, cursor: Cursor.optional(), limit: limit(50, 100) }),
    example: { monitorId: '01k…' },
    safety: 'read',
    run: async (call, { monitorId, ...page }) => ({
      body: {},
      rows: await readRows({
        ...page,
        fetch: (at) => call.exa.monitors.runs.list(inPath(monitorId), wire(at)),
        view: projectRun,
        maxBytes: call.maxBytes,
      }),
    }),
  }),
  agentOperation({
    name: 'searchMonitors.runs.get',
    summary: 'Look at one run of a search monitor with what it found.',
    args: z.strictObject({ monitorId: Id, runId: Id }),
    example: { monitorId: '01k…', runId: '01k…' },
    safety: 'read',
    async run(call, { monitorId, runId }) {
      const run = await answered(call.exa.monitors.runs.get(inPath(monitorId), inPath(runId)))
      return { body: { ...projectRun(run), ...pickPresent(run, 'output') } }
    },
  }),
]
