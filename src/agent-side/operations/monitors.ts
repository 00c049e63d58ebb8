import { z } from 'zod'
import { agentOperation, type Call } from '../call.ts'
import { record, records, text, type Json } from '../json.ts'
import { deleted, projectMonitor, projectMonitorRun } from '../project-resource.ts'
import { readRows } from '../rows.ts'
import { Behavior, Criterion, Cron, Cursor, Entity, Id, limit, maxItems, Metadata } from '../shapes.ts'
import { answered, inPath, present, wire } from './wire.ts'

const ById = z.strictObject({ id: Id })
const Timezone = z.string().min(1).optional().describe('An IANA name; Etc/UTC if not said.')
const SearchFields = {
  query: z.string().min(2).max(10_000).optional(),
  criteria: z.array(Criterion).max(5).optional(),
  entity: Entity.optional(),
  count: z.int().min(1).optional(),
}
const Config = z.strictObject({ ...SearchFields, behavior: Behavior.optional() })
const Nested = z.strictObject({ type: z.literal('search').default('search'), config: Config })
const Cadence = z.strictObject({ cron: Cron, timezone: Timezone })
const AnyBehavior = z.union([Behavior, Nested], {
  error: 'override or append, or an object {type: "search", config}',
})
const Said = {
  cron: Cron.optional().describe('minute hour day month weekday; at most one run a day.'),
  timezone: Timezone,
  cadence: Cadence.optional().describe('The same in one object.'),
  ...SearchFields,
  behavior: AnyBehavior.optional(),
  metadata: Metadata.optional(),
}

interface Words {
  readonly cron?: string | undefined
  readonly timezone?: string | undefined
  readonly cadence?: z.output<typeof Cadence> | undefined
  readonly behavior?: z.output<typeof AnyBehavior> | undefined
  readonly query?: string | undefined
  readonly criteria?: z.output<typeof Criterion>[] | undefined
  readonly entity?: z.output<typeof Entity> | undefined
  readonly count?: number | undefined
}

const cadenceOf = ({ cron, timezone, cadence }: Words) => ({ ...cadence, ...present({ cron, timezone }) })

function configOf({ behavior, query, criteria, entity, count }: Words): Partial<z.output<typeof Config>> {
  const nested = typeof behavior === 'object' ? behavior.config : present({ behavior })
  return { ...nested, ...present({ query, criteria, entity, count }) }
}

export const createMonitor = agentOperation({
  name: 'monitors.create',
  summary: 'Keep a webset up to date: repeat its search on a schedule.',
  args: z.strictObject({ websetId: Id, ...Said }).superRefine(({ cron, cadence }, context) => {
    if (cron === undefined && cadence === undefined)
      context.addIssue({ code: 'custom', path: ['cron'], message: 'cron is required' })
  }),
  example: { websetId: 'webset_01k…', cron: '0 6 * * 1', timezone: 'Europe/Berlin', count: 10 },
  safety: 'spend',
  async run(call, { websetId, metadata, ...words }) {
    const config = configOf(words)
    const monitor = await answered(
      call.exa.websets.monitors.create(
        wire(
          present({
            websetId,
            cadence: { timezone: 'Etc/UTC', ...cadenceOf(words) },
            behavior: {
              type: 'search',
              config: {
                behavior: 'append',
                ...config,
                count: config.count ?? (await countOfLastSearch(call, websetId)),
              },
            },
            metadata,
          }),
        ),
      ),
    )
    return { body: projectMonitor(monitor), links: [`webset://${websetId}`] }
  },
})

/** The API insists on a count; the webset's last search had one. */
async function countOfLastSearch(call: Call, websetId: string): Promise<number> {
  const webset = await answered(call.exa.websets.get(inPath(websetId)))
  const last = records(webset.searches)
    .toSorted((one, other) => String(one.createdAt).localeCompare(String(other.createdAt)))
    .at(-1)
  const count = typeof last?.count === 'number' ? last.count : 10
  call.coerced({ path: 'count', from: null, to: count })
  return count
}

export const getMonitor = agentOperation({
  name: 'monitors.get',
  summary: 'Look at a monitor: schedule, last and next run.',
  args: ById,
  example: { id: 'monitor_01k…' },
  safety: 'read',
  run: async (call, { id }) => ({
    body: projectMonitor(await answered(call.exa.websets.monitors.get(inPath(id)))),
  }),
})

const fetchMonitors = (call: Call, websetId: string | undefined) => (page: object) =>
  call.exa.websets.monitors.list(wire({ ...page, websetId }))

export const listMonitors = agentOperation({
  name: 'monitors.list',
  summary: 'List monitors, of one webset if asked for.',
  args: z.strictObject({ cursor: Cursor.optional(), limit: limit(25, 200), websetId: Id.optional() }),
  example: { websetId: 'webset_01k…' },
  safety: 'read',
  async run(call, { websetId, ...page }) {
    const fetch = fetchMonitors(call, websetId)
    return {
      body: {},
      rows: await readRows({ ...page, fetch, view: projectMonitor, maxBytes: call.maxBytes }),
    }
  },
})

export const updateMonitor = agentOperation({
  name: 'monitors.update',
  summary: 'Switch a monitor on or off, or change its schedule or search.',
  args: ById.extend({ ...Said, status: z.enum(['enabled', 'disabled']).optional() }),
  example: { id: 'monitor_01k…', status: 'disabled' },
  safety: 'change',
  async run(call, { id, status, metadata, ...words }) {
    const cadence = cadenceOf(words)
    const config = configOf(words)
    const changesCadence = Object.keys(cadence).length > 0
    const changesSearch = Object.keys(config).length > 0
    // The API takes either whole, so what was not said stays as it is.
    const isPartial =
      (changesCadence && cadence.cron === undefined) || (changesSearch && config.count === undefined)
    const now: Json = isPartial ? await answered(call.exa.websets.monitors.get(inPath(id))) : {}
    const changes = present({
      status,
      metadata,
      cadence: changesCadence ? { ...record(now.cadence), ...cadence } : undefined,
      behavior: changesSearch
        ? { type: 'search', config: { ...record(record(now.behavior).config), ...config } }
        : undefined,
    })
    return {
      body: projectMonitor(await answered(call.exa.websets.monitors.update(inPath(id), wire(changes)))),
    }
  },
})

export const deleteMonitor = agentOperation({
  name: 'monitors.delete',
  summary: 'Delete a monitor; the webset stays.',
  args: ById,
  example: { id: 'monitor_01k…' },
  safety: 'destroy',
  run: async (call, { id }) => ({
    body: deleted(await answered(call.exa.websets.monitors.delete(inPath(id))), projectMonitor),
  }),
})

export const getAllMonitors = agentOperation({
  name: 'monitors.getAll',
  summary: 'Collect monitors over all pages.',
  args: z.strictObject({ maxItems: maxItems(100), websetId: Id.optional(), cursor: Cursor.optional() }),
  example: {},
  safety: 'read',
  async run(call, { websetId, ...page }) {
    const fetch = fetchMonitors(call, websetId)
    const { maxBytes } = call
    return { body: {}, rows: await readRows({ ...page, limit: 200, fetch, view: projectMonitor, maxBytes }) }
  },
})

export const listMonitorRuns = agentOperation({
  name: 'monitors.runs.list',
  summary: 'List the runs of a monitor, newest first.',
  args: z.strictObject({ monitorId: Id, cursor: Cursor.optional(), limit: limit(25, 200) }),
  example: { monitorId: 'monitor_01k…' },
  safety: 'read',
  async run(call, { monitorId, ...page }) {
    const rows = await readRows({
      ...page,
      fetch: (at) => call.exa.websets.monitors.runs.list(inPath(monitorId), wire(at)),
      view: projectMonitorRun,
      maxBytes: call.maxBytes,
    })
    if (rows.views.length === 0 && page.cursor === undefined)
      call.warn(
        'There are no runs. The API says the same of a monitor that does not exist; monitors.get tells.',
      )
    return { body: {}, rows }
  },
})

export const getMonitorRun = agentOperation({
  name: 'monitors.runs.get',
  summary: 'Look at one run of a monitor.',
  args: z.strictObject({ monitorId: Id, runId: Id }),
  example: { monitorId: 'monitor_01k…', runId: 'monitor_run_01k…' },
  safety: 'read',
  async run(call, { monitorId, runId }) {
    const run = await answered(call.exa.websets.monitors.runs.get(inPath(monitorId), inPath(runId)))
    return { body: projectMonitorRun({ ...run, monitorId: text(run.monitorId) ?? monitorId }) }
  },
})
