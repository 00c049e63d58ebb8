import { EventType, Exa, ExaError } from 'exa-js'
import { expect, test } from 'vitest'
import type { Redelivery } from '../../src/contract/webhooks.ts'
import { accept, receiver } from '../harness/receiver.ts'
import { loopbackSender } from '../harness/webhooks.ts'
import { websetServer } from '../harness/webset-server.ts'
import { manyThings } from '../harness/webset-world.ts'

/** The unmodified client against a server with workers, and a receiver that checks every signature. */
const server = await websetServer(
  manyThings(6, 2),
  { 'webhooks.firstRetryMs': 100, 'webhooks.retryFactor': 1.2, 'limits.websetsPerSecond': 0 },
  {},
  loopbackSender().sender,
)
const exa = new Exa(server.ownerKey, server.url)
const { webhooks } = exa.websets
const failureOf = async (call: Promise<unknown>): Promise<ExaError> => {
  const outcome = await call.then(
    () => 'the call succeeded',
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(ExaError)
  return outcome as ExaError
}

test('WH-1 WH-2: create, read, update and delete; the secret is shown once', async () => {
  const { url } = await receiver()
  const created = await webhooks.create({
    url,
    events: [EventType.webset_created, EventType.webset_idle],
    metadata: { a: 'b' },
  })
  expect(created).toEqual({
    id: expect.stringMatching(/^webhook_[0-9a-z]{26}$/),
    object: 'webhook',
    status: 'active',
    events: ['webset.created', 'webset.idle'],
    url,
    secret: expect.stringMatching(/^whsec_/),
    metadata: { a: 'b' },
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  })
  const shown = { ...created, secret: null }
  expect(await webhooks.get(created.id)).toEqual(shown)
  const updated = await webhooks.update(created.id, {
    url: `${url}/2`,
    events: [EventType.webset_deleted],
    metadata: { c: 'd' },
  })
  expect(updated).toEqual({
    ...shown,
    url: `${url}/2`,
    events: ['webset.deleted'],
    metadata: { c: 'd' },
    updatedAt: expect.any(String),
  })
  expect(await webhooks.delete(created.id)).toEqual(updated)
  expect(await failureOf(webhooks.get(created.id))).toMatchObject({ statusCode: 404 })
  expect(await failureOf(webhooks.delete(created.id))).toMatchObject({ statusCode: 404 })
})

test('WH-3: lists are pages, the newest first', async () => {
  const { url } = await receiver()
  const made = []
  for (let index = 0; index < 3; index++)
    made.push((await webhooks.create({ url, events: [EventType.import_created] })).id)
  const first = await webhooks.list({ limit: 2 })
  expect(first).toMatchObject({ hasMore: true, nextCursor: made[1] })
  expect(first.data.map(({ id }) => id)).toEqual([made[2], made[1]])
  const all = await webhooks.getAll({ limit: 2 })
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(made))
  expect(all.every(({ secret }) => secret === null)).toBe(true)
})

test('WH-4: every one of the 19 event types is taken, others are refused', async () => {
  const { url } = await receiver()
  const events = Object.values(EventType)
  expect(events).toHaveLength(19)
  expect((await webhooks.create({ url, events })).events).toEqual(events)
  const bad: [object, string][] = [
    [{ url, events: [] }, 'events'],
    [{ url, events: ['webset.exploded'] }, 'events'],
    [{ url: 'nowhere', events: ['webset.idle'] }, 'url'],
    [{ url: 'http://10.0.0.1/', events: ['webset.idle'] }, 'url'],
    [{ events: ['webset.idle'] }, 'url'],
    [{ url, events: ['webset.idle'], metadata: { a: 1 } }, 'metadata'],
  ]
  for (const [body, field] of bad)
    expect(await failureOf(exa.request('/websets/v0/webhooks', 'POST', body))).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(`"${field}`),
    })
})

test('WH-5 WH-6 WH-7: deliveries are signed, tried again, recorded and repeated on request', async () => {
  const target = await receiver()
  target.answer((response) => void response.writeHead(500, { 'x-why': 'no' }).end('not now'))
  const { id, secret } = await webhooks.create({ url: target.url, events: [EventType.webset_created] })
  target.trust(secret)
  const webset = await exa.websets.create({})
  await target.until((received) => received.length >= 1)
  target.answer(accept)
  await target.until((received) => received.length >= 2)
  const [first, second] = target.received
  expect(first?.event).toEqual(second?.event)
  expect(first?.event).toMatchObject({ object: 'event', type: 'webset.created', data: { id: webset.id } })
  expect(target.received.every(({ isSigned }) => isSigned)).toBe(true)
  await expect.poll(async () => (await webhooks.listAttempts(id)).data.length).toBe(2)
  const { data } = await webhooks.listAttempts(id)
  const common = { webhookId: id, url: target.url, eventId: first?.event.id, eventType: 'webset.created' }
  expect(data).toEqual([
    expect.objectContaining({ ...common, attempt: 2, successful: true, responseStatusCode: 200 }),
    {
      id: expect.any(String),
      object: 'webhook_attempt',
      ...common,
      successful: false,
      responseHeaders: expect.objectContaining({ 'x-why': 'no' }),
      responseBody: 'not now',
      responseStatusCode: 500,
      error: null,
      attempt: 1,
      attemptedAt: expect.stringMatching(/Z$/),
    },
  ])
  const only = async (options: object) =>
    (await webhooks.getAllAttempts(id, options)).map(({ attempt }) => attempt)
  expect(await only({ successful: true })).toEqual([2])
  expect(await only({ successful: false })).toEqual([1])
  expect(await only({ eventType: EventType.webset_created, limit: 1 })).toEqual([2, 1])
  expect(await only({ eventType: EventType.webset_idle })).toEqual([])
  const again = await exa.request<Redelivery>(`/winnow/v1/webhooks/${id}/redeliver`, 'POST', {
    eventIds: [first?.event.id],
  })
  expect(again).toMatchObject({ deliveries: 1, webhook: { id, secret: null } })
  await target.until((received) => received.length >= 3)
  expect(target.received[2]).toMatchObject({ event: first?.event, isSigned: true })
})
