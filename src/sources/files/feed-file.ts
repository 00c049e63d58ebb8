import { addressOf, dateOf, malformed, maxRecordBytes, type FileRecord } from './file-record.ts'
import { readXmlRecords } from './xml-records.ts'

const entries = new Set(['item', 'entry'])

/** The entries of an RSS or Atom file, with the text that the feed itself carries. */
export async function* readFeedFile(
  chunks: AsyncIterable<Uint8Array>,
  { baseUrl }: { baseUrl?: string | undefined },
): AsyncGenerator<FileRecord> {
  let number = 0
  for await (const { name, fields, cut } of readXmlRecords(chunks, {
    records: entries,
    maxFieldLength: maxRecordBytes,
  })) {
    if (name === '') continue
    const place = `entry ${++number}`
    const url = addressOf((fields.link ?? fields.guid ?? fields.id)?.trim(), baseUrl)
    const html = fields['content:encoded'] ?? fields.content ?? fields.description ?? fields.summary
    if (cut) yield malformed('record_too_long', url ?? place)
    else if (url === null) yield malformed('no_address', place)
    else if (html === undefined) yield malformed('no_text', url)
    else {
      const publishedAt = dateOf(
        (fields.pubdate ?? fields.published ?? fields['dc:date'] ?? fields.updated)?.trim(),
      )
      const author = (fields['dc:creator'] ?? fields.name ?? fields.author)?.trim()
      const title = fields.title?.trim()
      yield {
        kind: 'page',
        url,
        contentType: 'text/html; charset=utf-8',
        body: Buffer.from(`<!DOCTYPE html><article>${html}</article>`),
        given: { ...(title && { title }), ...(author && { author }), ...(publishedAt && { publishedAt }) },
      }
    }
  }
}
