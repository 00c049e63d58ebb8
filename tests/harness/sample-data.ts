import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { startServerChild } from '../../src/bench/server-child.ts'
import type { IndexStatus } from '../../src/contract/index-status.ts'

const execute = promisify(execFile)
const patienceMs = 120_000

/** The settings of every server of a run: only the built-in models are shared, because making them takes seconds. */
export const sharedModels = () => ({ WINNOW_MODELS_DIR: join(inject('testRoot'), 'models') })

/**
 * A data folder with the sample web in it, all of it to be found. Loading the sample takes seconds of work, so one
 * server does it for the whole run, and others start from copies of what it left.
 */
export async function copySampleData(dataDir: string): Promise<void> {
  const loaded = join(inject('testRoot'), 'sample')
  if (await isFirst(`${loaded}.making`)) {
    await load(join(`${loaded}.making`, 'data'))
    await rename(`${loaded}.making`, loaded)
  }
  for (const deadline = Date.now() + patienceMs; !existsSync(loaded); await sleep(100))
    if (Date.now() > deadline) throw new Error('the sample web was not loaded within two minutes')
  await execute('cp', ['-a', join(loaded, 'data'), dataDir])
}

/** Of several workers that want it at once, one. */
async function isFirst(folder: string): Promise<boolean> {
  if (existsSync(folder.replace(/\.making$/, ''))) return false
  return mkdir(folder).then(
    () => true,
    () => false,
  )
}

async function load(dataDir: string): Promise<void> {
  const server = startServerChild({ dataDir, environment: sharedModels(), flags: ['--log-level', 'warn'] })
  try {
    const url = await server.ready
    const key = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim()
    for (const deadline = Date.now() + patienceMs; ; await sleep(100)) {
      const answer = await fetch(new URL('/winnow/v1/index', url), { headers: { 'x-api-key': key } })
      const { documents, backlog } = (await answer.json()) as IndexStatus
      if (documents > 200 && backlog.documents === 0 && backlog.passages === 0) return
      if (Date.now() > deadline) throw new Error(`the sample was not loaded:\n${server.stderr()}`)
    }
  } finally {
    await server.end('SIGTERM')
  }
}
