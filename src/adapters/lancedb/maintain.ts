import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Table } from '@lancedb/lancedb'
import { AppError } from '../../contract/errors.ts'
import { compactTable } from './compact.ts'
import { recentRows } from './copy-rows.ts'
import type { Tables } from './tables.ts'
import { vectorsNeedIndexing } from './vector-index.ts'

const fewRows = 3_000

/** How many rows fresh takes beyond these. To index main costs the more the larger it is, so it happens more seldom. */
const maxFresh = (mainRows: number): number => recentRows + Math.min(20_000, Math.max(2_000, mainRows / 20))

/** Runs work on the index one after another. */
export type Serially = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Does for words whatever has become necessary. Writes may come in between any two steps; only the short ones hold
 * them up.
 */
export async function maintainWords(
  folder: string,
  tables: Tables,
  serially: Serially,
  signal: AbortSignal,
): Promise<void> {
  const [freshRows, mainRows] = await Promise.all([tables.fresh.countRows(), tables.main.countRows()])
  if (freshRows > maxFresh(mainRows)) {
    const movedBefore = await moveToMain(folder, tables.main, serially, signal)
    await serially(() => tables.fresh.delete(`written < ${movedBefore}`))
    await serially(() => compactTable(tables.fresh))
  }
}

/** The same for vectors, whose index takes longer to build: words do not wait for it. */
export async function maintainVectors(
  folder: string,
  tables: Tables,
  serially: Serially,
  signal: AbortSignal,
): Promise<void> {
  if (await vectorsNeedCompacting(tables)) await compactAmidWrites(folder, tables.vectors, serially, signal)
}

/** Answers the number below which rows need not stay in fresh. No row of fresh may change while they are copied. */
async function moveToMain(
  folder: string,
  main: Table,
  serially: Serially,
  signal: AbortSignal,
): Promise<number> {
  let movedBefore: number | undefined
  try {
    await compactElsewhere(folder, main.name, signal, async (say) => {
      await say() // it has started, which takes longer than to copy
      movedBefore = await serially(() => say('copy'))
    })
  } catch (error) {
    signal.throwIfAborted()
    if (movedBefore === undefined) throw error
    await serially(() => compactElsewhere(folder, main.name, signal))
  }
  return movedBefore ?? 0
}

async function vectorsNeedCompacting({ vectors }: Tables): Promise<boolean> {
  if (await vectorsNeedIndexing(vectors)) return true
  const { fragmentStats } = await vectors.stats()
  return fragmentStats.numSmallFragments > 200
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

/** Says something to the process, or nothing, and waits for what it says next. */
type Say = (message?: string) => Promise<number>

/** `copying` goes before: it has the process copy fresh to the table first, if it is given. */
async function compactElsewhere(
  folder: string,
  table: string,
  signal: AbortSignal,
  copying?: (say: Say) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted()
  const child = fork(processFile, [folder, table, ...(copying ? ['fresh'] : [])], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const stop = (): boolean => child.kill('SIGKILL') // tables survive that at any moment
  signal.addEventListener('abort', stop, { once: true })
  try {
    let complaint = ''
    child.stderr?.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-2_000)))
    const ended = once(child, 'close').then(([code]: (number | null)[]) => {
      signal.throwIfAborted()
      if (code !== 0)
        throw new AppError('internal', `The index could not be compacted: ${complaint || `exit ${code}`}`)
    })
    await Promise.all([ended, copying?.(say)])

    async function say(message?: string): Promise<number> {
      const answer = once(child, 'message') as Promise<[number]>
      if (message !== undefined) child.send(message)
      const [value] = await Promise.race([answer, ended.then((): [number] => [0])])
      return value
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
