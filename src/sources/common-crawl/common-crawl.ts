import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { AppError } from '../../contract/errors.ts'
import type { CommonCrawlSource } from '../../contract/ingest.ts'
import type { FetchedPage, Fetcher } from '../../ports/fetcher.ts'
import { malformed, maxRecordBytes, type FileRecord, type PageRecord } from '../files/file-record.ts'
import { readLines } from '../files/lines.ts'
import type { OpenFile } from '../files/open-file.ts'
import { readWarc } from '../files/warc.ts'

interface Needs {
  readonly fetcher: Fetcher
  /** Where the index of each crawl is asked, and where the archives lie. */
  readonly indexUrl: string
  readonly dataUrl: string
}

/** One page of an archive, as the index describes it. */
interface Capture {
  readonly url: string
  readonly filename: string
  readonly offset: number
  readonly length: number
}

const maxIndexBytes = 50 * 1024 * 1024
const maxLineBytes = 64 * 1024
const unpacked = promisify(gunzip)

export type CommonCrawl = ReturnType<typeof createCommonCrawl>

/** Pages of whole domains out of Common Crawl's archives: its index says where each lies, and only that is fetched. */
export function createCommonCrawl({ fetcher, indexUrl, dataUrl }: Needs) {
  return {
    /** The newest crawl there is. */
    async latest(signal: AbortSignal): Promise<string> {
      const { body } = await get(below(indexUrl, 'collinfo.json'), signal)
      const crawls: unknown = parse(Buffer.from(body).toString('utf8'))
      const id = Array.isArray(crawls) ? (crawls[0] as { id?: unknown } | undefined)?.id : undefined
      if (typeof id === 'string') return id
      throw new AppError('unavailable', 'The list of crawls of Common Crawl could not be understood.')
    },

    open(source: CommonCrawlSource, signal: AbortSignal): OpenFile {
      let bytes = 0
      const count = (more: number) => void (bytes += more)
      return { records: captures(source, count, signal), totalBytes: null, bytesRead: () => bytes }
    },
  }

  async function* captures(
    { domains, crawl, maxPages }: CommonCrawlSource,
    count: (bytes: number) => void,
    signal: AbortSignal,
  ): AsyncGenerator<FileRecord> {
    let left = maxPages
    for (const domain of domains) {
      const query = new URL(below(indexUrl, `${crawl}-index`))
      query.searchParams.set('url', `*.${domain}`)
      query.searchParams.set('output', 'json')
      query.searchParams.set('filter', '=status:200')
      const pages = await pagesOf(query, signal)
      for (let page = 0; page < pages; page++) {
        query.searchParams.set('page', String(page))
        const { body, wireBytes } = await get(query.href, signal)
        count(wireBytes)
        for await (const { text } of readLines(once(body), maxLineBytes)) {
          if (!text) continue
          if (left-- <= 0) return
          const capture = captureOf(parse(text))
          yield capture
            ? { kind: 'remote', url: capture.url, load: (loading) => load(capture, count, loading) }
            : malformed('not_understood', text.slice(0, 200))
        }
      }
    }
  }

  async function pagesOf(query: URL, signal: AbortSignal): Promise<number> {
    const asked = new URL(query)
    asked.searchParams.set('showNumPages', 'true')
    const outcome = await fetcher.fetchPage(asked.href, { reason: 'common-crawl', robots: 'ignore', signal })
    signal.throwIfAborted()
    // So it says that it knows nothing of the domain.
    if (outcome.kind === 'failed' && outcome.reason === 'not_found') return 0
    if (outcome.kind !== 'page') throw unanswered(outcome)
    const answer = parse(Buffer.from(outcome.body).toString('utf8'))
    const pages = Number((answer as { pages?: unknown } | null)?.pages ?? answer)
    return Number.isSafeInteger(pages) && pages > 0 ? pages : 0
  }

  async function load(
    { url, filename, offset, length }: Capture,
    count: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<PageRecord | ReturnType<typeof malformed>> {
    const outcome = await fetcher.fetchPage(below(dataUrl, filename), {
      reason: 'common-crawl',
      robots: 'ignore',
      signal,
      maxBytes: maxRecordBytes,
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
    })
    signal.throwIfAborted()
    if (outcome.kind !== 'page')
      return malformed(outcome.kind === 'failed' ? outcome.reason : 'protocol', url)
    count(outcome.wireBytes)
    // A server that ignores ranges would send a gigabyte, and is stopped by the limit.
    if (outcome.body.byteLength !== length) return malformed('wrong_range', url)
    try {
      const archive = await unpacked(outcome.body, { maxOutputLength: maxRecordBytes })
      for await (const record of readWarc(once(archive)))
        if (record.kind === 'page') return { ...record, visibility: outcome.visibility }
    } catch {
      return malformed('broken_archive', url)
    }
    return malformed('no_page', url)
  }

  async function get(url: string, signal: AbortSignal): Promise<FetchedPage> {
    const options = { reason: 'common-crawl', robots: 'ignore', signal, maxBytes: maxIndexBytes } as const
    const outcome = await fetcher.fetchPage(url, options)
    signal.throwIfAborted()
    if (outcome.kind === 'page') return outcome
    throw unanswered(outcome)
  }
}

const unanswered = (outcome: { kind: string; url: string; detail?: string }): AppError =>
  new AppError(
    'unavailable',
    `${new URL(outcome.url).origin} did not answer: ${outcome.detail ?? outcome.kind}.`,
  )

const below = (base: string, path: string): string => `${base.replace(/\/+$/, '')}/${path}`

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function captureOf(line: unknown): Capture | null {
  const { url, filename, offset, length } = (line ?? {}) as Record<string, unknown>
  const [start, size] = [Number(offset), Number(length)]
  const isUsable = Number.isSafeInteger(start) && start >= 0 && Number.isSafeInteger(size) && size > 0
  if (typeof url !== 'string' || typeof filename !== 'string' || !isUsable) return null
  return { url, filename, offset: start, length: size }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
