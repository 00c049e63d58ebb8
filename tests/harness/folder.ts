import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { runEmbedded } from '../../src/adapters/postgres/embedded/run.ts'
import { silentLog } from './log.ts'

const makeFolder = async () => await realpath(await mkdtemp(join(tmpdir(), 'winnow-test-')))
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** An empty folder that is removed after the test. */
export async function testFolder(): Promise<string> {
  const folder = await makeFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}

/**
 * A data folder whose database is made and stopped, for the tests of one file: making one takes the better part of a
 * second. Each test may start it, and has it stopped (or killed) at its end.
 */
export async function dataFolder(): Promise<string> {
  const folder = await makeFolder()
  afterAll(() => removeFolder(folder))
  const made = await runEmbedded({ dataDir: folder, volatile: true }, silentLog)
  await made.stop()
  return folder
}
