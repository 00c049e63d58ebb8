import type { Selectable, Updateable } from 'kysely'
import type { WebsetSearch } from '../contract/webset-searches.ts'
import type { Entity, Scope } from '../contract/webset-shapes.ts'
import type { Db, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import type { SearchSpec } from './engine.ts'

export type SearchRow = Selectable<Tables['webset_searches']>

/** The states in which a search has still to do something. */
export const unfinished = ['created', 'pending', 'running']
export const isUnfinished = ({ status }: SearchRow): boolean => unfinished.includes(status)

export const loadSearches = (db: Db, teamId: string, websetIds: readonly string[]): Promise<SearchRow[]> =>
  db
    .selectFrom('webset_searches')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('webset_id', 'in', [...websetIds])
    .orderBy('position')
    .execute()

export const updateSearch = (
  tx: Tx,
  { team_id: teamId, id }: SearchRow,
  changes: Updateable<Tables['webset_searches']>,
): Promise<SearchRow> =>
  tx
    .updateTable('webset_searches')
    .set(changes)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Written from requests and from what the engine understood, so it is what the contract says. */
export const entityOf = ({ entity }: SearchRow): Entity | null => entity as Entity | null
export const scopeOf = ({ scope }: SearchRow): Scope[] => scope as unknown as Scope[]

/** For a search that was understood. */
export function specOf(search: SearchRow): SearchSpec {
  const entity = entityOf(search)
  if (!entity) throw new Error(`search ${search.id} was not understood yet`)
  return { teamId: search.team_id, query: search.query, entity, criteria: search.criteria }
}

export const presentSearch = (row: SearchRow): WebsetSearch => ({
  id: row.id,
  object: 'webset_search',
  status: row.status as WebsetSearch['status'], // written by the lifecycle alone
  websetId: row.webset_id,
  query: row.query,
  entity: entityOf(row),
  criteria: row.criteria.map((description, index) => ({
    description,
    successRate: row.analyzed === 0 ? 0 : round((100 * (row.passes[index] ?? 0)) / row.analyzed),
  })),
  count: row.count,
  behavior: row.behavior as WebsetSearch['behavior'],
  exclude: row.exclude,
  scope: scopeOf(row),
  maxPeoplePerCompany: row.max_people_per_company,
  progress: {
    found: row.found,
    analyzed: row.analyzed,
    completion: completionOf(row),
    timeLeft: timeLeftOf(row),
  },
  recall: row.recall as WebsetSearch['recall'],
  metadata: row.metadata,
  canceledAt: row.canceled_at?.toISOString() ?? null,
  canceledReason: row.canceled_reason as WebsetSearch['canceledReason'],
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** A hundred is for a search that has ended: it may end with fewer items than were asked for. */
const completionOf = ({ status, found, count }: SearchRow): number =>
  status === 'completed' ? 100 : Math.min(99, Math.floor((100 * found) / count))

/** At the pace so far. Null while there is nothing to judge it by. */
function timeLeftOf({
  status,
  found,
  count,
  started_at: startedAt,
  updated_at: at,
}: SearchRow): number | null {
  if (status === 'completed') return 0
  if (status !== 'running' || found === 0 || !startedAt) return null
  const seconds = (at.getTime() - startedAt.getTime()) / 1000
  return Math.ceil((seconds / found) * Math.max(0, count - found))
}

const round = (value: number): number => Math.round(value * 10) / 10
