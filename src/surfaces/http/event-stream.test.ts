import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { testApi } from '../../../tests/harness/api.ts'
import { eventsOf, savePages } from '../../../tests/harness/pages.ts'
import { testReader, wordReader } from '../../../tests/harness/word-reader.ts'
import { AppError } from '../../contract/errors.ts'
import type { UsageReport } from '../../contract/usage.ts'
import { eventStream } from './event-stream.ts'
import { listen } from './listen.ts'

const questions = { slow: 'slow question', broken: 'broken question', refused: 'refused question' }
const aborted: { afterMs?: number } = {}

const api = await testApi(
  {},
  {
    reader: testReader({
      async *answer(task, reading) {
        if (task.question === questions.refused) throw new AppError('unavailable', 'The reader is away.')
        yield* wordReader.answer({ ...task, question: 'The kiln reached 1200 degrees.' }, reading)
        if (task.question === questions.broken) throw new AppError('unavailable', 'The reader went away.')
        if (task.question !== questions.slow) return
        const startedAt = performance.now()
        const waiting = sleep(20_000, undefined, { signal: reading.signal })
        await waiting.finally(() => (aborted.afterMs = performance.now() - startedAt))
      },
    }),
  },
)
await savePages(api, { url: 'https://kiln.example/', text: 'The kiln reached 1200 degrees.' })
const listener = await listen(api.http, '127.0.0.1', 0)
afterAll(() => listener.close(1000))

const ask = (query: string, init: RequestInit = {}) =>
  fetch(`${listener.url}/answer`, {
    method: 'POST',
    headers: { 'x-api-key': api.ownerKey, 'content-type': 'application/json' },
    body: JSON.stringify({ query, stream: true }),
    ...init,
  })

test('a stream has the headers of one, and the request id', async () => {
  const response = await ask('How hot was the kiln?')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
  expect((await eventsOf(response)).at(-1)).toBe('[DONE]')
})

test('what fails before the first event is an ordinary error', async () => {
  const response = await ask(questions.refused)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ error: 'The reader is away.', tag: 'SERVICE_OVERLOADED' })
})

test('what fails later is told inside the stream, which then ends', async () => {
  const response = await ask(questions.broken)
  expect(response.status).toBe(200)
  const [first, failure, ...rest] = await eventsOf(response)
  expect(first).toMatchObject({ choices: [{ delta: { content: expect.stringContaining('1200') } }] })
  expect(failure).toEqual({
    tag: 'ERROR',
    payload: {
      error: { code: 503, message: 'The reader went away.' },
      requestId: response.headers.get('x-request-id'),
    },
  })
  expect(rest).toEqual(['[DONE]'])
})

test('a client that goes away stops the work, and what it used is booked', async () => {
  const leaving = new AbortController()
  const before = await answersBooked()
  const response = await ask(questions.slow, { signal: leaving.signal })
  const reader = response.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('1200')
  leaving.abort()
  for (let waited = 0; aborted.afterMs === undefined && waited < 3000; waited += 20) await sleep(20)
  expect(aborted.afterMs).toBeLessThan(3000)
  for (let waited = 0; (await answersBooked()) === before && waited < 3000; waited += 50) await sleep(50)
  expect(await answersBooked()).toBe(before + 1)
})

async function* late() {
  await sleep(60)
  yield { late: true }
}

test('silence is filled with comments, which are no events', async () => {
  const response = eventStream(late(), { onFailure: () => ({}), onLeave: () => {}, heartbeatMs: 10 })
  expect(await response.text()).toMatch(/^(: keep-alive\n\n)+data: {"late":true}\n\ndata: \[DONE\]\n\n$/)
})

async function answersBooked(): Promise<number> {
  const report = await api.call<UsageReport>('GET', '/winnow/v1/usage?groupBy=operation')
  return report.data.find(({ operation }) => operation === 'answer')?.requests ?? 0
}
