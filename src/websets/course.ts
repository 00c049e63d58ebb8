import type { Clock } from '../ports/clock.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { Attached } from './attached.ts'
import { refreshEnrichments } from './enrichment.ts'
import type { EventLog } from './event-log.ts'
import type { Outstanding } from './outstanding.ts'
import type { Places } from './places.ts'
import { updateSearch, type SearchRow } from './search.ts'
import { findWebset, lockTeam, lockWebset, missing, updateWebset, type WebsetRow } from './webset.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly log: EventLog
  readonly places: Places
  readonly work: Outstanding
  readonly attached: Attached
}

export type Course = ReturnType<typeof createCourse>

/** How a webset comes to work and to rest, whoever changes it: a caller or the work itself. */
export function createCourse({ records, clock, log, places, work, attached }: Needs) {
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
      const left = await work.of(tx, webset)
      if (left === 'due') return places.start(tx, webset, options)
      // It has nothing to do yet, but must not be taken for one that has done all.
      const waits = left === 'awaited' && webset.status === 'idle'
      return waits ? updateWebset(tx, webset, { status: 'pending', updated_at: clock.now() }) : webset
    },

    /** To be called after what ends work: a webset with nothing left to do comes to rest, once, and says so. */
    async settle(tx: Tx, webset: WebsetRow): Promise<WebsetRow> {
      await refreshEnrichments(tx, webset.team_id, webset.id)
      if (webset.status === 'idle') return webset
      const left = await work.of(tx, webset)
      if (left === 'due') return webset
      if (left === 'awaited') return webset.active ? places.leave(tx, webset, 'pending') : webset
      const resting = await places.leave(tx, webset, 'idle')
      await attached.rested(tx, resting)
      await log.webset(tx, 'webset.idle', resting)
      return resting
    },

    /**
     * Takes up, or lets rest, the websets of a team that waited for an import. To be called after what ends one, with
     * the lock of the team.
     */
    async afterImport(tx: Tx, teamId: string): Promise<void> {
      const waiting = await tx
        .selectFrom('websets')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('status', '=', 'pending')
        .where('active', '=', false)
        .where('waiting_since', 'is', null)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forUpdate()
        .execute()
      for (const webset of waiting) await this.settle(tx, await this.start(tx, webset, { goesOn: true }))
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
