import { createRequire } from 'node:module'
import { Exa, ExaError, type Research, type ResearchStreamEvent } from 'exa-js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z as zod3 } from 'zod/v3'
import type { ResearchEvent } from '../../src/contract/research.ts'
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
const server = await apiServer({ 'limits.concurrentResearch': 2 }, { reader })
const exa = new Exa(server.ownerKey, server.url)
const { research } = exa

// exa-js knows a schema by the class of the zod that it brings along, in the module format it was loaded in itself.
const require = createRequire(import.meta.url)
const { Exa: CommonJsExa } = require('exa-js') as { Exa: typeof Exa }
const { z } = createRequire(require.resolve('exa-js'))('zod') as { z: typeof zod3 }

const instructions = 'tarn builds flow meters and loch paints wooden boats'

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
const finish = async (parameters: Parameters<typeof research.create>[0]): Promise<Research> => {
  const { researchId } = await research.create(parameters)
  return research.pollUntilFinished(researchId, { ...patience, events: true })
}
async function streamOf(id: string): Promise<ResearchStreamEvent[]> {
  const events: ResearchStreamEvent[] = []
  for await (const event of await research.get(id, { stream: true })) events.push(event)
  return events
}
const typesOf = (events: readonly { eventType: string }[]) => events.map(({ eventType }) => eventType)

describe('research', () => {
  test('RS-1 RS-2: create answers 201 at once, and poll until it is finished', async () => {
    const response = await exa.rawRequest('/research/v1', 'POST', { instructions })
    expect(response.status).toBe(201)
    const created = (await response.json()) as Research
    expect(created).toEqual({
      researchId: expect.stringMatching(/^research_/),
      status: 'pending',
      createdAt: expect.any(Number),
      model: 'exa-research',
      instructions,
    })
    expect(Math.abs(created.createdAt - Date.now())).toBeLessThan(30_000)
    const finished = await research.pollUntilFinished(created.researchId, patience)
    expect(finished).toMatchObject({ researchId: created.researchId, status: 'completed' })
    expect(finished).not.toHaveProperty('events')
    if (finished.status !== 'completed') throw new Error(finished.status)
    expect(finished.output.content).toContain('Tarn builds flow meters for breweries in Leeds. [1]')
    expect(finished.output.content).toContain('1. [Tarn](https://tarn.example/)')
    expect(finished.output).not.toHaveProperty('parsed')
    expect(finished.finishedAt).toBeGreaterThanOrEqual(finished.createdAt)
  })

  test('RS-3: costs are those of its searches and pages', async () => {
    const { status, costDollars, events } = (await finish({
      instructions,
      model: 'exa-research-fast',
    })) as Extract<Research, { status: 'completed' }>
    expect(status).toBe('completed')
    const operations = (events ?? []).flatMap((event) =>
      event.eventType === 'task-operation' ? [event.data] : [],
    )
    const searches = operations.filter(({ type }) => type === 'search').length
    const tokens = operations.reduce((sum, data) => sum + ('pageTokens' in data ? data.pageTokens : 0), 0)
    expect(searches).toBe(2)
    expect(tokens).toBeGreaterThan(0)
    expect(costDollars).toMatchObject({ numSearches: searches, reasoningTokens: 0 })
    expect(costDollars.numPages).toBeCloseTo(tokens / 1000, 9)
    expect(costDollars.total).toBeCloseTo((searches + tokens / 1000) * 0.005, 8)
  })

  test('RS-4: events have the whole hierarchy, in its order', async () => {
    const finished = (await finish({ instructions })) as Extract<Research, { status: 'completed' }>
    const events = (finished.events ?? []) as ResearchEvent[]
    const types = typesOf(events)
    expect(types.slice(0, 6)).toEqual([
      'research-definition',
      'plan-definition',
      'plan-operation',
      'plan-output',
      'task-definition',
      'task-definition',
    ])
    expect(types.slice(-3)).toEqual(['plan-definition', 'plan-output', 'research-output'])
    expect(types.filter((type) => type === 'task-output')).toHaveLength(2)
    const [plan] = events.flatMap((event) => (event.eventType === 'plan-output' ? [event] : []))
    expect(plan?.output).toEqual({
      outputType: 'tasks',
      reasoning: expect.any(String),
      tasksInstructions: instructions.split(' and '),
    })
    const tasks = events.flatMap((event) => (event.eventType === 'task-definition' ? [event] : []))
    for (const event of events) {
      expect(event).toMatchObject({ researchId: finished.researchId, createdAt: expect.any(Number) })
      if (!('taskId' in event)) continue
      expect(tasks.map(({ taskId }) => taskId)).toContain(event.taskId)
      expect(event.planId).toBe(plan?.planId)
    }
    const last = events.at(-1)
    expect(last).toMatchObject({
      output: {
        outputType: 'completed',
        content: finished.output.content,
        costDollars: finished.costDollars,
      },
    })
    const ids = events.flatMap((event) => ('operationId' in event ? [event.operationId] : []))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('RS-5: a stream follows live research to its end, and brings the same once it is finished', async () => {
    held = holdingPoint()
    const { researchId } = await research.create({ instructions })
    const following = streamOf(researchId)
    await held.at
    expect(await research.get(researchId)).toMatchObject({ status: 'running' })
    held.open()
    const live = await following
    const finished = await research.get(researchId, { events: true })
    expect(live).toEqual('events' in finished ? finished.events : [])
    expect(live.at(-1)?.eventType).toBe('research-output')
    expect(await streamOf(researchId)).toEqual(live)
  })

  test('RS-6: frames are two lines each, with LF and without ids, byte for byte', async () => {
    const { researchId, ...finished } = await finish({ instructions })
    const { head, body } = await rawGet(server.url, `/research/v1/${researchId}?stream=true`, server.ownerKey)
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(head).toMatch(/content-type: text\/event-stream/i)
    expect(body).not.toContain('\r')
    const frames = body.split('\n\n')
    expect(frames.pop()).toBe('')
    const events = 'events' in finished ? (finished.events ?? []) : []
    expect(frames).toEqual(events.map((event) => `event: ${event.eventType}\ndata: ${JSON.stringify(event)}`))
    const replay = await rawGet(server.url, `/winnow/v1/research/${researchId}/replay`, server.ownerKey)
    expect(replay.body).toBe(body)
  })

  test('RS-7: with a schema the output is an object of that shape, also as text', async () => {
    const outputSchema = {
      type: 'object',
      properties: { boats: { type: 'string' }, salary: { type: 'number' } },
      required: ['boats'],
    }
    const finished = await finish({ instructions, outputSchema })
    expect(finished).toMatchObject({
      status: 'completed',
      outputSchema,
      output: { parsed: { boats: 'Loch paints wooden boats – in Oban.' } },
    })
    if (finished.status !== 'completed') throw new Error(finished.status)
    expect(JSON.parse(finished.output.content)).toEqual(finished.output.parsed)
  })

  test('RS-7: the schema may be one of zod', async () => {
    const client = new CommonJsExa(server.ownerKey, server.url).research
    const { researchId } = await client.create({
      instructions,
      outputSchema: z.object({ meters: z.string() }) as never,
    })
    const finished = await client.pollUntilFinished(researchId, patience)
    expect(finished).toMatchObject({ output: { parsed: { meters: expect.stringContaining('flow meters') } } })
  })

  test('RS-8: what no page gives and the schema requires fails with the reason', async () => {
    const outputSchema = { type: 'object', properties: { zebra: { type: 'string' } }, required: ['zebra'] }
    const finished = await finish({ instructions, outputSchema })
    expect(finished).toMatchObject({ status: 'failed', error: expect.stringContaining('zebra') })
    expect((await streamOf(finished.researchId)).at(-1)).toMatchObject({
      eventType: 'research-output',
      output: { outputType: 'failed', error: expect.stringContaining('zebra') },
    })
  })

  test('RS-9: the list has the newest first, by pages', async () => {
    const [older, newer] = [await finish({ instructions }), await finish({ instructions })]
    const page = await research.list({ limit: 1 })
    expect(page).toMatchObject({ hasMore: true, data: [{ researchId: newer.researchId }] })
    const next = await research.list({ limit: 1, cursor: page.nextCursor ?? '' })
    expect(next.data).toMatchObject([{ researchId: older.researchId }])
    expect(page.data[0]).not.toHaveProperty('events')
  })

  test('RS-10: errors name the field, and unknown ids are a 404, also of a stream', async () => {
    const failures = [
      [{ instructions: '' }, 'instructions'],
      [{ instructions, model: 'exa-research-max' }, 'model'],
      [{ instructions, outputSchema: { type: 'array' } }, 'Schema'],
      [{ instructions: 'x'.repeat(4097) }, 'instructions'],
    ] as const
    for (const [parameters, field] of failures) {
      const error: unknown = await research.create(parameters as never).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ExaError)
      expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining(field) })
    }
    await expect(research.get('research_none')).rejects.toMatchObject({ statusCode: 404 })
    expect(await streamOf('research_none')).toEqual([])
    const { head } = await rawGet(server.url, '/research/v1/research_none?stream=true', server.ownerKey)
    expect(head).toMatch(/^HTTP\/1\.1 404 /)
    await expect(new Exa('nobody', server.url).research.list()).rejects.toMatchObject({ statusCode: 401 })
  })

  test('RS-11: more than may be under way is a 429', async () => {
    held = holdingPoint()
    const team = await server.addTeam('busy')
    const busy = new Exa(team.key, server.url).research
    const begun = [await busy.create({ instructions }), await busy.create({ instructions })]
    await expect(busy.create({ instructions })).rejects.toMatchObject({ statusCode: 429 })
    held.open()
    for (const { researchId } of begun) await busy.pollUntilFinished(researchId, patience)
    await expect(busy.create({ instructions })).resolves.toMatchObject({ status: 'pending' })
  })

  test('RS-12: research that is canceled says so, and its stream ends', async () => {
    held = holdingPoint()
    const { researchId } = await research.create({ instructions })
    const following = streamOf(researchId)
    await held.at
    const canceled = await exa.request<Research>(`/winnow/v1/research/${researchId}/cancel`, 'POST')
    expect(canceled).toMatchObject({ status: 'canceled', finishedAt: expect.any(Number) })
    held.open()
    expect((await following).at(-1)).toMatchObject({ output: { outputType: 'failed' } })
    expect(await research.pollUntilFinished(researchId, patience)).toMatchObject({ status: 'canceled' })
  })

  test('a fork takes over what was read and writes by other instructions', async () => {
    const { researchId } = await finish({ instructions })
    const { data: steps } = await exa.request<{ data: { key: string; kind: string }[] }>(
      `/winnow/v1/research/${researchId}/steps`,
      'GET',
    )
    expect(steps.at(-1)).toMatchObject({ key: 'write', kind: 'write' })
    const forked = await exa.request<Research>(`/winnow/v1/research/${researchId}/fork`, 'POST', {
      fromStep: 'write',
      instructions: 'loch paints boats',
    })
    const finished = await research.pollUntilFinished(forked.researchId, patience)
    expect(finished).toMatchObject({ status: 'completed', instructions: 'loch paints boats' })
    if (finished.status !== 'completed') throw new Error(finished.status)
    expect(finished.costDollars).toMatchObject({ total: 0, numSearches: 0 })
    expect(finished.output.content).toMatch(/^Loch paints wooden boats/)
  })
})
