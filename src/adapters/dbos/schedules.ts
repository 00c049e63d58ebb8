import { Cron } from 'croner'
import { sql } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { Jobs, ScheduleDefinition, WorkflowDefinition } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import type { Records, Tx } from '../../ports/records.ts'
import { createBell } from './bell.ts'

const LONGEST_WAIT_MS = 30_000
export const SCHEDULE_QUEUE = { name: 'schedules', concurrency: 20 }

export interface Schedule extends ScheduleDefinition {
  readonly timeZone: string
  readonly workflow: WorkflowDefinition<{ scheduledAt: string }>
  /** The first moment after the given one at which it fires. */
  next(after: Date): Date
}

/** Checks the definition; running it is a workflow of its own, so that it survives the worker that began it. */
export function toSchedule(definition: ScheduleDefinition): Schedule {
  const { name, cron, timeZone = 'UTC' } = definition
  const wrong = (cause?: unknown) =>
    new AppError('internal', `Schedule ${name} cannot be read: "${cron}" in ${timeZone}.`, { cause })
  let pattern: Cron
  try {
    pattern = new Cron(cron, { timezone: timeZone, mode: '5-or-6-parts' })
    pattern.nextRun()
  } catch (cause) {
    throw wrong(cause)
  }
  return {
    ...definition,
    timeZone,
    workflow: {
      name: `schedule.${name}.v1`,
      queue: SCHEDULE_QUEUE.name,
      run: (context, { scheduledAt }) =>
        context.step('run', (signal) => definition.run(new Date(scheduledAt), signal)),
    },
    next(after) {
      const next = pattern.nextRun(after)
      if (!next) throw wrong()
      return next
    },
  }
}

async function databaseTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(tx)
  return rows[0]!.now
}

export interface SchedulesOptions {
  readonly schedules: readonly Schedule[]
  readonly records: Records
  readonly enqueue: Jobs['enqueue']
  readonly log: Log
}

/**
 * Fires schedules. All workers watch the same rows; who moves `due_at` on fires, in the same transaction, so it
 * happens once. However many times were missed while nobody ran, there is one firing for them.
 */
export function createSchedules({ schedules, records, enqueue, log }: SchedulesOptions) {
  const byName = new Map(schedules.map((schedule) => [schedule.name, schedule]))
  const names = [...byName.keys()]
  const bell = createBell()

  /** Registers what is new or has changed; what was registered before keeps its due time. */
  async function register(): Promise<void> {
    await records.transaction(async (tx) => {
      const now = await databaseTime(tx)
      for (const schedule of schedules) {
        const { name, cron, timeZone } = schedule
        const dueAt = schedule.next(now)
        await tx
          .insertInto('job_schedules')
          .values({ name, cron, time_zone: timeZone, due_at: dueAt })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ cron, time_zone: timeZone, due_at: dueAt })
              .where(sql<boolean>`(job_schedules.cron, job_schedules.time_zone) <> (${cron}, ${timeZone})`),
          )
          .execute()
      }
    })
  }

  /** Fires what is due, by the database's clock; answers how long it is until the next is. */
  async function fire(): Promise<number> {
    return records.transaction(async (tx) => {
      const now = await databaseTime(tx)
      const due = await tx
        .selectFrom('job_schedules')
        .select(['name', 'due_at'])
        .where('name', 'in', names)
        .where('due_at', '<=', now)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const { name, due_at: dueAt } of due) {
        const schedule = byName.get(name)!
        const scheduledAt = dueAt.toISOString()
        await enqueue(tx, {
          id: `${schedule.workflow.name}:${scheduledAt}`,
          name: schedule.workflow.name,
          payload: { scheduledAt },
        })
        await tx
          .updateTable('job_schedules')
          .set({ due_at: schedule.next(now) })
          .where('name', '=', name)
          .execute()
      }
      const { next } = await tx
        .selectFrom('job_schedules')
        .select((by) => by.fn.min('due_at').as('next'))
        .where('name', 'in', names)
        .executeTakeFirstOrThrow()
      return next.getTime() - now.getTime()
    })
  }

  async function run(): Promise<void> {
    for (let failures = 0; !bell.stopped;) {
      let waitMs = 1_000
      try {
        waitMs = Math.min(LONGEST_WAIT_MS, Math.max(10, await fire()))
        failures = 0
      } catch (error) {
        failures += 1
        if (failures === 1) log.warn({ err: error }, 'cannot look at the schedules; trying until it works')
      }
      await bell.wait(waitMs)
    }
  }

  let running = Promise.resolve()
  return {
    async open(): Promise<void> {
      if (names.length === 0) return
      await register()
      running = run()
    },
    async close(): Promise<void> {
      bell.stop()
      await running
    },
  }
}
