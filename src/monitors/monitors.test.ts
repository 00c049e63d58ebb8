import { describe, expect, test } from 'vitest'
import { testMonitors } from '../../tests/harness/monitors.ts'
import { manyThings, worldEngine } from '../../tests/harness/webset-world.ts'

const dayMs = 86_400_000
const shining = {
  query: 'things that shine',
  count: 2,
  entity: { type: 'company' },
  criteria: [{ description: 'shines' }],
}

/** A webset that has found two of four things, and is watched. */
async function watching(request: object = {}, webset: object = { search: shining }) {
  const { engine, world } = worldEngine(manyThings(4))
  const all = await testMonitors(engine)
  const { id: websetId } = await all.create(webset)
  await all.work()
  const monitor = await all.watch(websetId, request)
  return { ...all, world, websetId, monitor }
}

describe('a monitor', () => {
  test('begins enabled, with the time of its next run', async () => {
    const { monitor, monitors, caller, websetId, websets } = await watching({
      cadence: { cron: ' 30  9 * * MON ', timezone: 'America/New_York' },
      metadata: { team: 'red' },
    })
    expect(monitor).toEqual({
      id: expect.stringMatching(/^monitor_/),
      object: 'monitor',
      status: 'enabled',
      websetId,
      cadence: { cron: '30 9 * * MON', timezone: 'America/New_York' },
      behavior: { type: 'search', config: { count: 5, behavior: 'append' } },
      lastRun: null,
      nextRunAt: '2026-03-02T14:30:00.000Z',
      metadata: { team: 'red' },
      createdAt: '2026-03-01T00:00:00.000Z',
      updatedAt: '2026-03-01T00:00:00.000Z',
    })
    expect(await monitors.get(caller, monitor.id)).toEqual(monitor)
    expect((await websets.get(caller, websetId, [])).monitors).toEqual([monitor])
  })

  test('runs when its time has come: looks for more of the same, and is over when that is', async () => {
    const { monitor, monitors, caller, websetId, websets, advance, work, runsOf, items, events } =
      await watching()
    expect(await monitors.wake()).toBe(0)
    advance(9.5 * 3_600_000)
    expect(await monitors.wake()).toBe(1)
    expect(await monitors.wake()).toBe(0)
    const [created] = await runsOf(monitor.id)
    expect(created).toMatchObject({ status: 'created', type: 'search', completedAt: null })
    await work()
    const [run, ...others] = await runsOf(monitor.id)
    expect(others).toEqual([])
    expect(run).toMatchObject({ status: 'completed', failedAt: null, canceledAt: null, failedReason: null })
    const shown = await monitors.get(caller, monitor.id)
    expect(shown).toMatchObject({ lastRun: run, nextRunAt: '2026-03-02T09:00:00.000Z' })
    expect(await items(websetId)).toHaveLength(4)
    const { searches } = await websets.get(caller, websetId, [])
    expect(searches).toHaveLength(2)
    expect(searches[1]).toMatchObject({
      status: 'completed',
      query: shining.query,
      entity: shining.entity,
      criteria: [{ description: 'shines' }],
      count: 5,
      behavior: 'append',
      metadata: { monitorId: monitor.id, monitorRunId: run?.id },
    })
    const types = (await events()).map(({ type }) => type)
    expect(types.slice(types.indexOf('monitor.created'))).toEqual([
      'monitor.created',
      'monitor.run.created',
      'webset.search.created',
      'webset.item.created',
      'webset.item.created',
      'webset.search.completed',
      'monitor.run.completed',
      'webset.idle',
    ])
    const told = (await events()).find(({ type }) => type === 'monitor.run.completed')
    expect(told?.data).toEqual(run)
  })

  test('takes what it is given instead of what the last search had', async () => {
    const config = {
      parameters: {
        query: 'round things',
        criteria: [{ description: 'is round' }],
        entity: { type: 'custom', description: 'things' },
        count: 1,
        behavior: 'override',
      },
    }
    const { monitor, monitors, caller, websetId, websets, work } = await watching({
      behavior: { type: 'search', config },
    })
    expect(monitor.behavior).toEqual({ type: 'search', config: config.parameters })
    await monitors.trigger(caller, monitor.id)
    await work()
    const { searches } = await websets.get(caller, websetId, [])
    expect(searches[1]).toMatchObject({
      query: 'round things',
      entity: { type: 'custom', description: 'things' },
      criteria: [{ description: 'is round' }],
      behavior: 'override',
      count: 1,
    })
  })

  test('fails a run for which there is nothing to repeat, and says why', async () => {
    const { monitor, monitors, caller, work, runsOf, eventsOf } = await watching({}, {})
    await monitors.trigger(caller, monitor.id)
    await work()
    expect(await runsOf(monitor.id)).toMatchObject([
      { status: 'failed', failedAt: expect.any(String), failedReason: expect.stringContaining('no query') },
    ])
    expect(await eventsOf('monitor.run')).toEqual(['monitor.run.created', 'monitor.run.completed'])
  })

  test('what it missed it makes up for once', async () => {
    const { monitor, monitors, caller, advance, work, runsOf } = await watching()
    advance(30.5 * dayMs)
    expect(await monitors.wake()).toBe(1)
    await work()
    expect(await monitors.wake()).toBe(0)
    expect(await runsOf(monitor.id)).toHaveLength(1)
    expect((await monitors.get(caller, monitor.id)).nextRunAt).toBe('2026-04-01T09:00:00.000Z')
  })

  test('two processes that look at once begin one run', async () => {
    const { monitor, open, advance, work, runsOf } = await watching()
    for (let day = 1; day <= 5; day++) {
      advance(dayMs)
      const begun = await Promise.all([open(), open(), open()].map((one) => one.wake()))
      expect(begun.reduce((sum, one) => sum + one)).toBe(1)
      await work()
      expect(await runsOf(monitor.id)).toHaveLength(day)
    }
  })

  test('never has two runs at once', async () => {
    const { monitor, monitors, caller, advance, runsOf, work } = await watching()
    await monitors.trigger(caller, monitor.id)
    await expect(monitors.trigger(caller, monitor.id)).rejects.toMatchObject({ code: 'conflict' })
    advance(dayMs)
    expect(await monitors.wake()).toBe(0)
    expect((await monitors.get(caller, monitor.id)).nextRunAt).toBe('2026-03-02T09:00:00.000Z')
    await work()
    expect(await runsOf(monitor.id)).toHaveLength(1)
    advance(dayMs)
    expect(await monitors.wake()).toBe(1)
  })

  test('rests while it is disabled, but can be run by hand', async () => {
    const { monitor, monitors, caller, change, advance, work, runsOf, eventsOf } = await watching()
    expect(await change(monitor.id, { status: 'disabled' })).toMatchObject({
      status: 'disabled',
      nextRunAt: null,
    })
    advance(3 * dayMs)
    expect(await monitors.wake()).toBe(0)
    await monitors.trigger(caller, monitor.id)
    await work()
    expect(await runsOf(monitor.id)).toMatchObject([{ status: 'completed' }])
    // What it missed meanwhile is not made up for.
    expect(await change(monitor.id, { status: 'enabled' })).toMatchObject({
      status: 'enabled',
      nextRunAt: '2026-03-04T09:00:00.000Z',
    })
    expect(await monitors.wake()).toBe(0)
    expect(await eventsOf()).toEqual([
      'monitor.created',
      'monitor.updated',
      'monitor.run.created',
      'monitor.run.completed',
      'monitor.updated',
    ])
  })

  test('is changed in each of its parts, and keeps its time unless that is one of them', async () => {
    const { monitor, change } = await watching()
    const { nextRunAt } = monitor
    expect(await change(monitor.id, { metadata: { a: 'b' } })).toMatchObject({
      metadata: { a: 'b' },
      nextRunAt,
    })
    const behavior = { type: 'search', config: { count: 9, behavior: 'override' } }
    expect(await change(monitor.id, { behavior })).toMatchObject({
      metadata: { a: 'b' },
      behavior,
      nextRunAt,
    })
    const cadence = { cron: '15 22 * * *', timezone: 'Asia/Kolkata' }
    expect(await change(monitor.id, { cadence, metadata: null })).toMatchObject({
      cadence,
      metadata: {},
      behavior,
      nextRunAt: '2026-03-01T16:45:00.000Z',
    })
    await expect(change(monitor.id, { cadence: { cron: '0 * * * *' } })).rejects.toThrow('comes 24 times')
    await expect(change('monitor_none', { status: 'disabled' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is gone with its runs when it is deleted', async () => {
    const { monitor, monitors, caller, websetId, websets, work, runsOf, eventsOf } = await watching()
    await monitors.trigger(caller, monitor.id)
    const deleted = await monitors.remove(caller, monitor.id)
    expect(deleted).toMatchObject({ id: monitor.id, lastRun: { status: 'created' } })
    await expect(monitors.get(caller, monitor.id)).rejects.toMatchObject({ code: 'not_found' })
    await work()
    expect(await runsOf(monitor.id)).toEqual([])
    expect(await websets.get(caller, websetId, [])).toMatchObject({ status: 'idle', monitors: [] })
    expect((await websets.get(caller, websetId, [])).searches).toHaveLength(1)
    expect(await eventsOf()).toEqual([
      'monitor.created',
      'monitor.run.created',
      'monitor.run.completed',
      'monitor.deleted',
    ])
  })

  test('asks its webset once, however often a run is taken up again', async () => {
    const { monitor, monitors, caller, websetId, websets, work, runsOf, jobs, records } = await watching()
    const { id } = await monitors.trigger(caller, monitor.id)
    const again = async () =>
      records.transaction((tx) =>
        jobs.enqueue(tx, {
          id,
          name: 'monitor-run.v1',
          payload: { teamId: caller.teamId, monitorId: monitor.id, runId: id },
        }),
      )
    await work()
    await again()
    await work()
    expect(await runsOf(monitor.id)).toMatchObject([{ status: 'completed' }])
    expect((await websets.get(caller, websetId, [])).searches).toHaveLength(2)
  })
})

describe('what becomes of a run when somebody', () => {
  test('cancels its search', async () => {
    const { monitor, monitors, caller, websetId, websets, work, runsOf, world } = await watching()
    world.before = async (call) => {
      const { searches } = await websets.get(caller, websetId, [])
      if (call === 'verify' && searches[1]) await websets.searches.cancel(caller, websetId, searches[1].id)
    }
    await monitors.trigger(caller, monitor.id)
    await work()
    expect(await runsOf(monitor.id)).toMatchObject([{ status: 'canceled', canceledAt: expect.any(String) }])
  })

  test('cancels the webset before it was asked for anything', async () => {
    const { monitor, monitors, caller, websetId, websets, work, runsOf } = await watching()
    await monitors.trigger(caller, monitor.id)
    await websets.cancel(caller, websetId)
    await work()
    expect(await runsOf(monitor.id)).toMatchObject([{ status: 'canceled' }])
    expect((await websets.get(caller, websetId, [])).searches).toHaveLength(1)
  })

  test('deletes the webset: its monitors go with it', async () => {
    const { monitor, monitors, caller, websetId, websets, work, eventsOf, advance } = await watching()
    await monitors.trigger(caller, monitor.id)
    await websets.remove(caller, websetId)
    await work()
    await expect(monitors.get(caller, monitor.id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await monitors.list(caller, { limit: 10 })).data).toEqual([])
    advance(dayMs)
    expect(await monitors.wake()).toBe(0)
    expect(await eventsOf()).toEqual([
      'monitor.created',
      'monitor.run.created',
      'monitor.run.completed',
      'monitor.deleted',
    ])
  })
})

describe('a refresh', () => {
  const enriched = { search: shining, enrichments: [{ description: 'colour' }, { description: 'size' }] }

  test('finds enrichments out again, all or some', async () => {
    const refresh = { behavior: { type: 'refresh', config: { target: 'enrichments' } } }
    const { monitor, monitors, caller, websetId, websets, work, items, world, runsOf, change, eventsOf } =
      await watching(refresh, enriched)
    const results = async () =>
      (await items(websetId)).map(({ enrichments }) => enrichments?.map(({ result }) => result?.[0]))
    expect(await results()).toEqual([
      ['colour 1', '1'],
      ['colour 2', '2'],
    ])
    const repaint = (colour: string) =>
      world.things.splice(
        0,
        4,
        ...world.things.map((thing) => ({ ...thing, facts: { colour, size: colour.slice(0, 1) } })),
      )
    repaint('green')
    expect((await eventsOf('webset.item.enriched')).length).toBe(4)
    await monitors.trigger(caller, monitor.id)
    await work()
    expect(await results()).toEqual([
      ['green', 'g'],
      ['green', 'g'],
    ])
    expect(await runsOf(monitor.id)).toMatchObject([{ type: 'refresh', status: 'completed' }])
    expect((await eventsOf('webset.item.enriched')).length).toBe(8)

    const [, size] = (await websets.get(caller, websetId, [])).enrichments
    repaint('red')
    const config = { target: 'enrichments', enrichments: { ids: [size?.id] } }
    await change(monitor.id, { behavior: { type: 'refresh', config } })
    await monitors.trigger(caller, monitor.id)
    await work()
    expect(await results()).toEqual([
      ['green', 'r'],
      ['green', 'r'],
    ])
    const unknown = { target: 'enrichments', enrichments: { ids: ['wenrich_none'] } }
    await expect(
      change(monitor.id, { behavior: { type: 'refresh', config: unknown } }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  test('of enrichments where there are none is over at once', async () => {
    const refresh = { behavior: { type: 'refresh', config: { target: 'enrichments' } } }
    const { monitor, monitors, caller, work, runsOf, eventsOf } = await watching(refresh)
    await monitors.trigger(caller, monitor.id)
    await work()
    expect(await runsOf(monitor.id)).toMatchObject([{ type: 'refresh', status: 'completed' }])
    expect(await eventsOf('webset.idle')).toHaveLength(1)
  })

  test('of enrichments that is canceled with its webset was canceled', async () => {
    const refresh = { behavior: { type: 'refresh', config: { target: 'enrichments' } } }
    const { monitor, monitors, caller, websetId, websets, work, runsOf, world } = await watching(
      refresh,
      enriched,
    )
    world.before = async (call) => void (call === 'enrich' && (await websets.cancel(caller, websetId)))
    await monitors.trigger(caller, monitor.id)
    await work()
    expect(await runsOf(monitor.id)).toMatchObject([{ status: 'canceled' }])
  })

  test('of contents shows pages as they are now, and what quoted them stays', async () => {
    const page = {
      teamId: 'team_public',
      url: 'https://thing-1.example/',
      aliases: [],
      source: 'test',
      fetchedAt: new Date('2026-03-01T00:00:00Z'),
      title: 'Thing 1',
      author: null,
      publishedAt: null,
      language: 'en',
      kind: 'article',
      category: null,
      html: null,
      details: { links: [], imageLinks: [], codeBlocks: [], structured: {} },
    }
    const { engine, world } = worldEngine([])
    const all = await testMonitors(engine)
    const { documents, monitors, caller, work, items } = all
    await documents.ensurePublicTeam()
    await documents.save({ ...page, text: 'Thing 1 is new.' })
    const { id: documentId } = (await documents.find(caller.teamId, page.url))!
    world.things.push({ name: 'Thing 1', traits: ['shines'], page: { documentId, version: 1 } })
    const { id: websetId } = await all.create({ search: shining })
    await work()
    const [before] = await items(websetId)
    expect(before?.properties).toMatchObject({ content: 'Thing 1 is new.' })
    const monitor = await all.watch(websetId, {
      behavior: { type: 'refresh', config: { target: 'contents' } },
    })
    await documents.save({ ...page, text: 'Thing 1 is old.' })
    await monitors.trigger(caller, monitor.id)
    await work()
    const [after] = await items(websetId)
    expect(after?.properties).toMatchObject({ content: 'Thing 1 is old.' })
    expect(after?.evaluations).toEqual(before?.evaluations)
    expect(await all.runsOf(monitor.id)).toMatchObject([{ type: 'refresh', status: 'completed' }])
  })
})

test('monitors and runs are listed by pages, the newest first, and by webset', async () => {
  const { engine } = worldEngine([])
  const { create, watch, monitors, caller, work } = await testMonitors(engine)
  const one = await create({ search: shining, externalId: 'one' })
  const other = await create({ search: shining })
  await work()
  const ids: string[] = []
  for (const { id } of [one, other, one]) ids.push((await watch(id)).id)
  const first = await monitors.list(caller, { limit: 2 })
  expect(first).toMatchObject({ hasMore: true, data: [{ id: ids[2] }, { id: ids[1] }] })
  const second = await monitors.list(caller, { limit: 2, cursor: first.nextCursor ?? '' })
  expect(second).toMatchObject({ hasMore: false, nextCursor: null, data: [{ id: ids[0] }] })
  for (const websetId of [one.id, 'one'])
    expect((await monitors.list(caller, { limit: 9, websetId })).data.map(({ id }) => id)).toEqual([
      ids[2],
      ids[0],
    ])
  expect((await monitors.list(caller, { limit: 9, websetId: 'none' })).data).toEqual([])
  for (let run = 0; run < 3; run++) {
    await monitors.trigger(caller, ids[0]!)
    await work()
  }
  const runs = await monitors.runs.list(caller, { monitor: ids[0]!, limit: 2 })
  expect(runs.hasMore).toBe(true)
  const rest = await monitors.runs.list(caller, { monitor: ids[0]!, limit: 2, cursor: runs.nextCursor ?? '' })
  expect(rest).toMatchObject({ hasMore: false, data: [{ monitorId: ids[0] }] })
  expect(await monitors.runs.list(caller, { monitor: 'none', limit: 2 })).toMatchObject({ data: [] })
  await expect(monitors.runs.get(caller, ids[0]!, 'none')).rejects.toMatchObject({ code: 'not_found' })
})
