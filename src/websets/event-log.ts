import type { Insertable } from 'kysely'
import type { EventType } from '../contract/webset-events.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { presentSearch, type SearchRow } from './search.ts'
import type { WebsetRow } from './webset.ts'
import type { WebsetView } from './webset-view.ts'

interface Needs {
  readonly clock: Clock
  readonly ids: Ids
  readonly view: Pick<WebsetView, 'show'>
}

export type EventLog = ReturnType<typeof createEventLog>

type WebsetEventType = Extract<EventType, `webset.${'created' | 'deleted' | 'paused' | 'idle'}`>
type SearchEventType = Extract<EventType, `webset.search.${string}`>
type ItemEventType = Extract<EventType, `webset.item.${string}`>
type ImportEventType = Extract<EventType, `import.${string}`>

interface ItemVersion {
  readonly team_id: string
  readonly webset_id: string
  readonly id: string
  readonly version: number
}
type ExportEventType = Extract<EventType, `webset.export.${string}`>

/** Writes what happened, in the transaction in which it happens and under the lock of the webset. */
export function createEventLog({ clock, ids, view }: Needs) {
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
      const data = JSON.stringify(await view.show(tx, row))
      await insert(tx, { ...common(row, row.id, type), data, item_id: null, item_version: null })
    },

    async search(tx: Tx, type: SearchEventType, row: SearchRow): Promise<void> {
      const data = JSON.stringify(presentSearch(row))
      await insert(tx, { ...common(row, row.webset_id, type), data, item_id: null, item_version: null })
    },

    /** Points to a version of the item, which never changes: it is filled in when read. */
    async item(tx: Tx, type: ItemEventType, item: ItemVersion): Promise<void> {
      await this.items(tx, type, [item])
    },

    async items(tx: Tx, type: ItemEventType, items: readonly ItemVersion[]): Promise<void> {
      await insert(
        tx,
        ...items.map((item) => ({
          ...common(item, item.webset_id, type),
          data: null,
          item_id: item.id,
          item_version: item.version,
        })),
      )
    },

    /** What belongs to the team and to no webset. */
    async resource(
      tx: Tx,
      type: ImportEventType,
      teamId: string,
      data: Readonly<Record<string, unknown>>,
    ): Promise<void> {
      await writeEvent(tx, { clock, ids }, { teamId, websetId: null, type, data })
    },

    async export(tx: Tx, type: ExportEventType, webset: WebsetRow, shown: object): Promise<void> {
      const data = JSON.stringify(shown)
      await insert(tx, { ...common(webset, webset.id, type), data, item_id: null, item_version: null })
    },
  }
}

/** For what hangs on a webset, under its lock like all its events, or on a team alone. */
export async function writeEvent(
  tx: Tx,
  { clock, ids }: { clock: Clock; ids: Ids },
  event: { teamId: string; websetId: string | null; type: EventType; data: object },
): Promise<void> {
  await insert(tx, {
    id: ids.next('event'),
    team_id: event.teamId,
    webset_id: event.websetId,
    type: event.type,
    data: JSON.stringify(event.data),
    item_id: null,
    item_version: null,
    created_at: clock.now(),
  })
}

async function insert(tx: Tx, ...events: Insertable<Tables['webset_events']>[]): Promise<void> {
  await tx.insertInto('webset_events').values(events).execute()
}
