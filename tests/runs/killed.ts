import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '../../src/access/index.ts'
import { createJobs } from '../../src/adapters/dbos/create-jobs.ts'
import { createIds, systemClock } from '../../src/adapters/system/clock-and-ids.ts'
import { createLedger } from '../../src/billing/index.ts'
import { openRuns } from '../../src/runs/index.ts'
import type { Random } from '../chaos/random.ts'
import { createNotingKind } from '../fixtures/noting-kind.mjs'
import { afterwards } from '../harness/afterwards.ts'
import { testDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { silentLog } from '../harness/log.ts'

const caller = { teamId: 'team_a', teamName: 'A', keyId: 'key_a', isOwner: false } as Caller // the rest is not asked for
const { teamId } = caller
const patienceMs = 90_000

/** Queues runs for workers in processes of their own, which are started and killed at will. */
export async function killableRuns() {
  const { records, connectionString } = await testDatabase()
  const ids = createIds()
  const jobs = createJobs({ connectionString, records, role: 'api', log: silentLog })
  afterwards(() => jobs.close())
  const ledger = createLedger({ records, clock: systemClock, ids })
  const file = join(await testFolder(), 'begun.txt')
  const engine = openRuns({ records, ledger, clock: systemClock, ids, jobs, log: silentLog, running: 16 })
  const runs = engine.define(createNotingKind(file))
  afterwards(async () => engine.endFeeds())
  await jobs.start()
  await records.db
    .insertInto('teams')
    .values({ id: teamId, name: 'A', budget_nanos: null, created_at: new Date() })
    .execute()

  async function startWorker() {
    const settings = JSON.stringify({ connectionString, file })
    const worker = spawn(process.execPath, ['tests/fixtures/run-worker.mjs', settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gone = once(worker, 'exit')
    const kill = async () => {
      worker.kill('SIGKILL')
      await gone
    }
    afterwards(kill)
    await Promise.race([once(worker.stdout, 'data'), gone])
    return kill
  }

  const begun = (): string[] => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [])
  const recorded = async (all: readonly string[]) => {
    const steps = await Promise.all(
      all.map(async (id) => (await runs.steps(teamId, id)).map(({ key }) => `${id} ${key}`)),
    )
    return steps.flat()
  }
  const areOver = async (all: readonly string[]) => {
    const found = await Promise.all(all.map((id) => runs.get(teamId, id)))
    return found.every(({ finishedAt }) => finishedAt !== null)
  }

  return {
    runs,
    teamId,
    spent: async () =>
      records.db.selectFrom('teams').selectAll().where('id', '=', teamId).executeTakeFirstOrThrow(),
    /** Works on so many runs at once while workers are killed; answers what was begun again although it was recorded. */
    async work(random: Random, count: number, killings: number) {
      const made = await Promise.all(Array.from({ length: count }, () => runs.create(caller, {})))
      const all = made.map(({ id }) => id)
      const before = begun().length
      const looks: (() => string[])[] = []
      let killed = 0
      for (; killed < killings && !(await areOver(all)); killed += 1) {
        const kill = await startWorker()
        const moment = begun().length
        while (begun().length < moment + 5) await delay(5)
        await delay(random.between(0, 250))
        await kill()
        const done = new Set(await recorded(all))
        const sofar = begun().length
        // Whatever is begun from here on must not be among what is done.
        looks.push(() =>
          begun()
            .slice(sofar)
            .filter((step) => done.has(step)),
        )
      }
      const kill = await startWorker()
      const deadline = Date.now() + patienceMs
      while (!(await areOver(all))) {
        if (Date.now() > deadline) throw new Error('the runs never came to an end')
        await delay(50)
      }
      await kill()
      return { all, killed, repeated: looks.flatMap((look) => look()), begun: begun().slice(before) }
    },
  }
}
