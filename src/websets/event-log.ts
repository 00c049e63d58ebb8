import type { Insertable } from 'kysely'
import type { EventType } from '../contract/webset-events.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { presentSearch, type SearchRow } from './search.ts'
import { loadParts, presentWebset, type DashboardUrl, type WebsetRow } from './webset.ts'

interface Needs {
  readonly clock: Clock
  readonly ids: Ids
  readonly dashboardUrl: DashboardUrl
}

export type EventLog = ReturnType<typeof createEventLog>

type WebsetEventType = Extract<EventType, `webset.${'created' | 'deleted' | 'paused' | 'idle'}`>
type SearchEventType = Extract<EventType, `webset.search.${string}`>
type ItemEventType = Extract<EventType, `webset.item.${string}`>
type ExportEventType = Extract<EventType, `webset.export.${string}`>

/** Writes what happened, in the transaction in which it happens and under the lock of the webset. */
export function createEventLog({ clock, ids, dashboardUrl }: Needs) {
  const common = (row: { team_id: string }, websetId: string, type: EventType) => ({
    id: ids.next('event'),
    team_id: row.team_id,
    webset_id: websetId,
    type,
    created_at: clock.now(),
  })

  return {
    /** With the webset as it is now, searches and enrichments included. */
    async webset(tx: Tx, type: WebsetEventType, row: WebsetRow): Promise<void> {
      const parts = await loadParts(tx, row.team_id, [row.id])
      const data = JSON.stringify(presentWebset(row, parts(row.id), dashboardUrl))
      await insert(tx, { ...common(row, row.id, type), data, item_id: null, item_version: null })
    },

    async search(tx: Tx, type: SearchEventType, row: SearchRow): Promise<void> {
      const data = JSON.stringify(presentSearch(row))
      await insert(tx, { ...common(row, row.webset_id, type), data, item_id: null, item_version: null })
    },

    /** Points to a version of the item, which never changes: it is filled in when read. */
    async item(
      tx: Tx,
      type: ItemEventType,
      item: { team_id: string; webset_id: string; id: string; version: number },
    ): Promise<void> {
      await insert(tx, {
        ...common(item, item.webset_id, type),
        data: null,
        item_id: item.id,
        item_version: item.version,
      })
    },

    async export(tx: Tx, type: ExportEventType, webset: WebsetRow, shown: object): Promise<void> {
      const data = JSON.stringify(shown)
      await insert(tx, { ...common(webset, webset.id, type), data, item_id: null, item_version: null })
    },
  }
}

async function insert(tx: Tx, event: Insertable<Tables['webset_events']>): Promise<void> {
  await tx.insertInto('webset_events').values(event).execute()
}
