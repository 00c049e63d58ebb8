import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, inject } from 'vitest'
import { createRecords } from '../../src/adapters/postgres/records.ts'
import type { Records } from '../../src/ports/records.ts'
import { inDatabase, TEMPLATE } from './global-setup.ts'
import { silentLog } from './log.ts'

export interface TestDatabase {
  readonly connectionString: string
  readonly records: Records
}

/** A migrated database of one's own, dropped after the file's tests. Call it once per file, or per test. */
export async function testDatabase(): Promise<TestDatabase> {
  const connectionString = await createDatabase(`template ${TEMPLATE}`)
  const records = createRecords({ connectionString, maxConnections: 5 }, silentLog)
  afterAll(() => records.close())
  return { connectionString, records }
}

/** An empty database without any table, for tests of migrations and restores. */
export const emptyDatabase = (): Promise<string> => createDatabase('template template1')

async function createDatabase(origin: string): Promise<string> {
  const url = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(url, `create database ${name} ${origin} strategy file_copy`)
  // Hooks run last in, first out: connections made on it are closed before.
  afterAll(() => administer(url, `drop database ${name} with (force)`))
  return inDatabase(url, name)
}

async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
