import type { Log } from '../../ports/log.ts'
import { isGone } from './executor-id.ts'
import type { Runs } from './runs.ts'
import { handBack, rollCall, takeOverFromDead } from './workflow-rows.ts'
import type { Database } from './workflow-rows.ts'

export interface PresenceOptions {
  readonly executorId: string
  readonly deadAfterMs: number
  /** Whether all workers run on this machine, where it can be seen at once that one is gone. */
  readonly sameMachine: boolean
  readonly runs: Runs
  readonly log: Log
}

/** Elapsed time by whichever clock ran further: one stands still while the machine sleeps, the other can be set. */
function stopwatch(): () => number {
  const [steady, wall] = [performance.now(), Date.now()]
  return () => Math.max(performance.now() - steady, Date.now() - wall)
}

/**
 * Keeps this worker counted among the living, and the work of the dead from lying about.
 *
 * What is guaranteed: work is taken from a worker only when it has not beaten for `deadAfterMs` while the database
 * was up, or its process is seen to be gone. One that was merely stalled for that long, and comes back, can record nothing for the work it lost:
 * DBOS checks the execution's token with every record, and a transaction step rolls back. It begins no further
 * step either before a new heartbeat has told it what it still holds. Only the body of a step that was under way
 * may have run in both, which is what "may run twice" means.
 */
export function createPresence(options: PresenceOptions) {
  const { executorId, deadAfterMs, sameMachine, runs, log } = options
  let sinceBeat = stopwatch()
  let sinceSilence: (() => number) | undefined
  let suspects: ReadonlySet<string> = new Set()
  let waiting: (() => void)[] = []

  async function beat(db: Database): Promise<void> {
    const started = stopwatch()
    await db.query(
      `insert into job_executors (id, heartbeat_at) values ($1, now())
       on conflict (id) do update set heartbeat_at = now()`,
      [executorId],
    )
    // After a silence of our own the others may have been cut off just as well: give them time to beat.
    if (sinceBeat() > deadAfterMs / 2) sinceSilence = started
    await compare(db)
    sinceBeat = started
    for (const resume of waiting.splice(0)) resume()
    if (!sinceSilence || sinceSilence() > deadAfterMs) await reap(db)
  }

  /** What the records say this worker has under way, against what it has. */
  async function compare(db: Database): Promise<void> {
    const before = runs.list()
    const held = await rollCall(db, executorId)
    for (const run of before) {
      if (held.get(run.id) !== run.owner)
        runs.abort(run, 'The workflow was cancelled, or another worker has it.')
    }
    // Claimed but not running: a name this version does not know, or a start that failed. One beat of patience,
    // because a run that just begins or just ends looks the same.
    const running = new Set(runs.list().map(({ id }) => id))
    const missing = [...held.keys()].filter((id) => !running.has(id))
    const stray = missing.filter((id) => suspects.has(id))
    suspects = new Set(missing)
    if (stray.length > 0) {
      await handBack(db, executorId, stray)
      log.warn({ workflows: stray }, 'put back work that was claimed here but does not run')
    }
  }

  /** Strikes off those whose process is gone, so that their heartbeat need not grow old. */
  async function strikeOff(db: Database): Promise<void> {
    const { rows } = await db.query<{ id: string }>('select id from job_executors where id <> $1', [
      executorId,
    ])
    const gone = rows.filter(({ id }) => isGone(id)).map(({ id }) => id)
    if (gone.length > 0) await db.query('delete from job_executors where id = any($1)', [gone])
  }

  async function reap(db: Database): Promise<void> {
    if (sameMachine) await strikeOff(db)
    const dead = await takeOverFromDead(db, deadAfterMs)
    if (dead.length > 0) log.warn({ executors: [...new Set(dead)], workflows: dead.length }, 'took over work')
    await db.query("delete from job_executors where heartbeat_at < now() - $1 * interval '10 milliseconds'", [
      deadAfterMs,
    ])
  }

  return {
    beat,
    /** Resolves at once while this worker is surely counted among the living, else after its next heartbeat. */
    async confirmed(): Promise<void> {
      if (sinceBeat() > deadAfterMs) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

export type Presence = ReturnType<typeof createPresence>
