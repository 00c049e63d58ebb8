import { sql } from 'kysely'
import type { Records, Tx } from '../ports/records.ts'
import {
  currentItems,
  findWebset,
  loadEnrichments,
  loadSearches,
  type EnrichmentRow,
  type ItemRow,
  type SearchRow,
  type WebsetRow,
} from '../websets/index.ts'

/** A webset as it is at one moment, however long it takes to read it. */
export interface Snapshot {
  readonly tx: Tx
  readonly webset: WebsetRow
  readonly searches: readonly SearchRow[]
  readonly enrichments: readonly EnrichmentRow[]
  /** What its items were judged by, in the order in which it was asked. */
  readonly criteria: readonly string[]
  readonly items: number
  /** In the order of discovery, a few at a time. */
  eachItem(): AsyncGenerator<ItemRow>
}

const itemsAtOnce = 100

/** Nothing that happens meanwhile is seen by the body. Rejects with `not_found` when the webset is gone. */
export async function withSnapshot<T>(
  records: Records,
  { teamId, websetId }: { teamId: string; websetId: string },
  body: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return records.transaction(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    const webset = await findWebset(tx, teamId, websetId)
    const searches = await loadSearches(tx, teamId, [webset.id])
    const enrichments = await loadEnrichments(tx, teamId, [webset.id])
    return body({
      tx,
      webset,
      searches,
      enrichments,
      criteria: await criteriaOf(tx, webset, searches),
      items: await countItems(tx, webset),
      eachItem: () => eachItem(tx, webset),
    })
  })
}

async function* eachItem(tx: Tx, { team_id: teamId, id }: WebsetRow): AsyncGenerator<ItemRow> {
  for (let after = 0; ;) {
    const rows = await currentItems(tx, teamId, id)
      .where('item.position', '>', after)
      .orderBy('item.position')
      .limit(itemsAtOnce)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < itemsAtOnce) return
    after = last.position
  }
}

async function countItems(tx: Tx, { team_id: teamId, id }: WebsetRow): Promise<number> {
  const { count } = await currentItems(tx, teamId, id)
    .clearSelect()
    .select((columns) => columns.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function criteriaOf(tx: Tx, webset: WebsetRow, searches: readonly SearchRow[]): Promise<string[]> {
  const { rows } = await sql<{ criterion: string }>`
    select distinct evaluation ->> 'criterion' as criterion
    from webset_items as item
    join webset_item_versions as version on version.item_id = item.id and version.version = item.version
    cross join jsonb_array_elements(version.evaluations) as evaluation
    where item.team_id = ${webset.team_id} and item.webset_id = ${webset.id} and item.deleted_at is null
    order by criterion`.execute(tx)
  const used = new Set(rows.map(({ criterion }) => criterion))
  const asked = searches.flatMap(({ criteria }) => criteria).filter((criterion) => used.has(criterion))
  return [...new Set([...asked, ...used])]
}
