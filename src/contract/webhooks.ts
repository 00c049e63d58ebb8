import { z } from 'zod'
import { IsoDate, optional } from './contents.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { EventType } from './webset-events.ts'
import { Metadata, oneOrMore } from './webset-shapes.ts'

const Url = z
  .url({ protocol: /^https?$/, error: 'an http or https address' })
  .max(2048)
  .describe('Where events are posted to.')
const Events = z
  .array(EventType)
  .min(1)
  .max(EventType.options.length)
  .describe('What it is told of; the export events only if they are named here.')

export const CreateWebhookRequest = z.object({ url: Url, events: Events, metadata: optional(Metadata) })
export type CreateWebhookRequest = z.output<typeof CreateWebhookRequest>

export const WebhookReference = z.object({ id: z.string().min(1) })

export const UpdateWebhookRequest = WebhookReference.extend({
  url: optional(Url),
  events: optional(Events),
  metadata: Metadata.nullable().optional().describe('Null empties it.'),
})
export type UpdateWebhookRequest = z.output<typeof UpdateWebhookRequest>

export const Webhook = z.object({
  id: z.string(),
  object: z.literal('webhook'),
  status: z
    .enum(['active', 'inactive'])
    .describe('Inactive after days without a success; any update makes it active again.'),
  events: z.array(EventType),
  url: z.string(),
  secret: z
    .string()
    .nullable()
    .describe('Signs what is sent. Shown when the webhook is made, and never again.'),
  metadata: Metadata,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Webhook = z.output<typeof Webhook>

export const ListWebhooksRequest = z.strictObject(pageQuery({ default: 25, max: 200 }).shape)
export type ListWebhooksRequest = z.output<typeof ListWebhooksRequest>
export const WebhookList = pageOf(Webhook)

export const WebhookAttempt = z.object({
  id: z.string(),
  object: z.literal('webhook_attempt'),
  eventId: z.string(),
  eventType: EventType,
  webhookId: z.string(),
  url: z.string(),
  successful: z.boolean(),
  responseHeaders: z.record(z.string(), z.string()),
  responseBody: z.string().nullable().describe('Its beginning; null when there was no answer.'),
  responseStatusCode: z.int().describe('0 when there was no answer.'),
  error: z.string().nullable().describe('Why there was no answer.'),
  attempt: z.int().describe('Counts the tries to deliver this event, from 1.'),
  attemptedAt: z.iso.datetime(),
})
export type WebhookAttempt = z.output<typeof WebhookAttempt>

export const ListAttemptsRequest = z.strictObject({
  ...WebhookReference.shape,
  ...pageQuery({ default: 25, max: 200 }).shape,
  eventType: EventType.optional(),
  successful: z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]).optional(),
})
export type ListAttemptsRequest = z.output<typeof ListAttemptsRequest>
export const AttemptList = pageOf(WebhookAttempt)

export const RedeliverRequest = WebhookReference.extend({
  eventIds: optional(oneOrMore(z.string().min(1)).pipe(z.array(z.string()).min(1).max(200))).describe(
    'These events, whether they were delivered before or not.',
  ),
  createdAfter: optional(IsoDate).describe('Everything since then, itself included, delivered or not.'),
}).refine(({ eventIds, createdAfter }) => !eventIds || !createdAfter, {
  error: 'give either "eventIds" or "createdAfter"; with neither, what was given up is delivered again',
  path: ['createdAfter'],
})
export type RedeliverRequest = z.output<typeof RedeliverRequest>

export const Redelivery = z.object({
  webhook: Webhook,
  deliveries: z.int().describe('How many events are delivered again.'),
})
export type Redelivery = z.output<typeof Redelivery>
