import { z } from 'zod'
import { IsoDate, optional } from './contents.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { periodMs } from './search-monitors.ts'

const FieldMode = z.enum(['static', 'dynamic'])
const FieldType = z.enum(['string', 'number', 'boolean', 'date', 'url', 'email', 'phone'])

const EntityParameters = z.object({
  name: z.string().trim().min(1).max(500),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(
      /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/,
      'expected a domain, such as "example.com"',
    ),
  description: optional(z.string().max(2000)),
})
export type EntityParameters = z.output<typeof EntityParameters>

const FieldParameters = z
  .object({
    name: z.string().trim().min(1).max(200),
    description: z.string().trim().min(1).max(2000),
    type: optional(z.union([FieldType, FieldMode])).describe('What kind of value; a text when left out.'),
    mode: optional(FieldMode).describe('`static` is looked up once, `dynamic` each time.'),
  })
  .refine(({ type, mode }) => !(mode && FieldMode.safeParse(type).success), {
    error: 'the mode is given twice: leave "type" to the kind of value',
    path: ['type'],
  })
  .transform(({ name, description, type = 'string', mode }) => {
    const asMode = FieldMode.safeParse(type)
    const asType = FieldType.safeParse(type)
    return {
      name,
      description,
      type: asType.success ? asType.data : ('string' as const),
      mode: mode ?? (asMode.success ? asMode.data : ('dynamic' as const)),
    }
  })
export type FieldParameters = z.output<typeof FieldParameters>

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length
const Entities = z
  .array(EntityParameters)
  .min(1)
  .max(500)
  .refine((all) => isUnique(all.map(({ domain }) => domain)), 'a domain may come once')
const Fields = z
  .array(FieldParameters)
  .min(1)
  .max(50)
  .refine((all) => isUnique(all.map(({ name }) => name)), 'a name may come once')

const sixHoursMs = 6 * 3_600_000
const Cadence = z
  .string()
  .refine(
    (text) => (periodMs(text) ?? 0) >= sixHoursMs,
    'expected hours or days, six hours at least, such as "12h"',
  )

export const CreateAgentMonitorRequest = z.object({
  cadence: Cadence,
  entities: Entities,
  fields: Fields,
  idempotencyKey: optional(z.string().max(255)),
})
export type CreateAgentMonitorRequest = z.output<typeof CreateAgentMonitorRequest>

export const AgentMonitorReference = z.object({ id: z.string().min(1) })
export const AddEntitiesRequest = AgentMonitorReference.extend({ entities: Entities })

const Course = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({
    state: z.literal('running'),
    entitiesProcessed: z.int(),
    entitiesTotal: z.int(),
    startedAt: z.iso.datetime(),
  }),
])

export const AgentMonitorField = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  mode: FieldMode,
  type: FieldType,
})
export type AgentMonitorField = z.output<typeof AgentMonitorField>

export const AgentMonitor = z.object({
  id: z.string(),
  object: z.literal('agent_monitor'),
  status: z.enum(['creating', 'pending_first_refresh', 'active']),
  cadence: z.string(),
  fields: z.array(AgentMonitorField),
  entityCount: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  lastRefreshAt: z.iso.datetime().nullable(),
  refresh: Course,
  creation: Course,
  usage: z.object({ totalAcus: z.number(), lastRefreshAcus: z.number() }),
})
export type AgentMonitor = z.output<typeof AgentMonitor>

const list = z.object({ object: z.literal('list') })
export const ListAgentMonitorsRequest = z.strictObject(pageQuery({ default: 20, max: 100 }).shape)
export const AgentMonitorList = list.extend(pageOf(AgentMonitor).shape)
export const DeletedAgentMonitor = z.object({
  id: z.string(),
  object: z.literal('agent_monitor.deleted'),
  deleted: z.literal(true),
})

const Citation = z.object({ url: z.string(), title: z.string().optional(), note: z.string().optional() })
export type MonitorCitation = z.output<typeof Citation>
const Content = z.object({ value: z.unknown(), citations: z.array(Citation), updatedAt: z.iso.datetime() })
export type MonitorContent = z.output<typeof Content>

const Part = {
  ...AgentMonitorReference.shape,
  ...pageQuery({ default: 20, max: 100 }).shape,
  since: optional(IsoDate).describe('What was updated then or later.'),
}
export const ListMonitorEntitiesRequest = z.strictObject(Part)
export type ListMonitorPartsRequest = z.output<typeof ListMonitorEntitiesRequest>
export const EntityView = z.object({
  entity: z.object({ id: z.string(), name: z.string(), domain: z.string() }),
  contents: z.record(z.string(), Content).describe('By the ids of fields.'),
})
export const MonitorEntityList = list.extend({ ...pageOf(EntityView).shape, version: z.int() })

export const ListMonitorChangesRequest = z.strictObject({
  ...Part,
  cursor: optional(z.string().regex(/^\d{1,9}$/, 'expected `nextCursor` of the page before')),
})
export const MonitorChange = z.object({
  type: z.literal('content.upserted'),
  entity: z.object({ id: z.string(), name: z.string().optional(), domain: z.string().optional() }),
  field: z.object({ id: z.string(), name: z.string().optional() }),
  content: Content,
  version: z.int(),
  createdAt: z.iso.datetime(),
})
export type MonitorChange = z.output<typeof MonitorChange>
export const MonitorChangeList = list.extend({ ...pageOf(MonitorChange).shape, version: z.int() })

export const CreateBacktestRequest = z
  .object({ entities: Entities, fields: Fields, startTime: IsoDate, endTime: IsoDate })
  .refine(({ startTime, endTime }) => startTime < endTime, {
    error: 'it must be later than "startTime"',
    path: ['endTime'],
  })
export type CreateBacktestRequest = z.output<typeof CreateBacktestRequest>

export const BacktestResult = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      contents: z.record(z.string(), z.object({ value: z.unknown(), citations: z.array(Citation) })),
    }),
  ),
  failedEntities: z.array(z.object({ name: z.string(), reason: z.string() })).optional(),
  warnings: z.array(z.string()).optional(),
})
export type BacktestResult = z.output<typeof BacktestResult>

export const Backtest = BacktestResult.partial().extend({
  id: z.string(),
  object: z.literal('agent_monitor.backtest'),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  status: z.enum(['running', 'completed', 'failed']),
  error: z.string().optional(),
})
export type Backtest = z.output<typeof Backtest>
