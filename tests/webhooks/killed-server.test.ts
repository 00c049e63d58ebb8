import { setTimeout as delay } from 'node:timers/promises'
import { EventType, Exa } from 'exa-js'
import { expect, test } from 'vitest'
import { createRandom } from '../chaos/random.ts'
import { receiver } from '../harness/receiver.ts'
import { serverProcess } from '../harness/server-process.ts'

/** The program itself, killed while it delivers. */
const ownerKey = 'the-owner-key-of-this-test'
const server = await serverProcess({
  environment: {
    WINNOW_API_KEY: ownerKey,
    WINNOW_WEBHOOKS_ALLOW_LOCAL: '1',
    WINNOW_LIMITS_WEBSETS_PER_SECOND: '0',
  },
  flags: ['--log-level', 'debug', '--sample', 'off'],
})
const client = () => new Exa(ownerKey, server.url)
const seed = Date.now() % 1_000_000

test(`what was under way when the server was killed is sent again, and nothing else (seed ${seed})`, async () => {
  const random = createRandom(seed)
  await server.start()
  const target = await receiver()
  target.answer(async (response) => {
    await delay(30)
    response.end()
  })
  const { id, secret } = await client().websets.webhooks.create({
    url: target.url,
    events: [EventType.webset_created],
  })
  target.trust(secret)
  const made: string[] = []
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 10; index++) made.push((await client().websets.create({})).id)
    const before = target.received.length
    await target.until((received) => received.length > before, 40_000)
    await delay(random.between(0, 200))
    await server.kill()
    await server.start()
  }
  await target.until(
    (received) => new Set(received.map(({ event }) => event.id)).size === made.length,
    60_000,
  )
  expect(target.received.every(({ isSigned }) => isSigned)).toBe(true)
  // In the order in which it happened; each killing repeats at most the one message whose outcome was not written.
  expect(target.events().map(({ data }) => data.id)).toEqual(made)
  expect(target.received.length - made.length).toBeLessThanOrEqual(2)
  const told = target.received.map(({ event }) => made.indexOf(String(event.data.id)))
  expect(told).toEqual(told.toSorted((one, other) => one - other))
  await expect
    .poll(async () => (await client().websets.webhooks.getAllAttempts(id, { limit: 200 })).length, {
      timeout: 10_000,
    })
    .toBe(made.length)
  expect(server.stderr() + server.stdout()).not.toContain(secret)
}, 240_000)
