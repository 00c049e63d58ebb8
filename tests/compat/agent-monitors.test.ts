import { setTimeout as delay } from 'node:timers/promises'
import { Exa, ExaError, type AgentMonitor } from 'exa-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiServer } from '../harness/api-server.ts'
import { pageToSave, savePages } from '../harness/pages.ts'

/** The unmodified client against a server with workers. Values are sentences with the words of a field's description. */
const server = await apiServer({ 'limits.otherPerSecond': 0, 'websets.liveFetch': false })
const exa = new Exa(server.ownerKey, server.url)
const { monitors } = exa.beta.agent
const betas = ['agent-monitors-2026-08-04']

const tarn = { name: 'Tarn', domain: 'tarn-works.example' }
const loch = { name: 'Loch', domain: 'loch-works.example', description: 'The boat builder' }
const employees = { name: 'employees', description: 'number of employees', type: 'number' as const }
const director = { name: 'director', description: 'managing director', mode: 'static' as const }
const table = { cadence: '12h', entities: [tarn, loch], fields: [employees, director] }

const at = (month: string) => new Date(`2026-${month}-01T00:00:00Z`)
const earlier = at('01')
const pageOf = (domain: string, title: string, text: string, fetchedAt = new Date()) =>
  pageToSave({ url: `https://${domain}/`, title, text, fetchedAt })

beforeAll(async () => {
  await savePages(
    server,
    pageOf(tarn.domain, 'Tarn', 'Tarn: number of employees 40. Managing director is Ada Moor.', earlier),
    pageOf(loch.domain, 'Loch', 'Loch: number of employees 7. Nobody else is named.', earlier),
  )
}, 30_000)

async function refreshed(id: string, after: string | null = null): Promise<AgentMonitor> {
  for (let tries = 0; tries < 600; tries++, await delay(50)) {
    const monitor = await monitors.get(id, { betas })
    if (monitor.refresh.state === 'idle' && monitor.status === 'active' && monitor.lastRefreshAt !== after)
      return monitor
  }
  throw new Error('it was never refreshed')
}
async function refresh({ id, lastRefreshAt }: AgentMonitor): Promise<AgentMonitor> {
  await server.records.db
    .updateTable('agent_monitors')
    .set({ next_refresh_at: new Date(Date.now() - 1000) })
    .where('team_id', '=', 'team_owner')
    .where('id', '=', id)
    .execute()
  expect(await server.agentMonitors.wake()).toBe(1)
  return refreshed(id, lastRefreshAt)
}
const refused = async (call: Promise<unknown>): Promise<ExaError> => {
  const outcome = await call.then(
    () => 'the call succeeded',
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(ExaError)
  return outcome as ExaError
}

test('AM-1: create answers a monitor that is creating, and becomes active with its first refresh', async () => {
  const made = await monitors.create({ ...table, betas })
  expect(made).toEqual({
    id: expect.stringMatching(/^agentmon_[0-9a-z]{26}$/),
    object: 'agent_monitor',
    status: 'creating',
    cadence: '12h',
    fields: [
      { id: expect.stringMatching(/^agentfield_/), ...employees, mode: 'dynamic' },
      { id: expect.stringMatching(/^agentfield_/), ...director, type: 'string' },
    ],
    entityCount: 2,
    version: 0,
    createdAt: expect.any(String),
    lastRefreshAt: null,
    refresh: { state: 'idle' },
    creation: { state: 'running', entitiesProcessed: 0, entitiesTotal: 2, startedAt: made.createdAt },
    usage: { totalAcus: 0, lastRefreshAcus: 0 },
  })
  const active = await refreshed(made.id)
  expect(active).toMatchObject({ status: 'active', version: 3, creation: { state: 'idle' } })
  expect(active.usage.totalAcus).toBeGreaterThan(0)
  expect(active.usage.lastRefreshAcus).toBe(active.usage.totalAcus)
}, 60_000)

test('AM-2 AM-3: entities show what is known with citations, and changes come once for each new value', async () => {
  const made = await refreshed((await monitors.create({ ...table, betas })).id)
  const [count, head] = made.fields
  const { data, version } = await monitors.entities.list(made.id, { betas })
  expect(version).toBe(3)
  const citation = { url: `https://${tarn.domain}/`, title: 'Tarn', note: expect.stringContaining('40') }
  expect(data).toEqual([
    {
      entity: { id: expect.stringMatching(/^agententity_/), name: 'Tarn', domain: tarn.domain },
      contents: {
        [count?.id ?? '']: { value: 40, citations: [citation], updatedAt: expect.any(String) },
        [head?.id ?? '']: {
          value: expect.stringContaining('Ada Moor'),
          citations: [expect.objectContaining({ url: citation.url })],
          updatedAt: expect.any(String),
        },
      },
    },
    {
      entity: expect.objectContaining({ name: 'Loch' }),
      contents: { [count?.id ?? '']: expect.objectContaining({ value: 7 }) },
    },
  ])
  const first = await monitors.changes.list(made.id, { betas, limit: 2 })
  expect(first).toMatchObject({ object: 'list', hasMore: true, nextCursor: '2', version: 3 })
  expect(first.data[0]).toEqual({
    type: 'content.upserted',
    entity: data[0]?.entity,
    field: { id: count?.id, name: 'employees' },
    content: data[0]?.contents[count?.id ?? ''],
    version: 1,
    createdAt: expect.any(String),
  })
  const rest = await monitors.changes.list(made.id, { betas, cursor: first.nextCursor ?? '' })
  expect(rest).toMatchObject({ hasMore: false, nextCursor: '3', data: [{ version: 3 }] })
  const caughtUp = await monitors.changes.list(made.id, { betas, cursor: '3' })
  expect(caughtUp).toMatchObject({ hasMore: false, nextCursor: null, data: [] })

  // Nothing new: no change. Then one value is new; static ones are not looked up again.
  const same = await refresh(made)
  expect(same.version).toBe(3)
  const since = new Date().toISOString()
  await savePages(
    server,
    pageOf(tarn.domain, 'Tarn', 'Tarn: number of employees 55. Managing director is Bo Fell.'),
  )
  const changed = await refresh(same)
  expect(changed.version).toBe(4)
  const news = await monitors.changes.list(made.id, { betas, since })
  expect(news.data).toMatchObject([{ version: 4, field: { name: 'employees' }, content: { value: 55 } }])
  const moved = await monitors.entities.list(made.id, { betas, since })
  expect(moved.data.map(({ entity }) => entity.name)).toEqual(['Tarn'])
  expect(JSON.stringify(moved.data)).toContain('Ada Moor')
  expect(await monitors.changes.getAll(made.id, { betas })).toHaveLength(4)
}, 90_000)

test('AM-4: entities are added once, and looked up at once', async () => {
  const made = await refreshed((await monitors.create({ ...table, entities: [tarn], betas })).id)
  const more = await monitors.entities.add(made.id, { entities: [loch], betas })
  expect(more.entityCount).toBe(2)
  await refreshed(made.id, made.lastRefreshAt)
  const all = await monitors.entities.getAll(made.id, { betas })
  expect(all.map(({ entity, contents }) => [entity.name, Object.keys(contents).length])).toEqual([
    ['Tarn', 2],
    ['Loch', 1],
  ])
  const twice = await refused(monitors.entities.add(made.id, { entities: [loch], betas }))
  expect(twice.statusCode).toBe(409)
}, 60_000)

test('AM-5: the same Idempotency-Key with the same body is the same monitor, with another a 409', async () => {
  const idempotencyKey = `key ${Date.now()}`
  const first = await monitors.create({ ...table, betas }, { idempotencyKey })
  const again = await monitors.create({ ...table, betas }, { idempotencyKey })
  expect(again.id).toBe(first.id)
  const other = await refused(monitors.create({ ...table, cadence: '7d', betas }, { idempotencyKey }))
  expect(other.statusCode).toBe(409)
  expect((await monitors.create({ ...table, betas })).id).not.toBe(first.id)
})

test('AM-6: monitors are listed by pages and deleted', async () => {
  const ids = [
    (await monitors.create({ ...table, betas })).id,
    (await monitors.create({ ...table, betas })).id,
  ]
  const page = await monitors.list({ betas, limit: 1 })
  expect(page).toMatchObject({ object: 'list', hasMore: true, nextCursor: ids[1], data: [{ id: ids[1] }] })
  expect((await monitors.getAll({ betas })).map(({ id }) => id).slice(0, 2)).toEqual(ids.toReversed())
  expect(await monitors.delete(ids[0] ?? '', { betas })).toEqual({
    id: ids[0],
    object: 'agent_monitor.deleted',
    deleted: true,
  })
  const gone = await refused(monitors.get(ids[0] ?? '', { betas }))
  expect(gone).toMatchObject({ statusCode: 404, type: 'NOT_FOUND', code: 'MONITOR_NOT_FOUND' })
})

describe('AM-7: what cannot be is a 400 that says why', () => {
  const headers = { 'Exa-Beta': betas[0] ?? '' }
  test.each<[object, string]>([
    [{ ...table, cadence: '5h' }, '"cadence"'],
    [{ ...table, cadence: 'daily' }, '"cadence"'],
    [{ ...table, entities: [] }, '"entities"'],
    [{ ...table, entities: [tarn, { ...loch, domain: tarn.domain }] }, '"entities": a domain may come once'],
    [{ ...table, entities: [{ name: 'x', domain: 'not a domain' }] }, '"entities[0].domain"'],
    [{ ...table, fields: [{ ...director, type: 'static' }] }, '"fields[0].type": the mode is given twice'],
    [{ ...table, fields: [{ ...employees, type: 'list' }] }, '"fields[0].type"'],
  ])('%j', async (body, message) => {
    const failure = await refused(exa.request('/agent/monitors', 'POST', body, {}, headers))
    expect(failure).toMatchObject({ statusCode: 400, type: 'INVALID_REQUEST' })
    expect(failure.message).toContain(message)
  })

  test('without the beta header', async () => {
    const failure = await refused(exa.request('/agent/monitors', 'POST', table))
    expect(failure).toMatchObject({ statusCode: 400, code: 'MISSING_BETA_HEADER' })
  })

  test('the older spelling of the mode is taken', async () => {
    const { fields } = await monitors.create({ ...table, fields: [{ ...employees, type: 'static' }], betas })
    expect(fields[0]).toMatchObject({ type: 'string', mode: 'static' })
  })
})

test('AM-8: a backtest tells what the pages said by then', async () => {
  const entity = { name: 'Esk', domain: 'esk-works.example' }
  await savePages(server, pageOf(entity.domain, 'Esk', 'Esk: number of employees 10.', at('02')))
  await savePages(server, pageOf(entity.domain, 'Esk', 'Esk: number of employees 20.', at('04')))
  const fields = [employees]
  const test = (startTime: Date, endTime: Date) =>
    monitors.backtests.createAndWait(
      {
        entities: [entity, { name: 'Unheard', domain: 'unheard.example' }],
        fields,
        startTime: startTime.toISOString(),
        endTime: endTime.toISOString(),
        betas,
      },
      { pollInterval: 50 },
    )
  const march = await test(at('01'), at('03'))
  expect(march).toMatchObject({
    id: expect.any(String),
    object: 'agent_monitor.backtest',
    status: 'completed',
    startTime: at('01').toISOString(),
    endTime: at('03').toISOString(),
    data: [
      {
        name: 'Esk',
        contents: {
          employees: { value: 10, citations: [{ url: `https://${entity.domain}/`, title: 'Esk' }] },
        },
      },
    ],
    failedEntities: [{ name: 'Unheard', reason: expect.any(String) }],
  })
  expect(march).not.toHaveProperty('warnings')
  expect(await test(at('05'), at('06'))).toMatchObject({
    data: [{ contents: { employees: { value: 20 } } }],
    warnings: [expect.stringContaining('Esk')],
  })
  expect((await refused(monitors.backtests.get('none', { betas }))).statusCode).toBe(404)
}, 60_000)
