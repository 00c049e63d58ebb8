import type { Snapshot } from '../snapshot.ts'
import { columnsOf, harmless, lineOf, type Cell } from './cells.ts'

/** RFC 4180, with a mark at the beginning by which spreadsheets know that it is UTF-8. */
export async function* csv(snapshot: Snapshot, evidence: boolean): AsyncGenerator<string> {
  const columns = columnsOf(snapshot, evidence)
  yield `\uFEFF${record(columns.map(({ heading }) => heading))}`
  for await (const item of snapshot.eachItem()) {
    const line = lineOf(snapshot, item)
    yield record(columns.map(({ cellOf }) => cellOf(line)))
  }
}

const record = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`

/** Text is always quoted: what begins a cell is then what we say begins it. */
const field = (cell: Cell): string =>
  typeof cell === 'string' ? `"${harmless(cell).replaceAll('"', '""')}"` : String(cell ?? '')
