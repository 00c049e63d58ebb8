import { randomUUID } from 'node:crypto'
import type { QueueDefinition } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import { createBell } from './bell.ts'
import { APPLICATION_VERSION, DBOS } from './dbos.ts'
import type { DBOSExecutor, WorkflowQueue } from './dbos.ts'

const IDLE_MS = 1_000
const SOON_MS = 20

const isContention = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(40001|55P03)$/.test(String(error.code))

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
export function createDispatcher({ executor, queues, log }: DispatcherOptions) {
  const bells = new Map(queues.map(({ name }) => [name, createBell()]))
  const database = executor.systemDatabase

  /** Claims as much as there are free places, and starts it; answers how much that was. */
  async function claim(queue: WorkflowQueue): Promise<number> {
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
    return ids.length
  }

  async function serve(definition: QueueDefinition, queue: WorkflowQueue): Promise<void> {
    const { name, concurrency, rate } = definition
    const idleMs = rate ? Math.min(IDLE_MS, Math.max(SOON_MS, rate.perMs / rate.starts)) : IDLE_MS
    const bell = bells.get(name)!
    let waitMs = idleMs
    let failures = 0
    while (!bell.stopped) {
      // While full, looking is a count in memory and not a query.
      if (database.countRunningWorkflowsForQueue(name) >= concurrency) {
        await bell.wait(SOON_MS)
        continue
      }
      let soon = false
      try {
        soon = (await claim(queue)) > 0
        failures = 0
      } catch (error) {
        // Workers that share a rate limit take turns, and the one that came second just tries again.
        soon = isContention(error)
        if (!soon) failures += 1
        if (failures === 1) log.warn({ err: error, queue: name }, 'cannot claim work; trying until it works')
      }
      // Claiming passes over rows that somebody has locked, such as the one that a message is being sent to. So
      // after a sign of life it looks a few times more, at growing distances.
      const rung = await bell.wait(soon ? SOON_MS * Math.random() : waitMs)
      waitMs = soon || rung ? SOON_MS : Math.min(idleMs, waitMs * 4)
    }
  }

  const serving: Promise<void>[] = []

  return {
    ring: (queue: string): void => bells.get(queue)?.ring(),
    async open(): Promise<void> {
      for (const definition of queues) {
        const { name, concurrency, rate } = definition
        const queue = await DBOS.registerQueue(name, {
          workerConcurrency: concurrency,
          rateLimit: rate && { limitPerPeriod: rate.starts, periodSec: rate.perMs / 1_000 },
          onConflict: 'always_update',
        })
        serving.push(serve(definition, queue))
      }
    },
    async close(): Promise<void> {
      for (const bell of bells.values()) bell.stop()
      await Promise.all(serving)
    },
  }
}
