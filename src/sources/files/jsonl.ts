import { addressOf, dateOf, malformed, maxRecordBytes, type FileRecord } from './file-record.ts'
import { readLines } from './lines.ts'

/** In the order of preference: the richest form that a record has is the one that is read. */
const bodies = [
  ['html', 'text/html; charset=utf-8'],
  ['markdown', 'text/markdown; charset=utf-8'],
  ['text', 'text/plain; charset=utf-8'],
] as const

/** One JSON object a line: `url`, one of `html`, `markdown` and `text`, perhaps `title`, `author`, `publishedDate`. */
export async function* readJsonl(
  chunks: AsyncIterable<Uint8Array>,
  { baseUrl }: { baseUrl?: string | undefined },
): AsyncGenerator<FileRecord> {
  for await (const { number, text } of readLines(chunks, maxRecordBytes)) {
    if (text === null) yield malformed('record_too_long', `line ${number}`)
    else if (text.trim() !== '') yield readRecord(text, `line ${number}`, baseUrl)
  }
}

function readRecord(text: string, place: string, baseUrl: string | undefined): FileRecord {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return malformed('not_json', place)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed('not_an_object', place)
  return pageOf(value as Record<string, unknown>, place, baseUrl)
}

/** A page from named values; those of a CSV row are the same. */
export function pageOf(
  fields: Readonly<Record<string, unknown>>,
  place: string,
  baseUrl: string | undefined,
): FileRecord {
  const url = addressOf(fields.url, baseUrl)
  if (url === null) return malformed('no_address', place)
  const body = bodies.find(([name]) => typeof fields[name] === 'string' && fields[name] !== '')
  if (!body) return malformed('no_text', url)
  const { title, author } = fields
  const publishedAt = dateOf(fields.publishedDate)
  return {
    kind: 'page',
    url,
    body: Buffer.from(String(fields[body[0]])),
    contentType: body[1],
    given: {
      ...(typeof title === 'string' && title !== '' && { title }),
      ...(typeof author === 'string' && author !== '' && { author }),
      ...(publishedAt && { publishedAt }),
    },
  }
}
