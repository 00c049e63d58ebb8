import type { Selectable } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { Monitor, MonitorBehavior } from '../contract/monitors.ts'
import type { Db } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { presentRun, type RunRow } from './run.ts'

export type MonitorRow = Selectable<Tables['monitors']>

/** Written from requests alone, so it is what the contract says. */
export const behaviorOf = ({ behavior }: MonitorRow): MonitorBehavior => behavior as MonitorBehavior

export const presentMonitor = (row: MonitorRow, lastRun: RunRow | undefined): Monitor => ({
  id: row.id,
  object: 'monitor',
  status: row.status as Monitor['status'], // written by the service alone
  websetId: row.webset_id,
  cadence: { cron: row.cron, timezone: row.time_zone },
  behavior: behaviorOf(row),
  lastRun: lastRun ? presentRun(lastRun) : null,
  nextRunAt: row.next_run_at?.toISOString() ?? null,
  metadata: row.metadata,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** Shows monitors with the newest of their runs. */
export async function presentMonitors(
  db: Db,
  teamId: string,
  rows: readonly MonitorRow[],
): Promise<(row: MonitorRow) => Monitor> {
  const runs = await db
    .selectFrom('monitor_runs')
    .distinctOn('monitor_id')
    .selectAll()
    .where('team_id', '=', teamId)
    .where((columns) => columns('monitor_id', '=', columns.fn.any(columns.val(rows.map(({ id }) => id)))))
    .orderBy('monitor_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const lastRuns = new Map(runs.map((run) => [run.monitor_id, run]))
  return (row) => presentMonitor(row, lastRuns.get(row.id))
}

/** The monitors of websets, in the order in which they were made. */
export async function monitorsOf(
  db: Db,
  teamId: string,
  websetIds: readonly string[],
): Promise<(websetId: string) => readonly Monitor[]> {
  if (websetIds.length === 0) return () => []
  const rows = await db
    .selectFrom('monitors')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('webset_id', 'in', [...websetIds])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  if (rows.length === 0) return () => []
  const present = await presentMonitors(db, teamId, rows)
  return (websetId) => rows.filter((row) => row.webset_id === websetId).map(present)
}

/** For work on what may be deleted at any moment: then there is nothing left to do. */
export function unlessGone(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
}
