import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { runEmbedded } from '../../src/adapters/postgres/embedded/run.ts'
import { migrate } from '../../src/adapters/postgres/migrate.ts'
import { silentLog } from './log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the superuser, to the database that tests make theirs from. */
    postgresUrl: string
  }
}

export const TEMPLATE = 'winnow_template'

// Waits until we are gone, then until PostgreSQL is, and removes the folder: so nothing stays, even when the
// run is killed. In its own session, out of reach of Ctrl-C.
const SWEEP =
  'read x; n=0; while [ -e "$0/postgres/postmaster.pid" ] && [ $n -lt 100 ]; do sleep 0.05; n=$((n+1)); done; rm -rf "$0"'

/** One PostgreSQL for the whole run, with a migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-test-'))
  const sweeper = spawn('/bin/sh', ['-c', SWEEP, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const swept = new Promise((resolve) => sweeper.once('exit', resolve))
  sweeper.unref()

  const settings = { max_connections: '200' }
  const database = await runEmbedded({ dataDir: folder, volatile: true, settings }, silentLog)
  const client = new Client({ connectionString: database.connectionString })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  await migrate({ connectionString: inDatabase(database.connectionString, TEMPLATE) }, silentLog)
  project.provide('postgresUrl', database.connectionString)

  return async () => {
    await database.stop()
    sweeper.ref()
    sweeper.stdin.end()
    await swept
  }
}

export function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
