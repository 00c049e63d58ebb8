import { z } from 'zod'
import { answered, present, wire, type Json } from '../../agent-side/index.ts'
import { WorkflowError } from '../course.ts'
import {
  costSum,
  forEachInTime,
  hitsOf,
  NumResults,
  readPage,
  searchFields,
  type Hit,
  type Reading,
} from '../page-work.ts'
import { Query, Timeout, workflow } from '../workflow.ts'

const Args = z.strictObject({
  query: Query,
  ...searchFields,
  numResults: NumResults.describe('How many pages to find.'),
  readCount: z.int().min(1).max(25).default(5).describe('How many of the best to read.'),
  maxCharacters: z
    .int()
    .min(1)
    .max(10_000)
    .default(5000)
    .describe('How much of the text of each page to bring.'),
  timeout: Timeout,
})

const total = 3

export const searchAndRead = workflow({
  type: 'retrieval.searchAndRead',
  summary: 'Search, and read the best pages that were found, with what came of each.',
  additive: true,
  args: Args,
  example: { query: 'robots that inspect pipelines', readCount: 3 },
  lists: ['pages'],
  async run(course, { query, numResults, readCount, maxCharacters, timeout, ...filters }) {
    const found = await course.step('searching', async () => {
      await course.report({ step: 'searching', completed: 1, total })
      return course.once('found', async () => {
        const options = { ...present(filters), numResults, contents: { highlights: true } }
        return hitsOf(await answered(course.exa.search(query, wire(options))))
      })
    })
    const best = found.hits.slice(0, readCount)
    await course.keep({ query, pages: found.hits.map((hit, at) => shown(hit, at, null)) })
    const { readings, timedOut } = await course.step('reading', async (step) => {
      await course.report({ step: 'reading', completed: 2, total, message: `0/${best.length}` })
      const all = await forEachInTime(course, best, {
        since: step.since,
        timeoutMs: timeout,
        key: ({ url }) => `page ${url}`,
        work: ({ url }) => readPage(course, url, { text: { maxCharacters } }),
        onDone: (count) =>
          course.report({ step: 'reading', completed: 2, total, message: `${count}/${best.length}` }),
      })
      const refused = all.find((one) => one?.outcome === 'failed' && one.byServer)
      const isAnyRead = all.some((one) => one?.outcome === 'read' || (one && !one.byServer))
      if (refused?.outcome === 'failed' && !isAnyRead)
        throw new WorkflowError('reading', `No page could be read: ${refused.reason}`, { recoverable: true })
      const isLate = all.includes(null)
      if (isLate) step.ends('timed_out')
      return { readings: all, timedOut: isLate }
    })
    const pages = found.hits.map((hit, at) => shown(hit, at, readings[at] ?? null))
    const count = (outcome: string) => pages.filter((page) => page.outcome === outcome).length
    await course.report({ step: 'done', completed: total, total })
    const result = {
      query,
      pages,
      foundCount: pages.length,
      readCount: count('read'),
      failedCount: count('failed'),
      cost: costSum([found.cost, ...readings.map((one) => one?.cost ?? 0)]),
      ...(timedOut && { timedOut }),
    }
    return course.finish(
      result,
      `${result.readCount} of ${best.length} pages were read, of ${result.foundCount} found${
        timedOut ? '; time ran out before all were' : ''
      }.`,
    )
  },
})

function shown(hit: Hit, at: number, reading: Reading | null): Json & { outcome: string } {
  const page = { rank: at + 1, ...hit }
  if (reading === null) return { ...page, outcome: 'not_read' }
  return reading.outcome === 'read'
    ? { ...page, outcome: 'read', title: hit.title ?? reading.title, text: reading.text }
    : { ...page, outcome: 'failed', reason: reading.reason }
}
