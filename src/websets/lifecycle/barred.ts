import type { Source } from '../../contract/webset-shapes.ts'
import type { Tx } from '../../ports/records.ts'
import type { Candidate } from '../engine.ts'
import type { Imported } from '../imported.ts'

export type Suspect = Pick<Candidate, 'entityKey' | 'url'>

export type Barring = ReturnType<typeof createBarring>

/** What must not become an item, because it stands in a webset or an import that is to be left out. */
export function createBarring({ imported }: { imported: Pick<Imported, 'among'> }) {
  /** The keys of those that stand in one of the sources. */
  return async function excluded(
    tx: Tx,
    teamId: string,
    sources: readonly Source[],
    suspects: readonly Suspect[],
  ): Promise<Set<string>> {
    const idsOf = (kind: Source['source']) =>
      sources.filter(({ source }) => source === kind).map(({ id }) => id)
    const keys = suspects.map(({ entityKey }) => entityKey)
    const inWebsets = await keysIn(tx, teamId, idsOf('webset'), keys)
    const inImports = await imported.among(tx, teamId, idsOf('import'), suspects)
    return new Set([...inWebsets, ...inImports])
  }
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
