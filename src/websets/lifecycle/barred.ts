import type { Tx } from '../../ports/records.ts'
import type { SearchRow } from '../search.ts'
import type { WebsetRow } from '../webset.ts'

/** Those of the given entities that a search must not bring: they stand in a webset that it leaves out. */
export async function excludedKeys(
  tx: Tx,
  webset: WebsetRow,
  search: SearchRow,
  entityKeys: readonly string[],
): Promise<Set<string>> {
  const websetIds = [...webset.excludes, ...search.exclude]
    .filter(({ source }) => source === 'webset')
    .map(({ id }) => id)
  return keysIn(tx, webset.team_id, websetIds, entityKeys)
}

/** Those of the given entities that are items of one of the websets. */
export async function keysIn(
  tx: Tx,
  teamId: string,
  websetIds: readonly string[],
  entityKeys: readonly string[],
): Promise<Set<string>> {
  if (websetIds.length === 0 || entityKeys.length === 0) return new Set()
  const rows = await tx
    .selectFrom('webset_items')
    .select('entity_key')
    .where('team_id', '=', teamId)
    .where('webset_id', 'in', [...websetIds])
    .where('entity_key', 'in', [...entityKeys])
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.entity_key))
}
