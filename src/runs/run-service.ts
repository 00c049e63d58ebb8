import { sql } from 'kysely'
import { toDollars } from '../billing/index.ts'
import { AppError } from '../contract/errors.ts'
import { pageFrom, type PageQuery } from '../contract/pagination.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Records, Tx } from '../ports/records.ts'
import { endRun } from './ending.ts'
import type { RunFeed } from './feed.ts'
import { replayRun } from './replay.ts'
import {
  eventsAfter,
  findRun,
  isDone,
  isOver,
  lockRun,
  missingRun,
  presentRun,
  stepsOf,
  tell,
} from './run-row.ts'
import type { RunRow } from './run-row.ts'
import type { RunKind, RunOwner, StoredEvent } from './run-kind.ts'
import { runWorkflowName, type RunPayload } from './run-workflow.ts'

interface Needs<Request, Output> {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly kind: RunKind<Request, Output>
  readonly feed: RunFeed
  readonly onChange: (runId: string) => void
}

/** A step as it is shown. */
export interface RecordedStep {
  readonly key: string
  readonly kind: string
  readonly used: Record<string, number>
  readonly costDollars: number
  readonly finishedAt: number
}

export type RunService<Request, Output> = ReturnType<typeof createRunService<Request, Output>>

/** The runs of one kind. An id of another team, or of another kind, is `not_found`. */
export function createRunService<Request, Output>(needs: Needs<Request, Output>) {
  const { records, clock, ids, jobs, feed, onChange } = needs
  const kind = needs.kind as unknown as RunKind // it is given only what it wrote itself
  const reference = (teamId: string, id: string) => ({ teamId, kind: kind.name, id })
  const present = presentRun<Request, Output>

  /** Runs of a team are begun one after another, so that the limit is exact. The owner's team is not limited. */
  async function insert(
    tx: Tx,
    caller: RunOwner,
    request: Request,
    forkedFrom: string | null,
  ): Promise<RunRow> {
    const { teamId, keyId, isOwner } = caller
    await sql`select pg_advisory_xact_lock(hashtextextended(${`runs of ${teamId}`}, 0))`.execute(tx)
    const most = typeof kind.maxConcurrent === 'function' ? kind.maxConcurrent(caller) : kind.maxConcurrent
    if (most !== null && !isOwner) {
      const { active } = await tx
        .selectFrom('runs')
        .select((columns) => columns.fn.countAll<number>().as('active'))
        .where('team_id', '=', teamId)
        .where('kind', '=', kind.name)
        .where('finished_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (active >= most)
        throw new AppError(
          'rate_limited',
          `${active} runs of this team are under way, which is as many as may be.`,
          { reason: 'CONCURRENCY_LIMIT_REACHED', retryAfterSeconds: 5 },
        )
    }
    const at = clock.now()
    const row = await tx
      .insertInto('runs')
      .values({
        id: ids.next(kind.name),
        team_id: teamId,
        key_id: keyId,
        kind: kind.name,
        status: 'pending',
        request: JSON.stringify(request),
        used: '{}',
        forked_from: forkedFrom,
        created_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const payload: RunPayload = { teamId, runId: row.id }
    await jobs.enqueue(tx, { id: row.id, name: runWorkflowName, payload })
    return tell(tx, row, kind.created?.(presentRun(row)) ?? [], at)
  }

  return {
    /** The run and the work on it are there if and only if this resolves. Rejects with `rate_limited`. */
    async create(caller: RunOwner, request: Request) {
      return present(await records.transaction((tx) => insert(tx, caller, request, null)))
    },

    /** Rejects with `not_found`. */
    async get(teamId: string, id: string) {
      return present(await findRun(records.db, reference(teamId, id)))
    },

    /** The newest first; the cursor is the id of the last one shown. */
    async list(teamId: string, { cursor, limit }: PageQuery) {
      const rows = await records.db
        .selectFrom('runs')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('kind', '=', kind.name)
        .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, present)
    },

    /** Ends it at once with what it has told so far; one that has ended is answered as it is. Rejects with `not_found`. */
    async cancel(teamId: string, id: string) {
      const run = await records.transaction(async (tx) => {
        await findRun(tx, reference(teamId, id))
        const row = (await lockRun(tx, teamId, id)) ?? missingRun(id)
        if (isOver(row)) return row
        return endRun(tx, { kind, clock }, row, { status: 'canceled', stopReason: 'canceled' })
      })
      await jobs.cancel(id)
      onChange(id)
      return present(run)
    },

    /** Asks it to begin nothing further and to make a result of what it has. Rejects with `not_found`. */
    async stop(teamId: string, id: string) {
      await findRun(records.db, reference(teamId, id))
      await records.db
        .updateTable('runs')
        .set({ stop_requested_at: clock.now() })
        .where('team_id', '=', teamId)
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .execute()
      return this.get(teamId, id)
    },

    /** With its steps and events; one under way is ended. Rejects with `not_found`. */
    async remove(teamId: string, id: string): Promise<void> {
      await findRun(records.db, reference(teamId, id))
      await records.db.deleteFrom('runs').where('team_id', '=', teamId).where('id', '=', id).execute()
      await jobs.cancel(id)
      onChange(id)
    },

    /** Stored events after a number, oldest first. */
    async events(teamId: string, id: string, after: number, limit: number): Promise<StoredEvent[]> {
      await findRun(records.db, reference(teamId, id))
      return eventsAfter(records.db, { teamId, id }, after, limit)
    },

    /** Stored events after a number and those to come, until the run has ended or the signal says so. */
    follow: (teamId: string, id: string, after: number, signal: AbortSignal) =>
      feed.follow(reference(teamId, id), after, signal),

    /** What was done, in the order in which it was recorded. */
    async steps(teamId: string, id: string): Promise<RecordedStep[]> {
      await findRun(records.db, reference(teamId, id))
      return (await stepsOf(records.db, teamId, id)).filter(isDone).map((step) => ({
        key: step.key,
        kind: step.kind,
        used: { ...step.used },
        costDollars: toDollars(step.cost_nanos),
        finishedAt: step.finished_at.getTime(),
      }))
    },

    /** The events once more, worked out from the recorded steps. Rejects with `not_found` and `conflict`. */
    replay: (teamId: string, id: string): Promise<StoredEvent[]> =>
      replayRun(records.db, kind, reference(teamId, id)),

    /**
     * A new run that takes over what was recorded before a step of an ended one, and goes on from there with another
     * request. Rejects with `not_found`, `conflict` and `rate_limited`.
     */
    async fork(caller: RunOwner, id: string, fromStep: string, change: (request: Request) => Request) {
      const { teamId } = caller
      const source = await findRun(records.db, reference(teamId, id))
      if (!isOver(source)) throw new AppError('conflict', `The run ${id} has not ended yet.`)
      const steps = await this.steps(teamId, id)
      const at = steps.findIndex(({ key }) => key === fromStep)
      if (at < 0)
        throw new AppError('invalid_request', `The run ${id} has no step "${fromStep}".`, {
          reason: 'STEP_NOT_FOUND',
          details: { steps: steps.map(({ key }) => key) },
        })
      const row = await records.transaction(async (tx) => {
        const forked = await insert(tx, caller, change(present(source).request), id)
        await sql`
          insert into run_steps
            (run_id, key, team_id, kind, position, outcome, used, cost_nanos, document_ids, finished_at)
          select ${forked.id}, key, team_id, kind, null, outcome, '{}', 0, document_ids, finished_at
          from run_steps
          where team_id = ${teamId} and run_id = ${id} and position <= ${at}
            and key <> all(${[...(kind.doneAnew ?? [])]})`.execute(tx)
        return forked
      })
      return present(row)
    },
  }
}
