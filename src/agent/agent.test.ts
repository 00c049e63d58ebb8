import { describe, expect, test } from 'vitest'
import { createRandom } from '../../tests/chaos/random.ts'
import { testApi, type TestTeam } from '../../tests/harness/api.ts'
import { handJobs } from '../../tests/harness/hand-jobs.ts'
import { silentLog } from '../../tests/harness/log.ts'
import { savePages } from '../../tests/harness/pages.ts'
import { keyOf, urlOf, worldEngine, type Thing } from '../../tests/harness/webset-world.ts'
import { wordReader } from '../../tests/harness/word-reader.ts'
import { createMetrics } from '../adapters/prometheus/metrics.ts'
import type { AgentEvent, AgentRun } from '../contract/agent.ts'
import type { Verification } from '../contract/readings.ts'
import { publicTeamId } from '../documents/index.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import { createModelReader, openReader, type Reader } from '../reader/index.ts'

type Flags = Parameters<typeof testApi>[0]

/** The API with things that shine, every third of them dull, and a reader that knows words. */
async function scene({ flags, model, count = 12 }: { flags?: Flags; model?: Reader; count?: number } = {}) {
  const hands = handJobs()
  const { engine, world } = worldEngine([])
  const reader = openReader({ extractive: wordReader, model, log: silentLog, metrics: createMetrics() })
  const api = await testApi(flags, { reader, engine, openJobs: () => hands.jobs })
  const names = Array.from({ length: count }, (_, at) => `Thing ${String(at + 1).padStart(2, '0')}`)
  await savePages(
    api,
    { url: 'https://tarn.example/', title: 'Tarn', text: 'Tarn builds flow meters for breweries.' },
    { url: 'https://loch.example/', title: 'Loch', text: 'Loch paints wooden boats in Oban.' },
    ...names.map((name) => ({
      url: urlOf(name),
      title: name,
      text: `hello@thing.example\n\n${name} shines.`,
    })),
  )
  for (const [at, name] of names.entries()) {
    const document = await api.documents.find(publicTeamId, urlOf(name))
    const facts = { colour: at % 2 === 0 ? 'hello' : 'shines', email: 'hello@thing.example', size: '7' }
    const thing: Thing = {
      name,
      traits: at % 3 === 2 ? ['not shines'] : ['shines'],
      facts,
      ...(document && { page: { documentId: document.id, version: document.version } }),
    }
    world.things.push(thing)
  }

  const begin = (body: object, team?: TestTeam) =>
    api.call<AgentRun>('POST', '/agent/runs', { body, ...(team && { key: team.key }) })
  const read = (id: string, team?: TestTeam) =>
    api.call<AgentRun>('GET', `/agent/runs/${id}`, team ? { key: team.key } : {})
  async function finish(body: object, team?: TestTeam): Promise<AgentRun> {
    const { id } = await begin(body, team)
    await hands.work(api.records)
    return read(id, team)
  }
  const started = (id: string, secondsAgo: number) =>
    api.records
      .acrossTeams('a test')
      .updateTable('runs')
      .set({ status: 'running', started_at: new Date(Date.now() - secondsAgo * 1000) })
      .where('id', '=', id)
      .execute()
  return { api, hands, world, begin, read, finish, started }
}

const { api, hands, world, begin, read, finish, started } = await scene()
const query = 'tarn builds flow meters and loch paints wooden boats and moor sells zinc kettles'
const wish = 'Find companies that shine'
const text = { type: ['string', 'null'] }
const listSchema = (properties: object = {}, list: object = {}) => ({
  type: 'object',
  required: ['companies'],
  properties: {
    companies: {
      type: 'array',
      items: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, ...properties } },
      ...list,
    },
  },
})
const namesIn = ({ output }: AgentRun) =>
  (output.structured?.['companies'] as { name: string }[] | undefined)?.map(({ name }) => name)
const shining = ['01', '02', '04', '05', '07', '08', '10', '11'].map((number) => `Thing ${number}`)

describe('efforts', () => {
  test('search, and look at candidates, the more the higher they are', async () => {
    const searches: number[] = []
    for (const effort of ['minimal', 'low', 'medium', 'high'])
      searches.push((await finish({ query, effort })).usage.searches)
    expect(searches[0]).toBe(1)
    expect(searches).toEqual([...searches].toSorted((a, b) => a - b))
    expect(new Set(searches.slice(0, 3)).size).toBe(3)

    const found: number[] = []
    const { finish: finishMore } = await scene({ count: 40 })
    for (const effort of ['minimal', 'low', 'medium'])
      found.push(namesIn(await finishMore({ query: wish, effort, outputSchema: listSchema() }))?.length ?? 0)
    expect(found).toEqual([5, 10, 20])
  }, 60_000)
})

describe('lists of things', () => {
  test('have those that meet the wish, each value with its sources, and no more than wanted', async () => {
    const properties = { colour: text, url: text, missing: text, size: { type: 'integer' } }
    const run = await finish({ query: wish, outputSchema: listSchema(properties, { maxItems: 3 }) })
    expect(run).toMatchObject({ status: 'completed', stopReason: 'schema_satisfied' })
    expect(run.output.structured).toEqual({
      companies: shining.slice(0, 3).map((name, at) => ({
        name,
        colour: at === 0 ? 'hello' : 'shines',
        url: urlOf(name),
        missing: null,
        size: 7,
      })),
    })
    const fields = run.output.grounding.map(({ field }) => field)
    expect(fields).toContain('structured.companies[2].name')
    expect(fields).toContain('structured.companies[0].url')
    expect(fields.filter((field) => field.includes('missing'))).toEqual([])
    expect(run.output.grounding.every(({ citations }) => citations.length > 0)).toBe(true)
    expect(run.output.text).toContain('1. **Thing 01**; colour: hello')
  })

  test('leave out what is excluded, by name or by address', async () => {
    const exclusion = [{ company: 'thing 01' }, { website: 'thing-04.example' }]
    const run = await finish({ query: wish, outputSchema: listSchema(), input: { exclusion } })
    expect(namesIn(run)).toEqual(shining.filter((name) => !/01|04/.test(name)))
    const plain = await finish({ query: wish, input: { exclusion } })
    expect(plain.output.structured).toBeNull()
    expect(plain.output.text).toContain('1. **Thing 02**')
    expect(plain.output.text).not.toContain('Thing 01')
  })

  test('go on from an earlier run: further ones, or only those', async () => {
    const outputSchema = listSchema({}, { maxItems: 3 })
    const first = await finish({ query: wish, outputSchema })
    const more = await finish({
      query: 'Find more companies that shine',
      outputSchema,
      previousRunId: first.id,
    })
    expect(namesIn(more)).toEqual(shining.slice(3, 6))
    const among = await finish({
      query: 'Which of these companies shine?',
      outputSchema: listSchema(),
      previousRunId: first.id,
    })
    expect(namesIn(among)).toEqual(shining.slice(0, 3))
    expect(among.usage.searches).toBe(0)
  })

  test('of which something lacks what the schema requires do without it, and say so', async () => {
    const strict = {
      type: 'object',
      required: ['name', 'missing'],
      properties: { name: { type: 'string' }, missing: { type: 'number' } },
    }
    const run = await finish({
      query: wish,
      outputSchema: listSchema({}, { items: strict }),
    })
    expect(run.output.structured).toEqual({ companies: [] })
    expect(run.output.text).toMatch(/- Thing 01 is left out: .*missing/)
  })
})

test('things that a wish names are looked into, and no others', async () => {
  const outputSchema = listSchema({ colour: text })
  const run = await finish({ query: 'Compare "Thing 02" and "Thing 05" by colour', outputSchema })
  expect(run.output.structured).toEqual({
    companies: [
      { name: 'Thing 02', colour: 'shines' },
      { name: 'Thing 05', colour: 'hello' },
    ],
  })
})

test('rows are enriched in their order, and keep what they say', async () => {
  const data = [{ company: 'Thing 02', note: 'ours' }, { company: 'Nobody' }, { company: 'Thing 03' }]
  const properties = { company: { type: 'string' }, note: text, colour: text }
  const items = { type: 'object', properties }
  const run = await finish({
    query: 'The colour of each company',
    input: { data },
    outputSchema: listSchema({}, { items }),
  })
  expect(run.output.structured).toEqual({
    companies: [
      { company: 'Thing 02', note: 'ours', colour: 'shines' },
      { company: 'Nobody', note: null, colour: null },
      { company: 'Thing 03', note: null, colour: 'hello' },
    ],
  })
  expect(run.output.text).toContain('There is no page about Nobody.')
  const plain = await finish({ query: 'Find the colour of each company', input: { data } })
  expect(plain.output.text).toContain('1. **Thing 02**; colour: shines')
})

test('contacts are counted, and paid for where a run is metered', async () => {
  const outputSchema = listSchema({ email: { ...text, format: 'email' } }, { maxItems: 2 })
  const run = await finish({ query: wish, outputSchema })
  expect(run.usage.emails).toBe(2)
  expect(run.costDollars.emails).toBeCloseTo(0.04, 9)
  const { total, agentCompute, search, emails } = run.costDollars
  expect(total).toBeCloseTo(agentCompute + search + emails, 9)
})

test('budgets hold, and leave a result of what was found', async () => {
  const random = createRandom(7)
  const prices = { 'prices.agentSearch': 0.31, 'prices.agentComputeUnit': 17, 'prices.agentEmail': 0.23 }
  const dear = await scene({ flags: prices })
  const outputSchema = listSchema({ colour: text, email: { ...text, format: 'email' } })
  const dearest = 0.31 + 0.17 + 0.23
  const stops = new Set<string | null>()
  for (let round = 0; round < 12; round += 1) {
    const maxCostDollars = Math.round(random.between(1, 7) * 1000) / 1000
    const body = random.whole(2) === 0 ? { query: wish, outputSchema } : { query }
    const run = await dear.finish({ ...body, budget: { maxCostDollars } })
    stops.add(run.stopReason)
    expect(run.status).toBe('completed')
    expect(run.costDollars.total).toBeLessThanOrEqual(maxCostDollars + dearest)
    expect(run.output.text).not.toBe('')
    if (run.stopReason === 'budget_reached' && 'outputSchema' in body)
      expect(namesIn(run)?.length).toBeGreaterThan(0)
  }
  expect(stops).toEqual(new Set(['budget_reached', 'schema_satisfied']))
}, 60_000)

test("a team's budget ends a run like its own", async () => {
  const poor = await api.addTeam('poor', { budgetDollars: 0.013 })
  const run = await finish({ query }, poor)
  expect(run).toMatchObject({ status: 'completed', stopReason: 'budget_reached' })
  expect(run.costDollars.total).toBeLessThanOrEqual(0.013)
  const broke = await api.addTeam('broke', { budgetDollars: 0.001 })
  expect(await finish({ query, effort: 'low' }, broke)).toMatchObject({
    status: 'completed',
    stopReason: 'budget_reached',
    costDollars: { total: 0 },
  })
})

describe('time', () => {
  test('of an hour is the most that a run takes', async () => {
    const { id } = await begin({ query })
    await started(id, 3601)
    await hands.work(api.records)
    expect(await read(id)).toMatchObject({
      status: 'failed',
      stopReason: 'error',
      error: { type: 'SERVER_ERROR', code: 'TIMEOUT' },
    })
  })

  test('that the caller sets ends ultra with what it has', async () => {
    const { id } = await begin({ query, effort: 'ultra', budget: { maxDurationSeconds: 300 } })
    await started(id, 301)
    await hands.work(api.records)
    expect(await read(id)).toMatchObject({ status: 'completed', stopReason: 'time_limit_reached' })
  })
})

test('a replay is worked out from what was recorded, and is the same to the byte', async () => {
  const outputSchema = listSchema({ colour: text })
  for (const body of [
    { query },
    { query: wish, outputSchema },
    { query, effort: 'low', outputSchema: { type: 'object', properties: { boats: text } } },
  ]) {
    const { id } = await finish(body)
    const headers = { accept: 'text/event-stream' }
    const stored = await api.request('GET', `/agent/runs/${id}/events`, { key: api.ownerKey, headers })
    const again = await api.request('GET', `/winnow/v1/agent/runs/${id}/replay`, { key: api.ownerKey })
    const told = await stored.text()
    expect(told).toContain('event: agent_run.completed')
    expect(await again.text()).toBe(told)
  }
})

test('a fork takes over what was done before a step, and pays for what it does anew', async () => {
  const first = await finish({ query: wish, outputSchema: listSchema({ colour: text }) })
  const { data: steps } = await api.call<{ data: { key: string; kind: string; costDollars: number }[] }>(
    'GET',
    `/winnow/v1/agent/runs/${first.id}/steps`,
  )
  expect(steps[0]).toMatchObject({ key: 'begin', kind: 'plan' })
  const verified: string[] = []
  world.before = (call, name) => {
    if (call === 'verify') verified.push(name)
  }
  const fromStep = steps.findLast(({ key }) => key.includes('colour'))?.key ?? steps.at(-1)?.key ?? ''
  const { id } = await api.call<AgentRun>('POST', `/winnow/v1/agent/runs/${first.id}/fork`, {
    body: { fromStep, systemPrompt: 'Be brief.' },
  })
  await hands.work(api.records)
  world.before = () => {}
  const forked = await api.call<AgentRun>('GET', `/agent/runs/${id}`)
  expect(forked).toMatchObject({ status: 'completed', request: { query: wish, systemPrompt: 'Be brief.' } })
  expect(forked.output.structured).toEqual(first.output.structured)
  expect(verified).toEqual([])
  expect(forked.costDollars.total).toBeLessThan(first.costDollars.total)

  const stranger = { body: { fromStep: 'no such step' } }
  await expect(api.call('POST', `/winnow/v1/agent/runs/${first.id}/fork`, stranger)).rejects.toThrow(
    'STEP_NOT_FOUND',
  )
})

test('an effort of a fixed price costs it again when it is forked', async () => {
  const first = await finish({ query, effort: 'low' })
  const { data: steps } = await api.call<{ data: { key: string }[] }>(
    'GET',
    `/winnow/v1/agent/runs/${first.id}/steps`,
  )
  const body = { fromStep: steps.at(-1)?.key, query: 'What else is there?' }
  const { id } = await api.call<AgentRun>('POST', `/winnow/v1/agent/runs/${first.id}/fork`, { body })
  await hands.work(api.records)
  const forked = await api.call<AgentRun>('GET', `/agent/runs/${id}`)
  expect(forked).toMatchObject({ status: 'completed', costDollars: { total: first.costDollars.total } })
})

test('progress is told as it is made', async () => {
  const { id } = await finish({ query: wish, outputSchema: listSchema() })
  const { data } = await api.call<{ data: AgentEvent[] }>('GET', `/agent/runs/${id}/events?limit=100`)
  const lists = data.filter(({ event }) => event === 'agent_run.preliminary_list')
  expect(lists.at(-1)?.data).toMatchObject({
    preliminaryList: { round: 2, entryKeys: shining.map(keyOf) },
  })
  expect(data.filter(({ event }) => event === 'agent_run.source.added')).toHaveLength(shining.length)
})

test('work that fails for a while is taken up where it was', async () => {
  let failures = 0
  world.before = (call, name) => {
    if (call === 'verify' && name === 'Thing 08' && failures++ < 2) throw new Error('the index is away')
  }
  const verified: string[] = []
  const before = world.before
  world.before = async (call, name) => {
    if (call === 'verify') verified.push(name)
    await before(call, name)
  }
  const run = await finish({ query: wish, outputSchema: listSchema() })
  world.before = () => {}
  expect(namesIn(run)).toEqual(shining)
  expect(verified.filter((name) => name === 'Thing 01')).toHaveLength(1)
  expect(verified.filter((name) => name === 'Thing 08')).toHaveLength(3)
})

test('what it says can be verified, and goes with the pages that it speaks of', async () => {
  const url = 'https://fell.example/'
  await savePages(api, { url, text: 'Fell weaves grey blankets.' })
  const run = await finish({ query: 'fell weaves grey blankets' })
  const verified = await api.call<Verification>('POST', `/winnow/v1/readings/${run.id}/verify`, { body: {} })
  expect(verified).toMatchObject({ stands: true, claims: [{ text: 'Fell weaves grey blankets.' }] })
  const next = await finish({ query: 'loch paints wooden boats', previousRunId: run.id })
  await api.call('POST', '/winnow/v1/forget', { body: { url } })
  for (const id of [run.id, next.id]) {
    const gone = await api.request('GET', `/agent/runs/${id}`, { key: api.ownerKey })
    expect(gone.status).toBe(404)
  }
})

test('a language model plans, answers and fills, is paid for, and is believed nothing without a quote', async () => {
  const answers: Readonly<Record<string, unknown>> = {
    plan: { tasks: [{ question: 'What does Tarn build?', searches: ['tarn flow meters'] }] },
    answer: [
      {
        text: 'Tarn builds meters.',
        quotes: [{ source: 1, quote: 'Tarn builds flow meters for breweries.' }],
      },
      { text: 'Tarn has 900 employees.', quotes: [{ source: 1, quote: 'It employs 900 people.' }] },
    ],
    fill: {
      values: [
        {
          path: 'product',
          value: 'flow meters',
          source: 1,
          quote: 'Tarn builds flow meters',
          confidence: 0.9,
        },
        { path: 'employees', value: 900, source: 1, quote: 'It employs 900 people.', confidence: 0.9 },
      ],
    },
  }
  const script: LanguageModel = {
    name: 'scripted',
    async complete(request, { onUse }) {
      onUse?.({ model: 'scripted', inputTokens: 900, outputTokens: 100 })
      return request.answer.parse(answers[request.purpose])
    },
    async *stream(request, { onUse }) {
      onUse?.({ model: 'scripted', inputTokens: 1900, outputTokens: 100 })
      for (const item of answers[request.purpose] as unknown[]) yield request.answer.parse(item)
    },
    close: async () => {},
  }
  const model = createModelReader({ model: script, metrics: createMetrics() })
  const withModel = await scene({ model, count: 0 })
  const said = await withModel.finish({ query: 'What does Tarn build?', effort: 'auto' })
  expect(said.output.text).toContain('Tarn builds meters. [1]')
  expect(said.output.text).not.toContain('900')
  // A plan, a question and the whole: five thousand tokens are a quarter of a unit.
  expect(said.usage.agentComputeUnits).toBeGreaterThanOrEqual(0.25)
  const properties = { product: text, employees: { type: ['integer', 'null'] } }
  const filled = await withModel.finish({
    query: 'What does Tarn build?',
    outputSchema: { type: 'object', properties },
  })
  expect(filled.output.structured).toEqual({ product: 'flow meters', employees: null })
  expect(filled.output.grounding.map(({ field }) => field)).toEqual(['text', 'structured.product'])
})
