import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testSite } from '../../../tests/harness/site.ts'
import { loopbackFetcher, testSources } from '../../../tests/harness/sources.ts'
import { httpResponse, warcRecord } from '../../../tests/harness/warc.ts'

const record = (url: string, text: string) =>
  gzipSync(warcRecord('response', url, httpResponse(`<title>${text}</title><p>${text}</p>`)))

const query = (domain: string, more: string) =>
  `/CC-MAIN-2026-05-index?url=*.${domain}&output=json&filter=%3Dstatus%3A200&${more}`

/** A stand-in of Common Crawl: its list of crawls, its index in two pages, and one archive read by ranges. */
async function archive() {
  const records = ['One', 'Two', 'Three'].map((text) => record(`https://www.cc.example/${text}`, text))
  const whole = Buffer.concat(records)
  const offsets = records.map((_, at) => records.slice(0, at).reduce((sum, { length }) => sum + length, 0))
  const line = (at: number, changes: object = {}) =>
    JSON.stringify({
      url: `https://www.cc.example/${at}`,
      status: '200',
      filename: 'crawl-data/x.warc.gz',
      offset: String(offsets[at]),
      length: String(records[at]?.length),
      ...changes,
    })
  const ranges: string[] = []
  const site = await testSite({
    '/collinfo.json': {
      type: 'application/json',
      body: '[{"id": "CC-MAIN-2026-05"}, {"id": "CC-MAIN-2026-01"}]',
    },
    [query('cc.example', 'showNumPages=true')]: '{"pages": 2, "pageSize": 5}',
    [query('cc.example', 'page=0')]: { type: 'text/x-ndjson', body: `${line(0)}\n${line(1)}\n` },
    [query('cc.example', 'page=1')]: {
      type: 'text/x-ndjson',
      body: `${line(2)}\n{"odd": 1}\n${line(0, { offset: 3 })}\n${line(0, { filename: 'missing.gz' })}\n`,
    },
    '/crawl-data/x.warc.gz': ({ headers }) => {
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? []
      ranges.push(headers.range ?? '')
      const body = whole.subarray(Number(from), Number(to) + 1)
      return { status: 206, type: 'application/octet-stream', body }
    },
  })
  return { site, ranges }
}

test('pages of a domain are read out of the archives, each by its own range', async () => {
  const { site, ranges } = await archive()
  const { ingest, stored } = await testSources(loopbackFetcher(), { commonCrawlUrl: site.url })
  const job = await ingest({ kind: 'common_crawl', domains: ['cc.example', 'unknown.example'] })
  expect(job).toMatchObject({
    status: 'completed',
    source: { crawl: 'CC-MAIN-2026-05' },
    progress: { done: 6, stored: 3, failed: 3 },
  })
  expect(job.failures.map(({ cause }) => cause)).toEqual(['broken_archive', 'not_found', 'not_understood'])
  expect((await stored()).map(({ url, text }) => [url, text])).toEqual([
    ['https://www.cc.example/One', 'One'],
    ['https://www.cc.example/Three', 'Three'],
    ['https://www.cc.example/Two', 'Two'],
  ])
  expect(ranges.every((range) => /^bytes=\d+-\d+$/.test(range))).toBe(true)
})

test('no more pages than wanted are fetched', async () => {
  const { site, ranges } = await archive()
  const { ingest } = await testSources(loopbackFetcher(), { commonCrawlUrl: site.url })
  const job = await ingest({ kind: 'common_crawl', domains: ['cc.example'], maxPages: 2 })
  expect(job.progress).toMatchObject({ done: 2, stored: 2 })
  expect(ranges).toHaveLength(2)
})

test('a domain that Common Crawl does not know is a clear failure', async () => {
  const { site } = await archive()
  const { ingest } = await testSources(loopbackFetcher(), { commonCrawlUrl: site.url })
  expect(await ingest({ kind: 'common_crawl', domains: ['unknown.example'] })).toMatchObject({
    status: 'failed',
    error: 'There are no pages in it.',
  })
})
