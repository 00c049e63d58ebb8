import type { Selectable } from 'kysely'
import type { EgressRecord, ListEgressRequest } from '../contract/egress.ts'
import { pageFrom } from '../contract/pagination.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Log } from '../ports/log.ts'
import type { OutboundRequest } from '../ports/outbound.ts'
import type { Records } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { currentErrand } from './errand.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

const flushEveryMs = 250
const batchSize = 500
/** While the database is away. What exceeds it is only in the log of the process. */
const longestQueue = 20_000
const longestUrl = 2000

export type EgressLog = ReturnType<typeof createEgressLog>

/**
 * The record of everything that left this machine, or was kept from leaving. It is written a few times a second, in
 * batches, so that no request waits for it; a crash may lose the last quarter of a second of it.
 */
export function createEgressLog({ records, clock, ids, log }: Needs) {
  const across = records.acrossTeams('what leaves this machine is the concern of its operator')
  const waiting: Selectable<Tables['egress_requests']>[] = []
  let lost = 0
  let writing = Promise.resolve()
  const timer = setInterval(() => void flush(), flushEveryMs)
  timer.unref()

  function flush(): Promise<void> {
    writing = writing.then(async () => {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, batchSize)
        try {
          await across.insertInto('egress_requests').values(batch).execute()
        } catch (error) {
          log.warn(
            { err: error, waiting: waiting.length },
            'what left this machine could not be recorded yet',
          )
          return
        }
        waiting.splice(0, batch.length)
      }
      if (lost > 0) log.error({ lost }, 'the record of what left this machine has a gap')
      lost = 0
    })
    return writing
  }

  return {
    /** Written soon. Belongs to the errand that it is called on. */
    add(request: OutboundRequest): void {
      const errand = currentErrand()
      if (waiting.length >= longestQueue) {
        lost += 1
        return
      }
      waiting.push({
        id: ids.next('egress'),
        at: clock.now(),
        method: request.method,
        // NUL is the one character that PostgreSQL cannot store.
        url: request.url.replaceAll('\0', '').slice(0, longestUrl),
        reason: request.reason,
        outcome: request.outcome,
        status: request.status,
        bytes: request.bytes,
        duration_ms: Math.round(request.durationMs),
        team_id: errand?.teamId ?? null,
        purpose: errand?.purpose ?? 'server',
        subject: errand?.subject ?? null,
        approval_id: errand?.approvalId ?? null,
      })
    },

    flush,

    /** The newest first. */
    async list({ cursor, limit, teamId, subject, approvalId, outcome, reason }: ListEgressRequest) {
      await flush()
      let query = across.selectFrom('egress_requests').selectAll()
      if (cursor !== undefined) query = query.where('id', '<', cursor)
      if (teamId !== undefined) query = query.where('team_id', '=', teamId)
      if (subject !== undefined) query = query.where('subject', '=', subject)
      if (approvalId !== undefined) query = query.where('approval_id', '=', approvalId)
      if (outcome !== undefined) query = query.where('outcome', '=', outcome)
      if (reason !== undefined) query = query.where('reason', '=', reason)
      const rows = await query
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, present)
    },

    async prune(before: Date): Promise<number> {
      const { numDeletedRows } = await across
        .deleteFrom('egress_requests')
        .where('at', '<', before)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

const present = (row: Selectable<Tables['egress_requests']>): EgressRecord => ({
  id: row.id,
  object: 'egress_request',
  at: row.at.toISOString(),
  method: row.method,
  url: row.url,
  reason: row.reason,
  outcome: row.outcome,
  status: row.status,
  bytes: row.bytes,
  durationMs: row.duration_ms,
  teamId: row.team_id,
  purpose: row.purpose,
  subject: row.subject,
  approvalId: row.approval_id,
})
