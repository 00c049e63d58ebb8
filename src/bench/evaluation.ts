import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../config.ts'

/** Where vectors and the rewritten model are kept from one run to the next. */
export const cacheFolder = join(tmpdir(), 'winnow-bench')

export function evaluationData(): string {
  const { evalData } = loadConfig().config
  if (evalData !== undefined) return evalData
  throw new Error('Set WINNOW_EVAL_DATA to the folder that holds the evaluation data.')
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
