import type { Selectable } from 'kysely'
import type { Db, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'

/** An import whose rows become items of a webset. */
export type LoadRow = Selectable<Tables['webset_imports']>

/** In the order in which they are loaded. */
export const loadLoads = async (db: Db, teamId: string, websetIds: readonly string[]): Promise<LoadRow[]> =>
  websetIds.length === 0
    ? []
    : db
        .selectFrom('webset_imports')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('webset_id', 'in', [...websetIds])
        .orderBy('position')
        .execute()

export async function addLoad(
  tx: Tx,
  webset: { id: string; team_id: string },
  importId: string,
): Promise<void> {
  await tx
    .insertInto('webset_imports')
    .values({ webset_id: webset.id, import_id: importId, team_id: webset.team_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What was loaded stays; nothing further is. */
export async function endLoads(tx: Tx, webset: { id: string; team_id: string }): Promise<void> {
  await tx
    .updateTable('webset_imports')
    .set({ is_done: true })
    .where('team_id', '=', webset.team_id)
    .where('webset_id', '=', webset.id)
    .execute()
}

export async function advanceLoad(
  tx: Tx,
  { webset_id: websetId, import_id: importId, team_id: teamId }: LoadRow,
  changes: { loaded?: number; is_done?: boolean },
): Promise<void> {
  await tx
    .updateTable('webset_imports')
    .set(changes)
    .where('team_id', '=', teamId)
    .where('webset_id', '=', websetId)
    .where('import_id', '=', importId)
    .execute()
}
