import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../tests/harness/database.ts'
import { manyThings, worldEngine } from '../../tests/harness/webset-world.ts'
import { testWebsets as openWebsets } from '../../tests/harness/websets.ts'
import { ListRowsRequest } from '../contract/webset-rows.ts'
import type { FeedEvent } from '../contract/webset-rows.ts'
import { publicTeamId } from '../documents/index.ts'
import type { WebsetEngine } from './engine.ts'

/** Each test is a team of its own. */
const database = await testDatabase()
const testWebsets = (engine: WebsetEngine, flags = {}) => openWebsets(engine, flags, database)

const shining = {
  query: 'things that shine',
  count: 3,
  entity: { type: 'company' },
  criteria: [{ description: 'shines' }],
}

describe('places', () => {
  test('hold so many at work, let so many wait, and refuse more', async () => {
    const { create, work, websets, caller } = await testWebsets(worldEngine(manyThings(3)).engine, {
      'limits.concurrentWebsets': 2,
      'limits.queuedWebsets': 1,
    })
    const made = [await create({ search: shining }), await create({ search: shining })]
    made.push(await create({ search: shining }))
    expect(made.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
    expect(await websets.team(caller)).toEqual({
      object: 'team',
      id: caller.teamId,
      name: 'A',
      concurrency: { active: 2, queued: 1 },
      limits: { maxConcurrent: 2, maxQueued: 1 },
    })
    await expect(create({ search: shining })).rejects.toMatchObject({ code: 'rate_limited' })
    expect((await websets.list(caller, { limit: 10 })).data).toHaveLength(3)
    const idle = await create({})
    await work()
    for (const { id } of [...made, idle]) expect((await websets.get(caller, id, [])).status).toBe('idle')
    expect((await websets.team(caller)).concurrency).toEqual({ active: 0, queued: 0 })
  })

  test('go to the urgent first', async () => {
    const begun: string[] = []
    const { engine } = worldEngine(manyThings(1), {
      before: (call, name) => void (call === 'draw' && begun.push(name)),
    })
    const { create, work } = await testWebsets(engine, { 'limits.concurrentWebsets': 1 })
    for (const [query, priority] of [
      ['first', 'low'],
      ['patient', 'low'],
      ['ordinary', 'medium'],
      ['urgent', 'high'],
    ])
      await create({ search: { ...shining, query }, priority })
    await work()
    expect(begun).toEqual(['first', 'urgent', 'ordinary', 'patient'])
  })

  test('are given up by one that is canceled while it waits', async () => {
    const { create, websets, caller, ...scene } = await testWebsets(worldEngine([]).engine, {
      'limits.concurrentWebsets': 1,
    })
    await create({ search: shining })
    const waiting = await create({ search: shining })
    expect(await websets.cancel(caller, waiting.id)).toMatchObject({ status: 'idle' })
    expect((await websets.team(caller)).concurrency).toEqual({ active: 1, queued: 0 })
    expect((await scene.events()).filter(({ type }) => type === 'webset.idle')).toHaveLength(1)
  })
})

describe('a budget', () => {
  const prices = { 'prices.websetCandidate': 0.01, 'prices.websetEnrichment': 0.02, 'websets.concurrency': 2 }

  test('that is spent pauses, and raising it goes on where it stopped', async () => {
    const { create, work, websets, addTeam, items, records, ...scene } = await testWebsets(
      worldEngine(manyThings(10)).engine,
      prices,
    )
    const caller = await addTeam('poor', 0.05)
    const { id } = await create({ search: { ...shining, count: 8 } }, caller)
    await work()
    const paused = await websets.get(caller, id, [])
    expect(paused).toMatchObject({
      status: 'paused',
      searches: [{ status: 'running', progress: { found: 5 } }],
    })
    expect((await scene.events(caller)).at(-1)).toMatchObject({
      type: 'webset.paused',
      data: { status: 'paused' },
    })
    expect(await websets.resume(caller.teamId)).toBe(0)
    const spent = await records.db
      .selectFrom('teams')
      .select(['spent_nanos', 'reserved_nanos'])
      .where('id', '=', caller.teamId)
      .executeTakeFirstOrThrow()
    expect(spent).toEqual({ spent_nanos: 50_000_000, reserved_nanos: 0 })

    await records.db
      .updateTable('teams')
      .set({ budget_nanos: 1_000_000_000 })
      .where('id', '=', caller.teamId)
      .execute()
    expect(await websets.resume(caller.teamId)).toBe(1)
    expect((await websets.get(caller, id, [])).status).toBe('running')
    await work()
    expect(await websets.get(caller, id, [])).toMatchObject({
      status: 'idle',
      searches: [{ status: 'completed', progress: { found: 8 } }],
    })
    expect(await items(id, caller)).toHaveLength(8)
    const types = (await scene.events(caller)).map(({ type }) => type)
    expect(types.filter((type) => type === 'webset.paused')).toHaveLength(1)
    expect(types.filter((type) => type === 'webset.idle')).toHaveLength(1)
  })

  test('pays for what a language model reads, and refuses what comes after it is spent', async () => {
    const { engine } = worldEngine(manyThings(3))
    const verify: WebsetEngine['verify'] = async (search, candidate, run) => {
      run.onUse?.({ model: 'm', inputTokens: 900, outputTokens: 100 })
      return engine.verify(search, candidate, run)
    }
    const { create, work, websets, addTeam, records } = await testWebsets(
      { ...engine, verify },
      { 'llm.pricePerMillionInput': 10, 'llm.pricePerMillionOutput': 10 },
    )
    const caller = await addTeam('poor', 0.02)
    const first = await create({ search: shining }, caller)
    await work()
    expect(await websets.get(caller, first.id, [])).toMatchObject({ status: 'idle' })
    const entries = await records.db
      .selectFrom('usage_entries')
      .select(['operation', 'request_id', 'tokens', 'cost_nanos'])
      .where('team_id', '=', caller.teamId)
      .execute()
    const cost = 10_000_000
    expect(entries).toEqual([
      { operation: 'websets.read', request_id: first.id, tokens: 3000, cost_nanos: 3 * cost },
    ])
    const second = await create({ search: shining }, caller)
    await work()
    expect(await websets.get(caller, second.id, [])).toMatchObject({ status: 'paused' })
  })

  test('that enrichments spend pauses, too; a cancel settles it', async () => {
    const { create, work, websets, addTeam, items } = await testWebsets(
      worldEngine(manyThings(3)).engine,
      prices,
    )
    const caller = await addTeam('poor', 0.07)
    const request = { search: shining, enrichments: [{ description: 'colour' }] }
    const { id } = await create(request, caller)
    await work()
    expect((await websets.get(caller, id, [])).status).toBe('paused')
    const states = (await items(id, caller)).map(({ enrichments }) => enrichments?.[0]?.status)
    expect(states.filter((state) => state === 'completed')).toHaveLength(2)
    expect(await websets.cancel(caller, id)).toMatchObject({
      status: 'idle',
      enrichments: [{ status: 'canceled' }],
    })
  })
})

test('two who create with one externalId: one makes it, the other is told', async () => {
  const { create } = await testWebsets(worldEngine([]).engine)
  const outcomes = await Promise.allSettled([create({ externalId: 'same' }), create({ externalId: 'same' })])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
})

test('lists look for a part of id, externalId or title', async () => {
  const { create, websets, caller } = await testWebsets(worldEngine([]).engine)
  const [first, second] = [await create({ title: 'Robots of 100%' }), await create({ externalId: 'crm-17' })]
  const found = async (search: string) =>
    (await websets.list(caller, { limit: 10, search })).data.map(({ id }) => id)
  expect(await found('robots')).toEqual([first.id])
  expect(await found('0%')).toEqual([first.id])
  expect(await found('CRM')).toEqual([second.id])
  expect(await found(first.id.slice(7, 40))).toEqual([first.id])
  expect(await found('nothing')).toEqual([])
})

describe('rows', () => {
  test('are sorted, filtered and paged by the server', async () => {
    const things = manyThings(12).map((thing, index) => ({
      ...thing,
      name: `Thing ${String.fromCharCode(108 - index)}`,
    }))
    const { create, work, websets, caller } = await testWebsets(worldEngine(things).engine)
    const { id, enrichments } = await create({
      search: { ...shining, count: 12 },
      enrichments: [{ description: 'size', format: 'number' }],
    })
    await work()
    const read = (request: object) => websets.rows(caller, ListRowsRequest.parse({ id, ...request }))
    const first = await read({ limit: 5, sort: 'name' })
    expect(first.data.map(({ name }) => name.slice(-1)).join('')).toBe('abcde')
    expect(first).toMatchObject({ hasMore: true, total: 12, included: 12, excluded: 0, warnings: [] })
    const second = await read({ limit: 5, sort: 'name', cursor: first.nextCursor })
    expect(second.data.map(({ name }) => name.slice(-1)).join('')).toBe('fghij')
    const bySize = await read({ sort: enrichments[0]?.id, order: 'desc', limit: 2 })
    expect(bySize.data.map((row) => row.enrichments?.[0]?.result)).toEqual([['12'], ['11']])
    expect(bySize.data[0]).toEqual({
      id: expect.any(String),
      url: 'https://thing-a.example/',
      name: 'Thing a',
      entityType: 'company',
      description: 'Thing a is a thing.',
      evaluations: [{ criterion: 'shines', satisfied: 'yes' }],
      enrichments: [
        {
          enrichmentId: enrichments[0]?.id,
          description: 'size',
          format: 'number',
          status: 'completed',
          result: ['12'],
        },
      ],
    })
    expect((await read({ tier: '1', limit: 1 })).data[0]).not.toHaveProperty('enrichments')
    expect(await read({ query: 'thing a' })).toMatchObject({ included: 1, excluded: 11 })
    const contains = await read({ enrichmentId: enrichments[0]?.id, contains: '12' })
    expect(contains.data.map(({ name }) => name)).toEqual(['Thing a'])
    await expect(read({ sort: 'wenrich_none' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(read({ contains: 'x' })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(read({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('can be those that meet every criterion, or any', async () => {
    const { create, work, websets, caller } = await testWebsets(worldEngine(manyThings(6, 2)).engine)
    const { id } = await create({
      search: { ...shining, count: 5, criteria: [{ description: 'shines' }, { description: 'is round' }] },
      metadata: { retain: 'partial' },
    })
    await work()
    const included = async (filter: string) =>
      (await websets.rows(caller, ListRowsRequest.parse({ id, filter }))).included
    expect([await included('all'), await included('any'), await included('none')]).toEqual([3, 6, 6])
  })
})

const take = async (feed: AsyncGenerator<FeedEvent>, count: number): Promise<FeedEvent[]> => {
  const taken: FeedEvent[] = []
  for await (const event of feed) if (taken.push(event) === count) break
  return taken
}
const open = () => new AbortController().signal

describe('the feed', () => {
  test('begins with what is, goes on with what happens, and resumes after the last event seen', async () => {
    const { create, work, websets, caller, ...scene } = await testWebsets(worldEngine(manyThings(3)).engine)
    const { id } = await create({ search: shining })
    const feed = websets.follow(caller, { id }, open())
    const { value: snapshot } = await feed.next()
    expect(snapshot).toMatchObject({ type: 'webset.snapshot', data: { id, status: 'pending' } })
    await work()
    const live = await take(feed, 5)
    const happened = (await scene.events()).slice(2)
    expect(live.map((event) => event.id)).toEqual(happened.map((event) => event.id))
    expect(live[0]).toMatchObject({
      type: 'webset.item.created',
      data: { name: 'Thing 1', url: expect.any(String) },
    })
    expect(live[0]?.data).not.toHaveProperty('properties')
    const resumed = await take(websets.follow(caller, { id, lastEventId: live[1]!.id! }, open()), 3)
    expect(resumed.map((event) => event.id)).toEqual(live.slice(2).map((event) => event.id))
  })

  test('ends with the webset', async () => {
    const { create, websets, caller } = await testWebsets(worldEngine([]).engine)
    const { id } = await create({})
    const feed = websets.follow(caller, { id }, open())
    await feed.next()
    await websets.remove(caller, id)
    expect(await take(feed, 9)).toMatchObject([{ type: 'webset.deleted' }])
    await expect(websets.follow(caller, { id }, open()).next()).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('events are chosen by type and time, and forgotten with what they tell of', async () => {
  const { create, work, websets, caller, advance, records, ...scene } = await testWebsets(
    worldEngine(manyThings(3)).engine,
  )
  const { id } = await create({ search: shining, enrichments: [{ description: 'colour' }] })
  await work()
  const before = await scene.events()
  advance(60_000)
  const later = await create({})
  const created = before[0]!.createdAt
  const list = (request: object) => websets.events.list(caller, { limit: 50, ...request })
  expect((await list({ types: ['webset.created', 'webset.idle'] })).data.map(({ type }) => type)).toEqual([
    'webset.created',
    'webset.idle',
    'webset.created',
  ])
  expect((await list({ createdBefore: new Date(created) })).data).toHaveLength(before.length)
  expect((await list({ createdAfter: new Date(Date.parse(created) + 1) })).data).toMatchObject([
    { data: { id: later.id } },
  ])
  const one = await websets.events.get(caller, before.at(-1)!.id)
  expect(one).toEqual(before.at(-1))

  await websets.remove(caller, id)
  await websets.prune(new Date(Date.parse(created) + 1))
  const left = await scene.events()
  expect(left.map(({ type }) => type)).toEqual(['webset.created', 'webset.deleted'])
  advance(60_000)
  await websets.prune(new Date(Date.parse(created) + 120_000))
  expect(await scene.events()).toEqual([])
  for (const table of ['webset_items', 'webset_item_versions', 'webset_searches'] as const) {
    const rows = await records.db
      .selectFrom(table)
      .select('team_id')
      .where('team_id', '=', caller.teamId)
      .execute()
    expect(rows).toEqual([])
  }
})

test('the content of an item is the text of its page, and goes when the page is forgotten', async () => {
  const { engine, world } = worldEngine([])
  const { create, work, websets, documents, caller, items, ...scene } = await testWebsets(engine)
  const page = {
    teamId: publicTeamId,
    url: 'https://page-of-websets.example/',
    aliases: [],
    source: 'test',
    fetchedAt: new Date(),
    title: 'One',
    author: null,
    publishedAt: null,
    language: 'en',
    kind: 'article',
    category: null,
    html: null,
    details: { links: [], imageLinks: [], codeBlocks: [], structured: {} },
  }
  const { documentId, version } = await documents.save({ ...page, text: 'The first text.' })
  world.things.push({ name: 'One', traits: ['shines'], page: { documentId, version } })
  const { id } = await create({ search: shining })
  await work()
  await documents.save({ ...page, text: 'The second text.' })
  const [item] = await items(id)
  expect(item?.properties).toMatchObject({ content: 'The first text.' })
  expect((await scene.events()).find(({ type }) => type === 'webset.item.created')?.data).toEqual(item)
  await documents.forget(publicTeamId, { url: page.url }, (tx, ids) => websets.forgetQuoting(tx, ids))
  expect(await items(id)).toEqual([])
  expect((await scene.events()).map(({ type }) => type)).not.toContain('webset.item.created')
  expect((await websets.get(caller, id, ['items'])).items).toEqual([])
})

describe('a preview', () => {
  test('says what a query comes to, and finds some items if asked', async () => {
    const { websets, caller, asking } = await testWebsets(worldEngine(manyThings(30, 2)).engine)
    const search = { query: 'shiny', entity: undefined, count: 3 }
    expect(await websets.preview(caller, { search, withItems: false }, asking())).toEqual({
      search: { entity: { type: 'company' }, criteria: [{ description: 'shines' }] },
      enrichments: [{ description: 'colour', format: 'text' }],
      items: [],
    })
    const { items } = await websets.preview(caller, { search, withItems: true }, asking())
    expect(items.map(({ properties }) => properties.url)).toEqual(
      [1, 3, 5].map((number) => `https://thing-${number}.example/`),
    )
    expect((await websets.list(caller, { limit: 10 })).data).toEqual([])
  })

  test('of a query that says nothing is refused', async () => {
    const { websets, caller, asking } = await testWebsets(worldEngine([], { understanding: null }).engine)
    const request = { search: { query: 'hm', entity: undefined, count: 3 }, withItems: false }
    await expect(websets.preview(caller, request, asking())).rejects.toMatchObject({
      code: 'unprocessable',
    })
  })
})

describe('items', () => {
  test('are taken out many at once, and only those of the webset', async () => {
    const { create, work, items, websets, caller } = await testWebsets(worldEngine(manyThings(5)).engine)
    const [one, other] = [
      await create({ search: { ...shining, count: 5 } }),
      await create({ search: { ...shining, count: 5 } }),
    ]
    await work()
    const ids = (await items(one.id)).slice(0, 3).map(({ id }) => id)
    const foreign = (await items(other.id))[0]!.id
    const taken = await websets.items.removeMany(caller, {
      webset: one.id,
      ids: [...ids, foreign, 'witem_none'],
    })
    expect(taken.deleted).toBe(3)
    expect(await items(one.id)).toHaveLength(2)
    expect(await items(other.id)).toHaveLength(5)
  })
})
