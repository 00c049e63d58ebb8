import type { Selectable, Updateable } from 'kysely'
import type { MonitorRun } from '../contract/monitors.ts'
import type { Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'

export type RunRow = Selectable<Tables['monitor_runs']>

/** The states in which a run has still to do something. */
export const underWay = ['created', 'running']

export const presentRun = (row: RunRow): MonitorRun => ({
  id: row.id,
  object: 'monitor_run',
  status: row.status as MonitorRun['status'], // written by runs alone
  type: row.type as MonitorRun['type'],
  monitorId: row.monitor_id,
  completedAt: row.completed_at?.toISOString() ?? null,
  failedAt: row.failed_at?.toISOString() ?? null,
  canceledAt: row.canceled_at?.toISOString() ?? null,
  failedReason: row.failed_reason,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** Undefined when it has ended: then nothing of it is changed any more. */
export const updateRun = (
  tx: Tx,
  { team_id: teamId, id }: Pick<RunRow, 'team_id' | 'id'>,
  changes: Updateable<Tables['monitor_runs']>,
): Promise<RunRow | undefined> =>
  tx
    .updateTable('monitor_runs')
    .set(changes)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where('status', 'in', underWay)
    .returningAll()
    .executeTakeFirst()
