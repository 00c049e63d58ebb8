import type { Selectable, Updateable } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { Import, ImportStatus } from '../contract/imports.ts'
import type { Clock } from '../ports/clock.ts'
import type { Db, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'

export type ImportRow = Selectable<Tables['imports']>

/** The states in which an import may still bring rows. */
export const unfinishedStates = ['pending', 'processing']

/** Rejects with `not_found`. */
export async function findImport(db: Db, teamId: string, id: string): Promise<ImportRow> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no import "${id}".`)
  return row
}

/** Undefined, and nothing is changed, when it is gone or in another state. */
export const updateImport = (
  tx: Tx,
  { teamId, id, status }: { teamId: string; id: string; status?: Import['status'] },
  changes: Updateable<Tables['imports']>,
): Promise<ImportRow | undefined> =>
  tx
    .updateTable('imports')
    .set(changes)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .returningAll()
    .executeTakeFirst()

export const presentImport = (row: ImportRow): Import => ({
  id: row.id,
  object: 'import',
  // Written from requests and by the workflow alone, so these are what the contract says.
  status: row.status as Import['status'],
  format: row.format as Import['format'],
  entity: row.entity as Import['entity'],
  title: row.title,
  count: row.count,
  metadata: row.metadata,
  failedReason: row.failed_reason as Import['failedReason'],
  failedAt: row.failed_at?.toISOString() ?? null,
  failedMessage: row.failed_message,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** With how far it is, at the pace so far. */
export function presentStatus(row: ImportRow, clock: Clock): ImportStatus {
  const isOver = !unfinishedStates.includes(row.status)
  const until = isOver ? row.updated_at : clock.now()
  const seconds = row.started_at ? (until.getTime() - row.started_at.getTime()) / 1000 : 0
  const left = row.bytes === null ? null : row.bytes - row.bytes_read
  const isMoving = seconds > 0 && row.bytes_read > 0
  return {
    ...presentImport(row),
    progress: {
      rows: row.rows_read,
      skipped: row.rows_skipped,
      bytes: row.bytes_read,
      totalBytes: row.bytes,
      perSecond: isMoving ? Math.round(row.rows_read / seconds) : null,
      etaSeconds: isOver ? 0 : isMoving && left !== null ? (left / row.bytes_read) * seconds : null,
    },
    table: row.layout as ImportStatus['table'],
  }
}
