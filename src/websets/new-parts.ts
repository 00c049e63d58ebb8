import type { EnrichmentDefinition } from '../contract/webset-enrichments.ts'
import type { FirstSearch } from '../contract/webset-searches.ts'
import type { Metadata } from '../contract/webset-shapes.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Tx } from '../ports/records.ts'
import { chooseFormat } from './choose-format.ts'
import type { EnrichmentRow } from './enrichment.ts'
import { unfinished, type SearchRow } from './search.ts'
import type { SourceResolver } from './sources.ts'
import type { WebsetRow } from './webset.ts'

type NewSearch = Pick<FirstSearch, 'query' | 'count'> &
  Partial<FirstSearch> & {
    readonly behavior?: 'override' | 'append' | undefined
    readonly metadata?: Metadata | undefined
  }

export type NewParts = ReturnType<typeof createNewParts>

interface Needs {
  readonly clock: Clock
  readonly ids: Ids
  readonly sources: SourceResolver
}

/** What is added to a webset, with it or later. */
export function createNewParts({ clock, ids, sources }: Needs) {
  return {
    async search(tx: Tx, webset: WebsetRow, request: NewSearch): Promise<SearchRow> {
      const { id, team_id: teamId } = webset
      const scope = await sources.resolve(tx, teamId, request.scope)
      const exclude = await sources.resolve(tx, teamId, request.exclude)
      const ahead = await tx
        .selectFrom('webset_searches')
        .select('id')
        .where('team_id', '=', teamId)
        .where('webset_id', '=', id)
        .where('status', 'in', unfinished)
        .executeTakeFirst()
      const now = clock.now()
      return tx
        .insertInto('webset_searches')
        .values({
          id: ids.next('wsearch'),
          team_id: teamId,
          webset_id: id,
          status: ahead ? 'pending' : 'created',
          query: request.query,
          count: request.count,
          // Within a scope a search always replaces what was there.
          behavior: scope.length > 0 ? 'override' : (request.behavior ?? 'override'),
          entity: request.entity ? JSON.stringify(request.entity) : null,
          criteria: JSON.stringify((request.criteria ?? []).map(({ description }) => description)),
          exclude: JSON.stringify(exclude),
          scope: JSON.stringify(scope),
          wants_recall: request.recall ?? false,
          recall: null,
          max_people_per_company: request.maxPeoplePerCompany ?? null,
          metadata: JSON.stringify(request.metadata ?? {}),
          draw_position: '{}',
          started_at: null,
          announced_at: null,
          canceled_at: null,
          canceled_reason: null,
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    },

    async enrichment(tx: Tx, webset: WebsetRow, definition: EnrichmentDefinition): Promise<EnrichmentRow> {
      const now = clock.now()
      const { description, options } = definition
      return tx
        .insertInto('webset_enrichments')
        .values({
          id: ids.next('wenrich'),
          team_id: webset.team_id,
          webset_id: webset.id,
          status: 'pending',
          title: titleOf(description),
          description,
          format: definition.format ?? (options ? 'options' : chooseFormat(description)),
          options: options ? JSON.stringify(options) : null,
          metadata: JSON.stringify(definition.metadata ?? {}),
          revision: 1,
          created_at: now,
          updated_at: now,
          canceled_at: null,
          deleted_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    },
  }
}

const longestTitle = 60

/** The beginning of what is asked, to stand at the head of a column. */
export function titleOf(description: string): string {
  const [line = ''] = description.trim().split(/[\n.?!;:](?:\s|$)/)
  if (line.length <= longestTitle) return line || description.slice(0, longestTitle)
  return `${line.slice(0, longestTitle).replace(/\s+\S*$/, '')}…`
}
