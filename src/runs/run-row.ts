import type { Selectable } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { Db, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import type { Run, RunEvent, RunStatus, StopReason, StoredEvent } from './run-kind.ts'

export type RunRow = Selectable<Tables['runs']>
export type StepRow = Selectable<Tables['run_steps']>

/** Not one that was taken over from another run and not reached yet. */
export const isDone = (step: StepRow | undefined): step is StepRow & { position: number } =>
  step !== undefined && step.position !== null

/** Which run of which kind is meant. */
export interface RunReference {
  readonly teamId: string
  readonly kind: string
  readonly id: string
}

export const isOver = ({ status }: { status: string }): boolean =>
  status !== 'pending' && status !== 'running'

/** The request and the output are those that the kind itself wrote. */
export const presentRun = <Request, Output>(row: RunRow): Run<Request, Output> => ({
  id: row.id,
  teamId: row.team_id,
  keyId: row.key_id,
  status: row.status as RunStatus, // written here alone, as are the others
  stopReason: row.stop_reason as StopReason | null,
  request: row.request as Request,
  output: row.output as Output | null,
  error: row.error,
  used: row.used,
  costNanos: row.cost_nanos,
  forkedFrom: row.forked_from,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
})

export function missingRun(id: string): never {
  throw new AppError('not_found', `There is no run "${id}".`, { reason: 'RUN_NOT_FOUND' })
}

/** Rejects with `not_found`. */
export async function findRun(db: Db, { teamId, kind, id }: RunReference): Promise<RunRow> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ?? missingRun(id)
}

/** Undefined when it was deleted. Until the transaction ends nobody else changes anything of it. */
export async function lockRun(tx: Tx, teamId: string, id: string): Promise<RunRow | undefined> {
  return tx
    .selectFrom('runs')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateRun(
  tx: Tx,
  { team_id: teamId, id }: Pick<RunRow, 'team_id' | 'id'>,
  changes: Partial<Omit<RunRow, 'request' | 'output' | 'error' | 'used'>> & {
    output?: string
    error?: string
    used?: string
  },
): Promise<RunRow> {
  return tx
    .updateTable('runs')
    .set(changes)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Under the lock of the run, whose number of events counts on. */
export async function tell(tx: Tx, run: RunRow, events: readonly RunEvent[], at: Date): Promise<RunRow> {
  if (events.length === 0) return run
  await tx
    .insertInto('run_events')
    .values(
      events.map(({ name, data }, index) => ({
        run_id: run.id,
        sequence: run.event_count + index + 1,
        team_id: run.team_id,
        name,
        data: JSON.stringify(data),
        created_at: at,
      })),
    )
    .execute()
  return updateRun(tx, run, { event_count: run.event_count + events.length })
}

export async function stepsOf(db: Db, teamId: string, runId: string): Promise<StepRow[]> {
  return db
    .selectFrom('run_steps')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute()
}

export async function eventsAfter(
  db: Db,
  { teamId, id }: Pick<RunReference, 'teamId' | 'id'>,
  sequence: number,
  limit: number,
): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('run_events')
    .select(['sequence', 'name', 'data', 'created_at'])
    .where('team_id', '=', teamId)
    .where('run_id', '=', id)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(({ created_at: createdAt, ...event }) => ({ ...event, createdAt }))
}
