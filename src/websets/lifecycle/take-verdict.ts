import { sql, type Selectable } from 'kysely'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Tx } from '../../ports/records.ts'
import type { Tables } from '../../ports/tables.ts'
import type { Verified } from '../engine.ts'
import type { EventLog } from '../event-log.ts'
import {
  currentItems,
  nameOf,
  quotedDocuments,
  resultsOf,
  type ItemRow,
  type StoredResults,
} from '../item.ts'
import { dropItems } from '../items.ts'
import { loadSearches, updateSearch, type SearchRow } from '../search.ts'
import type { WebsetRow } from '../webset.ts'
import type { Barring } from './barred.ts'
import type { Payment } from './spending.ts'

export type CandidateRow = Selectable<Tables['webset_candidates']>

interface Needs {
  readonly clock: Clock
  readonly ids: Ids
  readonly log: EventLog
  readonly excluded: Barring
}

/** What becomes of a candidate. Only the first two make it an item; of the last two nothing is counted. */
type Fate = 'accepted' | 'partial' | 'rejected' | 'capped' | 'duplicate' | 'gone'

const announceEveryMs = 1000

/**
 * Takes the outcome of a verification, once: item, counts and events together. False when it is not wanted any more,
 * because the search has ended or has what it looked for.
 */
export async function takeVerdict(
  tx: Tx,
  webset: WebsetRow,
  { candidate, verified, payment }: { candidate: CandidateRow; verified: Verified | null; payment: Payment },
  { clock, ids, log, excluded }: Needs,
): Promise<boolean> {
  const searches = await loadSearches(tx, webset.team_id, [webset.id])
  const search = searches.find(({ id }) => id === candidate.search_id)
  if (search?.status !== 'running' || (!candidate.is_seed && search.found >= search.count)) return false
  if ((await stateOf(tx, candidate)) !== 'waiting') return false

  const now = clock.now()
  const known = await knownItem(tx, webset, candidate, verified)
  const fate = await decide()
  if (verified && (fate === 'accepted' || fate === 'partial')) {
    if (known) await revise(tx, known, search, verified, fate === 'accepted', now)
    else await add(verified, fate === 'accepted')
  } else if (known && fate !== 'duplicate') await dropItems(tx, webset.team_id, [known.id], now)

  await tx
    .updateTable('webset_candidates')
    .set({ state: fate })
    .where('team_id', '=', candidate.team_id)
    .where('search_id', '=', candidate.search_id)
    .where('entity_key', '=', candidate.entity_key)
    .execute()
  await count()
  await payment.settle(tx)
  return true

  async function decide(): Promise<Fate> {
    if (!verified) return 'gone'
    if (known && !candidate.is_seed && (known.source_id === search!.id || search!.behavior === 'append'))
      return 'duplicate'
    const leftOut = [...webset.excludes, ...search!.exclude]
    const suspects = [verified.presented, { entityKey: candidate.entity_key, url: candidate.url }]
    if ((await excluded(tx, webset.team_id, leftOut, suspects)).size > 0) return 'duplicate'
    const met = verified.evaluations.filter(({ satisfied }) => satisfied === 'yes').length
    if (met === verified.evaluations.length)
      return (await isCapped(tx, search!, verified, known)) ? 'capped' : 'accepted'
    const isNearMiss = webset.metadata.retain === 'partial' && met > 0 && search!.partial < 2 * search!.count
    return isNearMiss ? 'partial' : 'rejected'
  }

  async function add({ presented, evaluations }: Verified, isMatch: boolean): Promise<void> {
    const item = await tx
      .insertInto('webset_items')
      .values({
        id: ids.next('witem'),
        team_id: webset.team_id,
        webset_id: webset.id,
        source: 'search',
        source_id: candidate.search_id,
        entity_key: presented.entityKey,
        is_match: isMatch,
        version: 1,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('webset_item_versions')
      .values({
        ...versionOf({ presented, evaluations }, {}),
        item_id: item.id,
        version: 1,
        team_id: webset.team_id,
        source_id: candidate.search_id,
        created_at: now,
      })
      .execute()
    await sql`
      insert into webset_enrichment_work (item_id, enrichment_id, team_id, webset_id)
      select ${item.id}, id, team_id, webset_id from webset_enrichments
      where webset_id = ${webset.id} and team_id = ${webset.team_id} and status <> 'canceled' and deleted_at is null
      order by position`.execute(tx)
    await log.item(tx, 'webset.item.created', item)
  }

  async function count(): Promise<void> {
    const isCounted = verified && fate !== 'duplicate' && fate !== 'gone'
    const passes = search!.criteria.map(
      (_, index) =>
        (search!.passes[index] ?? 0) +
        (isCounted && verified.evaluations[index]?.satisfied === 'yes' ? 1 : 0),
    )
    const isDue = now.getTime() - (search!.announced_at?.getTime() ?? 0) >= announceEveryMs
    const counted = await updateSearch(tx, search!, {
      passes,
      analyzed: search!.analyzed + (isCounted ? 1 : 0),
      found: search!.found + (fate === 'accepted' ? 1 : 0),
      partial: search!.partial + (fate === 'partial' ? 1 : 0),
      updated_at: now,
      ...(isDue && { announced_at: now }),
    })
    if (isDue) await log.search(tx, 'webset.search.updated', counted)
  }
}

async function stateOf(tx: Tx, candidate: CandidateRow): Promise<string | undefined> {
  const row = await tx
    .selectFrom('webset_candidates')
    .select('state')
    .where('team_id', '=', candidate.team_id)
    .where('search_id', '=', candidate.search_id)
    .where('entity_key', '=', candidate.entity_key)
    .executeTakeFirst()
  return row?.state
}

/** The item that the candidate is already, whether under the name it was found by or the one it turned out to have. */
async function knownItem(
  tx: Tx,
  webset: WebsetRow,
  candidate: CandidateRow,
  verified: Verified | null,
): Promise<ItemRow | undefined> {
  const keys = candidate.is_seed
    ? [candidate.entity_key]
    : [candidate.entity_key, verified?.presented.entityKey ?? candidate.entity_key]
  return currentItems(tx, webset.team_id, webset.id).where('item.entity_key', 'in', keys).executeTakeFirst()
}

/** Whether a search for people has enough of this one's employer. */
async function isCapped(
  tx: Tx,
  { id, team_id: teamId, webset_id: websetId, max_people_per_company: cap }: SearchRow,
  { presented }: Verified,
  known: ItemRow | undefined,
): Promise<boolean> {
  const person = presented.properties.person as { company?: { name?: string } | null } | undefined
  const employer = person?.company?.name?.trim().toLowerCase()
  if (cap === null || !employer) return false
  const { colleagues } = await currentItems(tx, teamId, websetId)
    .clearSelect()
    .select((columns) => columns.fn.countAll<number>().as('colleagues'))
    .where('item.source_id', '=', id)
    .where('item.is_match', '=', true)
    .where('item.id', '<>', known?.id ?? '')
    .where(sql<boolean>`lower(trim(version.properties #>> '{person,company,name}')) = ${employer}`)
    .executeTakeFirstOrThrow()
  return colleagues >= cap
}

/** An item that was there is judged anew; what was found out about it stays. */
async function revise(
  tx: Tx,
  known: ItemRow,
  search: SearchRow,
  verified: Verified,
  isMatch: boolean,
  now: Date,
): Promise<void> {
  const version = known.version + 1
  await tx
    .insertInto('webset_item_versions')
    .values({
      ...versionOf(verified, resultsOf(known)),
      item_id: known.id,
      version,
      team_id: known.team_id,
      source_id: search.id,
      created_at: now,
    })
    .execute()
  await tx
    .updateTable('webset_items')
    .set({ version, source: 'search', source_id: search.id, is_match: isMatch, updated_at: now })
    .where('team_id', '=', known.team_id)
    .where('id', '=', known.id)
    .execute()
}

const versionOf = ({ presented, evaluations }: Verified, results: StoredResults) => ({
  name: nameOf(presented.properties),
  properties: JSON.stringify(presented.properties),
  content_document_id: presented.content?.documentId ?? null,
  content_version: presented.content?.version ?? null,
  evaluations: JSON.stringify(evaluations),
  results: JSON.stringify(results),
  document_ids: quotedDocuments(presented.content, evaluations, results),
})
