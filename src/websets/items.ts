import type { Caller } from '../access/index.ts'
import type {
  DeletedItems,
  DeleteItemsRequest,
  ListItemsRequest,
  WebsetItem,
} from '../contract/webset-items.ts'
import { pageFrom } from '../contract/pagination.ts'
import { versionKey, type Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Db, Records, Tx } from '../ports/records.ts'
import type { Course } from './course.ts'
import { loadEnrichments } from './enrichment.ts'
import { contentOf, currentItems, currentResults, presentItem, type ItemRow } from './item.ts'
import { findWebset, missing } from './webset.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly documents: Pick<Documents, 'texts'>
  readonly course: Course
}

export type Items = ReturnType<typeof createItems>

/** The items of websets, in the order of their discovery. */
export function createItems({ records, clock, documents, course }: Needs) {
  return {
    async list({ teamId }: Caller, { webset: reference, cursor, limit, sourceId }: ListItemsRequest) {
      const { db } = records
      const { id: websetId } = await findWebset(db, teamId, reference)
      const rows = await currentItems(db, teamId, websetId)
        .$if(sourceId !== undefined, (query) => query.where('item.source_id', '=', sourceId ?? ''))
        .$if(cursor !== undefined, (query) =>
          query.where('item.position', '>', (inner) =>
            inner
              .selectFrom('webset_items')
              .select('position')
              .where('team_id', '=', teamId)
              .where('id', '=', cursor ?? ''),
          ),
        )
        .orderBy('item.position')
        .limit(limit + 1)
        .execute()
      const present = await presenter(teamId, websetId, rows.slice(0, limit))
      return pageFrom(rows, limit, present)
    },

    /** Every item of a webset of the team. */
    async all(teamId: string, websetId: string): Promise<WebsetItem[]> {
      const rows = await currentItems(records.db, teamId, websetId).orderBy('item.position').execute()
      return rows.map(await presenter(teamId, websetId, rows))
    },

    get: ({ teamId }: Caller, reference: string, id: string): Promise<WebsetItem> =>
      show(teamId, reference, id),

    /** Takes it away with what was still to be found out about it. */
    async remove({ teamId }: Caller, reference: string, id: string): Promise<WebsetItem> {
      const shown = await show(teamId, reference, id)
      await course.change(teamId, reference, async (tx, webset) => {
        await load(tx, teamId, webset.id, id)
        await dropItems(tx, teamId, [id], clock.now())
        await course.settle(tx, webset)
      })
      return shown
    },

    /** The same for many at once: all of those that are still there, or none. */
    async removeMany({ teamId }: Caller, { webset, ids }: DeleteItemsRequest): Promise<DeletedItems> {
      let deleted = 0
      await course.change(teamId, webset, async (tx, locked) => {
        const there = await currentItems(tx, teamId, locked.id).where('item.id', 'in', ids).execute()
        deleted = there.length
        await dropItems(
          tx,
          teamId,
          there.map(({ id }) => id),
          clock.now(),
        )
        await course.settle(tx, locked)
      })
      return { object: 'deleted_items', deleted }
    },
  }

  async function show(teamId: string, reference: string, id: string): Promise<WebsetItem> {
    const { id: websetId } = await findWebset(records.db, teamId, reference)
    const row = await load(records.db, teamId, websetId, id)
    return (await presenter(teamId, websetId, [row]))(row)
  }

  /** Shows items with their results and the text of their pages. */
  async function presenter(teamId: string, websetId: string, rows: readonly ItemRow[]) {
    const enrichments = await loadEnrichments(records.db, teamId, [websetId])
    const texts = await documents.texts(
      teamId,
      rows.map(contentOf).filter((page) => page !== null),
    )
    return (row: ItemRow): WebsetItem => {
      const page = contentOf(row)
      const content = page === null ? null : (texts.get(versionKey(page)) ?? null)
      return presentItem(row, currentResults(row, enrichments), content)
    }
  }
}

async function load(db: Db, teamId: string, websetId: string, id: string): Promise<ItemRow> {
  const row = await currentItems(db, teamId, websetId).where('item.id', '=', id).executeTakeFirst()
  return row ?? missing('item', id)
}

/** They stay until their events are forgotten. */
export async function dropItems(
  tx: Tx,
  teamId: string,
  itemIds: readonly string[],
  now: Date,
): Promise<void> {
  if (itemIds.length === 0) return
  await tx
    .updateTable('webset_items')
    .set({ deleted_at: now })
    .where('team_id', '=', teamId)
    .where('id', 'in', [...itemIds])
    .execute()
  await tx
    .deleteFrom('webset_enrichment_work')
    .where('team_id', '=', teamId)
    .where('item_id', 'in', [...itemIds])
    .execute()
}
