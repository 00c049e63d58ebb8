import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { createRecords } from '../../src/adapters/postgres/records.ts'
import type { Records } from '../../src/ports/records.ts'
import { afterwards } from './afterwards.ts'
import { inDatabase, TEMPLATE } from './global-setup.ts'
import { silentLog } from './log.ts'

export interface TestDatabase {
  readonly connectionString: string
  readonly records: Records
}

/** A migrated database of one's own. Called in a test it is dropped after it, else after the file's last. */
export async function testDatabase(): Promise<TestDatabase> {
  const connectionString = await createDatabase(`template ${TEMPLATE}`)
  const records = createRecords({ connectionString, maxConnections: 5 }, silentLog)
  afterwards(() => records.close())
  return { connectionString, records }
}

/** An empty database without any table, for tests of migrations and restores. */
export const emptyDatabase = (): Promise<string> => createDatabase('template template1')

async function createDatabase(origin: string): Promise<string> {
  const url = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(url, `create database ${name} ${origin} strategy file_copy`)
  // Hooks run last in, first out: connections made on it are closed before.
  afterwards(() => administer(url, `drop database ${name} with (force)`))
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
