import type { Selectable } from 'kysely'
import type { AgentMonitor, AgentMonitorField } from '../contract/agent-monitors.ts'
import { AppError } from '../contract/errors.ts'
import type { Db, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'

export type MonitorRow = Selectable<Tables['agent_monitors']>

/** Written from requests alone, so they are what the contract says. */
export const fieldsOf = ({ fields }: MonitorRow): readonly AgentMonitorField[] =>
  fields as AgentMonitorField[]

const monitors = (db: Db, teamId: string, id: string) =>
  db.selectFrom('agent_monitors').selectAll().where('team_id', '=', teamId).where('id', '=', id)

/** Rejects with `not_found`. */
export const findMonitor = async (db: Db, teamId: string, id: string): Promise<MonitorRow> =>
  (await monitors(db, teamId, id).executeTakeFirst()) ?? missingMonitor(id)

/** Undefined when it is gone. */
export const lockMonitor = (tx: Tx, teamId: string, id: string): Promise<MonitorRow | undefined> =>
  monitors(tx, teamId, id).forUpdate().executeTakeFirst()

export function missingMonitor(id: string): never {
  throw new AppError('not_found', `There is no monitor "${id}".`, { reason: 'MONITOR_NOT_FOUND' })
}

/** Shows monitors, with how many entities they have and how many of these are still to be looked up. */
export async function presentMonitors(
  db: Db,
  teamId: string,
  rows: readonly MonitorRow[],
): Promise<(row: MonitorRow) => AgentMonitor> {
  const counts = await db
    .selectFrom('agent_monitor_entities')
    .select(['monitor_id'])
    .select((columns) => [
      columns.fn.countAll<number>().as('all'),
      columns.fn.countAll<number>().filterWhere('is_stale', '=', true).as('stale'),
    ])
    .where('team_id', '=', teamId)
    .where((columns) => columns('monitor_id', '=', columns.fn.any(columns.val(rows.map(({ id }) => id)))))
    .groupBy('monitor_id')
    .execute()
  const byMonitor = new Map(counts.map((count) => [count.monitor_id, count]))
  return (row) => present(row, byMonitor.get(row.id) ?? { all: 0, stale: 0 })
}

function present(row: MonitorRow, { all, stale }: { all: number; stale: number }): AgentMonitor {
  const idle = { state: 'idle' as const }
  const isCreating = row.status === 'creating'
  const since = row.refreshing_since
  return {
    id: row.id,
    object: 'agent_monitor',
    status: row.status as AgentMonitor['status'], // written by the service alone
    cadence: row.cadence,
    fields: [...fieldsOf(row)],
    entityCount: all,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    lastRefreshAt: row.last_refresh_at?.toISOString() ?? null,
    refresh:
      since && !isCreating
        ? {
            state: 'running',
            entitiesProcessed: Math.max(0, row.entities_total - stale),
            entitiesTotal: row.entities_total,
            startedAt: since.toISOString(),
          }
        : idle,
    creation: isCreating
      ? {
          state: 'running',
          entitiesProcessed: 0,
          entitiesTotal: all,
          startedAt: row.created_at.toISOString(),
        }
      : idle,
    usage: { totalAcus: rounded(row.total_acus), lastRefreshAcus: rounded(row.last_refresh_acus) },
  }
}

const rounded = (units: number): number => Math.round(units * 1e6) / 1e6
