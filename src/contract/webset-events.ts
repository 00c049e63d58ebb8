import { z } from 'zod'
import { IsoDate } from './contents.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { oneOrMore } from './webset-shapes.ts'

export const EventType = z.enum([
  'webset.created',
  'webset.deleted',
  'webset.paused',
  'webset.idle',
  'webset.search.created',
  'webset.search.canceled',
  'webset.search.completed',
  'webset.search.updated',
  'webset.item.created',
  'webset.item.enriched',
  'webset.export.created',
  'webset.export.completed',
  'import.created',
  'import.completed',
  'monitor.created',
  'monitor.updated',
  'monitor.deleted',
  'monitor.run.created',
  'monitor.run.completed',
])
export type EventType = z.output<typeof EventType>

export const WebsetEvent = z.object({
  id: z.string(),
  object: z.literal('event'),
  type: EventType,
  data: z.record(z.string(), z.unknown()).describe('What it happened to, as it was then.'),
  createdAt: z.iso.datetime(),
})
export type WebsetEvent = z.output<typeof WebsetEvent>

export const ListEventsRequest = z.strictObject({
  ...pageQuery({ default: 25, max: 200, of: 'event_' }).shape,
  types: oneOrMore(EventType).optional(),
  createdBefore: IsoDate.optional().describe('Itself included.'),
  createdAfter: IsoDate.optional().describe('Itself included.'),
})
export type ListEventsRequest = z.output<typeof ListEventsRequest>
export const EventList = pageOf(WebsetEvent)
export const EventReference = z.object({ id: z.string().min(1) })
