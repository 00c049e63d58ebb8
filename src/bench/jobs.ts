import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createJobs } from '../adapters/dbos/create-jobs.ts'
import { createLog } from '../adapters/pino/log.ts'
import { startDatabase } from '../adapters/postgres/database.ts'
import { migrate } from '../adapters/postgres/migrate.ts'
import { createRecords } from '../adapters/postgres/records.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records } from '../ports/records.ts'
import { defineBench, percentile, type Figure } from './bench.ts'

export const bench = defineBench({
  about: 'start of a job, cost of idle queues, throughput of durable work',
  options: {
    starts: { about: 'jobs started one by one', default: 100 },
    load: { about: 'jobs of two steps each, 32 at once', default: 1000 },
  },
  async run({ options, progress }) {
    const dataDir = await mkdtemp(join(tmpdir(), 'winnow-bench-'))
    const log = createLog('warn')
    const database = await startDatabase({ dataDir }, log)
    const records = createRecords(database, log)
    try {
      await migrate(database, log)
      return await measure(database.connectionString, records, log, { ...options, progress })
    } finally {
      await records.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
})

interface Extent {
  readonly starts: number
  readonly load: number
  readonly progress: (text: string) => void
}

async function measure(
  connectionString: string,
  records: Records,
  log: Log,
  { starts, load, progress }: Extent,
): Promise<Figure[]> {
  const jobs = createJobs({ connectionString, records, role: 'all', log })
  const startedAt = new Map<string, number>()
  for (const name of ['a', 'b', 'c']) jobs.defineQueue({ name, concurrency: 32 })
  jobs.defineWorkflow({
    name: 'start.v1',
    queue: 'a',
    run: async ({ workflowId }) => void startedAt.set(workflowId, performance.now()),
  })
  jobs.defineWorkflow({
    name: 'two-steps.v1',
    queue: 'a',
    async run(context) {
      await context.step('one', async () => 1)
      await context.step('two', async () => 2)
    },
  })
  await jobs.start()
  try {
    progress('starts in an idle process')
    const waits = await startLatency(jobs, records, startedAt, starts)
    progress('idle queues')
    const idle = await idleCost()
    progress('throughput')
    const perSecond = await throughput(jobs, records, load)
    return [
      // From the commit of the enqueuing transaction to the first line of the workflow.
      { name: 'start of a job, p50', value: percentile(waits, 0.5), unit: 'ms', target: { atMost: 50 } },
      { name: 'start of a job, p95', value: percentile(waits, 0.95), unit: 'ms', target: { atMost: 50 } },
      { name: 'three idle queues, of one core', value: idle, unit: '%' },
      { name: 'jobs of two steps', value: perSecond, unit: '/s' },
    ]
  } finally {
    await jobs.close()
  }
}

async function startLatency(
  jobs: Jobs,
  records: Records,
  startedAt: ReadonlyMap<string, number>,
  count: number,
): Promise<number[]> {
  const waits: number[] = []
  const warmUp = 20
  for (let n = 0; n < count + warmUp; n++) {
    const id = `bench-start-${n}-${Date.now()}`
    await records.transaction((tx) => jobs.enqueue(tx, { id, name: 'start.v1', payload: {} }))
    const committedAt = performance.now()
    await jobs.settled(id)
    if (n >= warmUp) waits.push((startedAt.get(id) ?? Number.NaN) - committedAt)
    // So that the starts fall on no beat of the queue's own.
    await delay(Math.random() * 50)
  }
  return waits
}

async function idleCost(): Promise<number> {
  const [before, from] = [process.cpuUsage(), performance.now()]
  await delay(10_000)
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / 1_000 / (performance.now() - from)) * 100
}

async function throughput(jobs: Jobs, records: Records, count: number): Promise<number> {
  const ids = Array.from({ length: count }, (_, index) => `bench-load-${index}-${Date.now()}`)
  const from = performance.now()
  await records.transaction(async (tx) => {
    for (const id of ids) await jobs.enqueue(tx, { id, name: 'two-steps.v1', payload: {} })
  })
  for (const id of ids) await jobs.settled(id)
  return ids.length / ((performance.now() - from) / 1_000)
}
