import type { EventType, WebsetEvent } from '../../../src/contract/webset-events.ts'
import type { Redelivery, Webhook, WebhookAttempt } from '../../../src/contract/webhooks.ts'
import { ask, post } from './client.ts'

const base = '/websets/v0/webhooks'

interface Page<Element> {
  readonly data: readonly Element[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

export interface EventQuery {
  readonly types: readonly EventType[]
  /** Days, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export function listEvents(
  { types, from, to }: EventQuery,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Page<WebsetEvent>> {
  const parameters = new URLSearchParams([['limit', '50'], ...types.map((type) => ['types', type])])
  if (from) parameters.set('createdAfter', new Date(`${from}T00:00:00`).toISOString())
  if (to) parameters.set('createdBefore', new Date(`${to}T23:59:59.999`).toISOString())
  if (cursor !== null) parameters.set('cursor', cursor)
  return ask(`/websets/v0/events?${parameters.toString()}`, { signal })
}

export const listWebhooks = (signal?: AbortSignal): Promise<Page<Webhook>> =>
  ask(`${base}?limit=200`, { signal })

export const createWebhook = (request: { url: string; events: readonly EventType[] }): Promise<Webhook> =>
  post(base, request)
export const updateWebhook = (id: string, changes: object): Promise<Webhook> =>
  ask(`${base}/${id}`, { method: 'PATCH', body: changes })
export const deleteWebhook = (id: string): Promise<Webhook> => ask(`${base}/${id}`, { method: 'DELETE' })

export function listAttempts(
  id: string,
  onlyFailed: boolean,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Page<WebhookAttempt>> {
  const parameters = new URLSearchParams({ limit: '25' })
  if (onlyFailed) parameters.set('successful', 'false')
  if (cursor !== null) parameters.set('cursor', cursor)
  return ask(`${base}/${id}/attempts?${parameters.toString()}`, { signal })
}

/** The events named, or without any what was given up. */
export const redeliver = (id: string, eventIds?: readonly string[]): Promise<Redelivery> =>
  post(`/winnow/v1/webhooks/${id}/redeliver`, eventIds ? { eventIds } : {})
