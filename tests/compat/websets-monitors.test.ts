import { setTimeout as delay } from 'node:timers/promises'
import {
  Exa,
  ExaError,
  EventType,
  MonitorStatus,
  UpdateMonitorStatus,
  WebsetSearchBehavior,
  type CreateMonitorParameters,
  type Monitor,
  type MonitorRun,
} from 'exa-js'
import { describe, expect, test } from 'vitest'
import { manyThings } from '../harness/webset-world.ts'
import { websetServer } from '../harness/webset-server.ts'

/** The unmodified client against a server with workers. What is found is known: the world is a small one. */
const server = await websetServer(manyThings(12, 2), {
  'limits.websetsPerSecond': 0,
  'limits.otherPerSecond': 0,
})
const exa = new Exa(server.ownerKey, server.url)
const { monitors } = exa.websets

const shining = {
  query: 'things that shine',
  count: 3,
  entity: { type: 'company' as const },
  criteria: [{ description: 'shines' }],
}
const idle = { timeout: 20_000, pollInterval: 50 }
const daily = { cron: '30 9 * * *', timezone: 'America/New_York' }
const append = { count: 2, behavior: WebsetSearchBehavior.append }

async function makeWebset(): Promise<string> {
  const { id } = await exa.websets.create({ search: shining })
  await exa.websets.waitUntilIdle(id, idle)
  return id
}
async function watch(parameters: Partial<CreateMonitorParameters> = {}): Promise<Monitor> {
  const websetId = parameters.websetId ?? (await makeWebset())
  return monitors.create({
    cadence: daily,
    behavior: { type: 'search', config: append },
    ...parameters,
    websetId,
  })
}
async function run(monitor: Monitor): Promise<MonitorRun> {
  const { id } = await exa.request<MonitorRun>(`/winnow/v1/monitors/${monitor.id}/trigger`, 'POST')
  for (let tries = 0; tries < 400; tries++, await delay(50)) {
    const seen = await monitors.runs.get(monitor.id, id)
    if (!['created', 'running'].includes(seen.status)) return seen
  }
  throw new Error('the run never ended')
}
const failureOf = async (call: Promise<unknown>): Promise<ExaError> => {
  const outcome = await call.then(
    () => 'the call succeeded',
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(ExaError)
  return outcome as ExaError
}
const create = (body: object) => exa.request<Monitor>('/websets/v0/monitors', 'POST', body)

test('MO-1 MO-8: create, and see it on its webset', async () => {
  const websetId = await makeWebset()
  const response = await exa.rawRequest('/websets/v0/monitors', 'POST', {
    websetId,
    cadence: { cron: '0 6 * * 1' },
    behavior: { type: 'search', config: { count: 2 } },
  })
  expect(response.status).toBe(201)
  const made = (await response.json()) as Monitor
  expect(made).toEqual({
    id: expect.stringMatching(/^monitor_[0-9a-z]{26}$/),
    object: 'monitor',
    status: MonitorStatus.enabled,
    websetId,
    cadence: { cron: '0 6 * * 1', timezone: 'Etc/UTC' },
    behavior: { type: 'search', config: { count: 2, behavior: 'append' } },
    lastRun: null,
    nextRunAt: expect.stringMatching(/T06:00:00\.000Z$/),
    metadata: {},
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect(new Date(made.nextRunAt ?? '').getTime()).toBeGreaterThan(Date.now())
  expect(new Date(made.nextRunAt ?? '').getUTCDay()).toBe(1)
  expect((await exa.websets.get(websetId)).monitors).toEqual([made])
  const { statusCode } = await failureOf(watch({ websetId: 'webset_none' }))
  expect(statusCode).toBe(404)
})

describe('MO-2: what is no cadence, or no behaviour, is a 400 that says why', async () => {
  const websetId = await makeWebset()
  const search = { type: 'search', config: { count: 1 } }
  const cadence = { cron: '0 9 * * *' }
  test.each<[object, string]>([
    [{ cadence: { cron: '0 9 * *' }, behavior: search }, '"cadence.cron": expected five fields'],
    [{ cadence: { cron: '0 0 9 * * *' }, behavior: search }, '"cadence.cron": expected five fields'],
    [{ cadence: { cron: '@daily' }, behavior: search }, '"cadence.cron": expected five fields'],
    [{ cadence: { cron: 'a 9 * * *' }, behavior: search }, '"cadence.cron": the minute cannot be read'],
    [{ cadence: { cron: '0 9 L * *' }, behavior: search }, 'the day of the month cannot be read'],
    [{ cadence: { cron: '0 9 * * 1#2' }, behavior: search }, 'the day of the week cannot be read'],
    [{ cadence: { cron: '0 9 ? * *' }, behavior: search }, 'the day of the month cannot be read'],
    [{ cadence: { cron: '0 25 * * *' }, behavior: search }, '"cadence.cron": Invalid value'],
    [{ cadence: { cron: '0 */12 * * *' }, behavior: search }, 'once a day at most, and this comes 2 times'],
    [{ cadence: { cron: '*/5 * * * *' }, behavior: search }, 'once a day at most, and this comes 288 times'],
    [{ cadence: { cron: '0 9 31 4 *' }, behavior: search }, 'there is no such day'],
    [{ cadence: { cron: 9 }, behavior: search }, '"cadence.cron"'],
    [
      { cadence: { ...cadence, timezone: 'Mars/Base' }, behavior: search },
      '"cadence.timezone": expected the name',
    ],
    [
      { cadence: { ...cadence, timezone: '+02:00' }, behavior: search },
      '"cadence.timezone": expected the name',
    ],
    [{ behavior: search }, '"cadence" is required'],
    [{ cadence }, '"behavior" is required'],
    [{ cadence, behavior: { type: 'dance', config: {} } }, '"behavior.type"'],
    [{ cadence, behavior: { type: 'search' } }, '"behavior.config" is required'],
    [{ cadence, behavior: { type: 'search', config: {} } }, '"behavior.config.count" is required'],
    [{ cadence, behavior: { type: 'search', config: { count: 0 } } }, '"behavior.config.count"'],
    [{ cadence, behavior: { type: 'search', config: { count: 1, query: 'x' } } }, '"behavior.config.query"'],
    [
      { cadence, behavior: { type: 'search', config: { count: 1, criteria: [{ description: 'x' }] } } },
      '"behavior.config.criteria[0].description"',
    ],
    [
      {
        cadence,
        behavior: {
          type: 'search',
          config: { count: 1, criteria: Array.from({ length: 6 }, () => ({ description: 'xx' })) },
        },
      },
      '"behavior.config.criteria"',
    ],
    [
      { cadence, behavior: { type: 'search', config: { count: 1, behavior: 'x' } } },
      '"behavior.config.behavior"',
    ],
    [{ cadence, behavior: { type: 'search', config: { count: 1, entity: {} } } }, '"behavior.config.entity'],
    [{ cadence, behavior: { type: 'refresh', config: { target: 'all' } } }, '"behavior.config.target"'],
    [{ cadence, behavior: search, metadata: { a: 1 } }, '"metadata.a"'],
  ])('%j', async (body, reason) => {
    const { statusCode, message } = await failureOf(create({ websetId, ...body }))
    expect({ statusCode, message }).toEqual({ statusCode: 400, message: expect.stringContaining(reason) })
  })
})

test('MO-3 MO-4: read, list, change and delete', async () => {
  const first = await watch({ metadata: { team: 'red' } })
  const second = await watch({ websetId: first.websetId })
  expect(await monitors.get(first.id)).toEqual(first)
  const ids = (await monitors.list({ websetId: first.websetId })).data.map(({ id }) => id)
  expect(ids).toEqual([second.id, first.id])
  const page = await monitors.list({ websetId: first.websetId, limit: 1 })
  expect(page).toMatchObject({ hasMore: true, nextCursor: second.id })
  expect((await monitors.getAll({ limit: 1 })).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))

  const disabled = await monitors.update(first.id, { status: UpdateMonitorStatus.disabled })
  expect(disabled).toMatchObject({ status: 'disabled', nextRunAt: null, metadata: { team: 'red' } })
  const enabled = await monitors.update(first.id, {
    status: UpdateMonitorStatus.enabled,
    metadata: { team: 'blue' },
    cadence: { cron: '0 23 * * 5', timezone: 'Asia/Tokyo' },
    behavior: { type: 'search', config: { ...append, query: 'round things' } },
  })
  expect(enabled).toMatchObject({
    status: 'enabled',
    nextRunAt: expect.stringMatching(/T14:00:00\.000Z$/),
    metadata: { team: 'blue' },
    behavior: { config: { query: 'round things' } },
  })
  expect(await monitors.get(first.id)).toEqual(enabled)
  expect((await failureOf(monitors.update(first.id, { status: 'x' as never }))).statusCode).toBe(400)

  expect(await monitors.delete(first.id)).toEqual(enabled)
  for (const call of [
    () => monitors.get(first.id),
    () => monitors.delete(first.id),
    () => monitors.update(first.id, {}),
  ])
    expect((await failureOf(call())).statusCode).toBe(404)
  expect((await failureOf(exa.request('/websets/v0/monitors?status=enabled', 'GET'))).statusCode).toBe(400)
})

test('MO-5 MO-6 MO-7: a run, its search, and what is told of it', async () => {
  const monitor = await watch()
  const ended = await run(monitor)
  expect(ended).toEqual({
    id: expect.any(String),
    object: 'monitor_run',
    status: 'completed',
    type: 'search',
    monitorId: monitor.id,
    completedAt: expect.any(String),
    failedAt: null,
    canceledAt: null,
    failedReason: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect((await monitors.get(monitor.id)).lastRun).toEqual(ended)
  const { searches } = await exa.websets.waitUntilIdle(monitor.websetId, idle)
  expect(searches.map(({ query, count, behavior }) => ({ query, count, behavior }))).toEqual([
    { query: shining.query, count: 3, behavior: 'override' },
    { query: shining.query, count: 2, behavior: 'append' },
  ])
  expect((await exa.websets.items.getAll(monitor.websetId)).length).toBe(5)

  const again = await run(monitor)
  expect((await monitors.runs.list(monitor.id)).data).toEqual([again, ended])
  expect((await monitors.runs.list(monitor.id, { limit: 1 })).hasMore).toBe(true)
  expect(await monitors.runs.list('monitor_none')).toEqual({ data: [], hasMore: false, nextCursor: null })
  expect((await failureOf(monitors.runs.get(monitor.id, 'none'))).statusCode).toBe(404)

  await monitors.update(monitor.id, { metadata: { a: 'b' } })
  await monitors.delete(monitor.id)
  const told = await exa.websets.events.list({
    limit: 200,
    types: [
      EventType.monitor_created,
      EventType.monitor_updated,
      EventType.monitor_deleted,
      EventType.monitor_run_created,
      EventType.monitor_run_completed,
    ],
  })
  const own = told.data.filter(
    ({ data }) => data.id === monitor.id || ('monitorId' in data && data.monitorId === monitor.id),
  )
  expect(own.map(({ type }) => type).toReversed()).toEqual([
    'monitor.created',
    'monitor.run.created',
    'monitor.run.completed',
    'monitor.run.created',
    'monitor.run.completed',
    'monitor.updated',
    'monitor.deleted',
  ])
  expect(own.at(-1)?.data).toEqual(monitor)
  expect(own.at(-3)?.data).toEqual(ended)
})

test('MO-9: what older clients send', async () => {
  const websetId = await makeWebset()
  const parameters = { query: 'round things', criteria: [{ description: 'is round' }], count: 1 }
  const nested = await create({
    websetId,
    cadence: daily,
    behavior: { type: 'search', config: { parameters, behavior: 'append' } },
  })
  expect(nested.behavior).toEqual({ type: 'search', config: { ...parameters, behavior: 'append' } })
  await exa.websets.enrichments.create(websetId, { description: 'colour' })
  await exa.websets.waitUntilIdle(websetId, idle)
  for (const target of ['enrichments', 'contents']) {
    const monitor = await create({
      websetId,
      cadence: daily,
      behavior: { type: 'refresh', config: { target } },
    })
    expect(await run(monitor)).toMatchObject({ type: 'refresh', status: 'completed' })
  }
})
