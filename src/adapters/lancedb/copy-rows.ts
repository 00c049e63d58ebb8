import { makeArrowTable, type Table } from '@lancedb/lancedb'
import { textSchema, type Row } from './columns.ts'
import { plain } from './write.ts'

/** Rows that stay in fresh though they are in main: they tell how rare a word is, which few new rows could not. */
export const recentRows = 1_000

/** Answers the number below which rows need not stay in fresh. Rows already in main are those of the last time. */
export async function copyRows(fresh: Table, main: Table): Promise<number> {
  const rows: Row[] = (await fresh.query().toArray()).map(plain)
  await main
    .mergeInsert('id')
    .whenNotMatchedInsertAll()
    .execute(makeArrowTable(rows, { schema: textSchema }))
  const written = rows.map((row) => row.written as number).toSorted((a, b) => b - a)
  return written[recentRows - 1] ?? 0
}
