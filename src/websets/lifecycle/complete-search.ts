import type { Clock } from '../../ports/clock.ts'
import type { Tx } from '../../ports/records.ts'
import type { Attached } from '../attached.ts'
import type { WebsetEngine } from '../engine.ts'
import { refreshEnrichments } from '../enrichment.ts'
import type { EventLog } from '../event-log.ts'
import { dropItems } from '../items.ts'
import { loadSearches, updateSearch, type SearchRow } from '../search.ts'
import type { Slice } from './slice.ts'

interface Needs {
  readonly engine: WebsetEngine
  readonly clock: Clock
  readonly log: EventLog
  readonly attached: Attached
}

/** Ends a search that has what it looked for, or has nowhere left to look. */
export async function completeSearch(
  slice: Slice,
  { id }: SearchRow,
  { engine, clock, log, attached }: Needs,
): Promise<void> {
  await slice.commit(async (tx, webset) => {
    const search = (await loadSearches(tx, webset.team_id, [webset.id])).find((one) => one.id === id)
    if (search?.status !== 'running') return
    const now = clock.now()
    if (search.behavior === 'override') await dropReplaced(tx, search, now)
    const recall = search.wants_recall ? engine.recall(await howFound(tx, search)) : null
    const completed = await updateSearch(tx, search, {
      status: 'completed',
      recall: recall && JSON.stringify(recall),
      updated_at: now,
    })
    await refreshEnrichments(tx, webset.team_id, webset.id)
    await log.search(tx, 'webset.search.completed', completed)
    await attached.searchEnded(tx, completed)
  })
}

/** What a search has replaced: items from before it that it did not bring itself. */
async function dropReplaced(tx: Tx, search: SearchRow, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('webset_items')
    .select('id')
    .where('team_id', '=', search.team_id)
    .where('webset_id', '=', search.webset_id)
    .where('source_id', '<>', search.id)
    .where('created_at', '<', search.started_at ?? now)
    .where('deleted_at', 'is', null)
    .execute()
  await dropItems(
    tx,
    search.team_id,
    rows.map(({ id }) => id),
    now,
  )
}

async function howFound(tx: Tx, search: SearchRow) {
  const rows = await tx
    .selectFrom('webset_candidates')
    .select(['by_keyword', 'by_vector'])
    .where('team_id', '=', search.team_id)
    .where('search_id', '=', search.id)
    .where('state', '=', 'accepted')
    .where('is_seed', '=', false)
    .execute()
  return rows.map((row) => ({ keyword: row.by_keyword, vector: row.by_vector }))
}
