import { sql } from 'kysely'
import type { Clock } from '../../ports/clock.ts'
import type { EntityKind, Understanding, WebsetEngine } from '../engine.ts'
import { entityOf, isUnfinished, loadSearches, updateSearch, type SearchRow } from '../search.ts'
import { updateWebset } from '../webset.ts'
import type { Slice } from './slice.ts'

/** A search whose turn has come. Where it replaces, it begins with the items that are there. */
export async function beginSearch(slice: Slice, { id }: SearchRow, clock: Clock): Promise<void> {
  await slice.commit(async (tx, webset) => {
    const search = (await loadSearches(tx, webset.team_id, [webset.id])).find((one) => one.id === id)
    if (!search || !isUnfinished(search) || search.status === 'running') return
    const now = clock.now()
    const seeds = search.behavior === 'override' && search.scope.length === 0 ? await seed() : 0
    await updateSearch(tx, search, {
      status: 'running',
      started_at: now,
      announced_at: now,
      updated_at: now,
      seeds,
    })

    async function seed(): Promise<number> {
      const { numAffectedRows } = await sql`
        insert into webset_candidates
          (search_id, entity_key, team_id, state, url, name, document_id, by_keyword, by_vector, is_seed)
        select ${id}, item.entity_key, item.team_id, 'waiting', version.properties ->> 'url', version.name,
          version.content_document_id, false, false, true
        from webset_items as item
        join webset_item_versions as version
          on version.item_id = item.id and version.version = item.version and version.team_id = item.team_id
        where item.webset_id = ${webset.id} and item.team_id = ${webset.team_id} and item.deleted_at is null
        order by item.position
        on conflict do nothing`.execute(tx)
      return Number(numAffectedRows ?? 0)
    }
  })
}

const longestTitle = 80

/** Fills in what the caller left out. A query of which nothing can be made is its own criterion. */
export async function understandSearch(
  slice: Slice,
  search: SearchRow,
  engine: WebsetEngine,
  clock: Clock,
): Promise<void> {
  const { query, criteria } = search
  const entity = entityOf(search) ?? undefined
  const wish = { query, entity, ...(criteria.length > 0 && { criteria }) }
  const understanding = engine.understand(wish, slice.engineRun())
  // A title alone is nothing to wait for.
  const understood =
    (await (isUnderstood(search) ? understanding.catch(() => null) : understanding)) ??
    literally(query, entity)
  await slice.commit(async (tx, webset) => {
    await updateSearch(tx, search, {
      entity: JSON.stringify(entity ?? contractEntity(understood.entity, query)),
      criteria: JSON.stringify(criteria.length > 0 ? criteria : understood.criteria.slice(0, 5)),
      updated_at: clock.now(),
    })
    if (webset.title === null) await updateWebset(tx, webset, { title: understood.title })
  })
}

export const isUnderstood = (search: SearchRow): boolean =>
  search.entity !== null && search.criteria.length > 0

/** The contract wants a description with `custom`, and only there. */
export const contractEntity = ({ type, description }: EntityKind, query: string): EntityKind =>
  type === 'custom' ? { type, description: (description ?? query).slice(0, 200).padEnd(2) } : { type }

const literally = (query: string, entity: EntityKind | undefined): Understanding => ({
  title: query.slice(0, longestTitle),
  entity: entity ?? { type: 'custom', description: query },
  criteria: [query.slice(0, 1000)],
  enrichments: [],
})
