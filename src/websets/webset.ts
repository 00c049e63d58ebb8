import { sql, type Selectable } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { Db, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { loadEnrichments, type EnrichmentRow } from './enrichment.ts'
import { loadSearches, type SearchRow } from './search.ts'

export type WebsetRow = Selectable<Tables['websets']>

/** What a webset is shown with. */
export interface WebsetParts {
  readonly searches: readonly SearchRow[]
  readonly enrichments: readonly EnrichmentRow[]
}

/** By its id or, if none has that, by its `externalId`. Rejects with `not_found`. */
export async function findWebset(db: Db, teamId: string, reference: string): Promise<WebsetRow> {
  const row = await db
    .selectFrom('websets')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('deleted_at', 'is', null)
    .where((columns) => columns.or([columns('id', '=', reference), columns('external_id', '=', reference)]))
    .orderBy((columns) => columns('id', '=', reference), 'desc')
    .executeTakeFirst()
  return row ?? missing('webset', reference)
}

/**
 * Waits for everything that begins or ends the work of this team's websets. Taken before the row of a webset, always,
 * so that whoever has it may lock several of them.
 */
export async function lockTeam(tx: Tx, teamId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`websets of ${teamId}`}, 0))`.execute(tx)
}

/** Undefined when it was deleted. Until the transaction ends nobody else changes anything of it. */
export async function lockWebset(tx: Tx, teamId: string, id: string): Promise<WebsetRow | undefined> {
  return tx
    .selectFrom('websets')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateWebset(
  tx: Tx,
  { team_id: teamId, id }: Pick<WebsetRow, 'team_id' | 'id'>,
  changes: Partial<Omit<WebsetRow, 'excludes' | 'metadata'>> & { metadata?: string },
): Promise<WebsetRow> {
  return tx
    .updateTable('websets')
    .set(changes)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function loadParts(
  db: Db,
  teamId: string,
  websetIds: readonly string[],
): Promise<(websetId: string) => WebsetParts> {
  if (websetIds.length === 0) return () => ({ searches: [], enrichments: [] })
  const searches = await loadSearches(db, teamId, websetIds)
  const enrichments = await loadEnrichments(db, teamId, websetIds)
  return (id) => ({
    searches: searches.filter((row) => row.webset_id === id),
    enrichments: enrichments.filter((row) => row.webset_id === id),
  })
}

export function missing(kind: string, id: string): never {
  throw new AppError('not_found', `There is no ${kind} "${id}".`)
}
