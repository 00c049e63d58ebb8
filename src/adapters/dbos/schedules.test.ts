import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/harness/database.ts'
import { silentLog } from '../../../tests/harness/log.ts'
import { eventually } from '../../ports/jobs-scene.suite.ts'
import type { Jobs, ScheduleDefinition } from '../../ports/jobs.ts'
import { createJobs } from './create-jobs.ts'
import { toSchedule } from './schedules.ts'

const { connectionString, records } = await testDatabase()
const run = async () => {}
let jobs: Jobs | undefined
afterEach(() => jobs?.close())

async function start(schedule: ScheduleDefinition): Promise<void> {
  await jobs?.close()
  jobs = createJobs({ connectionString, records, role: 'worker', log: silentLog })
  jobs.defineSchedule(schedule)
  await jobs.start()
}

const rows = () =>
  sql<{ name: string; cron: string; late: boolean; due_at: Date }>`
    select name, cron, due_at, due_at <= now() as late from job_schedules order by name`
    .execute(records.db)
    .then((result) => result.rows)

const dueOf = async () => (await rows()).find(({ name }) => name === 'changing')!

test('counts in its time zone, over the changes of the clock', () => {
  const berlin = toSchedule({ name: 'daily', cron: '30 8 * * *', timeZone: 'Europe/Berlin', run })
  expect(berlin.next(new Date('2026-03-28T00:00:00Z')).toISOString()).toBe('2026-03-28T07:30:00.000Z')
  expect(berlin.next(new Date('2026-03-29T00:00:00Z')).toISOString()).toBe('2026-03-29T06:30:00.000Z')
  const utc = toSchedule({ name: 'daily', cron: '30 8 * * *', run })
  expect(utc.next(new Date('2026-03-29T00:00:00Z')).toISOString()).toBe('2026-03-29T08:30:00.000Z')
})

test('what was missed while nobody ran fires once', async () => {
  const fired: Date[] = []
  const schedule = {
    name: 'missed',
    cron: '0 * * * *',
    run: async (at: Date) => void fired.push(at),
  }
  await start(schedule)
  await jobs?.close()
  expect(fired).toEqual([])
  const due = new Date('2026-01-01T10:00:00Z')
  await sql`update job_schedules set due_at = ${due} where name = 'missed'`.execute(records.db)
  await start(schedule)
  await eventually(
    () => fired.length,
    (count) => count > 0,
  )
  await start(schedule)
  await eventually(rows, (all) => all.every(({ late }) => !late))
  expect(fired).toEqual([due])
})

test('a changed pattern counts from now on, an unchanged one keeps its time', async () => {
  await start({ name: 'changing', cron: '0 0 1 1 *', run })
  const first = await dueOf()
  await sql`update job_schedules set due_at = due_at + interval '1 year' where name = 'changing'`.execute(
    records.db,
  )
  await start({ name: 'changing', cron: '0 0 1 1 *', run })
  expect((await dueOf()).due_at.getTime()).toBeGreaterThan(first.due_at.getTime())
  await start({ name: 'changing', cron: '0 0 1 2 *', run })
  expect(await dueOf()).toMatchObject({ cron: '0 0 1 2 *', late: false })
  expect((await dueOf()).due_at.getUTCMonth()).toBe(1)
})
