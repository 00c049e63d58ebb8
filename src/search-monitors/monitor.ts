import type { Selectable } from 'kysely'
import { AppError } from '../contract/errors.ts'
import {
  SearchMonitorEventType,
  type MonitoredSearch,
  type SearchMonitor,
  type SearchMonitorFailure,
  type SearchMonitorOutput,
  type SearchMonitorRun,
} from '../contract/search-monitors.ts'
import type { Db, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'

export type MonitorRow = Selectable<Tables['search_monitors']>
export type RunRow = Selectable<Tables['search_monitor_runs']>

/** The states in which a run has still to do something. */
export const underWay = ['pending', 'running']

/** Written from requests alone, so it is what the contract says. */
export const searchOf = ({ search }: MonitorRow): MonitoredSearch => search as unknown as MonitoredSearch

export const targetOf = ({ webhook_url: url, webhook_events: events }: MonitorRow) => ({
  url,
  events: events ?? SearchMonitorEventType.options,
})

export const ownerOf = ({ team_id: teamId, id: ownerId }: MonitorRow) => ({ teamId, ownerId })

export const presentMonitor = (row: MonitorRow): SearchMonitor => ({
  id: row.id,
  name: row.name,
  status: row.status as SearchMonitor['status'], // written by the service alone
  search: row.search,
  trigger: row.period === null ? null : { type: 'interval', period: row.period },
  outputSchema: row.output_schema,
  metadata: row.metadata,
  webhook: {
    url: row.webhook_url,
    ...(row.webhook_events && { events: row.webhook_events as SearchMonitorEventType[] }),
  },
  nextRunAt: row.next_run_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export function presentRun(row: RunRow): SearchMonitorRun {
  const endedAt = row.completed_at ?? row.failed_at ?? row.cancelled_at
  return {
    id: row.id,
    monitorId: row.monitor_id,
    status: row.status as SearchMonitorRun['status'], // written by runs alone, as are those below
    output: row.output as SearchMonitorOutput | null,
    failReason: row.fail_reason as SearchMonitorFailure | null,
    startedAt: row.started_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    failedAt: row.failed_at?.toISOString() ?? null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    durationMs: row.started_at && endedAt ? endedAt.getTime() - row.started_at.getTime() : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

const monitors = (db: Db, teamId: string, id: string) =>
  db.selectFrom('search_monitors').selectAll().where('team_id', '=', teamId).where('id', '=', id)

/** Rejects with `not_found`. */
export const findMonitor = async (db: Db, teamId: string, id: string): Promise<MonitorRow> =>
  (await monitors(db, teamId, id).executeTakeFirst()) ?? missing('monitor', id)

/** Whoever changes a monitor or one of its runs locks it first. Undefined when it is gone. */
export const lockMonitor = (tx: Tx, teamId: string, id: string): Promise<MonitorRow | undefined> =>
  monitors(tx, teamId, id).forUpdate().executeTakeFirst()

export function missing(kind: 'monitor' | 'run', id: string): never {
  throw new AppError('not_found', `There is no ${kind} "${id}".`, {
    reason: kind === 'monitor' ? 'MONITOR_NOT_FOUND' : 'MONITOR_RUN_NOT_FOUND',
  })
}
