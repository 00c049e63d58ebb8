import type { Selectable } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { IngestJob, IngestSource, IngestStatus } from '../contract/ingest.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { presentFailures, type Counts, type Tally } from './tally.ts'

/** A source as its run sees it. */
export interface Source {
  readonly id: string
  readonly teamId: string
  readonly spec: IngestSource
  readonly run: number
  readonly checkpoint: Readonly<Record<string, unknown>>
  readonly recrawlMs: number | null
}

export type SourceRow = Selectable<Tables['sources']>

export async function loadSource(
  records: Records,
  teamId: string,
  id: string,
): Promise<SourceRow | undefined> {
  return records.db
    .selectFrom('sources')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function missingSource(id: string): never {
  throw new AppError('not_found', `There is no ingest job "${id}".`, { reason: 'INGEST_NOT_FOUND' })
}

export const toSource = (row: SourceRow): Source => ({
  id: row.id,
  teamId: row.team_id,
  spec: row.spec as unknown as IngestSource, // checked against the contract before it was written
  run: row.run,
  checkpoint: row.checkpoint,
  recrawlMs: row.recrawl_ms,
})

/** Keeps the source from being cancelled or deleted until the transaction ends; undefined if it already is. */
export const lockRun = (tx: Tx, source: Source) =>
  tx
    .selectFrom('sources')
    .select(['counts', 'failures'])
    .where('team_id', '=', source.teamId)
    .where('id', '=', source.id)
    .where('status', '=', 'running')
    .where('run', '=', source.run)
    .forUpdate()
    .executeTakeFirst()

/**
 * Adds what a batch did to a source, in the batch's own transaction, so that both are there or neither. False when the
 * run is over (cancelled, deleted, or another run): then nothing of the batch may be recorded.
 */
export async function recordProgress(
  tx: Tx,
  clock: Clock,
  source: Source,
  tally: Tally,
  checkpoint?: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const row = await lockRun(tx, source)
  if (!row) return false
  const { counts, failures } = tally.addTo({ counts: countsOf(row.counts), failures: row.failures })
  await tx
    .updateTable('sources')
    .set({
      counts: JSON.stringify(counts),
      failures: JSON.stringify(failures),
      updated_at: clock.now(),
      ...(checkpoint && { checkpoint: JSON.stringify(checkpoint) }),
    })
    .where('team_id', '=', source.teamId)
    .where('id', '=', source.id)
    .execute()
  return true
}

const countsOf = (stored: Record<string, number>): Counts => stored as unknown as Counts // only ever written whole

export function presentSource(row: SourceRow): IngestJob {
  const counts = countsOf(row.counts)
  const seconds = row.started_at ? (row.updated_at.getTime() - row.started_at.getTime()) / 1000 : 0
  const perSecond = seconds > 0 && counts.done > 0 ? counts.done / seconds : null
  const share = counts.totalBytes
    ? counts.bytes / counts.totalBytes
    : counts.total
      ? counts.done / counts.total
      : 0
  const isRunning = row.status === 'running'
  return {
    id: row.id,
    object: 'ingest',
    status: row.status as IngestStatus, // only statuses are ever written
    source: row.spec as unknown as IngestSource,
    recrawlHours: row.recrawl_ms === null ? null : row.recrawl_ms / 3_600_000,
    run: row.run,
    progress: {
      ...counts,
      perSecond,
      etaSeconds: isRunning && share > 0 ? (seconds / Math.min(1, share)) * (1 - Math.min(1, share)) : null,
    },
    failures: presentFailures(row.failures),
    error: row.error,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    nextRunAt: row.due_at?.toISOString() ?? null,
  }
}
