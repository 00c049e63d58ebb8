import { setTimeout as delay } from 'node:timers/promises'
import { Exa, WebsetSearchBehavior, type Webhook } from 'exa-js'
import { expect, test } from 'vitest'
import { EventType, type WebsetEvent } from '../../src/contract/webset-events.ts'
import { accept, receiver } from '../harness/receiver.ts'
import { loopbackSender } from '../harness/webhooks.ts'
import { websetServer } from '../harness/webset-server.ts'
import { manyThings } from '../harness/webset-world.ts'
import { createModel } from '../websets/model.ts'

let verifyMs = 0

/** A receiver follows websets through their whole life, whatever happens to it meanwhile. */
const { sender, requests } = loopbackSender()
const server = await websetServer(
  manyThings(24, 2),
  {
    'webhooks.firstRetryMs': 40,
    'webhooks.retryFactor': 1.5,
    'webhooks.timeoutMs': 300,
    'webhooks.attempts': 50,
    'limits.websetsPerSecond': 0,
  },
  { before: async (call) => (call === 'verify' ? delay(verifyMs) : undefined) },
  sender,
)
const exa = new Exa(server.ownerKey, server.url)
const { websets } = exa
const idle = { timeout: 20_000, pollInterval: 50 }
const shining = {
  query: 'things that shine',
  entity: { type: 'company' as const },
  criteria: [{ description: 'shines' }],
}

/** Everything that happens to a webset, but for what others make: imports, monitors and exports. */
async function wholeLife(): Promise<string> {
  const { id } = await websets.create({
    search: { ...shining, count: 4 },
    enrichments: [{ description: 'colour' }, { description: 'size' }],
  })
  await websets.waitUntilIdle(id, idle)
  await websets.searches.create(id, { ...shining, count: 3, behavior: WebsetSearchBehavior.append })
  await websets.waitUntilIdle(id, idle)
  await websets.searches.create(id, { ...shining, count: 12, behavior: WebsetSearchBehavior.append })
  await websets.cancel(id)
  await websets.delete(id)
  return id
}

async function subscribe(target: Awaited<ReturnType<typeof receiver>>): Promise<Webhook> {
  const webhook = await exa.request<Webhook>('/websets/v0/webhooks', 'POST', {
    url: target.url,
    events: EventType.options,
  })
  target.trust(webhook.secret)
  return webhook
}

const isDeletionOf = (id: string) => (one: { event: WebsetEvent }) =>
  one.event.type === 'webset.deleted' && one.event.data.id === id
const isOf = (id: string) => (event: WebsetEvent) => event.data.id === id || event.data.websetId === id

/** What happened to a webset, as the log has it, from the beginning. */
const historyOf = async (id: string) =>
  ((await websets.events.getAll({ limit: 200 })) as unknown as WebsetEvent[]) // shapes that differ in name only
    .filter(isOf(id))
    .toReversed()

test('each event of a life comes once, signed, in the order in which it happened', async () => {
  const target = await receiver()
  const { id: webhookId } = await subscribe(target)
  // Long enough for a search to tell how far it is, which it does once a second.
  verifyMs = 700
  const id = await wholeLife().finally(() => (verifyMs = 0))
  await target.until((received) => received.some(isDeletionOf(id)))
  expect(target.received.every(({ isSigned }) => isSigned)).toBe(true)
  const told = target.received.map(({ event }) => event).filter(isOf(id))
  expect(told).toEqual(await historyOf(id))
  createModel().history(told, 3)
  expect(new Set(told.map(({ type }) => type))).toEqual(
    new Set([
      'webset.created',
      'webset.search.created',
      'webset.search.updated',
      'webset.search.completed',
      'webset.search.canceled',
      'webset.item.created',
      'webset.item.enriched',
      'webset.idle',
      'webset.deleted',
    ]),
  )
  await websets.webhooks.delete(webhookId)
})

test('nothing is lost on a receiver that goes down, fails, hangs, redirects and closes', async () => {
  const target = await receiver()
  const elsewhere = await receiver()
  const { id: webhookId } = await subscribe(target)
  // What happens to it, and the status that deliveries then end with.
  const ills: [() => unknown, number | null][] = [
    [() => target.answer((response) => void response.writeHead(500).end()), 500],
    [() => target.goDown(), null],
    [() => target.answer(() => {}), null],
    [() => target.answer((response) => void response.writeHead(302, { location: elsewhere.url }).end()), 302],
    [() => target.answer((response) => void response.destroy()), null],
  ]
  const endedWith = (wanted: number | null) =>
    requests.filter(({ url, status }) => url === target.url && status === wanted).length
  const lives: Promise<string>[] = []
  for (const [fall, status] of ills) {
    await fall()
    const before = endedWith(status)
    lives.push(wholeLife())
    await expect.poll(() => endedWith(status), { timeout: 30_000 }).toBeGreaterThan(before)
    if (fall === ills[1]?.[0]) await target.comeBack()
    target.answer(accept)
  }
  const ids = await Promise.all(lives)
  const histories = (await Promise.all(ids.map(historyOf))).flat()
  const missing = () => {
    const told = new Set(target.received.map(({ event }) => event.id))
    return histories.filter(({ id }) => !told.has(id))
  }
  await expect.poll(missing, { timeout: 60_000 }).toEqual([])
  expect(target.received.every(({ isSigned }) => isSigned)).toBe(true)
  expect(elsewhere.received).toEqual([])
  expect(requests.filter(({ url }) => url === elsewhere.url)).toEqual([])
  const failed = await websets.webhooks.getAllAttempts(webhookId, { successful: false, limit: 200 })
  expect(new Set(failed.map(({ responseStatusCode }) => responseStatusCode))).toEqual(new Set([0, 302, 500]))
  await websets.webhooks.delete(webhookId)
}, 180_000)
