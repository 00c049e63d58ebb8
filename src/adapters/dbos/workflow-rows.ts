import type { QueryResult, QueryResultRow } from 'pg'
import { APPLICATION, APPLICATION_VERSION, SCHEMA } from './dbos.ts'

/**
 * The statements of ours on DBOS's own tables. Whoever works on a workflow holds its `owner_xid`; DBOS records
 * nothing for an execution whose token is no longer there. So putting a row back also shuts its old executor out.
 */

/** A connection or a pool. */
export interface Database {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>
}

export const NOTICES = 'winnow_jobs'

/** What processes tell each other; it arrives when the transaction that says it commits. */
export type Notice =
  | { readonly queue: string }
  | { readonly cancelled: string }
  | { readonly messageTo: string; readonly topic: string }

export async function announce(db: Database, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return
  const texts = notices.map((notice) => JSON.stringify(notice))
  await db.query('select pg_notify($1, notice) from unnest($2::text[]) as notice', [NOTICES, texts])
}

const backOnQueue = `update ${SCHEMA}.workflow_status as workflow
  set status = 'ENQUEUED', owner_xid = null, started_at_epoch_ms = null,
    updated_at = (extract(epoch from now()) * 1000)::bigint`
const underWay = `workflow.status = 'PENDING' and workflow.application_name = '${APPLICATION}'
  and workflow.application_version = '${APPLICATION_VERSION}'`

interface Moved {
  readonly queue: string
}

/** The workflows that the records say this executor has under way, each with the token of its execution. */
export async function rollCall(db: Database, executorId: string): Promise<Map<string, string | null>> {
  const { rows } = await db.query<{ id: string; owner: string | null }>(
    `select workflow_uuid as id, owner_xid as owner from ${SCHEMA}.workflow_status as workflow
     where ${underWay} and executor_id = $1`,
    [executorId],
  )
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}

/**
 * Puts an executor's own work back on its queues: all of it, or the given ids. That is no failure, so it does not
 * count among the attempts after which a workflow that keeps killing its process is given up.
 */
export async function handBack(db: Database, executorId: string, ids?: readonly string[]): Promise<number> {
  const { rows } = await db.query<Moved>(
    `${backOnQueue}, recovery_attempts = greatest(recovery_attempts - 1, 0)
     where ${underWay} and executor_id = $1 and ($2::text[] is null or workflow_uuid = any($2))
     returning queue_name as queue`,
    [executorId, ids ?? null],
  )
  await announce(db, rows)
  return rows.length
}

/**
 * Puts back the work of every executor without a fresh heartbeat, by the database's clock and in one statement, so
 * that a heartbeat either comes before it or finds the work gone. While the database has not been up for that
 * long itself nobody could beat, and every executor that it knows counts as alive.
 */
export async function takeOverFromDead(db: Database, deadAfterMs: number): Promise<string[]> {
  const { rows } = await db.query<Moved & { executor: string }>(
    `${backOnQueue}
     where ${underWay} and not exists (
       select from job_executors as executor where executor.id = workflow.executor_id
         and greatest(executor.heartbeat_at, pg_postmaster_start_time()) > now() - $1 * interval '1 millisecond')
     returning queue_name as queue, executor_id as executor`,
    [deadAfterMs],
  )
  await announce(db, rows)
  return rows.map(({ executor }) => executor)
}

/** Some of the workflows that ended before the given moment, the oldest first. */
export async function endedBefore(db: Database, moment: Date, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select workflow_uuid as id from ${SCHEMA}.workflow_status as workflow
     where completed_at < $1 and application_name = '${APPLICATION}' order by completed_at limit $2`,
    [moment.getTime(), limit],
  )
  return rows.map(({ id }) => id)
}

/** DBOS forgets its own rows of a workflow, but not those of transaction steps. */
export async function forgetTransactions(db: Database, ids: readonly string[]): Promise<void> {
  await db.query(`delete from ${SCHEMA}.transaction_completion where workflow_id = any($1)`, [ids])
}
