import { createRequire } from 'node:module'
import { Exa, ExaError, type AgentEvent, type AgentRun } from 'exa-js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z as zod3 } from 'zod/v3'
import { apiServer } from '../harness/api-server.ts'
import { holdingPoint } from '../harness/holding-point.ts'
import { savePages } from '../harness/pages.ts'
import { rawGet } from '../harness/raw-request.ts'
import { testReader, wordReader } from '../harness/word-reader.ts'

/** The unmodified client against a server with workers, and a reader that can be held up. */
let held = holdingPoint()
held.open()
const reader = testReader({
  async *answer(task, reading) {
    await held.wait()
    yield* wordReader.answer(task, reading)
  },
})
const server = await apiServer({}, { reader })
const exa = new Exa(server.ownerKey, server.url)
const { runs } = exa.agent

// exa-js knows a schema by the class of the zod that it brings along, in the module format it was loaded in itself.
const require = createRequire(import.meta.url)
const { Exa: CommonJsExa } = require('exa-js') as { Exa: typeof Exa }
const { z } = createRequire(require.resolve('exa-js'))('zod') as { z: typeof zod3 }

const query = 'tarn builds flow meters and loch paints wooden boats'
const maxEffort = 'agent-max-effort-2026-07-27'

beforeAll(async () => {
  await savePages(
    server,
    { url: 'https://tarn.example/', title: 'Tarn', text: 'Tarn builds flow meters for breweries in Leeds.' },
    {
      url: 'https://loch.example/',
      title: 'Loch',
      text: 'Loch paints wooden boats – in Oban.\nIt is small.',
    },
  )
}, 30_000)

const patience = { pollInterval: 50, timeoutMs: 30_000 }
const finish = (parameters: Parameters<typeof runs.createAndWait>[0]): Promise<AgentRun> =>
  runs.createAndWait(parameters, patience)

async function collect(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = []
  for await (const event of events) all.push(event)
  return all
}
const framed = ({ id, event, data }: AgentEvent) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}`
const namesOf = (events: readonly AgentEvent[]) => events.map(({ event }) => event)
const failureOf = (call: Promise<unknown>): Promise<unknown> => call.catch((reason: unknown) => reason)

describe('agent runs', () => {
  test('AG-1 AG-2: create answers 200 with a run that has nothing yet, and polling sees it completed', async () => {
    const metadata = { ticket: 'T-1', tags: ['a'] }
    const response = await exa.rawRequest('/agent/runs', 'POST', { query, metadata })
    expect(response.status).toBe(200)
    const created = (await response.json()) as AgentRun
    expect(created).toEqual({
      id: expect.stringMatching(/^agent_run_[0-9a-z]{26}$/),
      object: 'agent_run',
      status: 'queued',
      stopReason: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      completedAt: null,
      request: { query, effort: 'auto', metadata },
      output: { text: '', structured: null, grounding: [] },
      usage: { agentComputeUnits: 0, searches: 0, emails: 0, phoneNumbers: 0 },
      costDollars: { total: 0, agentCompute: 0, search: 0, emails: 0, phoneNumbers: 0 },
    })
    const finished = await runs.pollUntilFinished(created.id, patience)
    expect(finished).toMatchObject({
      id: created.id,
      status: 'completed',
      stopReason: 'schema_satisfied',
      completedAt: expect.any(String),
      request: { metadata },
      output: { structured: null },
    })
    expect(finished.output?.text).toContain('Tarn builds flow meters for breweries in Leeds. [1]')
    expect(finished.output?.grounding).toEqual([
      {
        field: 'text',
        citations: [
          { url: 'https://tarn.example/', title: 'Tarn' },
          { url: 'https://loch.example/', title: 'Loch' },
        ],
      },
    ])
    expect(await runs.get(created.id)).toEqual(finished)
  })

  test('AG-3: metered efforts cost what they use, others their price', async () => {
    const metered = await finish({ query })
    const { usage, costDollars } = metered
    expect(usage?.searches).toBeGreaterThanOrEqual(2)
    expect(usage?.agentComputeUnits).toBeGreaterThan(0)
    expect(costDollars?.search).toBeCloseTo((usage?.searches ?? 0) * 0.005, 9)
    expect(costDollars?.agentCompute).toBeCloseTo((usage?.agentComputeUnits ?? 0) * 0.1, 6)
    expect(costDollars?.total).toBeCloseTo((costDollars?.search ?? 0) + (costDollars?.agentCompute ?? 0), 9)
    const fixed = await finish({ query, effort: 'minimal' })
    expect(fixed.costDollars).toMatchObject({ total: 0.012, agentCompute: 0.012, search: 0 })
    expect(fixed.usage?.searches).toBe(1)
  })

  test('AG-4: a stream brings every event from the creation to the whole run', async () => {
    const events = await collect(await runs.create({ query, stream: true }))
    expect(namesOf(events).slice(0, 2)).toEqual(['agent_run.created', 'agent_run.started'])
    expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => String(at + 1)))
    const [created] = events
    const last = events.at(-1)
    const run = await runs.get(String(created?.data['id']))
    expect(created?.data).toEqual({ id: run.id, status: 'queued', createdAt: run.createdAt })
    expect(last).toMatchObject({ event: 'agent_run.completed', data: run })
    expect(namesOf(events)).toContain('agent_run.search_trace')
    const sources = events.filter(({ event }) => event === 'agent_run.source.added')
    expect(sources.map(({ data }) => (data['source'] as { url: string }).url)).toContain(
      'https://tarn.example/',
    )
  })

  test('AG-5: events are listed by pages, and replayed as frames after the last one seen', async () => {
    const { id } = await finish({ query })
    const all = await runs.events.list(id, { limit: 100 })
    expect(all).toMatchObject({ object: 'list', hasMore: false, nextCursor: null })
    const first = await runs.events.list(id, { limit: 2 })
    expect(first).toMatchObject({ hasMore: true, nextCursor: '2' })
    const next = await runs.events.list(id, { limit: 100, cursor: first.nextCursor ?? '' })
    expect([...first.data, ...next.data]).toEqual(all.data)

    const path = `/agent/runs/${id}/events`
    const stream = { accept: 'text/event-stream' }
    const { head, body } = await rawGet(server.url, path, server.ownerKey, stream)
    expect(head).toMatch(/content-type: text\/event-stream/i)
    expect(body).not.toContain('\r')
    const frames = body.split('\n\n')
    expect(frames.pop()).toBe('')
    expect(frames).toEqual(all.data.map(framed))
    const rest = await rawGet(server.url, path, server.ownerKey, { ...stream, 'last-event-id': '2' })
    expect(rest.body).toBe(`${all.data.slice(2).map(framed).join('\n\n')}\n\n`)
  })

  test('AG-5: a replay does not wait for a run that is under way', async () => {
    held = holdingPoint()
    const { id } = (await runs.create({ query })) as AgentRun
    await held.at
    const { body } = await rawGet(server.url, `/agent/runs/${id}/events`, server.ownerKey, {
      accept: 'text/event-stream',
    })
    expect(body).toContain('event: agent_run.started')
    expect(body).not.toContain('event: agent_run.completed')
    expect(await runs.get(id)).toMatchObject({ status: 'running', stopReason: null })
    held.open()
    await runs.pollUntilFinished(id, patience)
  })

  test('AG-6: lists have the newest first, by pages', async () => {
    const [older, newer] = [await finish({ query }), await finish({ query })]
    const page = await runs.list({ limit: 1 })
    expect(page).toMatchObject({
      object: 'list',
      hasMore: true,
      nextCursor: newer.id,
      data: [{ id: newer.id }],
    })
    const next = await runs.list({ limit: 1, cursor: page.nextCursor ?? '' })
    expect(next.data).toMatchObject([{ id: older.id }])
    const all: string[] = []
    for await (const run of runs.listAll({ limit: 2 })) all.push(run.id)
    expect(all.slice(0, 2)).toEqual([newer.id, older.id])
    expect((await runs.getAll({ limit: 3 })).map(({ id }) => id)).toEqual(all)
  })

  test('AG-7: a run that is cancelled says so, also to its stream, and once more changes nothing', async () => {
    held = holdingPoint()
    const { id } = (await runs.create({ query })) as AgentRun
    await held.at
    const cancelled = await runs.cancel(id)
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      stopReason: 'cancelled',
      completedAt: expect.any(String),
    })
    held.open()
    expect(await runs.cancel(id)).toEqual(cancelled)
    const { data } = await runs.events.list(id, { limit: 100 })
    expect(data.at(-1)).toMatchObject({ event: 'agent_run.cancelled', data: { id, status: 'cancelled' } })
    expect(await runs.pollUntilFinished(id, patience)).toEqual(cancelled)
    const finished = await finish({ query })
    expect(await runs.cancel(finished.id)).toEqual(finished)
  })

  test('AG-8: a run is deleted, and gone', async () => {
    const { id } = await finish({ query })
    expect(await runs.delete(id)).toEqual({ id, object: 'agent_run.deleted', deleted: true })
    await expect(runs.get(id)).rejects.toMatchObject({ statusCode: 404, code: 'RUN_NOT_FOUND' })
    await expect(exa.request(`/winnow/v1/readings/${id}`, 'GET')).rejects.toMatchObject({ statusCode: 404 })
  })

  test('AG-9: ultra and max are stopped with what they have, others are not', async () => {
    held = holdingPoint()
    const { id } = (await runs.create({ query, effort: 'ultra' })) as AgentRun
    const other = (await runs.create({ query })) as AgentRun
    await held.at
    await expect(runs.stop(other.id)).rejects.toMatchObject({ statusCode: 400, code: 'INVALID_REQUEST' })
    expect(await runs.stop(id)).toMatchObject({ id, status: 'running' })
    held.open()
    const stopped = await runs.pollUntilFinished(id, patience)
    expect(stopped).toMatchObject({ status: 'completed', stopReason: 'stopped' })
    expect(await runs.stop(id)).toEqual(stopped)
    await runs.pollUntilFinished(other.id, patience)
  })

  test('AG-10: the beta client is the same, and has the effort max', async () => {
    await expect(runs.create({ query, effort: 'max' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'MISSING_BETA_HEADER',
    })
    const beta = exa.beta.agent.runs
    const created = (await beta.create({ query, effort: 'max', betas: [maxEffort] })) as AgentRun
    const finished = await beta.pollUntilFinished(created.id, patience)
    expect(finished).toMatchObject({ status: 'completed', request: { effort: 'max' } })
    expect(await beta.get(created.id)).toEqual(finished)
    expect(await beta.stop(created.id)).toEqual(finished)
    expect((await beta.events.list(created.id, { limit: 1 })).data).toHaveLength(1)
    expect((await beta.list({ limit: 1 })).data).toEqual([finished])
    expect(await beta.cancel(created.id)).toEqual(finished)
    expect(await beta.delete(created.id)).toMatchObject({ deleted: true })
  })

  test('AG-11: with a schema the output is an object of that shape, each field with its sources', async () => {
    const outputSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { boats: { type: 'string' }, salary: { type: 'number' } },
      required: ['boats'],
    }
    const { output } = await finish({ query, outputSchema })
    expect(output?.structured).toEqual({ boats: 'Loch paints wooden boats – in Oban.' })
    expect(output?.grounding).toContainEqual({
      field: 'structured.boats',
      citations: [{ url: 'https://loch.example/', title: 'Loch' }],
      score: 0.9,
      confidence: 'high',
    })
    const client = new CommonJsExa(server.ownerKey, server.url).agent.runs
    const run = await client.createAndWait(
      { query, outputSchema: z.object({ meters: z.string() }) as never },
      patience,
    )
    expect(run.output?.structured).toEqual({ meters: expect.stringContaining('flow meters') })
  })

  test('AG-12: what no page gives and the schema requires fails the run, with the reason', async () => {
    const outputSchema = { type: 'object', properties: { zebra: { type: 'string' } }, required: ['zebra'] }
    const error = await failureOf(finish({ query, outputSchema }))
    expect(error).toMatchObject({ message: expect.stringContaining('zebra') })
    const [failed] = (await runs.list({ limit: 1 })).data
    expect(failed).toMatchObject({
      status: 'failed',
      stopReason: 'error',
      error: { code: 'OUTPUT_SCHEMA_NOT_SATISFIED', message: expect.stringContaining('zebra') },
    })
    const { data } = await runs.events.list(failed?.id ?? '', { limit: 100 })
    expect(data.at(-1)).toMatchObject({ event: 'agent_run.failed', data: { error: failed?.error } })
  })

  test('AG-13: a run continues a completed one of the team', async () => {
    const first = await finish({ query })
    const next = await finish({ query: 'loch paints boats', previousRunId: first.id })
    expect(next).toMatchObject({ status: 'completed', request: { previousRunId: first.id } })
    expect(next.id).not.toBe(first.id)
    expect(next.request).not.toHaveProperty('earlier')
    const stranger = new Exa((await server.addTeam('stranger')).key, server.url).agent.runs
    await expect(stranger.create({ query, previousRunId: first.id })).rejects.toMatchObject({
      statusCode: 404,
      code: 'PREVIOUS_RUN_NOT_FOUND',
    })
    held = holdingPoint()
    const { id } = (await runs.create({ query })) as AgentRun
    await held.at
    await expect(runs.create({ query, previousRunId: id })).rejects.toMatchObject({
      statusCode: 400,
      code: 'PREVIOUS_RUN_NOT_COMPLETED',
    })
    held.open()
    await runs.pollUntilFinished(id, patience)
  })

  test('AG-14: bad requests are a 400 in the envelope of this API, with type and code', async () => {
    const fixed = { query, effort: 'high' as const }
    const failures: (readonly [object, string, string])[] = [
      [{ query: '' }, 'INVALID_REQUEST', 'query'],
      [{}, 'INVALID_REQUEST', 'query'],
      [{ query, effort: 'huge' }, 'INVALID_REQUEST', 'effort'],
      [{ ...fixed, budget: { maxCostDollars: 2 } }, 'INVALID_REQUEST', 'maxCostDollars'],
      [{ query, budget: { maxCostDollars: 0.5 } }, 'INVALID_REQUEST', 'maxCostDollars'],
      [{ query, budget: { maxCostDollars: 101 } }, 'INVALID_REQUEST', 'maxCostDollars'],
      [{ query, budget: { maxDurationSeconds: 600 } }, 'INVALID_REQUEST', 'maxDurationSeconds'],
      [
        { query, effort: 'ultra', budget: { maxDurationSeconds: 60 } },
        'INVALID_REQUEST',
        'maxDurationSeconds',
      ],
      [{ query, outputSchema: { type: 'array' } }, 'INVALID_OUTPUT_SCHEMA', 'object'],
      [{ query, outputSchema: { $schema: 'draft-03', type: 'object' } }, 'INVALID_OUTPUT_SCHEMA', 'draft-03'],
      [{ query, previousRunId: 'no such/id' }, 'INVALID_REQUEST', 'previousRunId'],
      [{ query, dataSources: [{ provider: 'similarweb' }] }, 'INVALID_DATA_SOURCE', 'similarweb'],
      [{ query, input: { data: 'rows' } }, 'INVALID_REQUEST', 'input.data'],
    ]
    for (const [parameters, code, word] of failures) {
      const error = await failureOf(runs.create(parameters as never))
      expect(error).toBeInstanceOf(ExaError)
      expect(error).toMatchObject({
        statusCode: 400,
        type: 'INVALID_REQUEST',
        code,
        message: expect.stringContaining(word),
      })
      expect(error).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f]{32}$/) })
    }
    const streamed = await failureOf(runs.create({ query: '', stream: true }))
    expect(streamed).toMatchObject({ statusCode: 400, message: expect.stringContaining('INVALID_REQUEST') })
  })

  test('AG-15: unknown runs are a 404, unknown keys a 401', async () => {
    const missing = { statusCode: 404, type: 'NOT_FOUND', code: 'RUN_NOT_FOUND' }
    const id = 'agent_run_none'
    const calls = [runs.get(id), runs.cancel(id), runs.stop(id), runs.delete(id), runs.events.list(id)]
    for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
      expect(reason).toMatchObject(missing)
    await expect(runs.create({ query, previousRunId: id })).rejects.toMatchObject({
      code: 'PREVIOUS_RUN_NOT_FOUND',
    })
    await expect(new Exa('nobody', server.url).agent.runs.list()).rejects.toMatchObject({
      statusCode: 401,
      type: 'AUTHENTICATION_ERROR',
      code: 'TEAM_NOT_FOUND',
    })
  })

  test("AG-16: more runs than a fifth of the team's searches a second are a 429", async () => {
    held = holdingPoint()
    const busy = new Exa((await server.addTeam('busy', { limits: { search: 5 } })).key, server.url).agent.runs
    const begun = (await busy.create({ query })) as AgentRun
    await expect(busy.create({ query })).rejects.toMatchObject({
      statusCode: 429,
      type: 'RATE_LIMIT_ERROR',
      code: 'CONCURRENCY_LIMIT_REACHED',
    })
    held.open()
    await busy.pollUntilFinished(begun.id, patience)
    await expect(busy.create({ query })).resolves.toMatchObject({ status: 'queued' })
  })

  test('AG-17: of a team of which nothing is kept, runs can be read and nothing else', async () => {
    const team = await server.addTeam('discreet', { zeroRetention: true })
    const discreet = new Exa(team.key, server.url).agent.runs
    const run = await discreet.createAndWait({ query }, patience)
    expect(run).toMatchObject({ status: 'completed', output: { text: expect.stringContaining('Tarn') } })
    expect(run.request).toEqual({ query, effort: 'auto' })
    const refused = { statusCode: 400, type: 'INVALID_REQUEST', code: 'INVALID_REQUEST' }
    await expect(discreet.events.list(run.id)).rejects.toMatchObject(refused)
    await expect(discreet.create({ query, previousRunId: run.id })).rejects.toMatchObject(refused)
    await expect(discreet.create({ query, dataSources: [{ provider: 'fiber' }] })).rejects.toMatchObject(
      refused,
    )
    const events = await collect(await discreet.create({ query, stream: true }))
    expect(namesOf(events).at(-1)).toBe('agent_run.completed')
    const row = await server.records.db
      .selectFrom('runs')
      .select(['finished_at', 'expires_at'])
      .where('team_id', '=', team.id)
      .where('id', '=', run.id)
      .executeTakeFirstOrThrow()
    expect(Number(row.expires_at) - Number(row.finished_at)).toBe(600_000)
    await server.runs.expire(new Date(Number(row.expires_at) - 1))
    expect(await discreet.get(run.id)).toEqual(run)
    await server.runs.expire(new Date(Number(row.expires_at) + 1))
    await expect(discreet.get(run.id)).rejects.toMatchObject({ statusCode: 404 })
  })
})
