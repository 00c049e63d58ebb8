import { z } from 'zod'
import { ContentsOptions, optional, Result } from './contents.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { Grounding } from './search.ts'

const hourMs = 3_600_000
const unitMs: Readonly<Record<string, number>> = { h: hourMs, d: 24 * hourMs }

/** Milliseconds of a period such as `6h` or `7d`; null for what is none. */
export function periodMs(text: string): number | null {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([hd])$/.exec(text) ?? []
  return count === undefined ? null : Number(count) * (unitMs[unit] ?? 0)
}

export const SearchMonitorStatus = z.enum(['active', 'paused', 'disabled'])
export type SearchMonitorStatus = z.output<typeof SearchMonitorStatus>

export const SearchMonitorEventType = z.enum([
  'monitor.created',
  'monitor.updated',
  'monitor.deleted',
  'monitor.run.created',
  'monitor.run.completed',
])
export type SearchMonitorEventType = z.output<typeof SearchMonitorEventType>

const Name = z.string().trim().min(1).max(250)
const Metadata = z.record(z.string(), z.string().max(1000))
const AnyObject = z.record(z.string(), z.unknown())
const Domains = z.array(z.string().min(1).max(500)).max(1200)

/** Checked, and kept as it came: a monitor shows what it was given. */
const Contents = AnyObject.superRefine((contents, context) => {
  const parsed = ContentsOptions.safeParse(contents, { reportInput: true })
  for (const { message, path } of parsed.error?.issues ?? [])
    context.addIssue({ code: 'custom', message, path, input: contents })
}).describe('What to bring of each page, as on /search.')

const Search = z.object({
  query: z.string().trim().min(1).max(10_000),
  numResults: optional(z.int().min(1).max(100)).describe(
    'New pages that a run reports at most; 10 by default.',
  ),
  includeDomains: optional(Domains),
  excludeDomains: optional(Domains),
  contents: optional(Contents),
})
export type MonitoredSearch = z.input<typeof Search>

const Trigger = z.object({
  type: z.literal('interval'),
  period: z
    .string()
    .refine((text) => periodMs(text) !== null, 'expected hours or days, such as "6h" or "7d"')
    .describe('Hours or days, such as `6h` or `7d`.'),
})

const Webhook = z.object({
  url: z.url({ protocol: /^https?$/, error: 'an http or https address' }).max(2048),
  events: optional(z.array(SearchMonitorEventType).min(1)).describe('All of them when left out.'),
})

export const CreateSearchMonitorRequest = z.object({
  name: optional(Name),
  search: Search,
  trigger: optional(Trigger).describe('Without one it runs only when it is triggered.'),
  outputSchema: optional(AnyObject).describe('A JSON Schema of what each run writes; text when left out.'),
  metadata: optional(Metadata),
  webhook: Webhook,
})
export type CreateSearchMonitorRequest = z.output<typeof CreateSearchMonitorRequest>

export const SearchMonitorReference = z.object({ id: z.string().min(1) })

export const UpdateSearchMonitorRequest = SearchMonitorReference.extend({
  name: Name.nullable().optional(),
  status: optional(SearchMonitorStatus.exclude(['disabled'])),
  search: optional(Search.partial()).describe('Only what is given is changed.'),
  trigger: Trigger.nullable().optional().describe('Null: only when it is triggered.'),
  outputSchema: AnyObject.nullable().optional(),
  metadata: Metadata.nullable().optional(),
  webhook: optional(Webhook.partial()).describe('Only what is given is changed.'),
})
export type UpdateSearchMonitorRequest = z.output<typeof UpdateSearchMonitorRequest>

export const SearchMonitor = z.object({
  id: z.string(),
  name: z.string().nullable(),
  status: SearchMonitorStatus.describe('`disabled`: its key has been invalid for ten runs.'),
  search: AnyObject,
  trigger: z.object({ type: z.literal('interval'), period: z.string() }).nullable(),
  outputSchema: AnyObject.nullable(),
  metadata: Metadata.nullable(),
  webhook: z.object({ url: z.string(), events: z.array(SearchMonitorEventType).optional() }),
  nextRunAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type SearchMonitor = z.output<typeof SearchMonitor>

export const NewSearchMonitor = SearchMonitor.extend({
  webhookSecret: z.string().describe('Signs what is sent to the webhook. Shown here and never again.'),
})
export type NewSearchMonitor = z.output<typeof NewSearchMonitor>

const Filter = {
  name: optional(z.string().min(1).max(250)).describe('Part of the name, whatever the case.'),
  status: optional(SearchMonitorStatus),
  metadata: optional(z.record(z.string(), z.string())).describe('Every one of these.'),
}

export const ListSearchMonitorsRequest = z.strictObject({
  ...pageQuery({ default: 50, max: 100 }).shape,
  ...Filter,
})
export type ListSearchMonitorsRequest = z.output<typeof ListSearchMonitorsRequest>
export const SearchMonitorList = pageOf(SearchMonitor)

export const BatchSearchMonitorsRequest = z.object({
  action: z.enum(['delete', 'pause', 'unpause']),
  filter: z
    .strictObject(Filter)
    .refine(({ name, status, metadata }) => name ?? status ?? metadata, 'give at least one condition'),
  dry_run: optional(z.boolean()).describe('True unless told: says what would be done, and does nothing.'),
  limit: optional(z.int().min(1).max(500)).describe('50 by default.'),
})
export type BatchSearchMonitorsRequest = z.output<typeof BatchSearchMonitorsRequest>
export type SearchMonitorFilter = BatchSearchMonitorsRequest['filter']

export const SearchMonitorBatch = z.object({
  action: z.enum(['delete', 'pause', 'unpause']),
  affected: z.int(),
  ids: z.array(z.string()),
  dry_run: z.boolean(),
  has_more: z.boolean(),
})
export type SearchMonitorBatch = z.output<typeof SearchMonitorBatch>

export const SearchMonitorOutput = z.object({
  results: z.array(Result).describe('Pages that are new since the last run, and were never reported.'),
  content: z
    .union([z.string(), AnyObject])
    .nullable()
    .describe('What they come to; null when there are none.'),
  grounding: z.array(Grounding).nullable(),
})
export type SearchMonitorOutput = z.output<typeof SearchMonitorOutput>

export const SearchMonitorFailure = z.enum([
  'api_key_invalid',
  'insufficient_credits',
  'invalid_params',
  'rate_limited',
  'search_unavailable',
  'search_failed',
  'internal_error',
])
export type SearchMonitorFailure = z.output<typeof SearchMonitorFailure>

export const SearchMonitorRun = z.object({
  id: z.string(),
  monitorId: z.string(),
  status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']),
  output: SearchMonitorOutput.nullable(),
  failReason: SearchMonitorFailure.nullable(),
  startedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  failedAt: z.iso.datetime().nullable(),
  cancelledAt: z.iso.datetime().nullable(),
  durationMs: z.int().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type SearchMonitorRun = z.output<typeof SearchMonitorRun>

export const ListSearchMonitorRunsRequest = z.strictObject({
  ...pageQuery({ default: 50, max: 100 }).shape,
  monitor: z.string().min(1),
})
export type ListSearchMonitorRunsRequest = z.output<typeof ListSearchMonitorRunsRequest>
export const SearchMonitorRunList = pageOf(SearchMonitorRun)
export const SearchMonitorRunReference = SearchMonitorReference.extend({ monitor: z.string().min(1) })
export const Triggered = z.object({
  triggered: z.boolean().describe('False while a run is under way: there is never more than one.'),
})
