import { setTimeout as delay } from 'node:timers/promises'
import { Exa, ExaError, type WebsetItem } from 'exa-js'
import { expect, test } from 'vitest'
import { publicTeamId } from '../../src/documents/index.ts'
import { holdingPoint } from '../harness/holding-point.ts'
import { manyThings } from '../harness/webset-world.ts'
import { websetServer } from '../harness/webset-server.ts'

/** Twenty-five items with three enrichments, as a client sees them: what comes when, and how large it is. */
const concurrentWebsets = 3
const queuedWebsets = 2
const server = await websetServer(manyThings(60, 2), {
  'limits.concurrentWebsets': concurrentWebsets,
  'limits.queuedWebsets': queuedWebsets,
  'limits.websetsPerSecond': 0,
})
const { key } = await server.addTeam('scenario')
const exa = new Exa(key, server.url)
const search = {
  query: 'things that shine',
  count: 25,
  entity: { type: 'company' as const },
  criteria: [{ description: 'shines' }],
}
const enrichments = ['colour', 'size', 'origin'].map((description) => ({ description }))

const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

test('order, what is seen early, size, and how many at once', { timeout: 60_000 }, async () => {
  // Pages of 50 KB, as they are on the web.
  const text = 'What the page says. '.repeat(2500)
  for (const [index, thing] of server.world.things.entries()) {
    const page = await server.documents.save({
      teamId: publicTeamId,
      url: `https://thing-${index + 1}.example/`,
      aliases: [],
      source: 'test',
      fetchedAt: new Date(),
      title: thing.name,
      author: null,
      publishedAt: null,
      language: 'en',
      kind: 'article',
      category: null,
      text: `${thing.name}. ${text}`,
      html: null,
      details: { links: [], imageLinks: [], codeBlocks: [], structured: {} },
    })
    server.world.things[index] = { ...thing, page }
  }

  // Shortly after creation: items with verdicts, enrichments pending, the search running.
  const held = holdingPoint()
  server.world.before = (call, name) =>
    call === 'enrich' || (call === 'verify' && name === 'Thing 21') ? held.wait() : undefined
  const { id } = await exa.websets.create({ search, enrichments })
  let early: WebsetItem[] = []
  for (let tries = 0; early.length < 10 && tries < 500; tries++) {
    early = (await exa.websets.items.list(id)).data
    await delay(10)
  }
  expect(early).toHaveLength(10)
  for (const item of early) {
    expect(item.evaluations).toMatchObject([
      { satisfied: 'yes', references: [{ snippet: expect.any(String) }] },
    ])
    expect(item.enrichments?.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
  }
  const running = await exa.websets.get(id)
  expect(running).toMatchObject({
    status: 'running',
    searches: [{ status: 'running', progress: { found: 10, completion: 40 } }],
    enrichments: [{ status: 'pending' }, { status: 'pending' }, { status: 'pending' }],
  })

  // Meanwhile two more may be at work and two may wait; the next is refused, until one is done.
  const others = []
  for (let more = 0; more < concurrentWebsets - 1 + queuedWebsets; more++)
    others.push(await exa.websets.create({ search: { ...search, count: 21 } }))
  const refused = await exa.websets.create({ search }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ExaError)
  expect(refused).toMatchObject({ statusCode: 429 })
  const team = await exa.request('/websets/v0/teams/me', 'GET')
  expect(team).toMatchObject({
    concurrency: { active: concurrentWebsets, queued: queuedWebsets },
    limits: { maxConcurrent: concurrentWebsets, maxQueued: queuedWebsets },
  })
  held.open()
  server.world.before = () => {}
  for (const other of [{ id }, ...others])
    await exa.websets.waitUntilIdle(other.id, { pollInterval: 20, timeout: 30_000 })
  expect(await exa.websets.create({})).toMatchObject({ status: 'idle' })

  // The order of what happened.
  const own = (await exa.websets.events.getAll({ limit: 200 }))
    .filter(({ data }) => data.id === id || ('websetId' in data && data.websetId === id))
    .toReversed()
  const types: string[] = own.map(({ type }) => type)
  const at = (type: string) => types.indexOf(type)
  const last = (type: string) => types.lastIndexOf(type)
  expect([at('webset.created'), at('webset.search.created'), at('webset.item.created')]).toEqual([0, 1, 2])
  expect(at('webset.item.created')).toBeLessThan(at('webset.item.enriched'))
  expect(last('webset.item.created')).toBeLessThan(at('webset.search.completed'))
  expect(last('webset.item.enriched')).toBeLessThan(at('webset.idle'))
  expect(at('webset.idle')).toBe(types.length - 1)
  const count = (wanted: string) => types.filter((type) => type === wanted).length
  expect([count('webset.item.created'), count('webset.item.enriched'), count('webset.idle')]).toEqual([
    25, 75, 1,
  ])
  const times = own.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted())

  // With content an item is as large as its page, without it a hundredth of that.
  const items = await exa.websets.items.getAll(id)
  expect(items).toHaveLength(25)
  const rows = await exa.request<{ data: object[]; included: number }>(
    `/winnow/v1/websets/${id}/rows?limit=25`,
    'GET',
  )
  for (const item of items) expect(size(item)).toBeGreaterThan(50_000)
  for (const item of items) expect(size(item)).toBeLessThan(53_000)
  for (const row of rows.data) expect(size(row)).toBeLessThan(1000)
  expect(JSON.stringify(rows)).not.toContain('What the page says')
  expect(rows.included).toBe(25)
})
