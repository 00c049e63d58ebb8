import { expect, test } from 'vitest'
import { createMetrics } from '../adapters/prometheus/metrics.ts'
import { AppError } from '../contract/errors.ts'
import type { Research } from '../contract/research.ts'
import { openReader, type Reader } from '../reader/index.ts'
import { testApi, type TestTeam } from '../../tests/harness/api.ts'
import { handJobs } from '../../tests/harness/hand-jobs.ts'
import { silentLog } from '../../tests/harness/log.ts'
import { savePages } from '../../tests/harness/pages.ts'
import { wordReader } from '../../tests/harness/word-reader.ts'

/** Happens before a question is answered. */
let beforeAnswer: (question: string) => Promise<void> = async () => {}
const plain: Reader = {
  ...wordReader,
  async *answer(task, reading) {
    await beforeAnswer(task.question)
    yield* wordReader.answer(task, reading)
  },
}

async function scene(model?: Reader) {
  const hands = handJobs()
  const reader = openReader({ extractive: plain, model, log: silentLog, metrics: createMetrics() })
  const api = await testApi({}, { reader, openJobs: () => hands.jobs })
  await savePages(
    api,
    { url: 'https://tarn.example/', title: 'Tarn', text: 'Tarn builds flow meters for breweries.' },
    { url: 'https://loch.example/', title: 'Loch', text: 'Loch paints wooden boats in Oban.' },
  )
  async function finish(instructions: string, team?: TestTeam): Promise<Research & { text: string }> {
    const options = team ? { key: team.key } : {}
    const body = { instructions, model: 'exa-research' }
    const { researchId } = await api.call<Research>('POST', '/research/v1', { ...options, body })
    await hands.work(api.records)
    const found = await api.call<Research>('GET', `/research/v1/${researchId}?events=true`, options)
    return { ...found, text: found.status === 'completed' ? found.output.content : '' }
  }
  const replay = async (id: string) => {
    const again = await api.request('GET', `/winnow/v1/research/${id}/replay`, { key: api.ownerKey })
    const stored = await api.request('GET', `/research/v1/${id}?stream=true`, { key: api.ownerKey })
    return [await again.text(), await stored.text()] as const
  }
  return { api, hands, finish, replay }
}

const { api, finish, replay } = await scene()
const goal = 'tarn builds flow meters and loch paints wooden boats and moor sells zinc kettles'

test('what was found is told with its sources, and what was not found as such', async () => {
  const { text } = await finish(goal)
  expect(text).toContain('- Tarn builds flow meters for breweries. [1]')
  expect(text).toContain('- Loch paints wooden boats in Oban. [2]')
  expect(text).toMatch(/## Not found\n\n- moor sells zinc kettles\n/)
  expect(text).toMatch(/## Sources\n\n1\. \[Tarn\]\(https:\/\/tarn\.example\/\)\n2\. \[Loch\]/)
})

test('pages that the instructions name are read first, and what cannot be read is noted', async () => {
  const found = await finish('tarn builds flow meters, see https://loch.example/ and https://gone.example/x.')
  const events = 'events' in found ? (found.events ?? []) : []
  const crawled = events.flatMap((event) =>
    event.eventType === 'task-operation' && event.data.type === 'crawl' ? [event.data.result.url] : [],
  )
  expect(crawled[0]).toBe('https://loch.example/')
  const { notes } = await api.call<{ notes: string[] }>('GET', `/winnow/v1/readings/${found.researchId}`)
  expect(notes).toContainEqual(expect.stringMatching(/^https:\/\/gone\.example\/x could not be read/))
  const [again, stored] = await replay(found.researchId)
  expect(again).toBe(stored)
})

test('where nothing is found the report says so and cites nothing', async () => {
  const { text } = await finish('moor sells zinc kettles')
  expect(text).toMatch(/^The indexed pages do not answer this question\.\n/)
  expect(text).not.toContain('[1]')
})

test('a run that is told to stop keeps what it had found, though its worker fails then', async () => {
  let failures = 0
  beforeAnswer = async (question) => {
    if (!question.startsWith('loch')) return
    await api.records
      .acrossTeams('a test')
      .updateTable('runs')
      .set({ stop_requested_at: new Date() })
      .where('finished_at', 'is', null)
      .execute()
    if (failures++ === 0) throw new AppError('unavailable', 'the worker is gone')
  }
  const { researchId, text } = await finish(goal)
  beforeAnswer = async () => {}
  expect(failures).toBeGreaterThan(1)
  expect(text).toContain('Tarn builds flow meters for breweries. [1]')
  expect(text).toContain('Loch paints wooden boats in Oban. [2]')
  expect(text).toContain('*The run was stopped before everything was looked at.')
  const [again, stored] = await replay(researchId)
  expect(again).toBe(stored)
})

test('a budget that is spent ends the reading, and leaves a report of what was read', async () => {
  const poor = await api.addTeam('poor', { budgetDollars: 0.01506 })
  const found = await finish(goal, poor)
  expect(found).toMatchObject({ status: 'completed', costDollars: { numSearches: 3 } })
  if (found.status === 'completed') expect(found.costDollars.total).toBeLessThanOrEqual(0.01506)
  expect(found.text).toContain('The budget was spent before everything was looked at.')
  expect(found.text).toContain('Tarn builds flow meters for breweries. [1]')
})

test('who forgets a page forgets the research that speaks of it', async () => {
  const url = 'https://fell.example/'
  await savePages(api, { url, text: 'Fell weaves grey blankets.' })
  const { researchId } = await finish('fell weaves grey blankets')
  await api.call('POST', '/winnow/v1/forget', { body: { url } })
  const gone = await api.request('GET', `/research/v1/${researchId}`, { key: api.ownerKey })
  expect(gone.status).toBe(404)
})

test('a language model plans, answers and writes, and is paid for', async () => {
  const model: Reader = {
    ...wordReader,
    name: 'a model',
    async *answer(task, reading) {
      reading.onUse?.({ model: 'a model', inputTokens: 900, outputTokens: 100 })
      yield* wordReader.answer(task, reading)
    },
  }
  const withModel = await scene(model)
  const found = await withModel.finish('tarn builds flow meters and loch paints wooden boats')
  // Two questions and the whole.
  expect(found).toMatchObject({ status: 'completed', costDollars: { reasoningTokens: 3000 } })
  const { reader } = await withModel.api.call<{ reader: string }>(
    'GET',
    `/winnow/v1/readings/${found.researchId}`,
  )
  expect(reader).toBe('a model')
  const [again, stored] = await withModel.replay(found.researchId)
  expect(again).toBe(stored)
  const poor = await withModel.api.addTeam('poor', { budgetDollars: 0.0105 })
  const cut = await withModel.finish('tarn builds flow meters and loch paints wooden boats', poor)
  expect(cut.text).toContain('Tarn builds flow meters for breweries.')
  // The first question was asked with all that was left; for the second, beside it, there was nothing.
  expect(cut).toMatchObject({ costDollars: { reasoningTokens: 1000 } })
})
