import { setTimeout as delay } from 'node:timers/promises'
import { createJobs } from '../adapters/dbos/create-jobs.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records } from '../ports/records.ts'

export interface JobsFigures {
  /** From the commit of the enqueuing transaction to the first line of the workflow, in an idle process. */
  readonly startMs: { readonly p50: number; readonly p95: number }
  /** Of one core, by this process, with three queues and nothing to do. */
  readonly idleCpuPercent: number
  /** Two steps each, 32 at once. */
  readonly workflowsPerSecond: number
}

/** How fast the jobs are on a database that is migrated and otherwise idle. Takes about 20 seconds. */
export async function benchJobs(connectionString: string, records: Records, log: Log): Promise<JobsFigures> {
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
    return {
      startMs: await startLatency(jobs, records, startedAt),
      idleCpuPercent: await idleCost(),
      workflowsPerSecond: await throughput(jobs, records),
    }
  } finally {
    await jobs.close()
  }
}

async function startLatency(jobs: Jobs, records: Records, startedAt: ReadonlyMap<string, number>) {
  const waits: number[] = []
  for (let count = 0; count < 120; count += 1) {
    const id = `bench-start-${count}-${Date.now()}`
    await records.transaction((tx) => jobs.enqueue(tx, { id, name: 'start.v1', payload: {} }))
    const committedAt = performance.now()
    await jobs.settled(id)
    waits.push((startedAt.get(id) ?? Number.NaN) - committedAt)
    await delay(Math.random() * 50)
  }
  const sorted = waits.slice(20).toSorted((a, b) => a - b)
  return { p50: sorted[50]!, p95: sorted[95]! }
}

async function idleCost(): Promise<number> {
  const [before, from] = [process.cpuUsage(), performance.now()]
  await delay(10_000)
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / 1_000 / (performance.now() - from)) * 100
}

async function throughput(jobs: Jobs, records: Records): Promise<number> {
  const ids = Array.from({ length: 1_000 }, (_, index) => `bench-load-${index}-${Date.now()}`)
  const from = performance.now()
  await records.transaction(async (tx) => {
    for (const id of ids) await jobs.enqueue(tx, { id, name: 'two-steps.v1', payload: {} })
  })
  for (const id of ids) await jobs.settled(id)
  return ids.length / ((performance.now() - from) / 1_000)
}
