import { z } from 'zod'
import { optional } from './contents.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { SearchBehavior } from './webset-searches.ts'
import { Entity, Metadata } from './webset-shapes.ts'

const isTimeZone = (name: string): boolean => {
  try {
    // Offsets, which some runtimes take, know nothing of daylight saving.
    return /^[a-z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const month = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const weekday = 'sun|mon|tue|wed|thu|fri|sat'
const fieldOf = (names?: string): RegExp => {
  const value = names ? String.raw`(?:\d{1,2}|${names})` : String.raw`\d{1,2}`
  const part = String.raw`(?:\*|${value}(?:-${value})?)(?:/\d{1,2})?`
  return new RegExp(`^${part}(?:,${part})*$`, 'i')
}
const cronFields = [
  ['minute', fieldOf()],
  ['hour', fieldOf()],
  ['day of the month', fieldOf()],
  ['month', fieldOf(month)],
  ['day of the week', fieldOf(weekday)],
] as const

/** The five fields of cron, and none of the many extensions that only some programs know. */
const Cron = z
  .string()
  .max(200)
  .transform((text) => text.trim().split(/\s+/).join(' '))
  .superRefine((text, context) => {
    const fields = text.split(' ')
    const unread = cronFields.find(([, pattern], index) => !pattern.test(fields[index] ?? ''))
    if (fields.length === cronFields.length && !unread) return
    const message =
      fields.length === cronFields.length && unread
        ? `the ${unread[0]} cannot be read`
        : `expected five fields: ${cronFields.map(([name]) => name).join(', ')}`
    context.addIssue({ code: 'custom', message, input: text })
  })

export const MonitorCadence = z.object({
  cron: Cron.describe('Five fields; at most one time a day.'),
  timezone: z
    .string()
    .max(100)
    .default('Etc/UTC')
    .refine(isTimeZone, 'expected the name of a time zone, such as "America/New_York"'),
})
export type MonitorCadence = z.output<typeof MonitorCadence>

/** Older clients put the parameters one level deeper. */
const flattened = (config: unknown): unknown => {
  if (typeof config !== 'object' || config === null || !('parameters' in config)) return config
  const { parameters, ...rest } = config
  return typeof parameters === 'object' && parameters !== null ? { ...parameters, ...rest } : config
}

const SearchConfig = z.object({
  count: z.int().min(1).describe('How many items to look for in each run.'),
  query: optional(z.string().min(2).max(10_000)).describe('That of the last search when left out.'),
  criteria: optional(z.array(z.object({ description: z.string().min(2).max(1000) })).max(5)).describe(
    'Those of the last search when left out.',
  ),
  entity: optional(Entity).describe('That of the last search when left out.'),
  behavior: SearchBehavior.default('append'),
})

const RefreshConfig = z.discriminatedUnion('target', [
  z.object({
    target: z.literal('enrichments'),
    enrichments: optional(z.object({ ids: optional(z.array(z.string().min(1)).max(1000)) })).describe(
      'Only these; all of them when left out.',
    ),
  }),
  z.object({ target: z.literal('contents') }),
])

export const MonitorBehavior = z.discriminatedUnion('type', [
  z.object({ type: z.literal('search'), config: z.preprocess(flattened, SearchConfig) }),
  z.object({ type: z.literal('refresh'), config: RefreshConfig }),
])
export type MonitorBehavior = z.output<typeof MonitorBehavior>

export const CreateMonitorRequest = z.object({
  websetId: z.string().min(1).describe('The id or the `externalId` of the webset.'),
  cadence: MonitorCadence,
  behavior: MonitorBehavior,
  metadata: optional(Metadata),
})
export type CreateMonitorRequest = z.output<typeof CreateMonitorRequest>

export const MonitorStatus = z.enum(['enabled', 'disabled'])
export type MonitorStatus = z.output<typeof MonitorStatus>

export const MonitorReference = z.object({ id: z.string().min(1) })

export const UpdateMonitorRequest = MonitorReference.extend({
  status: optional(MonitorStatus),
  cadence: optional(MonitorCadence),
  behavior: optional(MonitorBehavior),
  metadata: Metadata.nullable().optional().describe('Null empties it.'),
})
export type UpdateMonitorRequest = z.output<typeof UpdateMonitorRequest>

export const MonitorRun = z.object({
  id: z.string(),
  object: z.literal('monitor_run'),
  status: z.enum(['created', 'running', 'completed', 'canceled', 'failed']),
  type: z.enum(['search', 'refresh']),
  monitorId: z.string(),
  completedAt: z.iso.datetime().nullable(),
  failedAt: z.iso.datetime().nullable(),
  canceledAt: z.iso.datetime().nullable(),
  failedReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type MonitorRun = z.output<typeof MonitorRun>

export const Monitor = z.object({
  id: z.string(),
  object: z.literal('monitor'),
  status: MonitorStatus,
  websetId: z.string(),
  cadence: z.object({ cron: z.string(), timezone: z.string() }),
  behavior: z.object({ type: MonitorRun.shape.type, config: z.record(z.string(), z.unknown()) }),
  lastRun: MonitorRun.nullable(),
  nextRunAt: z.iso.datetime().nullable(),
  metadata: Metadata,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Monitor = z.output<typeof Monitor>

export const ListMonitorsRequest = z.strictObject({
  ...pageQuery({ default: 25, max: 200 }).shape,
  websetId: z.string().min(1).optional().describe('The id or the `externalId` of a webset.'),
})
export type ListMonitorsRequest = z.output<typeof ListMonitorsRequest>
export const MonitorList = pageOf(Monitor)

export const ListMonitorRunsRequest = z.strictObject({
  ...pageQuery({ default: 25, max: 200 }).shape,
  monitor: z.string().min(1),
})
export type ListMonitorRunsRequest = z.output<typeof ListMonitorRunsRequest>
export const MonitorRunList = pageOf(MonitorRun)
export const MonitorRunReference = MonitorReference.extend({ monitor: z.string().min(1) })
