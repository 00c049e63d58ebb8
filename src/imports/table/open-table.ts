import type { ImportTable } from '../../contract/imports.ts'
import type { Entity } from '../../contract/webset-shapes.ts'
import { findColumns, identify } from './columns.ts'
import { decode, refuseDocuments, sniffEncoding, type Chunks } from './decode.ts'
import { dialectOf, isEmpty, readRows, type Row, type Stretch } from './read-rows.ts'
import { TableProblem } from './table-problem.ts'

/** A row that can be told from others. */
export interface TableRow {
  /** Counted from 1, without the header and empty lines. */
  readonly number: number
  readonly url: string | null
  readonly name: string | null
}

export interface TableStretch {
  readonly rows: readonly TableRow[]
  /** Rows so far, with those that have nothing to tell them by, and bytes of the file. */
  readonly read: number
  readonly bytes: number
}

export interface Table {
  readonly layout: ImportTable
  /** The rows by which the columns were told. */
  readonly sample: readonly TableRow[]
  /** All rows, those of the sample included. */
  readonly stretches: AsyncGenerator<TableStretch>
}

const sampleRows = 200
/** So much shows how a table keeps its values apart. */
const beginningLength = 64 * 1024

/**
 * Reads a file as a table: its encoding, how it keeps values apart, and which columns say what a row is. The file is
 * opened twice. Rejects with a `TableProblem`, here or while its rows are read, one that cannot be imported.
 */
export async function openTable(
  read: () => Chunks,
  what: { readonly entity: Entity; readonly identifier: number | null },
): Promise<Table> {
  const encoding = await sniffEncoding(read())
  const pieces = decode(read(), encoding)
  try {
    return await readTable(pieces, encoding, what)
  } catch (error) {
    await pieces.return(undefined)
    throw error
  }
}

async function readTable(
  pieces: ReturnType<typeof decode>,
  encoding: ImportTable['encoding'],
  what: { readonly entity: Entity; readonly identifier: number | null },
): Promise<Table> {
  let beginning = { text: '', bytes: 0 }
  while (beginning.text.length < beginningLength) {
    const next = await pieces.next()
    if (next.done) break
    beginning = { text: beginning.text + next.value.text, bytes: next.value.bytes }
  }
  refuseDocuments(beginning.text)
  const { skip, ...dialect } = dialectOf(beginning.text)

  async function* all() {
    yield { ...beginning, text: beginning.text.slice(skip) }
    yield* pieces
  }
  const source = readRows(all(), dialect)
  const ahead: Stretch[] = []
  let found: Row[] = []
  while (found.length <= sampleRows) {
    const next = await source.next()
    if (next.done) break
    const stretch = { ...next.value, rows: next.value.rows.filter((row) => !isEmpty(row)) }
    ahead.push(stretch)
    found = [...found, ...stretch.rows]
  }
  const [header, ...rows] = found
  if (!header) throw new TableProblem('invalid_file_content', 'The file has nothing but empty lines.')
  const sample = rows.slice(0, sampleRows)
  if (sample.length === 0) refuseBareHeader(header)
  const requireFit = (row: Row, number: number): void => {
    const isWider = row.slice(header.length).some((cell) => cell.trim() !== '')
    if (isWider) throw tooWide(number + 1, row.length, header.length, dialect.delimiter)
  }
  // Values that are out of place would have the columns told wrong.
  for (const [at, row] of sample.entries()) requireFit(row, at + 1)
  const columns = findColumns(header, sample, what)

  let number = 0
  const toTableRow = (row: Row): TableRow[] => {
    number += 1
    requireFit(row, number)
    const identity = identify(row, columns, what.entity.type)
    return identity === null ? [] : [{ number, ...identity }]
  }
  async function* stretches(): AsyncGenerator<TableStretch> {
    let isHeader = true
    try {
      for await (const stretch of following()) {
        const body = isHeader ? stretch.rows.slice(1) : stretch.rows
        if (stretch.rows.length > 0) isHeader = false
        const told = body.flatMap(toTableRow)
        yield { rows: told, read: number, bytes: stretch.bytes }
      }
    } finally {
      // Whoever stops early leaves no file open.
      await pieces.return(undefined)
    }
  }
  async function* following(): AsyncGenerator<Stretch> {
    yield* ahead.splice(0)
    for await (const stretch of source)
      yield { ...stretch, rows: stretch.rows.filter((row) => !isEmpty(row)) }
  }
  return {
    layout: { encoding, delimiter: dialect.delimiter, ...columns },
    sample: sample.flatMap((row, at) => {
      const identity = identify(row, columns, what.entity.type)
      return identity === null ? [] : [{ number: at + 1, ...identity }]
    }),
    stretches: stretches(),
  }
}

function refuseBareHeader(header: Row): never {
  const isData = header.some((cell) => /^https?:\/\/|^www\./i.test(cell.trim()))
  throw new TableProblem(
    'invalid_file_content',
    isData
      ? 'The file has a single line, and that is no header. The first line has to name the columns.'
      : 'The file has a header but no rows below it.',
  )
}

const tooWide = (row: number, cells: number, columns: number, delimiter: string) =>
  new TableProblem(
    'invalid_file_content',
    `Row ${row} (the header is row 1) has ${cells} values for ${columns} columns. A value with "${delimiter === '\t' ? 'tab' : delimiter}" in it has to be quoted.`,
  )
