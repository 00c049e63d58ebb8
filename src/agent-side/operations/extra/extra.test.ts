import { expect, test } from 'vitest'
import { openAgentSide } from '../../../../tests/agent-side.ts'
import { agentOperations, extraOperations, type Json } from '../../index.ts'
import { byteLength } from '../../json.ts'

const open = () => openAgentSide({ operations: [...agentOperations, ...extraOperations] })

test('they come behind the 56, each under a name of its own', () => {
  const names = [...agentOperations, ...extraOperations].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(extraOperations.map(({ name }) => name)).toEqual(
    `exa.search exa.findSimilar exa.getContents exa.answer searchMonitors.create searchMonitors.get searchMonitors.list
    searchMonitors.update searchMonitors.delete searchMonitors.trigger searchMonitors.getAll searchMonitors.runs.list
    searchMonitors.runs.get agentRuns.create agentRuns.get agentRuns.list agentRuns.cancel agentRuns.delete
    agentRuns.events store.create store.get store.list store.update store.delete workflows.recommend teams.me operations.search status`.split(
      /\s+/,
    ),
  )
})

const webhook = { url: 'https://a.example/' }
const sends: [string, Json, string, string, Json?][] = [
  [
    'exa.search',
    { query: 'robots', numResults: '3' },
    'POST',
    '/search',
    { query: 'robots', type: 'auto', numResults: 3, contents: { highlights: true } },
  ],
  [
    'exa.findSimilar',
    { url: 'https://a.example/' },
    'POST',
    '/findSimilar',
    { url: 'https://a.example/', numResults: 10, contents: { highlights: true } },
  ],
  [
    'exa.getContents',
    { urls: ['https://a.example/'] },
    'POST',
    '/contents',
    { urls: ['https://a.example/'], text: { maxCharacters: 1000 } },
  ],
  [
    'exa.answer',
    { query: 'why' },
    'POST',
    '/answer',
    { query: 'why', stream: false, text: false, model: 'exa' },
  ],
  [
    'searchMonitors.create',
    { search: { query: 'q' }, trigger: { period: '1d' }, webhook },
    'POST',
    '/monitors',
    { search: { query: 'q' }, trigger: { type: 'interval', period: '1d' }, webhook },
  ],
  ['searchMonitors.get', { id: 'm' }, 'GET', '/monitors/m'],
  ['searchMonitors.list', {}, 'GET', '/monitors'],
  ['searchMonitors.update', { id: 'm', status: 'paused' }, 'PATCH', '/monitors/m', { status: 'paused' }],
  ['searchMonitors.delete', { id: 'm' }, 'DELETE', '/monitors/m'],
  ['searchMonitors.trigger', { id: 'm' }, 'POST', '/monitors/m/trigger'],
  ['searchMonitors.getAll', {}, 'GET', '/monitors'],
  ['searchMonitors.runs.list', { monitorId: 'm' }, 'GET', '/monitors/m/runs'],
  ['searchMonitors.runs.get', { monitorId: 'm', runId: 'r' }, 'GET', '/monitors/m/runs/r'],
  ['agentRuns.create', { query: 'q' }, 'POST', '/agent/runs', { query: 'q', effort: 'auto' }],
  ['agentRuns.get', { runId: 'r' }, 'GET', '/agent/runs/r'],
  ['agentRuns.list', {}, 'GET', '/agent/runs'],
  ['agentRuns.cancel', { runId: 'r' }, 'POST', '/agent/runs/r/cancel'],
  ['agentRuns.delete', { runId: 'r' }, 'DELETE', '/agent/runs/r'],
  ['agentRuns.events', { runId: 'r' }, 'GET', '/agent/runs/r/events'],
  ['teams.me', {}, 'GET', '/websets/v0/teams/me'],
]

test.each(sends)('%s sends what the API takes', async (operation, args, method, path, body) => {
  const { call, standIn } = open()
  await call(operation, args)
  expect(standIn.requests[0]).toMatchObject({ method, path })
  expect(standIn.requests[0]?.body).toEqual(body)
})

test('pages are shown short, and an answer with its citations', async () => {
  const { call } = open()
  const { body } = await call('exa.search', { query: 'robots', maxCharacters: 200 })
  expect(body.results[0]).toMatchObject({ url: 'https://a.example/', title: 'A' })
  expect(body.results[0].text).toHaveLength(200)
  expect((await call('exa.answer', { query: 'why' })).body).toMatchObject({
    answer: 'It is so.',
    citations: [],
  })
})

test('operations are found by what they do, with their schema', async () => {
  const { call, standIn } = open()
  const { body } = await call('operations.search', {
    query: 'wait until a webset is idle',
    detail: 'schemas',
  })
  const [first] = body.operations
  expect(first).toMatchObject({ name: 'websets.waitUntilIdle', args: { type: 'object', required: ['id'] } })
  expect(standIn.requests).toEqual([])
  expect(byteLength(body)).toBeLessThan(60_000)
})

test('status counts what there is, and names what does not work', async () => {
  const { call, standIn } = open()
  await call('websets.create', { title: 'A' })
  standIn.fail(/monitors/, { status: 500, times: 3 })
  const { body, isError } = await call('status')
  expect(isError).toBe(false)
  expect(body).toMatchObject({
    websets: { idle: 1 },
    monitors: null,
    team: { limits: { maxConcurrent: 10 } },
  })
  expect(body.degraded.map(({ part }: { part: string }) => part).toSorted()).toEqual(['monitors', 'tasks'])
})
