import { fork } from 'node:child_process'
import { once } from 'node:events'
import { makeArrowTable, type Table } from '@lancedb/lancedb'
import { AppError } from '../../contract/errors.ts'
import { textSchema, type Row } from './columns.ts'
import { compactTable, flatVectors } from './compact.ts'
import type { Tables } from './tables.ts'
import { plain } from './write.ts'

/** Rows that stay in fresh though they are in main: they tell how rare a word is, which few new rows could not. */
export const recentRows = 1_000

const fewRows = 3_000

/** So many vectors may be outside the graph; to look at each takes a millisecond for a thousand. */
const looseVectors = 1_000

/** How many rows fresh takes beyond these. To index main costs the more the larger it is, so it happens more seldom. */
const maxFresh = (mainRows: number): number => recentRows + Math.min(20_000, Math.max(2_000, mainRows / 20))

/** Runs work on the index one after another. */
export type Serially = <T>(work: () => Promise<T>) => Promise<T>

/** Does whatever has become necessary. Writes may come in between any two steps; only the short ones hold them up. */
export async function maintainTables(
  folder: string,
  tables: Tables,
  serially: Serially,
  signal: AbortSignal,
): Promise<void> {
  const [freshRows, mainRows] = await Promise.all([tables.fresh.countRows(), tables.main.countRows()])
  if (freshRows > maxFresh(mainRows)) {
    const movedBefore = await serially(() => copyToMain(tables))
    await compactAmidWrites(folder, tables.main, serially, signal)
    await serially(() => tables.fresh.delete(`written < ${movedBefore}`))
    await serially(() => compactTable(tables.fresh))
  }
  if (await vectorsNeedCompacting(tables)) await compactAmidWrites(folder, tables.vectors, serially, signal)
}

/** Answers the number below which rows need not stay in fresh. Rows already in main are those of the last time. */
async function copyToMain(tables: Tables): Promise<number> {
  const rows: Row[] = (await tables.fresh.query().toArray()).map(plain)
  await tables.main
    .mergeInsert('id')
    .whenNotMatchedInsertAll()
    .execute(makeArrowTable(rows, { schema: textSchema }))
  const written = rows.map((row) => row.written as number).toSorted((a, b) => b - a)
  return written[recentRows - 1] ?? 0
}

async function vectorsNeedCompacting({ vectors }: Tables): Promise<boolean> {
  const [graph, stats] = await Promise.all([vectors.indexStats('vector_idx'), vectors.stats()])
  const slow = graph
    ? graph.numUnindexedRows > Math.max(looseVectors, graph.numIndexedRows / 50)
    : stats.numRows > flatVectors
  return slow || stats.fragmentStats.numSmallFragments > 200
}

/** Processes run compiled code: under the tests, which run the sources, that is the output of the build. */
const processFile = new URL(
  import.meta.url.endsWith('.ts')
    ? '../../../dist/adapters/lancedb/compact-process.js'
    : './compact-process.js',
  import.meta.url,
)

/** Deletions win over compacting: where they come too often, writes wait for it once. */
async function compactAmidWrites(
  folder: string,
  table: Table,
  serially: Serially,
  signal: AbortSignal,
): Promise<void> {
  try {
    await compact(folder, table, signal)
  } catch {
    signal.throwIfAborted()
    await serially(() => compact(folder, table, signal))
  }
}

/** A small table takes less than to start a process does. */
export async function compact(folder: string, table: Table, signal: AbortSignal): Promise<void> {
  if ((await table.countRows()) > fewRows) await compactElsewhere(folder, table.name, signal)
  else await compactTable(table)
}

async function compactElsewhere(folder: string, table: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const child = fork(processFile, [folder, table], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const stop = (): boolean => child.kill('SIGKILL') // tables survive that at any moment
  signal.addEventListener('abort', stop, { once: true })
  try {
    let complaint = ''
    child.stderr?.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-2_000)))
    const [code] = (await once(child, 'close')) as [number | null]
    signal.throwIfAborted()
    if (code !== 0)
      throw new AppError('internal', `The index could not be compacted: ${complaint || `exit ${code}`}`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
