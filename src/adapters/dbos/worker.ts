import type { Pool } from 'pg'
import type { JobPayload, Jobs, QueueDefinition, WorkflowDefinition } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import type { Records } from '../../ports/records.ts'
import { createDatabaseLoss } from './database-loss.ts'
import { dbosLogger } from './dbos-logger.ts'
import { currentOwnerXid, DBOS } from './dbos.ts'
import { createDispatcher } from './dispatcher.ts'
import { launch, nudge, nudgeAll, shutDown } from './launch.ts'
import { createLink } from './link.ts'
import { createConnection } from './pool.ts'
import { createPresence } from './presence.ts'
import { createRuns } from './runs.ts'
import { createSchedules } from './schedules.ts'
import type { Schedule } from './schedules.ts'
import { createTransactions } from './transactions.ts'
import { createContext } from './workflow-context.ts'
import { handBack } from './workflow-rows.ts'

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
  readonly sameMachine: boolean
  readonly heartbeat: Heartbeat
  readonly queues: readonly QueueDefinition[]
  readonly workflows: readonly WorkflowDefinition[]
  readonly schedules: readonly Schedule[]
  readonly enqueue: Jobs['enqueue']
  readonly log: Log
}

export interface Worker {
  /** Hands what is unfinished after the given time to the other workers, or to the next start. */
  close(drainMs: number): Promise<void>
}

/** The part that runs workflows: one per process. Resolves when it is at work. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { connectionString, pool, records, executorId, sameMachine, heartbeat, log } = options
  const { everyMs, deadAfterMs } = heartbeat
  const closed = new AbortController()
  const runs = createRuns()
  const recovered = createDatabaseLoss(() => pool.query('select 1'), closed.signal, log)
  const transactions = createTransactions({ records, recovered })
  const presence = createPresence({ executorId, deadAfterMs, sameMachine, runs, log })
  const told = new WeakSet<object>()

  async function run(workflow: WorkflowDefinition, payload: JobPayload): Promise<void> {
    const id = DBOS.workflowID!
    const execution = runs.begin(id, currentOwnerXid(id)!)
    try {
      const context = createContext(execution, {
        runs,
        presence,
        transactions,
        recovered,
        log,
        nudge: (topic) => nudge(executor, id, topic),
      })
      await workflow.run(context, payload)
    } catch (error) {
      if (error instanceof Error && !execution.signal.aborted) {
        told.add(error)
        log.error({ workflow: id, name: workflow.name, err: error }, 'a workflow failed')
      }
      throw error
    } finally {
      runs.end(execution)
    }
  }

  const closers: ((drainMs: number) => Promise<void>)[] = []
  const close = async (drainMs: number) => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne(drainMs)
  }

  const executor = await launch({
    pool,
    executorId,
    logger: dbosLogger(log, told),
    source: transactions.source,
    workflows: options.workflows.map((workflow) => ({
      name: workflow.name,
      run: (payload) => run(workflow, payload),
    })),
  })
  closers.push(() => shutDown(executor))

  const dispatcher = createDispatcher({ executor, queues: options.queues, log })
  const link = createLink({
    connect: () => createConnection(connectionString, deadAfterMs / 2, log),
    everyMs,
    beat: presence.beat,
    heard(notice) {
      if ('queue' in notice) return dispatcher.ring(notice.queue)
      if ('messageTo' in notice) return nudge(executor, notice.messageTo, notice.topic)
      for (const execution of runs.list()) {
        if (execution.id === notice.cancelled) runs.abort(execution, 'The workflow was cancelled.')
      }
    },
    listening: () => nudgeAll(executor),
    log,
  })
  const schedules = createSchedules({ ...options, log })

  try {
    // First to be counted among the living, then to claim work. Closing goes the other way.
    closers.push(async () => {
      await link.close()
      await pool.query('delete from job_executors where id = $1', [executorId]).catch(() => {})
      closed.abort()
    })
    await link.open()
    closers.push(async (drainMs) => {
      await runs.drain(drainMs)
      await runs.release(() =>
        handBack(pool, executorId).catch((error: unknown) =>
          log.warn({ err: error }, 'cannot hand work back; it is taken over when the heartbeat is old'),
        ),
      )
    })
    closers.push(() => dispatcher.close())
    await dispatcher.open()
    closers.push(() => schedules.close())
    await schedules.open()
    return { close }
  } catch (error) {
    await close(0)
    throw error
  }
}
