import type { Fetcher } from '../../ports/fetcher.ts'
import { addressOf, malformed, type FileRecord, type RemoteRecord } from './file-record.ts'
import { readXmlRecords } from './xml-records.ts'

const entries = new Set(['url', 'sitemap'])
const longestField = 4000
/** Pages of one site come one after another, so those behind may wait for long. */
const maxWaitMs = 120_000

/** The pages that a sitemap names, each fetched in its turn. An index of sitemaps names none. */
export async function* readSitemapFile(
  chunks: AsyncIterable<Uint8Array>,
  fetcher: Fetcher,
): AsyncGenerator<FileRecord> {
  let number = 0
  for await (const { name, fields } of readXmlRecords(chunks, {
    records: entries,
    maxFieldLength: longestField,
  })) {
    if (name === '') continue
    const place = `entry ${++number}`
    const url = addressOf(fields.loc?.trim(), undefined)
    if (url === null) yield malformed('no_address', place)
    else if (name === 'sitemap') yield malformed('another_sitemap', url)
    else yield remote(url, fetcher)
  }
}

const remote = (url: string, fetcher: Fetcher): RemoteRecord => ({
  kind: 'remote',
  url,
  async load(signal) {
    const outcome = await fetcher.fetchPage(url, { reason: 'ingest', robots: 'obey', maxWaitMs, signal })
    signal.throwIfAborted()
    if (outcome.kind !== 'page')
      return malformed(outcome.kind === 'failed' ? outcome.reason : 'protocol', url)
    const { finalUrl, body, contentType, headers, visibility } = outcome
    return { kind: 'page', url: finalUrl, body, contentType, headers, visibility }
  },
})
