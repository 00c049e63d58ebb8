import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Log } from '../../ports/log.ts'
import { dbosLogger } from './dbos-logger.ts'
import { ensureSystemDatabase, GlobalLogger, migrateDataSourcePG, SCHEMA } from './dbos.ts'

/** Any number will do, as long as nobody else uses it. */
const MIGRATION_LOCK = 946_671

/**
 * Brings DBOS's tables to its level, those for transaction steps included. It has no lock of its own, and processes that start together on a new database
 * fail on each other's tables. The lock is tried, not waited for: some indexes are built concurrently, which waits
 * for every running statement, and a statement that waited for the lock would wait for ever.
 */
export async function migrate(pool: Pool, log: Log): Promise<void> {
  const session = await pool.connect()
  try {
    for (;;) {
      const { rows } = await session.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
        MIGRATION_LOCK,
      ])
      if (rows[0]?.locked) break
      await delay(50)
    }
    // The address is not used with a pool of ours, and not given, so that its password cannot reach a log. We
    // listen ourselves, so its triggers are not needed.
    const logger = new GlobalLogger(undefined, { logger: dbosLogger(log) })
    await ensureSystemDatabase('', logger, pool, SCHEMA, false)
    await session.query('begin')
    await migrateDataSourcePG(async (text) => (await session.query(text)).rows, SCHEMA)
    await session.query('commit')
  } finally {
    // Destroyed rather than returned: the lock ends with its session.
    session.release(true)
  }
}
