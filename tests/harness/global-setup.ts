import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/adapters/postgres/embedded/run.ts'
import { migrate } from '../../src/adapters/postgres/migrate.ts'
import { createRecords } from '../../src/adapters/postgres/records.ts'
import { createIds, systemClock } from '../../src/adapters/system/clock-and-ids.ts'
import { createDocuments } from '../../src/documents/index.ts'
import { silentLog } from './log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the superuser, to the database that tests make theirs from. */
    postgresUrl: string
    /** Where tests make their folders; removed after the run, however it ends. */
    testRoot: string
  }
}

export const TEMPLATE = 'winnow_template'

// Removes the folder when it is told to, or when we are gone: then some tests and their databases may still be ending,
// and it has to be removed until it stays away. In its own session, out of reach of Ctrl-C.
const SWEEP = `read told || for n in 1 2 3 4 5 6 7 8 9 10; do rm -rf "$0"; sleep 0.5; done
rm -rf "$0"`

/** What is built for the processes that tests start, and one PostgreSQL with a migrated template database, for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed.')
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'winnow-test-')))
  // Some tests run programs as other users, who must be able to pass.
  await chmod(folder, 0o711)
  const sweeper = spawn('/bin/sh', ['-c', SWEEP, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const swept = new Promise((resolve) => sweeper.once('exit', resolve))
  sweeper.unref()

  const settings = { max_connections: '200' }
  const database = await startEmbedded({ dataDir: join(folder, 'data'), volatile: true, settings }, silentLog)
  const client = new Client({ connectionString: database.connectionString })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const connectionString = inDatabase(database.connectionString, TEMPLATE)
  await migrate({ connectionString }, silentLog)
  // As every start of the server does.
  const records = createRecords({ connectionString, maxConnections: 1 }, silentLog)
  await createDocuments({ records, clock: systemClock, ids: createIds() }).ensurePublicTeam()
  await records.close()
  project.provide('postgresUrl', database.connectionString)
  project.provide('testRoot', folder)

  return async () => {
    await database.stop()
    sweeper.ref()
    sweeper.stdin.end('done\n')
    await swept
  }
}

export function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
