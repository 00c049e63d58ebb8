import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { afterwards } from '../../../tests/harness/afterwards.ts'
import { testDatabase } from '../../../tests/harness/database.ts'
import { testFolder } from '../../../tests/harness/folder.ts'
import { startJobsProcess } from '../../../tests/harness/jobs-process.ts'
import { silentLog } from '../../../tests/harness/log.ts'
import { ended, eventually, prepareEvidence } from '../../ports/jobs-scene.suite.ts'
import type { WorkflowContext } from '../../ports/jobs.ts'
import { startEmbedded } from '../postgres/embedded/run.ts'
import { migrate } from '../postgres/migrate.ts'
import { createRecords } from '../postgres/records.ts'
import { createJobs } from './create-jobs.ts'

test('work goes on after PostgreSQL was away', async () => {
  const dataDir = await testFolder()
  const start = () => startEmbedded({ dataDir, volatile: true }, silentLog)
  let database = await start()
  afterwards(() => database.stop())
  const { connectionString } = database
  await migrate({ connectionString }, silentLog)
  const records = createRecords({ connectionString, maxConnections: 5 }, silentLog)
  afterwards(() => records.close())
  await sql`create table counts (workflow text, what text)`.execute(records.db)

  const jobs = createJobs({
    connectionString,
    records,
    role: 'all',
    log: silentLog,
    heartbeat: { everyMs: 200, deadAfterMs: 1_000 },
  })
  afterwards(() => jobs.close())
  const begun: string[] = []
  const count = (context: WorkflowContext, what: string) =>
    context.transaction(what, async (tx) => {
      await sql`insert into counts values (${context.workflowId}, ${what})`.execute(tx)
      begun.push(`${context.workflowId} ${what}`)
      await delay(300)
    })
  jobs.defineQueue({ name: 'work', concurrency: 10 })
  jobs.defineWorkflow({
    name: 'sleeper.v1',
    queue: 'work',
    async run(context) {
      begun.push(context.workflowId)
      await context.sleep(1_000)
      await count(context, 'after the sleep')
    },
  })
  jobs.defineWorkflow({
    name: 'listener.v1',
    queue: 'work',
    async run(context) {
      begun.push(context.workflowId)
      const word = await context.receive<string>('word', 20_000)
      await count(context, word ?? 'nothing')
    },
  })
  jobs.defineWorkflow({
    name: 'writer.v1',
    queue: 'work',
    async run(context) {
      await count(context, 'first')
      await context.step('look', async () => {
        begun.push(`${context.workflowId} looks`)
        for (let look = 0; look < 10; look += 1) {
          await sql`select from counts`.execute(records.db)
          await delay(50)
        }
      })
      await count(context, 'last')
    },
  })
  await jobs.start()
  const submit = (id: string, name: string) =>
    records.transaction((tx) => jobs.enqueue(tx, { id, name, payload: {} }))
  await submit('sleeper', 'sleeper.v1')
  await submit('listener', 'listener.v1')
  await submit('writing', 'writer.v1')
  await eventually(
    () => begun,
    (seen) => ['sleeper', 'listener', 'writing first'].every((one) => seen.includes(one)),
  )
  await submit('looking', 'writer.v1')
  await eventually(
    () => begun,
    (seen) => seen.includes('writing looks'),
  )

  await database.stop()
  await expect(jobs.status('sleeper')).rejects.toMatchObject({ code: 'unavailable' })
  await delay(1_500)
  database = await start()

  await eventually(
    () =>
      records
        .transaction((tx) =>
          jobs.send(tx, { workflowId: 'listener', topic: 'word', body: 'hello', key: 'k' }),
        )
        .then(
          () => true,
          () => false,
        ),
    Boolean,
  )
  for (const id of ['sleeper', 'listener', 'writing', 'looking']) {
    expect(await ended(jobs, id)).toMatchObject({ id, state: 'completed' })
  }
  const { rows } = await sql<{ line: string }>`
    select workflow || ': ' || what as line from counts order by line`.execute(records.db)
  expect(rows.map(({ line }) => line)).toEqual([
    'listener: hello',
    'looking: first',
    'looking: last',
    'sleeper: after the sleep',
    'writing: first',
    'writing: last',
  ])
  // And what comes afterwards starts as ever.
  await submit('later', 'writer.v1')
  expect(await ended(jobs, 'later')).toMatchObject({ state: 'completed' })
})

test('on one machine a dead worker is seen at once, and a new one takes up its work', async () => {
  const { connectionString, records } = await testDatabase()
  await prepareEvidence(records)
  const office = createJobs({ connectionString, records, role: 'api', log: silentLog })
  afterwards(() => office.close())
  office.defineQueue({ name: 'work', concurrency: 1 })
  office.defineWorkflow({ name: 'stages.v1', queue: 'work', run: async () => {} })
  await office.start()
  const settings = {
    connectionString,
    sameMachine: true,
    heartbeat: { everyMs: 200, deadAfterMs: 600_000 },
  }
  const begun = async () =>
    (await sql`select from evidence where what = 'two begins'`.execute(records.db)).rows.length
  await sql`insert into gates values ('left')`.execute(records.db)

  const first = await startJobsProcess(settings)
  afterwards(() => first.kill())
  await records.transaction((tx) => office.enqueue(tx, { id: 'left', name: 'stages.v1', payload: {} }))
  await eventually(begun, (times) => times === 1)
  await first.kill()
  const second = await startJobsProcess(settings)
  afterwards(() => second.kill())
  await eventually(begun, (times) => times === 2)
  // The second lives: a third leaves it its work, until it is dead as well.
  const third = await startJobsProcess(settings)
  afterwards(() => third.kill())
  await delay(1_000)
  expect(await begun()).toBe(2)
  await second.kill()
  await eventually(begun, (times) => times === 3)
  await sql`delete from gates`.execute(records.db)
  expect(await ended(office, 'left')).toMatchObject({ state: 'completed' })
})

test('processes that start together on a new database do not get in each other’s way', async () => {
  const { connectionString, records } = await testDatabase()
  await prepareEvidence(records)
  const heartbeat = { everyMs: 200, deadAfterMs: 60_000 }
  const starting = ['a', 'b', 'c'].map((executorId) =>
    startJobsProcess({ connectionString, executorId, heartbeat }),
  )
  const started = await Promise.allSettled(starting)
  for (const one of started) if (one.status === 'fulfilled') afterwards(() => one.value.kill())
  expect(started.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
})
