import { dateOf, malformed, maxRecordBytes, type FileRecord } from './file-record.ts'
import { wikitextToMarkdown } from './wikitext.ts'
import { readXmlRecords } from './xml-records.ts'

const pages = new Set(['page'])

/** The articles of a MediaWiki export: namespace 0, without redirects. Their addresses come from the wiki's own. */
export async function* readMediaWiki(
  chunks: AsyncIterable<Uint8Array>,
  { baseUrl }: { baseUrl?: string | undefined },
): AsyncGenerator<FileRecord> {
  let base = baseUrl
  for await (const { name, fields, cut } of readXmlRecords(chunks, {
    records: pages,
    maxFieldLength: maxRecordBytes,
  })) {
    if (name === '') {
      // `https://en.wikipedia.org/wiki/Main_Page` stands in the export's head.
      base ??= fields.base
      continue
    }
    const title = fields.title?.trim() ?? ''
    if (fields.redirect !== undefined || (fields.ns ?? '0').trim() !== '0') continue
    const path = encodeURIComponent(title.replaceAll(' ', '_')).replaceAll('%2F', '/').replaceAll('%3A', ':')
    if (title === '' || base === undefined || !URL.canParse(path, base))
      yield malformed('no_address', title || 'a page without a title')
    else if (cut) yield malformed('record_too_long', title)
    else if (!fields.text?.trim()) yield malformed('no_text', title)
    else {
      const fetchedAt = dateOf(fields.timestamp?.trim())
      yield {
        kind: 'page',
        url: new URL(path, base).href,
        contentType: 'text/markdown; charset=utf-8',
        body: Buffer.from(wikitextToMarkdown(fields.text)),
        given: { title },
        ...(fetchedAt && { fetchedAt }),
      }
    }
  }
}
