import Papa from 'papaparse'
import { AppError } from '../../contract/errors.ts'
import type { FileSource } from '../../contract/ingest.ts'
import { malformed, type FileRecord } from './file-record.ts'
import { pageOf } from './jsonl.ts'
import { readLines, type Line } from './lines.ts'

const maxRowBytes = 1024 * 1024

/** Further spellings of the columns that people use. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  url: ['url', 'link', 'address', 'website'],
  title: ['title', 'name', 'headline'],
  text: ['text', 'content', 'body', 'description'],
  html: ['html'],
  markdown: ['markdown'],
  author: ['author'],
  publishedDate: ['publisheddate', 'published', 'date', 'published_at'],
}

/** A table with a header. Rows may span lines; one whose quotes never end costs itself, not the rest of the file. */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  { baseUrl, columns = {} }: { baseUrl?: string | undefined; columns?: FileSource['columns'] },
): AsyncGenerator<FileRecord> {
  let header: Map<string, number> | null = null
  let delimiter = ','
  for await (const row of readRows(readLines(chunks, maxRowBytes))) {
    const place = `line ${row.number}`
    if (row.text === null) {
      yield malformed(row.cause, place)
      continue
    }
    if (row.text.trim() === '') continue
    if (header === null) {
      const first = Papa.parse<string[]>(row.text, { preview: 1 })
      delimiter = first.meta.delimiter
      header = headerOf(first.data[0] ?? [], columns)
      continue
    }
    const parsed = Papa.parse<string[]>(row.text, { delimiter })
    const cells = parsed.data[0] ?? []
    const broken = parsed.errors.some(({ type }) => type === 'Quotes')
    yield broken
      ? malformed('quotes', place)
      : pageOf(Object.fromEntries([...header].map(([name, at]) => [name, cells[at]])), place, baseUrl)
  }
}

/** Where each of our columns stands. Rejects a table that has no addresses. */
function headerOf(names: readonly string[], columns: FileSource['columns']): Map<string, number> {
  const positions = new Map<string, number>()
  const spelt = names.map((name) => name.trim().toLowerCase())
  for (const [column, usual] of Object.entries(usualNames)) {
    const chosen = (columns as Record<string, string | undefined>)[column]?.trim().toLowerCase()
    const at = chosen === undefined ? spelt.findIndex((name) => usual.includes(name)) : spelt.indexOf(chosen)
    if (chosen !== undefined && at < 0)
      throw new AppError('unprocessable', `The table has no column "${chosen}"; it has ${shown(names)}.`)
    if (at >= 0) positions.set(column, at)
  }
  if (!positions.has('url'))
    throw new AppError(
      'unprocessable',
      `The table has no column of addresses, such as "url"; it has ${shown(names)}.`,
    )
  return positions
}

const shown = (names: readonly string[]): string =>
  names
    .slice(0, 10)
    .map((name) => `"${name.slice(0, 40)}"`)
    .join(', ')

type Row =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly text: null; readonly cause: string }

/** Joins lines until their quotes are balanced. If they never are, the first line alone is given up. */
async function* readRows(lines: AsyncIterable<Line>): AsyncGenerator<Row> {
  let held: { number: number; text: string }[] = []
  let size = 0
  let isOpen = false

  function* add(line: { number: number; text: string }): Generator<Row> {
    held.push(line)
    size += line.text.length + 1
    if (hasOddQuotes(line.text)) isOpen = !isOpen
    if (!isOpen) {
      yield { number: held[0]?.number ?? line.number, text: held.map(({ text }) => text).join('\n') }
      held = []
      size = 0
    } else if (size > maxRowBytes) yield* giveUp()
  }
  function* giveUp(): Generator<Row> {
    const [first, ...rest] = held
    held = []
    size = 0
    isOpen = false
    if (first) yield { number: first.number, text: null, cause: 'quotes' }
    for (const line of rest) yield* add(line)
  }

  for await (const { number, text } of lines) {
    if (text === null) {
      while (held.length > 0) yield* giveUp()
      yield { number, text: null, cause: 'record_too_long' }
    } else yield* add({ number, text })
  }
  while (held.length > 0) yield* giveUp()
}

function hasOddQuotes(text: string): boolean {
  let odd = false
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) odd = !odd
  return odd
}
