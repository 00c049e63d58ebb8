import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../ports/clock.ts'
import type { Db, Records } from '../../ports/records.ts'
import type { Candidate, Position, Run, Wave, WebsetEngine } from '../engine.ts'
import { currentItems } from '../item.ts'
import { loadSearches, scopeOf, specOf, updateSearch, type SearchRow } from '../search.ts'
import type { Imported } from '../imported.ts'
import { keysIn, type Barring } from './barred.ts'
import type { Slice } from './slice.ts'

interface Needs {
  readonly records: Records
  readonly engine: WebsetEngine
  readonly clock: Clock
  readonly imported: Pick<Imported, 'rows'>
  readonly excluded: Barring
}

/** Brings a search its next candidates, in their order, and remembers how far that has come. */
export async function drawCandidates(
  slice: Slice,
  search: SearchRow,
  { records, engine, clock, imported, excluded }: Needs,
): Promise<void> {
  const from = search.draw_position ?? {}
  const run = slice.engineRun()
  const { candidates, next } =
    search.scope.length > 0
      ? await drawFromScope(records.db, search, from, { engine, imported }, run)
      : await engine.draw(specOf(search), from, run)

  await slice.commit(async (tx, webset) => {
    const current = (await loadSearches(tx, webset.team_id, [webset.id])).find(({ id }) => id === search.id)
    if (current?.status !== 'running' || !isDeepStrictEqual(current.draw_position, from)) return
    const keys = candidates.map(({ entityKey }) => entityKey)
    const leftOut = [...webset.excludes, ...search.exclude]
    const barred = await excluded(tx, webset.team_id, leftOut, candidates)
    if (search.behavior === 'append')
      for (const key of await keysIn(tx, webset.team_id, [webset.id], keys)) barred.add(key)
    const wanted = candidates.filter(({ entityKey }) => !barred.has(entityKey))
    if (wanted.length > 0) {
      await tx
        .insertInto('webset_candidates')
        .values(
          wanted.map((candidate) => ({
            search_id: search.id,
            entity_key: candidate.entityKey,
            team_id: search.team_id,
            state: 'waiting',
            url: candidate.url,
            name: candidate.name,
            document_id: candidate.documentId,
            by_keyword: candidate.foundBy.keyword,
            by_vector: candidate.foundBy.vector,
            is_seed: false,
          })),
        )
        // Drawn again, it may have been found in the other way, too.
        .onConflict((conflict) =>
          conflict
            .columns(['search_id', 'entity_key'])
            .doUpdateSet({
              by_keyword: sql<boolean>`webset_candidates.by_keyword or excluded.by_keyword`,
              by_vector: sql<boolean>`webset_candidates.by_vector or excluded.by_vector`,
            })
            .where('webset_candidates.team_id', '=', search.team_id),
        )
        .execute()
    }
    await updateSearch(tx, current, {
      draw_position: next && JSON.stringify(next),
      updated_at: clock.now(),
    })
  })
}

const itemsAtOnce = 100

/** Source by source, item by item; of a relation, what each item leads to. */
async function drawFromScope(
  db: Db,
  search: SearchRow,
  { scope: index = 0, after = 0 }: Position,
  { engine, imported }: Pick<Needs, 'engine' | 'imported'>,
  run: Run,
): Promise<Wave> {
  const source = scopeOf(search)[index]
  if (!source) return { candidates: [], next: null }
  const { relationship } = source
  const limit = relationship ? 1 : itemsAtOnce
  const stretch =
    source.source === 'import'
      ? await imported.rows(db, search.team_id, source.id, after, limit)
      : await itemsAfter(db, search.team_id, source.id, after, limit)
  const last = stretch.at(-1)
  if (!last) return { candidates: [], next: { scope: index + 1, after: 0 } }
  // Rows of an import may name one thing twice.
  const found = [...new Map(stretch.map(({ candidate }) => [candidate.entityKey, candidate])).values()]
  const candidates = relationship
    ? (await engine.related(specOf(search), found[0] as Candidate, relationship, run)).slice(
        0,
        relationship.limit,
      )
    : found
  return { candidates, next: { scope: index, after: last.number } }
}

async function itemsAfter(db: Db, teamId: string, websetId: string, after: number, limit: number) {
  const items = await currentItems(db, teamId, websetId)
    .where('item.position', '>', after)
    .orderBy('item.position')
    .limit(limit)
    .execute()
  return items.map((item) => ({
    number: item.position,
    candidate: {
      entityKey: item.entity_key,
      url: String(item.properties.url),
      name: item.name,
      documentId: item.content_document_id,
      foundBy: { keyword: false, vector: false },
    },
  }))
}
