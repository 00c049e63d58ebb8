import { expect, test } from 'vitest'
import type { Pages } from '../contents/index.ts'
import type { WorkflowContext } from '../ports/jobs.ts'
import { silentLog } from '../../tests/harness/log.ts'
import { createLookAgain } from './look-again.ts'

const since = new Date('2026-03-01T09:00:00Z')
const subject = { teamId: 'team_a', websetId: 'webset_a', since }
const gone: Awaited<ReturnType<Pages['get']>> = { error: { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404 } }

/** What a run does with the web, when it is told so of crawls, pages and index. */
function looking({ crawls = 0, behind = 0, own = 3 }: { crawls?: number; behind?: number; own?: number }) {
  const asked: string[] = []
  const slept: number[] = []
  const steps: string[] = []
  const context = {
    signal: new AbortController().signal,
    step: (name: string, body: (signal: AbortSignal) => Promise<unknown>) => {
      steps.push(name)
      return body(new AbortController().signal)
    },
    sleep: async (ms: number) => void slept.push(ms),
  } as unknown as WorkflowContext // the rest is not asked for
  const urls = Array.from({ length: own }, (_, index) => `https://${index}.example/`)
  const lookAgain = createLookAgain({
    clock: { now: () => new Date(since.getTime() + 1000) },
    log: silentLog,
    pages: {
      async get({ url, robots, freshness }) {
        asked.push(url)
        expect({ robots, freshness }).toEqual({
          robots: 'obey',
          freshness: { maxAgeMs: 1000, mayFetch: true, fallBackToStored: true },
        })
        if (url === 'https://2.example/') throw new Error('the reader broke')
        return gone
      },
    },
    documents: { isIndexBehind: async () => behind-- > 0 },
    sources: {
      revisit: async (_, all) => ({ sources: ['ingest_a'], unknown: all.slice(1) }),
      areUnderWay: async () => crawls-- > 0,
    },
    renewal: { pagesOf: async () => ({ own: urls, seen: ['https://seen.example/'] }) },
  })
  return { asked, slept, steps, look: () => lookAgain(context, subject) }
}

test('visits the pages of items that no crawl visits, with manners, and goes on where one cannot be had', async () => {
  const { asked, look } = looking({})
  await look()
  expect(asked).toEqual(['https://1.example/', 'https://2.example/'])
})

test('works in short steps', async () => {
  const { steps, look } = looking({ own: 51 })
  await look()
  expect(steps).toEqual(['look again', 'pages', 'pages', 'pages', 'crawls', 'index'])
})

test('waits for the crawls and for the index, ever longer', async () => {
  const { slept, look } = looking({ crawls: 6, behind: 2 })
  await look()
  expect(slept).toEqual([250, 500, 1000, 2000, 4000, 5000, 250, 500])
})

test('goes on with what there is when either takes too long', async () => {
  const { slept, look } = looking({ crawls: Infinity, behind: Infinity })
  await look()
  const waited = slept.reduce((sum, ms) => sum + ms)
  expect(waited).toBeGreaterThan(15 * 60_000)
  expect(waited).toBeLessThan(17 * 60_000)
})
