import { setTimeout as delay } from 'node:timers/promises'
import { Exa, ExaError, type CreateSearchMonitorParams, type SearchMonitorRun } from 'exa-js'
import { describe, expect, test } from 'vitest'
import { pageToSave } from '../harness/pages.ts'
import { receiver } from '../harness/receiver.ts'
import { loopbackSender } from '../harness/webhooks.ts'
import { websetServer } from '../harness/webset-server.ts'

/** The unmodified client against a server with workers, whose webhooks are delivered to this machine. */
const server = await websetServer([], { 'limits.otherPerSecond': 0 }, {}, loopbackSender().sender)
const exa = new Exa(server.ownerKey, server.url)
const { monitors } = exa
await server.documents.ensurePublicTeam()

let made = 0
const somewhere = 'https://hooks.example/in'
const watch = (parameters: Partial<CreateSearchMonitorParams> = {}) =>
  monitors.create({ search: { query: 'tidal turbines' }, webhook: { url: somewhere }, ...parameters })
/** Something on the web that nobody else's test speaks of. */
async function publish(words: string, text = `${words} were built. Everybody likes ${words}.`) {
  const url = `https://news-${(made += 1)}.example/`
  await server.documents.save(pageToSave({ url, title: words, text }))
  return url
}
async function finished(monitorId: string, count: number): Promise<SearchMonitorRun> {
  for (let tries = 0; tries < 600; tries++, await delay(50)) {
    const { data } = await monitors.runs.list(monitorId)
    const [newest] = data
    if (data.length === count && newest && !['pending', 'running'].includes(newest.status)) return newest
  }
  throw new Error('the run never ended')
}
async function run(monitorId: string, count: number): Promise<SearchMonitorRun> {
  expect(await monitors.trigger(monitorId)).toEqual({ triggered: true })
  return finished(monitorId, count)
}
const listed = async (query: string) =>
  (await exa.request<{ data: { id: string }[] }>(`/monitors?${query}`, 'GET')).data.map(({ id }) => id)
const batch = (body: object) => exa.request<object>('/monitors/batch', 'POST', body)
const urlsOf = ({ output }: SearchMonitorRun) => output?.results?.map(({ url }) => url)
const failureOf = async (call: Promise<unknown>): Promise<ExaError> => {
  const outcome = await call.then(
    () => 'the call succeeded',
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(ExaError)
  return outcome as ExaError
}

test('SM-1: create answers 201 with the whole monitor and its secret, which is shown once', async () => {
  const response = await exa.rawRequest('/monitors', 'POST', {
    name: 'Turbines',
    search: { query: 'tidal turbines', numResults: 5, contents: { text: true } },
    trigger: { type: 'interval', period: '6h' },
    metadata: { team: 'red' },
    webhook: { url: somewhere, events: ['monitor.run.completed'] },
  })
  expect(response.status).toBe(201)
  const { webhookSecret, ...monitor } = (await response.json()) as Record<string, unknown>
  expect(webhookSecret).toMatch(/^\S{20,}$/)
  expect(monitor).toEqual({
    id: expect.stringMatching(/^[0-9a-z]{26}$/),
    name: 'Turbines',
    status: 'active',
    search: { query: 'tidal turbines', numResults: 5, contents: { text: true } },
    trigger: { type: 'interval', period: '6h' },
    outputSchema: null,
    metadata: { team: 'red' },
    webhook: { url: somewhere, events: ['monitor.run.completed'] },
    nextRunAt: expect.any(String),
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  const untilNext = Date.parse(String(monitor.nextRunAt)) - Date.parse(String(monitor.createdAt))
  expect(untilNext).toBeGreaterThanOrEqual(6 * 3_600_000)
  expect(untilNext).toBeLessThan(6.5 * 3_600_000)
  expect(await monitors.get(String(monitor.id))).toEqual(monitor)
})

describe('SM-2: what cannot be is a 400 that names the field', () => {
  const webhook = { url: somewhere }
  const search = { query: 'x' }
  test.each<[object, string]>([
    [{ webhook }, '"search" is required'],
    [{ search }, '"webhook" is required'],
    [{ search: { query: '' }, webhook }, '"search.query"'],
    [{ search: { query: 'x', numResults: 101 }, webhook }, '"search.numResults"'],
    [{ search: { query: 'x', contents: { text: 'yes' } }, webhook }, '"search.contents.text"'],
    [{ search, webhook, trigger: { type: 'interval', period: '30m' } }, '"trigger.period"'],
    [{ search, webhook, trigger: { type: 'interval', period: '1d12h' } }, '"trigger.period"'],
    [{ search, webhook, trigger: { type: 'cron', period: '1h' } }, '"trigger.type"'],
    [{ search, webhook: { url: 'ftp://hooks.example' } }, '"webhook.url"'],
    [{ search, webhook: { url: 'http://hooks.example' } }, '"webhook.url": expected an https address'],
    [{ search, webhook: { url: 'http://10.0.0.1/' } }, '"webhook.url"'],
    [{ search, webhook: { url: somewhere, events: ['webset.idle'] } }, '"webhook.events[0]"'],
    [{ search, webhook, outputSchema: { type: 'list' } }, '"outputSchema.type"'],
  ])('%j', async (body, message) => {
    const failure = await failureOf(exa.request('/monitors', 'POST', body))
    expect(failure).toMatchObject({ statusCode: 400, type: 'INVALID_REQUEST' })
    expect(failure.message).toContain(message)
  })
})

test('SM-3: lists are pages, the newest first, by status, part of the name and metadata', async () => {
  const mark = `list ${Date.now()}`
  const ids: string[] = []
  for (const team of ['red', 'red', 'blue'])
    ids.unshift((await watch({ name: `The ${mark} of ${team}`, metadata: { mark, team } })).id)
  expect(await listed(`name=${encodeURIComponent(mark.toUpperCase())}`)).toEqual(ids)
  expect(await listed(`metadata[mark]=${encodeURIComponent(mark)}&metadata[team]=red`)).toEqual(ids.slice(1))
  await monitors.update(ids[0] ?? '', { status: 'paused' })
  expect(await listed(`metadata[mark]=${encodeURIComponent(mark)}&status=paused`)).toEqual(ids.slice(0, 1))
  const first = await monitors.list({ limit: 2 })
  expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) })
  const next = await monitors.list({ limit: 2, cursor: first.nextCursor ?? '' })
  expect([...first.data, ...next.data].map(({ id }) => id).slice(0, 3)).toEqual(ids)
  const all = await monitors.getAll()
  expect(all.slice(0, 3).map(({ id }) => id)).toEqual(ids)
  const paused: string[] = []
  for await (const { id } of monitors.listAll({ status: 'paused' })) paused.push(id)
  expect(paused).toContain(ids[0])
  const failure = await failureOf(monitors.list({ limit: 101 }))
  expect(failure.statusCode).toBe(400)
})

test('SM-4: an update changes what it is given, and null empties; a monitor cannot be disabled by hand', async () => {
  const { id } = await watch({
    name: 'Before',
    search: { query: 'tidal turbines', numResults: 3 },
    trigger: { type: 'interval', period: '1d' },
    metadata: { a: '1' },
    outputSchema: { type: 'text' },
    webhook: { url: somewhere, events: ['monitor.run.completed'] },
  })
  const changed = await exa.request<object>(`/monitors/${id}`, 'PATCH', {
    search: { query: 'wave power' },
    webhook: { url: 'https://other.example/' },
    status: 'paused',
  })
  expect(changed).toMatchObject({
    name: 'Before',
    status: 'paused',
    nextRunAt: null,
    search: { query: 'wave power', numResults: 3 },
    webhook: { url: 'https://other.example/', events: ['monitor.run.completed'] },
    trigger: { period: '1d' },
  })
  expect(await monitors.update(id, { status: 'active' })).toMatchObject({ nextRunAt: expect.any(String) })
  expect(
    await monitors.update(id, { name: null, trigger: null, outputSchema: null, metadata: null }),
  ).toMatchObject({ name: null, trigger: null, outputSchema: null, metadata: null, nextRunAt: null })
  expect((await failureOf(monitors.update(id, { status: 'disabled' }))).statusCode).toBe(400)
})

test('SM-5: a run reports what is new since the last one, and nothing that was reported before', async () => {
  const old = await publish('copper lanterns')
  const { id } = await watch({ search: { query: 'copper lanterns', contents: { text: true } } })
  const first = await run(id, 1)
  expect(first).toEqual({
    id: expect.stringMatching(/^[0-9a-z]{26}$/),
    monitorId: id,
    status: 'completed',
    output: {
      results: [expect.objectContaining({ url: old, text: expect.stringContaining('Everybody likes') })],
      content: expect.stringContaining('copper lanterns'),
      grounding: [
        {
          field: 'content',
          citations: [{ url: old, title: 'copper lanterns' }],
          confidence: expect.any(String),
        },
      ],
    },
    failReason: null,
    startedAt: expect.any(String),
    completedAt: expect.any(String),
    failedAt: null,
    cancelledAt: null,
    durationMs: expect.any(Number),
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect(await run(id, 2)).toMatchObject({ output: { results: [], content: null, grounding: null } })
  const fresh = await publish('copper lanterns', 'New copper lanterns were shown in spring.')
  await publish('knitted hats')
  expect(urlsOf(await run(id, 3))).toEqual([fresh])
  // A copy of something reported, and something reported that has changed since.
  await publish('copper lanterns', 'New copper lanterns were shown in spring.')
  await server.documents.save(
    pageToSave({ url: old, title: 'copper lanterns', text: 'Other copper lanterns.' }),
  )
  expect(urlsOf(await run(id, 4))).toEqual([])
  expect(await monitors.runs.get(id, first.id)).toEqual(first)
  expect((await monitors.runs.getAll(id)).map(({ status }) => status)).toEqual(Array(4).fill('completed'))
})

test('SM-6: what there was no room for is not made up for', async () => {
  await publish('glass whistles', 'Blue glass whistles.')
  await publish('glass whistles', 'Green glass whistles.')
  const { id } = await watch({ search: { query: 'glass whistles', numResults: 1 } })
  expect(urlsOf(await run(id, 1))).toHaveLength(1)
  expect(urlsOf(await run(id, 2))).toEqual([])
})

test('SM-7: a schema makes the content an object; without properties, one is inferred', async () => {
  const url = await publish('paper boats', 'Paper boats have a price of 5 dollars.')
  const given = await watch({
    search: { query: 'paper boats' },
    outputSchema: { type: 'object', properties: { price: { type: 'string' } } },
  })
  expect((await run(given.id, 1)).output).toMatchObject({
    content: { price: expect.stringContaining('5 dollars') },
    grounding: [{ field: 'price', citations: [{ url, title: 'paper boats' }] }],
  })
  const inferred = await watch({ search: { query: 'paper boats' }, outputSchema: { type: 'object' } })
  expect((await run(inferred.id, 1)).output).toMatchObject({
    content: { summary: expect.any(String), findings: [{ title: 'paper boats', url }] },
  })
})

test('SM-8: every event reaches the webhook, signed, with the metadata of the monitor', async () => {
  const hook = await receiver()
  const { webhookSecret, ...monitor } = await watch({ webhook: { url: hook.url }, metadata: { team: 'red' } })
  hook.trust(webhookSecret)
  const done = await run(monitor.id, 1)
  const changed = await monitors.update(monitor.id, { name: 'After' })
  expect(await monitors.delete(monitor.id)).toEqual(changed)
  await hook.until((received) => received.some(({ event }) => event.type === 'monitor.deleted'))
  expect(hook.types()).toEqual([
    'monitor.created',
    'monitor.run.created',
    'monitor.run.completed',
    'monitor.updated',
    'monitor.deleted',
  ])
  // The first one came before the test knew the secret.
  expect(hook.received.slice(1).every(({ isSigned }) => isSigned)).toBe(true)
  const [made, , completed, updated] = hook.events()
  expect(made).toEqual({
    id: expect.stringMatching(/^event_/),
    object: 'event',
    type: 'monitor.created',
    data: monitor,
    createdAt: expect.any(String),
  })
  expect(completed?.data).toEqual({ ...done, metadata: { team: 'red' } })
  expect(updated?.data).toEqual(changed)
  expect(await failureOf(monitors.get(monitor.id))).toMatchObject({
    statusCode: 404,
    type: 'NOT_FOUND',
    code: 'MONITOR_NOT_FOUND',
  })
})

test('SM-9: only the events that were asked for are sent', async () => {
  const hook = await receiver()
  const { id, webhookSecret } = await watch({
    webhook: { url: hook.url, events: ['monitor.run.completed'] },
  })
  hook.trust(webhookSecret)
  await run(id, 1)
  await monitors.delete(id)
  await hook.until((received) => received.length > 0)
  await delay(500)
  expect(hook.types()).toEqual(['monitor.run.completed'])
  expect(hook.received[0]?.isSigned).toBe(true)
})

test('SM-10: a batch says what it would do, and does it when told to', async () => {
  const mark = `batch ${Date.now()}`
  const ids = [(await watch({ metadata: { mark } })).id, (await watch({ metadata: { mark } })).id]
  const filter = { metadata: { mark } }
  expect(await batch({ action: 'pause', filter })).toEqual({
    action: 'pause',
    affected: 2,
    ids,
    dry_run: true,
    has_more: false,
  })
  expect((await monitors.get(ids[0] ?? '')).status).toBe('active')
  expect(await batch({ action: 'pause', filter, dry_run: false, limit: 1 })).toMatchObject({
    affected: 1,
    ids: ids.slice(0, 1),
    has_more: true,
  })
  expect(await batch({ action: 'unpause', filter, dry_run: false })).toMatchObject({ ids: ids.slice(0, 1) })
  expect((await monitors.get(ids[0] ?? '')).status).toBe('active')
  expect(await batch({ action: 'delete', filter, dry_run: false })).toMatchObject({ affected: 2 })
  expect((await failureOf(monitors.get(ids[1] ?? ''))).statusCode).toBe(404)
  expect((await failureOf(batch({ action: 'delete', filter: {} }))).statusCode).toBe(400)
})

test('SM-11: paused monitors can be triggered', async () => {
  const { id } = await watch()
  await monitors.update(id, { status: 'paused' })
  expect(await run(id, 1)).toMatchObject({ status: 'completed' })
})

test('SM-12: what is not there is a 404 in the envelope of monitors', async () => {
  const { id } = await watch()
  for (const call of [
    () => monitors.get('none'),
    () => monitors.update('none', { name: 'x' }),
    () => monitors.delete('none'),
    () => monitors.trigger('none'),
    () => monitors.runs.list('none'),
  ])
    expect(await failureOf(call())).toMatchObject({ statusCode: 404, code: 'MONITOR_NOT_FOUND' })
  expect(await failureOf(monitors.runs.get(id, 'none'))).toMatchObject({ code: 'MONITOR_RUN_NOT_FOUND' })
})
