import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { holdingPoint } from '../../tests/harness/holding-point.ts'
import { testRuns } from '../../tests/harness/runs.ts'
import type { RunKind } from './index.ts'

let held = holdingPoint()

const kind: RunKind<{ steps: number }, string> = {
  name: 'told',
  maxConcurrent: null,
  limits: () => ({}),
  prices: () => ({}),
  created: ({ id }) => [{ name: 'created', data: { id } }],
  ended: ({ id, status }) => [{ name: 'ended', data: { id, status } }],
  async script(run) {
    const { steps } = run.request
    for (let at = 0; at < steps; at += 1) {
      await run.step({
        key: `step.${at}`,
        kind: 'tell',
        perform: async () => at,
        events: (outcome) =>
          Array.from({ length: 30 }, (_, part) => ({ name: 'told', data: { outcome, part } })),
      })
      if (at === 0) await held.wait()
    }
    return 'done'
  },
}

const { service, caller, work, all, followed } = await testRuns(kind)
const { teamId } = caller

test('two hundred who follow see the same, in more pages than one', async () => {
  held = holdingPoint()
  const { id } = await service.create(caller, { steps: 8 })
  const following = Array.from({ length: 200 }, () => followed(id))
  const working = work()
  await held.at
  held.open()
  await working
  const stored = await all(id)
  expect(stored).toHaveLength(1 + 8 * 30 + 1)
  for (const events of await Promise.all(following)) expect(events).toEqual(stored)
})

test('who takes events slowly holds nobody up, and misses none', async () => {
  held = holdingPoint()
  held.open()
  const { id } = await service.create(caller, { steps: 6 })
  const slow = service.follow(teamId, id, 0, new AbortController().signal)
  expect((await slow.next()).value).toMatchObject({ name: 'created' })
  const quick = followed(id)
  await work()
  const stored = await all(id)
  expect(await quick).toEqual(stored)
  const rest = []
  for await (const event of slow) rest.push(event)
  expect(rest).toEqual(stored.slice(1))
})

test('who leaves is let go at once, and may come back where it was', async () => {
  held = holdingPoint()
  const { id } = await service.create(caller, { steps: 2 })
  const leaving = new AbortController()
  const seen: number[] = []
  const first = (async () => {
    for await (const { sequence } of service.follow(teamId, id, 0, leaving.signal)) seen.push(sequence)
  })()
  const working = work()
  await held.at
  while (seen.length < 31) await delay(10)
  leaving.abort()
  await first
  expect(seen).toHaveLength(31)
  held.open()
  await working
  expect((await followed(id, seen.length)).map(({ sequence }) => sequence)).toEqual(
    (await all(id)).slice(31).map(({ sequence }) => sequence),
  )
})

test('a run that is deleted ends its feeds', async () => {
  const { id } = await service.create(caller, { steps: 1 })
  const following = followed(id)
  await delay(50)
  await service.remove(teamId, id)
  expect(await following).toHaveLength(1)
})

test('a server that stops ends all feeds', async () => {
  const stopping = await testRuns(kind)
  const { id } = await stopping.service.create(stopping.caller, { steps: 1 })
  const following = stopping.followed(id)
  await delay(50)
  stopping.runs.endFeeds()
  expect(await following).toHaveLength(1)
})
