import type { Clock } from '../ports/clock.ts'
import type { Db, Records, Tx } from '../ports/records.ts'
import type { Attached } from './attached.ts'
import { refreshEnrichments } from './enrichment.ts'
import type { EventLog } from './event-log.ts'
import type { Places } from './places.ts'
import { unfinished, updateSearch, type SearchRow } from './search.ts'
import { findWebset, lockTeam, lockWebset, missing, type WebsetRow } from './webset.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly log: EventLog
  readonly places: Places
  readonly attached: Attached
}

export type Course = ReturnType<typeof createCourse>

/** Whether anything is left to do: a search, or an enrichment of an item. */
async function isDue(tx: Db, { team_id: teamId, id }: WebsetRow): Promise<boolean> {
  const search = await tx
    .selectFrom('webset_searches')
    .select('id')
    .where('team_id', '=', teamId)
    .where('webset_id', '=', id)
    .where('status', 'in', unfinished)
    .limit(1)
    .executeTakeFirst()
  if (search) return true
  const work = await tx
    .selectFrom('webset_enrichment_work')
    .select('item_id')
    .where('team_id', '=', teamId)
    .where('webset_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return work !== undefined
}

/** How a webset comes to work and to rest, whoever changes it: a caller or the work itself. */
export function createCourse({ records, clock, log, places, attached }: Needs) {
  return {
    /** Changes a webset, named by its id or `externalId`, while nobody else does. Rejects with `not_found`. */
    async change<T>(
      teamId: string,
      reference: string,
      body: (tx: Tx, webset: WebsetRow) => Promise<T>,
    ): Promise<T> {
      return records.transaction(async (tx) => {
        await lockTeam(tx, teamId)
        const { id } = await findWebset(tx, teamId, reference)
        const webset = await lockWebset(tx, teamId, id)
        return body(tx, webset ?? missing('webset', reference))
      })
    },

    /** To be called after what makes work due. */
    async start(tx: Tx, webset: WebsetRow, options?: Parameters<Places['start']>[2]): Promise<WebsetRow> {
      await refreshEnrichments(tx, webset.team_id, webset.id)
      return (await isDue(tx, webset)) ? places.start(tx, webset, options) : webset
    },

    /** To be called after what ends work: a webset with nothing left to do comes to rest, once, and says so. */
    async settle(tx: Tx, webset: WebsetRow): Promise<WebsetRow> {
      await refreshEnrichments(tx, webset.team_id, webset.id)
      if (webset.status === 'idle' || (await isDue(tx, webset))) return webset
      const resting = await places.leave(tx, webset, 'idle')
      await attached.rested(tx, resting)
      await log.webset(tx, 'webset.idle', resting)
      return resting
    },

    async cancelSearch(
      tx: Tx,
      search: SearchRow,
      reason: 'webset_deleted' | 'webset_canceled' | null,
    ): Promise<SearchRow> {
      const now = clock.now()
      const canceled = await updateSearch(tx, search, {
        status: 'canceled',
        canceled_at: now,
        canceled_reason: reason,
        updated_at: now,
      })
      await log.search(tx, 'webset.search.canceled', canceled)
      await attached.searchEnded(tx, canceled)
      return canceled
    },
  }
}
