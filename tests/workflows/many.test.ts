import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createUpstream, wait, type Json } from '../../src/agent-side/index.ts'
import { createChanges } from '../../src/concurrency/index.ts'
import { workflows } from '../../src/workflows/kinds/index.ts'
import { createRunner } from '../../src/workflows/runner.ts'
import { createStoredTasks } from '../../src/workflows/stored-tasks.ts'
import { createTaskDesk } from '../../src/workflows/task-desk.ts'
import { agentCaller } from '../agent-side.ts'
import { createExaStandIn } from '../exa-stand-in.ts'
import { afterwards } from '../harness/afterwards.ts'
import { testDatabase } from '../harness/database.ts'
import { holdingPoint } from '../harness/holding-point.ts'
import { silentLog } from '../harness/log.ts'
import { maker } from '../workflow-scene.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const clock = { now: () => new Date() }
const makers = Array.from({ length: 60 }, (_, at) => maker(`Maker ${at}`, 'yy'))

/** Tasks in PostgreSQL, and one who works on them. */
async function openMany() {
  const { records } = await testDatabase()
  await records
    .acrossTeams('a team to own tasks')
    .insertInto('teams')
    .values({
      id: agentCaller.teamId,
      name: 'Team',
      limits: '{}',
      budget_nanos: null,
      created_at: clock.now(),
    })
    .execute()
  const tasks = createStoredTasks({ records, clock, limits: { ttlMs: 3_600_000, maxQueued: 100 } })
  const changes = createChanges()
  let standIn = createExaStandIn()
  const point = { current: holdingPoint() }
  const upstream = createUpstream({
    baseUrl: 'http://stand-in.example',
    fetch: async (...request) => {
      await point.current.wait()
      return standIn.fetch(...request)
    },
  })
  const runner = createRunner({
    tasks,
    workflows,
    changes,
    clock,
    wait,
    log: silentLog,
    maxConcurrent: 20,
    openExa: (_, signal) => upstream.open({ credential: () => 'key', signal }),
  })
  afterwards(() => runner.close())
  const desk = createTaskDesk({ tasks, runner, workflows, changes, clock, maxPageBytes: 56_000 })
  const countOf = async (status: 'pending' | 'working' | 'completed') =>
    (await desk.list(agentCaller, { status, limit: 100 })).tasks.length

  return {
    runner,
    /** Fifty at once, held until all of them have been taken in; answers the websets that came of them. */
    async fifty(): Promise<number> {
      standIn = createExaStandIn({ looks: 0, items: () => makers })
      point.current = holdingPoint()
      const before = await countOf('completed')
      const args = workflows.get('lifecycle.harvest')?.args.parse({
        query: 'robots',
        entity: { type: 'company' },
        enrichments: [{ description: 'CEO' }],
      } satisfies Json)
      await Promise.all(
        Array.from({ length: 50 }, () =>
          desk.create(agentCaller, { type: 'lifecycle.harvest', args: args ?? {} }),
        ),
      )
      expect([await countOf('working'), await countOf('pending'), runner.runningCount]).toEqual([20, 30, 20])
      point.current.open()
      await runner.idle()
      expect([await countOf('working'), await countOf('pending')]).toEqual([0, 0])
      expect((await countOf('completed')) - before).toBe(50)
      const made = standIn.websets.size
      standIn = createExaStandIn()
      return made
    },
  }
}

test('of fifty tasks at once twenty run and the rest wait; all finish, and nothing of them stays in memory', async () => {
  const { fifty } = await openMany()
  // What is loaded and compiled once comes with the first fifty.
  const heaps: number[] = []
  for (let round = 0; round < 2; round++) {
    expect(await fifty()).toBe(50)
    collectGarbage()
    heaps.push(process.memoryUsage().heapUsed / 2 ** 20)
  }
  const [first = 0, second = 0] = heaps
  // Fifty results of 25 items are 1.2 MB as text, and many times that as what was fetched for them.
  expect(second - first, `MB after each fifty: ${heaps.map((mb) => mb.toFixed(1)).join(', ')}`).toBeLessThan(
    3,
  )
}, 120_000)
