import type { Pool } from 'pg'
import type { JobPayload, Jobs, QueueDefinition, WorkflowDefinition } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import type { Records } from '../../ports/records.ts'
import { createDatabaseLoss } from './database-loss.ts'
import { dbosLogger } from './dbos-logger.ts'
import {
  APPLICATION,
  APPLICATION_VERSION,
  currentOwnerXid,
  DBOS,
  DBOSExecutor,
  dbRetryConfig,
  registerDataSource,
  SCHEMA,
} from './dbos.ts'
import { createDispatcher } from './dispatcher.ts'
import { createLink } from './link.ts'
import { createConnection } from './pool.ts'
import { createPresence } from './presence.ts'
import { createRuns } from './runs.ts'
import { createSchedules } from './schedules.ts'
import type { Schedule } from './schedules.ts'
import { createTransactions } from './transactions.ts'
import { createContext } from './workflow-context.ts'
import { handBack, takeOverEverything } from './workflow-rows.ts'

export interface Heartbeat {
  readonly everyMs: number
  /** A worker that has not beaten for so long is dead, and its work is taken over. */
  readonly deadAfterMs: number
}

export interface WorkerOptions {
  readonly connectionString: string
  readonly pool: Pool
  readonly records: Records
  readonly executorId: string
  readonly alone: boolean
  readonly heartbeat: Heartbeat
  readonly queues: readonly QueueDefinition[]
  readonly workflows: readonly WorkflowDefinition[]
  readonly schedules: readonly Schedule[]
  readonly enqueue: Jobs['enqueue']
  readonly log: Log
}

/**
 * The part that runs workflows. DBOS is one per process, so there is one of these at a time. It resolves when
 * work can be claimed; `close` hands what is unfinished to the other workers, or to the next start.
 */
export async function startWorker(options: WorkerOptions) {
  const { connectionString, pool, records, executorId, heartbeat, enqueue, log } = options
  const closed = new AbortController()
  const runs = createRuns()
  const recovered = createDatabaseLoss(() => pool.query('select 1'), closed.signal, log)
  const transactions = createTransactions({ records, recovered })
  const presence = createPresence({ executorId, deadAfterMs: heartbeat.deadAfterMs, runs, log })

  const context = {
    runs,
    presence,
    transactions,
    recovered,
    nudge: (workflowId: string, topic: string) =>
      executor.systemDatabase.notificationsMap.callCallbacks(`${workflowId}::${topic}`),
  }

  // Everything is registered before the launch: a worker that claims a workflow must know it.
  registerDataSource(transactions.source)
  for (const workflow of options.workflows) {
    DBOS.registerWorkflow(
      async (payload: JobPayload) => {
        const id = DBOS.workflowID!
        const run = runs.begin(id, currentOwnerXid(id)!)
        try {
          await workflow.run(createContext(run, context), payload)
        } finally {
          runs.end(run)
        }
      },
      { name: workflow.name },
    )
  }
  // A lost database is asked again this often at least; DBOS's own limit is a minute.
  dbRetryConfig.maxBackoffSec = 2
  DBOS.setConfig({
    name: APPLICATION,
    applicationVersion: APPLICATION_VERSION,
    executorID: executorId,
    systemDatabasePool: pool,
    systemDatabaseSchemaName: SCHEMA,
    logger: dbosLogger(log),
    tracingEnabled: false,
    // The dispatcher asks the queues, and nothing is published that would need quick notices.
    listenQueues: [],
    notificationCoalesceMs: 1_000,
  })
  if (options.alone) await takeOverEverything(pool)
  await DBOS.launch()
  const executor = DBOSExecutor.globalInstance!

  const link = createLink({
    connect: () => createConnection(connectionString, heartbeat.deadAfterMs / 2, log),
    everyMs: heartbeat.everyMs,
    beat: presence.beat,
    heard(notice) {
      if ('queue' in notice) return dispatcher?.ring(notice.queue)
      for (const run of runs.list()) {
        if (run.id === notice.cancelled) runs.abort(run, 'The workflow was cancelled.')
      }
    },
    log,
  })
  // First to be counted among the living, then to claim work.
  let dispatcher: Awaited<ReturnType<typeof createDispatcher>> | undefined
  await link.open()
  dispatcher = await createDispatcher({ executor, queues: options.queues, log })
  const schedules = createSchedules({ schedules: options.schedules, records, enqueue, log })
  await schedules.open()

  return {
    async close(drainMs: number): Promise<void> {
      await schedules.close()
      await dispatcher.close()
      await runs.drain(drainMs)
      await handBack(pool, executorId).catch((error: unknown) =>
        log.warn({ err: error }, 'cannot hand work back; it is taken over when the heartbeat is old'),
      )
      runs.release()
      await link.close()
      await pool.query('delete from job_executors where id = $1', [executorId]).catch(() => {})
      closed.abort()
      await DBOS.shutdown({ deregister: true })
      // Those that waited for a message find DBOS shut down and end.
      for (const key of executor.systemDatabase.notificationsMap.map.keys()) {
        executor.systemDatabase.notificationsMap.callCallbacks(key)
      }
    },
  }
}

export type Worker = Awaited<ReturnType<typeof startWorker>>
