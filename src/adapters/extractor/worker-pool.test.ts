import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { extractPage } from '../../contents/extract/index.ts'
import type { Extractor, PageInput } from '../../ports/extractor.ts'
import { createExtractor, type WorkerPoolOptions } from './worker-pool.ts'

// Threads run what is built, as they do in use; the tests run from sources.
const built = (file: string): URL => pathToFileURL(resolve('dist', file))
const open = new Set<Extractor>()
const extractor = (options: Partial<WorkerPoolOptions> = {}): Extractor => {
  const made = createExtractor({
    module: built('contents/extract/index.js'),
    worker: built('adapters/extractor/worker.js'),
    workers: 1,
    ...options,
  })
  open.add(made)
  return made
}
afterEach(async () => {
  for (const one of open) await one.close()
  open.clear()
})

/** A stand-in for extraction that does what the page tells it to. */
const obedient = new URL(
  `data:text/javascript,${encodeURIComponent(`
    let calls = 0
    export async function extractPage({ url, body }) {
      calls++
      if (body === 'hang') for (;;) {}
      if (body === 'exhaust') { const kept = []; for (;;) kept.push(new Array(1e5).fill(calls)) }
      if (body === 'exit') process.exit(1)
      if (body === 'throw') setTimeout(() => { throw new Error('later') })
      if (body === 'throw') await new Promise(() => {})
      if (body === 'reject') throw new TypeError('internals that nobody should see')
      return { url, text: body, calls }
    }`)}`,
)

const page = (text: string, url = 'https://a.example/'): PageInput => ({
  url,
  contentType: 'text/html',
  body: new TextEncoder().encode(`<html><body><h1>Title of it</h1><p>${text}</p></body></html>`),
})
const prose =
  'This is a sentence of some length, with a comma, so that it is taken for content by any reader.'

test('a thread gives exactly the page that this process would', async () => {
  const input = page(prose)
  expect(await extractor().extract(input)).toEqual(await extractPage(input))
})

test('errors keep their code, reason and details on the way between threads', async () => {
  const pool = extractor()
  await expect(
    pool.extract({ url: 'https://a.example/', contentType: 'image/png', body: 'x' }),
  ).rejects.toMatchObject({
    name: 'AppError',
    code: 'unsupported_media_type',
    details: { contentType: 'image/png' },
  })
  await expect(pool.extract({ url: 'https://a.example/', body: '%PDF-1.4 broken' })).rejects.toMatchObject({
    code: 'unprocessable',
    reason: 'PDF_UNREADABLE',
  })
})

test.each([
  ['hang', 'deadline_exceeded'],
  ['exhaust', 'unprocessable'],
  ['exit', 'internal'],
  ['throw', 'internal'],
])('a page that makes its worker %s fails alone', async (body, code) => {
  const pool = extractor({ module: obedient, timeoutMs: 1500, memoryMb: 32 })
  const before = pool.extract({ url: 'https://a.example/1', body: 'fine' })
  const bad = pool.extract({ url: 'https://a.example/2', body })
  const after = pool.extract({ url: 'https://a.example/3', body: 'fine too' })
  await expect(bad).rejects.toMatchObject({ name: 'AppError', code })
  expect(await before).toMatchObject({ text: 'fine', calls: 1 })
  // A new worker: it has made one call.
  expect(await after).toMatchObject({ text: 'fine too', calls: 1 })
})

test('an unforeseen error is internal, and its text stays inside', async () => {
  const failure = await extractor({ module: obedient })
    .extract({ url: 'https://a.example/', body: 'reject' })
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'internal', message: 'The page could not be read.' })
})

test('too large a body is refused before it is copied', async () => {
  const body = new Uint8Array(1001)
  await expect(
    extractor({ maxBytes: 1000 }).extract({ url: 'https://a.example/', body }),
  ).rejects.toMatchObject({
    code: 'too_large',
    details: { bytes: 1001, limit: 1000 },
  })
})

test('only so many pages may wait', async () => {
  const pool = extractor({ module: obedient, maxWaiting: 2, timeoutMs: 1000 })
  const input = { url: 'https://a.example/', body: 'fine' }
  const accepted = [{ ...input, body: 'hang' }, input, input].map((one) =>
    pool.extract(one).catch(() => 'failed'),
  )
  await expect(pool.extract(input)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await Promise.all(accepted)).toMatchObject(['failed', { text: 'fine' }, { text: 'fine' }])
})

test('an aborted page is given up at once, waiting or under way', async () => {
  const pool = extractor({ module: obedient, timeoutMs: 1500 })
  const reason = new Error('no longer wanted')
  const underWay = new AbortController()
  const first = pool.extract({ url: 'https://a.example/1', body: 'hang' }, underWay.signal)
  const waiting = new AbortController()
  const second = pool.extract({ url: 'https://a.example/2', body: 'fine' }, waiting.signal)
  waiting.abort(reason)
  underWay.abort(reason)
  await expect(first).rejects.toBe(reason)
  await expect(second).rejects.toBe(reason)
  await expect(pool.extract(page(prose), AbortSignal.abort(reason))).rejects.toBe(reason)
})

test('closing rejects what is under way and what waits', async () => {
  const pool = extractor({ module: obedient })
  const pages = ['hang', 'fine'].map((body) => pool.extract({ url: 'https://a.example/', body }))
  const settled = Promise.allSettled(pages)
  await pool.close()
  expect(await settled).toMatchObject([
    { status: 'rejected', reason: { code: 'unavailable' } },
    { status: 'rejected', reason: { code: 'unavailable' } },
  ])
  await expect(pool.extract(page(prose))).rejects.toMatchObject({ code: 'unavailable' })
})

test('a worker that has nothing to do ends, and the next page gets a new one', async () => {
  const pool = extractor({ module: obedient, idleMs: 20 })
  const read = async () =>
    (await pool.extract({ url: 'https://a.example/', body: 'x' })) as unknown as { calls: number }
  expect((await read()).calls).toBe(1)
  await expect
    .poll(async () => (await new Promise((done) => setTimeout(done, 100)), (await read()).calls))
    .toBe(1)
})
