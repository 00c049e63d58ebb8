import type { Selectable } from 'kysely'
import type { Caller } from '../access/index.ts'
import { pageFrom } from '../contract/pagination.ts'
import type { ListEventsRequest, WebsetEvent } from '../contract/webset-events.ts'
import { versionKey, type Documents } from '../documents/index.ts'
import type { Records } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { loadDefinitions } from './enrichment.ts'
import { contentOf, loadVersions, presentItem, resultsAt } from './item.ts'
import { missing } from './webset.ts'

export type EventRow = Selectable<Tables['webset_events']>

interface Needs {
  readonly records: Records
  readonly documents: Pick<Documents, 'texts'>
}

/** What happened, filled in from versions that never change. */
export function createEvents({ records, documents }: Needs) {
  const { db } = records

  /** Items as they were then, with the enrichments that there were. */
  async function fill(teamId: string, rows: readonly EventRow[]): Promise<(row: EventRow) => WebsetEvent> {
    const wanted = rows.flatMap(({ item_id: itemId, item_version: version }) =>
      itemId === null || version === null ? [] : [{ itemId, version }],
    )
    const items = await loadVersions(db, teamId, wanted)
    const websetIds = [...new Set([...items.values()].map((item) => item.webset_id))]
    const enrichments = websetIds.length === 0 ? [] : await loadDefinitions(db, teamId, websetIds).execute()
    const texts = await documents.texts(
      teamId,
      [...items.values()].map(contentOf).filter((page) => page !== null),
    )
    return (row) => {
      const item = items.get(`${row.item_id}@${row.item_version}`)
      const page = item && contentOf(item)
      const content = page ? (texts.get(versionKey(page)) ?? null) : null
      const own = enrichments.filter((one) => one.webset_id === row.webset_id)
      return {
        id: row.id,
        object: 'event',
        type: row.type as WebsetEvent['type'], // written by the event log alone
        data: item ? presentItem(item, resultsAt(item, own, row.created_at), content) : (row.data ?? {}),
        createdAt: row.created_at.toISOString(),
      }
    }
  }

  return {
    /** The newest first. Events of exports only where they are asked for: clients do not know them. */
    async list({ teamId }: Caller, request: ListEventsRequest) {
      const { cursor, limit, types, createdBefore, createdAfter } = request
      const rows = await db
        .selectFrom('webset_events')
        .selectAll()
        .where('team_id', '=', teamId)
        .$if(types !== undefined, (query) => query.where('type', 'in', types ?? []))
        .$if(types === undefined, (query) => query.where('type', 'not like', 'webset.export.%'))
        .$if(createdBefore !== undefined, (query) =>
          query.where('created_at', '<=', createdBefore ?? new Date()),
        )
        .$if(createdAfter !== undefined, (query) =>
          query.where('created_at', '>=', createdAfter ?? new Date()),
        )
        .$if(cursor !== undefined, (query) =>
          query.where('position', '<', (inner) =>
            inner
              .selectFrom('webset_events')
              .select('position')
              .where('team_id', '=', teamId)
              .where('id', '=', cursor ?? ''),
          ),
        )
        .orderBy('position', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, await fill(teamId, rows.slice(0, limit)))
    },

    async get({ teamId }: Pick<Caller, 'teamId'>, id: string): Promise<WebsetEvent> {
      const row = await db
        .selectFrom('webset_events')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? (await fill(teamId, [row]))(row) : missing('event', id)
    },
  }
}
