import { Pool, types as defaultTypes } from 'pg'
import type { CustomTypesConfig } from 'pg'
import type { Log } from '../../ports/log.ts'

/** bigint is read as a number: every such column of ours stays below 2^53. */
export const types: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === defaultTypes.builtins.INT8 && format !== 'binary'
      ? Number
      : defaultTypes.getTypeParser(oid, format),
}

export interface PoolOptions {
  readonly connectionString: string
  readonly maxConnections?: number
  /** Shown in pg_stat_activity. */
  readonly name?: string
}

/** A pool that survives the loss of its server: a broken connection is logged and replaced, never thrown. */
export function createPool(
  { connectionString, maxConnections = 10, name = 'winnow' }: PoolOptions,
  log: Log,
) {
  const pool = new Pool({
    connectionString,
    types,
    max: maxConnections,
    application_name: name,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 30_000,
  })
  const broken = (error: Error) => log.debug({ err: error }, 'a database connection broke')
  // `pg` emits on the pool for idle clients and on the client itself for those in use or ending; an emitted
  // error that nobody listens to would end the process.
  pool.on('error', broken)
  pool.on('connect', (client) => client.on('error', broken))
  return pool
}
