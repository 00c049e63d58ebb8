import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type { FollowIngestRequest, IngestEvent } from '../contract/ingest.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records } from '../ports/records.ts'
import { loadSource, missingSource, presentSource, type SourceRow } from './source.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  /** Feeds end when this does: nothing else would end them while a server stops. */
  readonly closing: AbortSignal
  readonly pollMs?: number
}

/** Changes with everything that is written to a source, so it says which state of it was seen. */
const stateId = ({ run, status, updated_at: at }: SourceRow): string => `${run}.${status}.${at.getTime()}`

const isOver = ({ status, due_at: dueAt }: SourceRow): boolean =>
  dueAt === null && status !== 'queued' && status !== 'running'

/**
 * An ingest job as it goes on: the whole of it with each change, the first being what it is now unless that was seen.
 * States that come and go between two looks are left out, for each says all that the ones before it did.
 */
export function createSourceFeed({ records, clock, closing, pollMs = 200 }: Needs) {
  /** Null when it is deleted, undefined when the database is away for a moment: that ends no feed. */
  const look = async (teamId: string, id: string): Promise<SourceRow | null | undefined> => {
    try {
      return (await loadSource(records, teamId, id)) ?? null
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable') return undefined
      throw error
    }
  }

  /** Ends with the last run, the deletion of the job, or the signal. Rejects with `not_found` before the first event. */
  return async function* follow(
    { teamId }: Caller,
    { id, lastEventId }: FollowIngestRequest,
    leaving: AbortSignal,
  ): AsyncGenerator<IngestEvent> {
    const signal = AbortSignal.any([leaving, closing])
    let row: SourceRow | null | undefined = (await loadSource(records, teamId, id)) ?? missingSource(id)
    let seen = lastEventId
    while (!signal.aborted) {
      if (row === null) {
        yield { id: null, type: 'ingest.deleted', createdAt: clock.now().toISOString(), data: { id } }
        return
      }
      if (row && stateId(row) !== seen) {
        seen = stateId(row)
        const job = presentSource(row)
        yield { id: seen, type: `ingest.${job.status}`, createdAt: row.updated_at.toISOString(), data: job }
      }
      if (row && isOver(row)) return
      await delay(pollMs, undefined, { signal }).catch(() => {})
      if (!signal.aborted) row = await look(teamId, id)
    }
  }
}
