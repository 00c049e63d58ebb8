import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PostgresPool } from 'kysely'
import type { Pool } from 'pg'
import type { Log } from '../../ports/log.ts'
import type { Records } from '../../ports/records.ts'
import type { Tables } from '../../ports/tables.ts'
import { AppError } from '../../contract/errors.ts'
import { translate } from './failures.ts'
import { createPool } from './pool.ts'
import { teamGuard } from './team-guard.ts'

export interface RecordsOptions {
  readonly connectionString: string
  readonly maxConnections?: number
}

/** The records on a PostgreSQL that is already migrated. */
export function createRecords(options: RecordsOptions, log: Log): Records {
  const pool = createPool(options, log)
  const everyTeam = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: translating(pool) }) })
  const db = everyTeam.withPlugin(teamGuard)

  return {
    db,
    acrossTeams(reason) {
      log.debug({ reason }, 'query across teams')
      return everyTeam
    },
    transaction: (body) => db.transaction().execute(body),
    async check(signal) {
      signal?.throwIfAborted()
      const query = sql`select 1`.execute(db)
      if (!signal) await query
      else await Promise.race([query, aborted(signal)])
    },
    close: () => db.destroy(),
  }
}

const rethrow = (error: unknown): never => {
  throw translate(error)
}

/** Stands between Kysely and the pool, so that every query that loses its connection fails as `unavailable`. */
function translating(pool: Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect().catch(rethrow)
      return {
        // Kysely calls with text and parameters only; a cursor would need the second overload.
        query: ((text: string, values: unknown[]) => client.query(text, values).catch(rethrow)) as never,
        release: () => client.release(),
      }
    },
    end: () => pool.end(),
  }
}

/** Rejects when the signal fires; a time limit means that the database is not there in time. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const give = () => {
      const cause = signal.reason as Error
      const late = new AppError('unavailable', 'The database did not answer in time.', { cause })
      reject(cause.name === 'TimeoutError' ? late : cause)
    }
    signal.addEventListener('abort', give, { once: true })
  })
}
