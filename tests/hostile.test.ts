import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import type { ContentsResponse } from '../src/contract/contents.ts'
import type { IngestJob } from '../src/contract/ingest.ts'
import { testFolder } from './harness/folder.ts'
import { hostileSite } from './harness/hostile-site.ts'
import { serverProcess } from './harness/server-process.ts'
import { httpResponse, warcRecord } from './harness/warc.ts'

/** Requests, pages and files that are meant to harm: each ends in the error that is right for it, and nothing stays. */
const key = 'the-owner-key-of-this-test'
const site = await hostileSite()
const folder = await testFolder()
const server = await serverProcess({
  environment: {
    WINNOW_API_KEY: key,
    WINNOW_SAMPLE: 'off',
    WINNOW_FETCH_ALLOW: '127.0.0.1',
    WINNOW_FETCH_SITE_INTERVAL_MS: '0',
    WINNOW_FETCH_SITE_CONCURRENCY: '8',
  },
})
beforeAll(() => server.start(), 90_000)

const send = (
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) =>
  fetch(new URL(path, server.url), {
    method,
    headers: {
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })

type Request = readonly [
  name: string,
  path: string,
  body: unknown,
  expected: readonly [status: number, tag: string | null],
]
const invalid = [400, 'INVALID_REQUEST_BODY'] as const
const search = (name: string, body: object, expected: Request[3] = invalid): Request => [
  name,
  '/search',
  { query: 'x', ...body },
  expected,
]
const raw = (text: string) => ({ raw: text })

const requests: readonly Request[] = [
  ['no JSON', '/search', raw('{"query": '), invalid],
  ['nothing', '/search', raw(''), invalid],
  ['a list', '/search', [], invalid],
  ['null', '/search', null, invalid],
  ['no query', '/search', {}, invalid],
  [
    'JSON that is nested without end',
    '/search',
    raw(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    invalid,
  ],
  [
    'a body of 11 MB',
    '/search',
    raw(JSON.stringify({ query: 'x'.repeat(11 * 1024 * 1024) })),
    [413, 'REQUEST_TOO_LARGE'],
  ],
  search('a query that is a number', { query: 7 }),
  search('an empty query', { query: '' }),
  search('a query of 10,001 characters', { query: 'x'.repeat(10_001) }),
  search('the NUL character', { query: 'a\0b' }),
  search('an unknown type', { type: 'psychic' }),
  search('no results', { numResults: 0 }),
  search('fewer than no results', { numResults: -1 }),
  search('half a result', { numResults: 1.5 }),
  search('a number in words', { numResults: 'ten' }),
  search('more results than can be counted', { numResults: 1e308 }),
  search('101 results', { numResults: 101 }, [400, 'NUM_RESULTS_EXCEEDED']),
  search('a date in words', { startPublishedDate: 'yesterday' }),
  search('a date that does not exist', { startPublishedDate: '2026-02-30' }),
  search(
    'an end before its beginning',
    { startPublishedDate: '2026-02-02', endPublishedDate: '2026-02-01' },
    [400, 'INVALID_REQUEST'],
  ),
  search('a country by its name', { userLocation: 'Germany' }),
  search('a filter of six words', { includeText: ['one two three four five six'] }),
  search('two filters where one may be', { includeText: ['a', 'b'] }),
  search('a domain that is no list', { includeDomains: 'a.example' }),
  search('1,201 domains', { includeDomains: Array.from({ length: 1201 }, (_, n) => `a${n}.example`) }),
  search('a category of 10,000 characters', { category: 'x'.repeat(10_000) }),
  search('an unknown verbosity', { contents: { text: { verbosity: 'chatty' }, maxAgeHours: 0 } }),
  search('an unknown section', { contents: { text: { includeSections: ['attic'] }, maxAgeHours: 0 } }),
  search('an age beyond bounds', { contents: { maxAgeHours: 10_000 } }),
  search('an unknown way of crawling', { contents: { livecrawl: 'sometimes' } }),
  search('two ways of saying how fresh', { contents: { maxAgeHours: 1, livecrawl: 'always' } }, [
    400,
    'INVALID_REQUEST',
  ]),
  search('no sentences', { contents: { highlights: { numSentences: 0 } } }),
  search(
    'a prototype',
    { ['__proto__']: { polluted: true }, constructor: { prototype: { polluted: true } } },
    [200, null],
  ),
  search('a query in SQL', { query: "'; drop table documents; --", includeDomains: ["' OR 1=1 --"] }, [
    200,
    null,
  ]),
  search('half a character', { query: 'x \uD800 y' }, [400, 'INVALID_REQUEST_BODY']),
  ['no addresses', '/contents', { urls: [] }, invalid],
  ['101 addresses', '/contents', { urls: Array.from({ length: 101 }, () => 'https://a.example/') }, invalid],
  [
    'an address of 3,000 characters',
    '/contents',
    { urls: [`https://a.example/${'x'.repeat(3000)}`] },
    invalid,
  ],
  ['an unknown source', '/winnow/v1/ingest', { source: { kind: 'rumour' } }, invalid],
  [
    'a crawl of a local file',
    '/winnow/v1/ingest',
    { source: { kind: 'crawl', urls: ['file:///etc/passwd'] } },
    invalid,
  ],
  [
    'a crawl without bottom',
    '/winnow/v1/ingest',
    { source: { kind: 'crawl', urls: ['https://a.example/'], maxDepth: 51 } },
    invalid,
  ],
  [
    'a cadence in the past',
    '/winnow/v1/ingest',
    { source: { kind: 'crawl', urls: ['https://a.example/'] }, recrawlHours: -1 },
    invalid,
  ],
  [
    'an upload outside the folder',
    '/winnow/v1/ingest',
    { source: { kind: 'file', upload: '../../x' } },
    [404, 'UPLOAD_NOT_FOUND'],
  ],
]

/** Statuses of /contents for each page, or a part of the text that is had all the same. */
type Page = readonly [
  path: string,
  expected: { tag: string; httpStatusCode: number | null } | { text: string },
]
const unknown = { tag: 'CRAWL_UNKNOWN_ERROR', httpStatusCode: 500 }
const late = { tag: 'CRAWL_LIVECRAWL_TIMEOUT', httpStatusCode: 504 }
const absent = { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404 }
const unsupported = { tag: 'UNSUPPORTED_URL', httpStatusCode: null }
const readable = { text: 'of a page that can be read' }
const pages: readonly Page[] = [
  ['/silent', late],
  ['/headers-only', late],
  ['/drip', late],
  ['/hang-up', unknown],
  ['/huge', unknown],
  ['/endless', unknown],
  ['/bomb', unknown],
  ['/bomb-in-bomb', unknown],
  ['/broken-gzip', unknown],
  ['/cut-gzip', unknown],
  ['/no-gzip', unknown],
  ['/unknown-encoding', unknown],
  ['/cut', unknown],
  ['/two-lengths', unknown],
  ['/bad-chunks', unknown],
  ['/not-http', unknown],
  ['/many-headers', unknown],
  ['/status-999', { tag: 'CRAWL_HTTP_999', httpStatusCode: 999 }],
  ['/gone', absent],
  ['/missing', absent],
  ['/broken', { tag: 'CRAWL_HTTP_500', httpStatusCode: 500 }],
  ['/teapot', { tag: 'CRAWL_HTTP_418', httpStatusCode: 418 }],
  ['/loop', unknown],
  ['/loop-of-two', unknown],
  ['/chain/0', unknown],
  ['/to-file', unsupported],
  ['/to-javascript', unsupported],
  ['/to-nowhere', unsupported],
  ['/redirect-without', { tag: 'CRAWL_HTTP_302', httpStatusCode: 302 }],
  ['/utf16', readable],
  ['/klingon', readable],
  ['/latin1', { text: 'Some Wörter' }],
  ['/nul', readable],
  ['/invalid-utf8', readable],
  ['/empty', { text: '' }],
  ['/no-type', readable],
  ['/image', unsupported],
  ['/zip', unsupported],
  ['/image-as-html', unsupported],
  ['/broken-pdf', unknown],
  ['/html-as-pdf', unknown],
  ['/broken-json', { text: '{"a": [1, 2' }],
  ['/deep', { text: '' }],
  ['/unclosed', readable],
  ['/attributes', readable],
  ['/metas', readable],
  ['/broken-json-ld', readable],
  ['/entities', readable],
]

const good = warcRecord('response', 'https://good.example/', httpResponse('<p>Words.</p>'))
/** How a job ends that reads the file: the error that it names. */
type File = readonly [name: string, content: string | Uint8Array, error: RegExp]
const files: readonly File[] = [
  ['empty.jsonl', '', /empty/],
  ['broken.jsonl', '{"url": \n[[[\nnull\n', /not_json/],
  ['nameless.csv', 'colour,size\nred,7\n', /no column of addresses/],
  [
    'quotes.csv',
    'url,text\n"https://a.example/,"never closed\n'.repeat(50),
    /None of the 99 records could be read: quotes/,
  ],
  ['bomb.jsonl.gz', gzipSync(Buffer.alloc(128 * 1024 * 1024, 'a')), /300 times/],
  [
    'cut.jsonl.gz',
    gzipSync('{"url": "https://a.example/", "text": "x"}\n'.repeat(500)).subarray(0, 60),
    /gzip/,
  ],
  ['packed.zip', Buffer.from('504b0304140000000000', 'hex'), /ZIP/],
  ['dump.xml.bz2', Buffer.from('BZh91AY&SY'), /bzip2/],
  ['length.warc', good.replace(/Content-Length: \d+/, 'Content-Length: -5'), /no WARC header/],
  ['cut.warc', good.slice(0, 120), /no WARC header/],
  ['nonsense.warc', `WARC/1.0\r\n${'nonsense '.repeat(1000)}`, /no WARC header/],
  [
    'entities.xml',
    `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>`,
    /tells what this file is/,
  ],
  ['nobody-knows.bin', Buffer.from('0001020304', 'hex'), /tells what this file is/],
]

const observe = async ([, path, body]: Request) => {
  const text =
    body !== null && typeof body === 'object' && 'raw' in body ? String(body.raw) : JSON.stringify(body)
  const response = await send('POST', path, text)
  const answer = (await response.json()) as { tag?: string; error?: { code?: string } }
  return [response.status, answer.tag ?? answer.error?.code ?? null]
}

async function bring(path: string) {
  const body = JSON.stringify({
    urls: [site.url + path],
    text: true,
    livecrawl: 'always',
    livecrawlTimeout: 8000,
  })
  const quick = JSON.stringify({ ...(JSON.parse(body) as object), livecrawlTimeout: 400 })
  const slow = ['/silent', '/headers-only', '/drip'].includes(path)
  const response = await send('POST', '/contents', slow ? quick : body)
  expect(response.status).toBe(200)
  const { statuses, results } = (await response.json()) as ContentsResponse
  return { error: statuses[0]?.error ?? null, text: results[0]?.text }
}

let written = 0
async function ingest(name: string, content: string | Uint8Array): Promise<IngestJob> {
  const own = join(folder, String(++written))
  await mkdir(own)
  await writeFile(join(own, name), content)
  const source = { kind: 'file', path: join(own, name) }
  const response = await send('POST', '/winnow/v1/ingest', JSON.stringify({ source }))
  let job = (await response.json()) as IngestJob
  while (job.status === 'queued' || job.status === 'running') {
    await sleep(100)
    job = (await (await send('GET', `/winnow/v1/ingest/${job.id}`)).json()) as IngestJob
  }
  return job
}

test('there are sixty at least', () => {
  expect(requests.length + pages.length + files.length).toBeGreaterThanOrEqual(60)
})

test.each(requests)('a request with %s', async (...request) => {
  expect(await observe(request)).toEqual(request[3])
})

test.each(pages)('a page at %s', async (path, expected) => {
  const { error, text } = await bring(path)
  if ('text' in expected)
    expect({ error, text }).toEqual({ error: null, text: expect.stringContaining(expected.text) })
  else expect({ error, text }).toEqual({ error: expected, text: undefined })
})

test.each(files)('a file %s', async (name, content, error) => {
  const job = await ingest(name, content)
  expect({ status: job.status, error: job.error }).toEqual({
    status: 'failed',
    error: expect.stringMatching(error),
  })
})

/** Everything once more, as fast as it can be asked. */
async function everything(): Promise<void> {
  await Promise.all(requests.map(observe))
  for (let at = 0; at < pages.length; at += 8)
    await Promise.all(pages.slice(at, at + 8).map(([path]) => bring(path)))
  await Promise.all(files.map(([name, content]) => ingest(name, content)))
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024
}

test.runIf(process.platform === 'linux')(
  'the memory of the server stays flat over all of them',
  async () => {
    await everything()
    const before = await residentBytes()
    for (let round = 0; round < 2; round++) await everything()
    // What is let go of is given back when the collector gets to it.
    await expect
      .poll(residentBytes, { timeout: 30_000, interval: 500 })
      .toBeLessThan(before + 64 * 1024 * 1024)
    const { status } = await send('POST', '/contents', JSON.stringify({ urls: [`${site.url}/good`] }))
    expect(status).toBe(200)
  },
  240_000,
)
