import { setTimeout as delay } from 'node:timers/promises'
import { EventType, Exa } from 'exa-js'
import { expect } from 'vitest'
import { createRandom } from '../chaos/random.ts'
import { receiver } from '../harness/receiver.ts'
import { serverProcess } from '../harness/server-process.ts'

const ownerKey = 'the-owner-key-of-this-test'
const perRound = 10

/** Has the program itself deliver events, and kills it at random moments while it does. */
export async function killWhileDelivering(rounds: number, seed: number): Promise<void> {
  const random = createRandom(seed)
  const server = await serverProcess({
    environment: {
      WINNOW_API_KEY: ownerKey,
      WINNOW_WEBHOOKS_ALLOW_LOCAL: '1',
      WINNOW_LIMITS_WEBSETS_PER_SECOND: '0',
    },
    flags: ['--log-level', 'debug', '--sample', 'off'],
  })
  const websets = () => new Exa(ownerKey, server.url).websets
  await server.start()
  const target = await receiver()
  target.answer(async (response) => {
    await delay(30)
    response.end()
  })
  const { id, secret } = await websets().webhooks.create({
    url: target.url,
    events: [EventType.webset_created],
  })
  target.trust(secret)
  const made: string[] = []
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < perRound; index++) made.push((await websets().create({})).id)
    const before = target.received.length
    await target.until((received) => received.length > before, 60_000)
    await delay(random.between(0, 200))
    await server.kill()
    await server.start()
  }
  await target.until(
    (received) => new Set(received.map(({ event }) => event.id)).size === made.length,
    90_000,
  )
  expect(target.received.every(({ isSigned }) => isSigned)).toBe(true)
  // In the order in which it happened; each killing repeats at most the one message whose outcome was not written.
  expect(target.events().map(({ data }) => data.id)).toEqual(made)
  expect(target.received.length - made.length).toBeLessThanOrEqual(rounds)
  const told = target.received.map(({ event }) => made.indexOf(String(event.data.id)))
  expect(told).toEqual(told.toSorted((one, other) => one - other))
  const recorded = async () => (await websets().webhooks.getAllAttempts(id, { limit: 200 })).length
  await expect.poll(recorded, { timeout: 20_000 }).toBe(made.length)
  expect(server.stderr() + server.stdout()).not.toContain(secret)
}
