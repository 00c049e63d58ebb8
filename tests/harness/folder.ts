import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { startEmbedded } from '../../src/adapters/postgres/embedded/run.ts'
import { afterwards } from './afterwards.ts'
import { silentLog } from './log.ts'

/** An empty folder. Called in a test it is removed after it, else after the file's last. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('testRoot'), 'f-'))
  afterwards(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * A data folder whose database is made and stopped, for the tests of one file: making one takes the better part of a
 * second. Each test may start it, and has it stopped (or killed) at its end.
 */
export async function dataFolder(): Promise<string> {
  const folder = await testFolder()
  const made = await startEmbedded({ dataDir: folder, volatile: true }, silentLog)
  await made.stop()
  return folder
}
