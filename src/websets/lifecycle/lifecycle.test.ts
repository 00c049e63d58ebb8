import { describe, expect, test } from 'vitest'
import { manyThings, worldEngine, type Thing } from '../../../tests/harness/webset-world.ts'
import { holdingPoint } from '../../../tests/harness/holding-point.ts'
import { testDatabase } from '../../../tests/harness/database.ts'
import { testWebsets as openWebsets } from '../../../tests/harness/websets.ts'
import { AppError } from '../../contract/errors.ts'
import { UpdateEnrichmentRequest } from '../../contract/webset-enrichments.ts'
import type { WebsetItem } from '../../contract/webset-items.ts'
import type { WebsetEngine } from '../engine.ts'

/** Each test is a team of its own. */
const database = await testDatabase()
const testWebsets = (engine: WebsetEngine, flags = {}) => openWebsets(engine, flags, database)

const criteria = (...names: string[]) => names.map((description) => ({ description }))
const shining = {
  query: 'things that shine',
  count: 3,
  entity: { type: 'company' },
  criteria: criteria('shines'),
}
const names = (items: readonly WebsetItem[]) =>
  items.map(({ properties }) => ('company' in properties ? properties.company.name : properties.url))

test('a search fills a webset, enrichments follow, and it rests', async () => {
  const { engine } = worldEngine(manyThings(20, 2))
  const { create, work, websets, items, caller, ...scene } = await testWebsets(engine)
  const made = await create({ search: shining, enrichments: [{ description: 'colour' }] })
  expect(made).toMatchObject({ status: 'pending', title: null, searches: [{ status: 'created' }] })
  await work()
  expect(await websets.get(caller, made.id, [])).toMatchObject({
    status: 'idle',
    title: 'Things that shine',
    searches: [
      {
        status: 'completed',
        progress: { found: 3, analyzed: 5, completion: 100, timeLeft: 0 },
        criteria: [{ description: 'shines', successRate: 60 }],
      },
    ],
    enrichments: [{ status: 'completed', format: 'text' }],
  })
  const found = await items(made.id)
  expect(found.map(({ properties, enrichments }) => [properties.url, enrichments?.[0]?.result])).toEqual([
    ['https://thing-1.example/', ['colour 1']],
    ['https://thing-3.example/', ['colour 3']],
    ['https://thing-5.example/', ['colour 5']],
  ])
  const types = (await scene.events()).map(({ type }) => type)
  expect(types.slice(0, 2)).toEqual(['webset.created', 'webset.search.created'])
  expect(types.at(-1)).toBe('webset.idle')
  const count = (wanted: string) => types.filter((type) => type === wanted).length
  expect([count('webset.item.created'), count('webset.item.enriched'), count('webset.idle')]).toEqual([
    3, 3, 1,
  ])
})

describe('a search', () => {
  test('whose entity and criteria are left out takes them from the query', async () => {
    const { create, work, websets, caller } = await testWebsets(worldEngine(manyThings(3)).engine)
    const { id, searches } = await create({ search: { query: 'shiny' } })
    expect(searches).toMatchObject([{ entity: null, criteria: [], count: 10 }])
    await work()
    expect(await websets.get(caller, id, [])).toMatchObject({
      searches: [{ entity: { type: 'company' }, criteria: [{ description: 'shines', successRate: 100 }] }],
    })
  })

  test('of which nothing can be made takes the query as the criterion', async () => {
    const { engine } = worldEngine([{ name: 'One', traits: ['xyzzy'] }], { understanding: null })
    const { create, work, websets, caller } = await testWebsets(engine)
    const { id } = await create({ search: { query: 'xyzzy' } })
    await work()
    expect(await websets.get(caller, id, [])).toMatchObject({
      title: 'xyzzy',
      searches: [
        { entity: { type: 'custom', description: 'xyzzy' }, progress: { found: 1 }, status: 'completed' },
      ],
    })
  })

  test('gives up after fifty candidates for each item that is wanted', async () => {
    const { create, work, websets, caller } = await testWebsets(
      worldEngine(manyThings(200).map((thing) => ({ ...thing, traits: [] }))).engine,
    )
    const { id } = await create({ search: { ...shining, count: 2 } })
    await work()
    expect(await websets.get(caller, id, [])).toMatchObject({
      status: 'idle',
      searches: [{ status: 'completed', progress: { found: 0, analyzed: 100, completion: 100 } }],
    })
  })

  test('that appends keeps what is there and brings nothing twice', async () => {
    const { create, work, search, items } = await testWebsets(worldEngine(manyThings(6)).engine)
    const { id } = await create({ search: shining })
    await work()
    await search(id, { ...shining, count: 2, behavior: 'append' })
    await work()
    expect(names(await items(id))).toEqual(['Thing 1', 'Thing 2', 'Thing 3', 'Thing 4', 'Thing 5'])
  })

  test('that replaces judges what is there anew, and keeps what was found out about it', async () => {
    const things: Thing[] = [
      { name: 'A', traits: ['shines', 'rolls'], facts: { colour: 'red' } },
      { name: 'B', traits: ['shines'] },
      { name: 'C', traits: ['rolls'] },
    ]
    const { create, work, search, items, websets, caller } = await testWebsets(worldEngine(things).engine)
    const { id } = await create({ search: shining, enrichments: [{ description: 'colour' }] })
    await work()
    const [before] = await items(id)
    const second = await search(id, {
      query: 'rolling',
      count: 5,
      entity: { type: 'company' },
      criteria: criteria('rolls'),
    })
    await work()
    const after = await items(id)
    expect(names(after)).toEqual(['A', 'C'])
    expect(after[0]).toMatchObject({
      id: before?.id,
      sourceId: second.id,
      evaluations: [{ criterion: 'rolls', satisfied: 'yes' }],
      enrichments: [{ result: ['red'], status: 'completed' }],
    })
    expect((await websets.searches.get(caller, id, second.id)).progress).toMatchObject({
      found: 2,
      analyzed: 3,
    })
    expect(
      (await websets.items.list(caller, { webset: id, limit: 10, sourceId: second.id })).data,
    ).toHaveLength(2)
  })

  test('leaves out what is in other websets, by the webset and by the search', async () => {
    const { create, work, search, items } = await testWebsets(worldEngine(manyThings(5)).engine)
    const first = await create({ search: { ...shining, count: 2 }, externalId: 'first' })
    await work()
    const second = await create({
      search: { ...shining, count: 1 },
      exclude: [{ source: 'webset', id: 'first' }],
    })
    await work()
    expect(second.excludes).toEqual([{ source: 'webset', id: first.id }])
    expect(names(await items(second.id))).toEqual(['Thing 3'])
    const third = await create({})
    await search(third.id, {
      ...shining,
      count: 9,
      exclude: [first, second].map(({ id }) => ({ source: 'webset', id })),
    })
    await work()
    expect(names(await items(third.id))).toEqual(['Thing 4', 'Thing 5'])
  })

  test('within a scope considers only what is there, and replaces', async () => {
    const things = manyThings(6).map((thing, index) => ({
      ...thing,
      traits: index % 2 === 0 ? ['shines', 'rolls'] : ['shines'],
    }))
    const { create, work, search, items } = await testWebsets(worldEngine(things).engine)
    const source = await create({ search: { ...shining, count: 4 } })
    const other = await create({ search: { ...shining, count: 2, criteria: criteria('rolls') } })
    await work()
    const scope = [{ source: 'webset', id: source.id }]
    const rolling = { query: 'rolling', count: 9, entity: { type: 'company' }, criteria: criteria('rolls') }
    const scoped = await search(other.id, { ...rolling, scope, behavior: 'append' })
    expect(scoped).toMatchObject({ behavior: 'override', scope })
    await work()
    expect(names(await items(other.id))).toEqual(['Thing 1', 'Thing 3'])
  })

  test('by a relation hops from each entity of the scope', async () => {
    const things: Thing[] = [
      { name: 'Firm', traits: ['shines'], related: ['Ann', 'Bob', 'Cid'] },
      { name: 'Ann', traits: ['invests'] },
      { name: 'Bob', traits: ['invests'] },
      { name: 'Cid', traits: ['invests'] },
      { name: 'Dan', traits: ['invests'] },
    ]
    const { create, work, items } = await testWebsets(worldEngine(things).engine)
    const firms = await create({ search: { ...shining, count: 1 } })
    await work()
    const relationship = { definition: 'investors of', limit: 2 }
    const investors = await create({
      search: {
        query: 'investors',
        count: 9,
        entity: { type: 'person' },
        criteria: criteria('invests'),
        scope: [{ source: 'webset', id: firms.id, relationship }],
      },
    })
    await work()
    expect((await items(investors.id)).map(({ properties }) => properties.url)).toEqual([
      'https://ann.example/',
      'https://bob.example/',
    ])
  })

  test('for people takes about so many of one employer', async () => {
    const people = ['a', 'b', 'c', 'd'].map((name, index) => ({
      name,
      traits: ['shines'],
      employer: index < 3 ? 'Acme ' : 'Other',
    }))
    const { create, work, items } = await testWebsets(worldEngine(people).engine)
    const { id } = await create({
      search: { ...shining, entity: { type: 'person' }, maxPeoplePerCompany: 2 },
    })
    await work()
    expect((await items(id)).map(({ properties }) => properties.url)).toEqual(
      ['a', 'b', 'd'].map((name) => `https://${name}.example/`),
    )
  })

  test('keeps near misses where the webset says so, without counting them', async () => {
    const things = [...manyThings(20, 4)].map((thing) => ({ ...thing, traits: [...thing.traits, 'exists'] }))
    const { create, work, items, websets, caller } = await testWebsets(worldEngine(things).engine)
    const search = { ...shining, count: 2, criteria: criteria('shines', 'exists') }
    const { id } = await create({ search, metadata: { retain: 'partial' } })
    await work()
    const { progress } = (await websets.get(caller, id, [])).searches[0]!
    expect(progress).toMatchObject({ found: 2, analyzed: 5, completion: 100 })
    const found = await items(id)
    expect(found).toHaveLength(5)
    expect(
      found.filter(({ evaluations }) => evaluations.every((one) => one.satisfied === 'yes')),
    ).toHaveLength(2)
    const strict = await create({ search })
    await work()
    expect(await items(strict.id)).toHaveLength(2)
  })

  test('estimates how many there are, when asked', async () => {
    const { create, work, websets, caller } = await testWebsets(worldEngine(manyThings(4)).engine)
    const asked = await create({ search: { ...shining, recall: true } })
    const unasked = await create({ search: shining })
    await work()
    expect((await websets.get(caller, asked.id, [])).searches[0]?.recall?.expected).toEqual({
      total: 6,
      confidence: 'medium',
      bounds: { min: 3, max: 9 },
    })
    expect((await websets.get(caller, unasked.id, [])).searches[0]?.recall).toBeNull()
  })

  test('waits for those before it, and a candidate that cannot be judged holds up none', async () => {
    const seen: string[] = []
    const { engine } = worldEngine(manyThings(4), {
      before(call, name) {
        seen.push(`${call} ${name}`)
        if (call === 'verify' && name === 'Thing 2') throw new Error('a fault')
      },
    })
    const { create, work, search, items, websets, caller } = await testWebsets(engine)
    const { id } = await create({ search: { ...shining, query: 'first', count: 2 } })
    const second = await search(id, { ...shining, query: 'second', count: 2, behavior: 'append' })
    expect(second.status).toBe('pending')
    await work()
    expect(seen.filter((call) => call.startsWith('draw'))).toEqual(['draw first', 'draw second'])
    expect(names(await items(id))).toEqual(['Thing 1', 'Thing 3', 'Thing 4'])
    expect((await websets.get(caller, id, [])).status).toBe('idle')
  })

  test('goes on when what was out of reach is back', async () => {
    let isAway = true
    const { engine } = worldEngine(manyThings(3), {
      before(call) {
        if (call !== 'verify' || !isAway) return
        isAway = false
        throw new AppError('unavailable', 'The model is out of reach.')
      },
    })
    const { create, work, items } = await testWebsets(engine)
    const { id } = await create({ search: shining })
    await work()
    expect(await items(id)).toHaveLength(3)
  })

  test('tells of its progress once a second at most', async () => {
    const { engine, world } = worldEngine(manyThings(40))
    const { create, work, advance, ...scene } = await testWebsets(engine, { 'websets.concurrency': 1 })
    world.before = (call) => (call === 'verify' ? advance(300) : undefined)
    await create({ search: { ...shining, count: 20 } })
    await work()
    const updates = (await scene.events()).filter(({ type }) => type === 'webset.search.updated')
    expect(updates.length).toBeGreaterThanOrEqual(4)
    const times = updates.map(({ createdAt }) => Date.parse(createdAt))
    for (const [index, time] of times.slice(1).entries())
      expect(time - times[index]!).toBeGreaterThanOrEqual(1000)
    expect(updates[0]?.data).toMatchObject({ status: 'running', progress: { timeLeft: expect.any(Number) } })
  })
})

describe('while a webset works', () => {
  test('a cancel ends it at once, and what comes later is not taken', async () => {
    const stop = holdingPoint()
    const { engine } = worldEngine(manyThings(9), {
      before: (call, name) => (call === 'verify' && name === 'Thing 3' ? stop.wait() : undefined),
    })
    const { create, work, items, websets, caller, ...scene } = await testWebsets(engine)
    const { id } = await create({ search: shining, enrichments: [{ description: 'colour' }] })
    const working = work()
    await stop.at
    const canceled = await websets.cancel(caller, id)
    expect(canceled).toMatchObject({
      status: 'idle',
      searches: [{ status: 'canceled', canceledReason: 'webset_canceled', canceledAt: expect.any(String) }],
      enrichments: [{ status: 'canceled' }],
    })
    const found = names(await items(id))
    stop.open()
    await working
    expect(names(await items(id))).toEqual(found)
    await websets.cancel(caller, id)
    const types = (await scene.events()).map(({ type }) => type)
    expect(types.filter((type) => type === 'webset.idle')).toHaveLength(1)
    expect(types.filter((type) => type === 'webset.search.canceled')).toHaveLength(1)
  })

  test('canceling its only search settles it', async () => {
    const stop = holdingPoint()
    const { engine } = worldEngine(manyThings(9), {
      before: (call, name) => (call === 'verify' && name === 'Thing 2' ? stop.wait() : undefined),
    })
    const { create, work, websets, caller } = await testWebsets(engine)
    const { id, searches } = await create({ search: shining })
    const working = work()
    await stop.at
    expect(await websets.searches.cancel(caller, id, searches[0]!.id)).toMatchObject({
      status: 'canceled',
      canceledReason: null,
    })
    expect((await websets.get(caller, id, [])).status).toBe('idle')
    stop.open()
    await working
  })

  test('a search and an enrichment that are added are done by the same run', async () => {
    const stop = holdingPoint()
    const { engine } = worldEngine(manyThings(9), {
      before: (call, name) => (call === 'verify' && name === 'Thing 3' ? stop.wait() : undefined),
    })
    const { create, work, search, enrich, items, ...scene } = await testWebsets(engine)
    const { id } = await create({ search: shining })
    const working = work()
    await stop.at
    await search(id, { ...shining, count: 2, behavior: 'append' })
    await enrich(id, { description: 'size', format: 'number' })
    stop.open()
    await working
    const found = await items(id)
    expect(found).toHaveLength(5)
    expect(found.map(({ enrichments }) => enrichments?.[0]?.result)).toEqual(
      ['1', '2', '3', '4', '5'].map((size) => [size]),
    )
    expect((await scene.events()).filter(({ type }) => type === 'webset.idle')).toHaveLength(1)
  })

  test('deleting it takes it away, and its events stay whole', async () => {
    const stop = holdingPoint()
    const { engine } = worldEngine(manyThings(9), {
      before: (call, name) => (call === 'verify' && name === 'Thing 3' ? stop.wait() : undefined),
    })
    const { create, work, websets, caller, ...scene } = await testWebsets(engine, {
      'websets.concurrency': 1,
    })
    const { id } = await create({ search: shining, externalId: 'mine' })
    const working = work()
    await stop.at
    expect(await websets.remove(caller, 'mine')).toMatchObject({
      id,
      searches: [{ status: 'canceled', canceledReason: 'webset_deleted' }],
    })
    stop.open()
    await working
    for (const reference of [id, 'mine'])
      await expect(websets.get(caller, reference, [])).rejects.toMatchObject({ code: 'not_found' })
    const events = await scene.events()
    expect(events.at(-1)).toMatchObject({ type: 'webset.deleted', data: { id, externalId: 'mine' } })
    expect(events.find(({ type }) => type === 'webset.item.created')?.data).toMatchObject({
      object: 'webset_item',
      properties: { company: { name: 'Thing 1' } },
    })
    await create({ externalId: 'mine' })
  })

  test('an item shows at once what is still to be found out', async () => {
    const stop = holdingPoint()
    const { engine } = worldEngine(manyThings(3), {
      before: (call) => (call === 'enrich' ? stop.wait() : undefined),
    })
    const { create, work, items, websets, caller, ...scene } = await testWebsets(engine)
    const { id } = await create({
      search: shining,
      enrichments: [{ description: 'colour' }, { description: 'size' }],
    })
    const working = work()
    await stop.at
    const [item] = await items(id)
    expect(item).toMatchObject({
      evaluations: [{ satisfied: 'yes', references: [{ snippet: 'Thing 1 shines', title: 'Thing 1' }] }],
      enrichments: [
        { object: 'enrichment_result', status: 'pending', result: null, reasoning: null, references: [] },
        { status: 'pending', result: null },
      ],
    })
    expect(await websets.get(caller, id, [])).toMatchObject({ status: 'running' })
    stop.open()
    await working
    const created = (await scene.events()).find(({ type }) => type === 'webset.item.created')
    expect(created?.data).toMatchObject({ enrichments: [{ status: 'pending' }, { status: 'pending' }] })
  })
})

describe('an enrichment', () => {
  test('added later is found out for the items that are there and for those that come', async () => {
    const { create, work, search, enrich, items, websets, caller } = await testWebsets(
      worldEngine(manyThings(5)).engine,
    )
    const { id } = await create({ search: shining })
    await work()
    const made = await enrich(id, { description: 'colour' })
    expect(made).toMatchObject({ status: 'pending', title: 'colour', options: null, metadata: {} })
    expect((await websets.get(caller, id, [])).status).toBe('running')
    await work()
    expect(await websets.enrichments.get(caller, id, made.id)).toMatchObject({ status: 'completed' })
    await search(id, { ...shining, count: 1, behavior: 'append' })
    expect(await websets.enrichments.get(caller, id, made.id)).toMatchObject({ status: 'pending' })
    await work()
    expect((await items(id)).map(({ enrichments }) => enrichments?.[0]?.result?.[0])).toEqual(
      [1, 2, 3, 4].map((number) => `colour ${number}`),
    )
  })

  test('that asks something else is found out anew', async () => {
    const { create, work, items, websets, caller } = await testWebsets(worldEngine(manyThings(2)).engine)
    const { id, enrichments } = await create({ search: shining, enrichments: [{ description: 'colour' }] })
    await work()
    const reference = { webset: id, id: enrichments[0]!.id }
    const update = (request: object) =>
      websets.enrichments.update(caller, UpdateEnrichmentRequest.parse(request))
    await update({ ...reference, metadata: { a: 'b' } })
    expect((await websets.get(caller, id, [])).status).toBe('idle')
    await update({ ...reference, description: 'size', format: 'number', metadata: null })
    expect((await items(id))[0]?.enrichments).toMatchObject([
      { status: 'pending', format: 'number', result: null },
    ])
    await work()
    expect((await items(id))[1]?.enrichments).toMatchObject([{ status: 'completed', result: ['2'] }])
    expect((await websets.get(caller, id, [])).enrichments[0]).toMatchObject({
      description: 'size',
      metadata: {},
    })
  })

  test('that is canceled keeps what it has, and one that is deleted takes it away', async () => {
    const { engine, world } = worldEngine(manyThings(4))
    const { create, work, search, items, websets, caller } = await testWebsets(engine)
    const { id, enrichments } = await create({
      search: { ...shining, count: 2 },
      enrichments: [{ description: 'colour' }, { description: 'size' }],
    })
    await work()
    const [colour, size] = enrichments
    world.before = () => {}
    expect(await websets.enrichments.cancel(caller, id, colour!.id)).toMatchObject({ status: 'canceled' })
    await websets.enrichments.remove(caller, id, size!.id)
    await expect(websets.enrichments.get(caller, id, size!.id)).rejects.toMatchObject({ code: 'not_found' })
    await search(id, { ...shining, count: 1, behavior: 'append' })
    await work()
    expect(
      (await items(id)).map((item) => item.enrichments?.map(({ status, result }) => [status, result])),
    ).toEqual([[['completed', ['colour 1']]], [['completed', ['colour 2']]], [['canceled', null]]])
  })

  test('that fails for one item is an empty result there, with the reason', async () => {
    const { engine } = worldEngine(manyThings(2), {
      before(call, name) {
        if (call === 'enrich' && name.startsWith('Thing 1')) throw new Error('a fault')
      },
    })
    const { create, work, items } = await testWebsets(engine)
    const { id } = await create({ search: shining, enrichments: [{ description: 'colour' }] })
    await work()
    const [first, second] = await items(id)
    expect(first?.enrichments).toMatchObject([
      { status: 'completed', result: null, reasoning: expect.stringContaining('fault') },
    ])
    expect(second?.enrichments).toMatchObject([{ result: ['colour 2'] }])
  })
})

test('an item that is deleted is gone with its work, and may be found again', async () => {
  const { create, work, search, items, websets, caller } = await testWebsets(
    worldEngine(manyThings(2)).engine,
  )
  const { id } = await create({ search: shining, enrichments: [{ description: 'colour' }] })
  await work()
  const [first] = await items(id)
  expect(await websets.items.remove(caller, id, first!.id)).toMatchObject({ id: first!.id })
  expect(names(await items(id))).toEqual(['Thing 2'])
  await search(id, { ...shining, behavior: 'append' })
  await work()
  expect(names(await items(id))).toEqual(['Thing 2', 'Thing 1'])
})

test('a run that is taken up twice brings nothing twice', async () => {
  const { create, work, repeat, items, ...scene } = await testWebsets(worldEngine(manyThings(12, 2)).engine)
  const { id } = await create({ search: shining, enrichments: [{ description: 'colour' }] })
  await Promise.all([repeat(id, 1), repeat(id, 1), work()])
  expect(names(await items(id))).toEqual(['Thing 1', 'Thing 3', 'Thing 5'])
  const types = (await scene.events()).map(({ type }) => type)
  expect(types.filter((type) => type === 'webset.item.enriched')).toHaveLength(3)
  expect(types.filter((type) => type === 'webset.idle')).toHaveLength(1)
})
