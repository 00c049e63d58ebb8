import Papa from 'papaparse'
import { TableProblem } from './table-problem.ts'

export type Row = readonly string[]

interface Piece {
  readonly text: string
  readonly bytes: number
}

/** Rows that were read together, and the bytes of the file up to here. */
export interface Stretch {
  readonly rows: readonly Row[]
  readonly bytes: number
}

export interface Dialect {
  readonly delimiter: string
  readonly newline: '\n' | '\r'
}

/** A row that is longer has a quote that never ends, or is not meant for people. */
const longestRow = 1024 * 1024

const delimiters = [',', ';', '\t', '|']

/** How the values of a table are kept apart, told by how it begins. A first line `sep=;`, as Excel has it, says so. */
export function dialectOf(beginning: string): Dialect & { readonly skip: number } {
  const newline = !beginning.includes('\n') && beginning.includes('\r') ? '\r' : '\n'
  const [said, delimiter] = /^sep=(.)\r?[\n\r]/i.exec(beginning) ?? []
  if (said !== undefined && delimiter !== undefined) return { delimiter, newline, skip: said.length }
  const { meta } = Papa.parse(beginning, {
    preview: 50,
    newline,
    skipEmptyLines: 'greedy',
    delimitersToGuess: delimiters,
  })
  return { delimiter: delimiters.includes(meta.delimiter) ? meta.delimiter : ',', newline, skip: 0 }
}

/** What the parser of Papa Parse answers, which its types leave open. */
interface Parsed {
  readonly data: string[][]
  readonly errors: readonly { readonly code: string; readonly row: number }[]
  readonly meta: { readonly cursor: number }
}

/**
 * The rows of a table, with those that are empty, holding no more of it than one piece and one row. Rejects with a
 * `TableProblem` a table whose quotes do not match, for nobody knows what its rows are.
 */
export async function* readRows(
  pieces: AsyncIterable<Piece>,
  { delimiter, newline }: Dialect,
): AsyncGenerator<Stretch> {
  let held = ''
  let before = 0
  let bytes = 0

  function parse(isLast: boolean): Row[] {
    // One for each piece: a parser keeps its place in the text it was given.
    const parser = new Papa.Parser({ delimiter, newline })
    const { data, errors, meta } = parser.parse(held, 0, !isLast) as Parsed
    // What is wrong with a row that is not whole yet may be right when it is.
    const wrong = errors.find(({ row }) => row < data.length)
    if (wrong) throw mismatched(before + wrong.row + 1, wrong.code)
    held = isLast ? '' : held.slice(meta.cursor)
    if (held.length > longestRow) throw tooLong(before + data.length + 1, held)
    before += data.length
    return data.map(withoutReturn)
  }

  for await (const piece of pieces) {
    held += piece.text
    bytes = piece.bytes
    yield { rows: parse(false), bytes }
  }
  // What ends with a line break has no further row after it.
  if (held !== '') yield { rows: parse(true), bytes }
}

/** Lines may end with a carriage return and a line feed, or with a line feed alone, also in one file. */
function withoutReturn(row: string[]): Row {
  const last = row.length - 1
  if (row[last]?.endsWith('\r')) row[last] = row[last].slice(0, -1)
  return row
}

const mismatched = (row: number, code: string) =>
  new TableProblem(
    'invalid_file_content',
    code === 'MissingQuotes'
      ? `Row ${row} (the header is row 1) has a quote that is never closed.`
      : `Row ${row} (the header is row 1) has text after a closing quote. A quote within a quoted value is written twice.`,
  )

const tooLong = (row: number, text: string) =>
  new TableProblem(
    'invalid_file_content',
    text.includes('"')
      ? `Row ${row} (the header is row 1) has a quote that is never closed, or over ${longestRow} characters.`
      : `Row ${row} (the header is row 1) has over ${longestRow} characters.`,
  )

export const isEmpty = (row: Row): boolean => row.every((cell) => cell.trim() === '')
