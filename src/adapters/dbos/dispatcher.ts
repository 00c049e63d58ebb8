import { randomUUID } from 'node:crypto'
import type { QueueDefinition } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import { createBell } from './bell.ts'
import { APPLICATION_VERSION, DBOS } from './dbos.ts'
import type { DBOSExecutor, WorkflowQueue } from './dbos.ts'

const IDLE_MS = 1_000
const FULL_MS = 20

export interface DispatcherOptions {
  readonly executor: DBOSExecutor
  readonly queues: readonly QueueDefinition[]
  readonly log: Log
}

/**
 * Starts what is on the queues. DBOS would ask each queue many times a second to be quick; this asks when a notice
 * rings and once a second to be sure, so that a job starts within milliseconds and idling costs next to nothing.
 * There is one asker per queue, because two would each fill the same free places.
 */
export async function createDispatcher({ executor, queues, log }: DispatcherOptions) {
  const bells = new Map(queues.map(({ name }) => [name, createBell()]))
  const database = executor.systemDatabase

  /** Claims as much as there are free places, and starts it. */
  async function claim(queue: WorkflowQueue): Promise<void> {
    const owner = randomUUID()
    const running = database.countRunningWorkflowsForQueue(queue.name)
    const ids = await database.findAndMarkStartableWorkflows(
      queue,
      executor.executorID,
      APPLICATION_VERSION,
      undefined,
      running,
      0,
      owner,
    )
    await executor.dispatchDequeuedWorkflows(ids, owner)
  }

  async function serve(definition: QueueDefinition, queue: WorkflowQueue): Promise<void> {
    const { name, concurrency, rate } = definition
    const idleMs = rate ? Math.min(IDLE_MS, Math.max(FULL_MS, rate.perMs / rate.starts)) : IDLE_MS
    const bell = bells.get(name)!
    while (!bell.stopped) {
      // While full, looking is a count in memory and not a query.
      if (database.countRunningWorkflowsForQueue(name) >= concurrency) {
        await bell.wait(FULL_MS)
        continue
      }
      let waitMs = idleMs
      try {
        await claim(queue)
      } catch (error) {
        // Workers that share a rate limit take turns, and the one that came second just tries again.
        const contended =
          error instanceof Error && 'code' in error && /^(40001|55P03)$/.test(String(error.code))
        if (contended) waitMs = FULL_MS * (1 + Math.random())
        else log.warn({ err: error, queue: name }, 'cannot claim work')
      }
      await bell.wait(waitMs)
    }
  }

  const serving: Promise<void>[] = []
  for (const definition of queues) {
    const queue = await DBOS.registerQueue(definition.name, {
      workerConcurrency: definition.concurrency,
      rateLimit: definition.rate && {
        limitPerPeriod: definition.rate.starts,
        periodSec: definition.rate.perMs / 1_000,
      },
      onConflict: 'always_update',
    })
    serving.push(serve(definition, queue))
  }

  return {
    ring: (queue: string): void => bells.get(queue)?.ring(),
    async close(): Promise<void> {
      for (const bell of bells.values()) bell.stop()
      await Promise.all(serving)
    },
  }
}
