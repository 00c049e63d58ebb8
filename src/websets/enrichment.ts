import { sql, type Selectable } from 'kysely'
import type { WebsetEnrichment } from '../contract/webset-enrichments.ts'
import type { Format } from '../contract/webset-shapes.ts'
import type { Db, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { unfinished } from './search.ts'

export type EnrichmentRow = Selectable<Tables['webset_enrichments']>

/** Those that were not deleted, in the order in which they were defined. */
export const loadEnrichments = (
  db: Db,
  teamId: string,
  websetIds: readonly string[],
): Promise<EnrichmentRow[]> =>
  loadDefinitions(db, teamId, websetIds).where('deleted_at', 'is', null).execute()

/** With those that were deleted meanwhile, for what is shown as it once was. */
export const loadDefinitions = (db: Db, teamId: string, websetIds: readonly string[]) =>
  db
    .selectFrom('webset_enrichments')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('webset_id', 'in', [...websetIds])
    .orderBy('position')

/** Pending while work is due, or may become due because a search or an import still brings items. Called after what changes that. */
export async function refreshEnrichments(tx: Tx, teamId: string, websetId: string): Promise<void> {
  await sql`
    update webset_enrichments as enrichment set status = due.status
    from (
      select id, case when exists (
          select from webset_enrichment_work where enrichment_id = webset_enrichments.id
        ) or exists (
          select from webset_searches
          where webset_id = ${websetId} and team_id = ${teamId} and status = any(${unfinished})
        ) or exists (
          select from webset_imports where webset_id = ${websetId} and team_id = ${teamId} and not is_done
        ) then 'pending' else 'completed' end as status
      from webset_enrichments
      where webset_id = ${websetId} and team_id = ${teamId} and status <> 'canceled' and deleted_at is null
    ) as due
    where enrichment.id = due.id and enrichment.status <> due.status`.execute(tx)
}

/** Makes an enrichment due for the items that are there. */
export async function addWork(
  tx: Tx,
  { team_id: teamId, webset_id: websetId, id }: EnrichmentRow,
): Promise<void> {
  await sql`
    insert into webset_enrichment_work (item_id, enrichment_id, team_id, webset_id)
    select item.id, ${id}, item.team_id, item.webset_id from webset_items as item
    where item.webset_id = ${websetId} and item.team_id = ${teamId} and item.deleted_at is null
    order by item.position
    on conflict do nothing`.execute(tx)
}

export const presentEnrichment = (row: EnrichmentRow): WebsetEnrichment => ({
  id: row.id,
  object: 'webset_enrichment',
  status: row.status as WebsetEnrichment['status'], // written by the lifecycle alone
  websetId: row.webset_id,
  title: row.title,
  description: row.description,
  format: row.format as Format,
  options: row.options,
  instructions: null,
  metadata: row.metadata,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
