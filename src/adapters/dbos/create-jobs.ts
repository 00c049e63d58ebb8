import { AppError } from '../../contract/errors.ts'
import type { Jobs, QueueDefinition, WorkflowDefinition } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import type { Records } from '../../ports/records.ts'
import { pause } from './backoff.ts'
import { isConnectionLoss } from './database-loss.ts'
import { dbosLogger } from './dbos-logger.ts'
import {
  APPLICATION,
  APPLICATION_VERSION,
  DBOSClient,
  DBOSErrors,
  runWithAbortableDbRetries,
  SCHEMA,
} from './dbos.ts'
import { newExecutorId } from './executor-id.ts'
import { hasEnded, toJobStatus } from './job-status.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { SCHEDULE_QUEUE, toSchedule } from './schedules.ts'
import type { Schedule } from './schedules.ts'
import { clientOf } from './transaction-client.ts'
import { within } from './within.ts'
import { startWorker } from './worker.ts'
import type { Heartbeat, Worker } from './worker.ts'
import { announce, endedBefore, forgetTransactions } from './workflow-rows.ts'

export interface JobsOptions {
  readonly connectionString: string
  readonly records: Records
  readonly role: 'all' | 'api' | 'worker'
  readonly log: Log
  /** No two living processes may share one; by default it is made up. */
  readonly executorId?: string
  /**
   * True when all workers of this database run on this machine, as with the embedded one: then it is seen at the
   * next heartbeat that one has ended, without waiting for its own to grow old.
   */
  readonly sameMachine?: boolean
  readonly heartbeat?: Heartbeat
  readonly maxConnections?: number
}

const HEARTBEAT: Heartbeat = { everyMs: 3_000, deadAfterMs: 15_000 }
const PRUNE_BATCH = 500
const workflowName = /^[a-z][\w.-]*\.v\d+$/

/** Jobs on a database that is already migrated. Keeps its own tables in the schema `jobs` of it. */
export function createJobs(options: JobsOptions): Jobs {
  const { connectionString, records, role, heartbeat = HEARTBEAT, maxConnections = 8 } = options
  const log = options.log.child({ part: 'jobs' })
  const pool = createPool(connectionString, maxConnections, log)
  const queues = new Map<string, QueueDefinition>([[SCHEDULE_QUEUE.name, SCHEDULE_QUEUE]])
  const workflows = new Map<string, WorkflowDefinition>()
  const schedules = new Map<string, Schedule>()
  let state: 'new' | 'started' | 'closed' = 'new'
  let worker: Worker | undefined
  let client: DBOSClient | undefined

  function define<T extends { name: string }>(kind: string, all: Map<string, T>, definition: T): void {
    if (state !== 'new') throw wrong(`${kind} ${definition.name} is defined after the start`)
    if (all.has(definition.name)) throw wrong(`${kind} ${definition.name} is defined twice`)
    all.set(definition.name, definition)
  }

  const connected = (): DBOSClient => {
    if (!client) throw wrong(`the jobs are ${state === 'closed' ? 'closed' : 'not started'}`)
    return client
  }

  const enqueue: Jobs['enqueue'] = async (tx, { id, name, payload, delayMs }) => {
    const workflow = workflows.get(name)
    if (!workflow) throw wrong(`workflow ${name} is not defined`)
    const target = clientOf(tx)
    const enqueuing = connected().enqueueInTransaction(
      target,
      {
        workflowID: id,
        workflowName: name,
        queueName: workflow.queue,
        appVersion: APPLICATION_VERSION,
        delaySeconds: delayMs === undefined ? undefined : delayMs / 1_000,
      },
      payload,
    )
    await enqueuing.catch(refused(id))
    await announce(target, [{ queue: workflow.queue }])
  }

  const status: Jobs['status'] = async (id) => {
    const workflow = await now(() => connected().getWorkflow(id))
    return workflow ? toJobStatus(workflow) : null
  }

  return {
    defineQueue: (queue) => define('queue', queues, queue),
    defineWorkflow(workflow) {
      if (!workflowName.test(workflow.name)) {
        throw wrong(`workflow ${workflow.name} must have a name such as "export.v1"`)
      }
      // The payload is what `enqueue` was given for this name.
      define('workflow', workflows, workflow as unknown as WorkflowDefinition)
    },
    defineSchedule(definition) {
      const schedule = toSchedule(definition)
      define('schedule', schedules, schedule)
      define('workflow', workflows, schedule.workflow as unknown as WorkflowDefinition)
    },

    async start() {
      if (state !== 'new') throw wrong(`the jobs are already ${state}`)
      for (const { name, queue } of workflows.values()) {
        if (!queues.has(queue)) throw wrong(`workflow ${name} is on queue ${queue}, which is not defined`)
      }
      await migrate(pool, log)
      client = await DBOSClient.create({
        systemDatabaseUrl: '',
        systemDatabasePool: pool,
        systemDatabaseSchemaName: SCHEMA,
        applicationName: APPLICATION,
        logger: dbosLogger(log),
      })
      state = 'started'
      if (role === 'api') return
      worker = await startWorker({
        connectionString,
        pool,
        records,
        executorId: options.executorId ?? newExecutorId(),
        sameMachine: options.sameMachine ?? false,
        heartbeat,
        queues: [...queues.values()],
        workflows: [...workflows.values()],
        schedules: [...schedules.values()],
        enqueue,
        log,
      })
    },

    enqueue,
    async send(tx, { workflowId, topic, body, key }) {
      const target = clientOf(tx)
      await connected().sendInTransaction(target, workflowId, body, topic, key).catch(refused(workflowId))
      await announce(target, [{ messageTo: workflowId, topic }])
    },
    async cancel(id) {
      await now(() => connected().cancelWorkflow(id))
      await now(() => announce(pool, [{ cancelled: id }]))
    },
    status,
    async settled(id, signal = new AbortController().signal) {
      for (let waitMs = 10; ; waitMs = Math.min(500, waitMs * 1.5)) {
        signal.throwIfAborted()
        // A lost database settles nothing: it is waited for like the workflow.
        const current = await status(id).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'unavailable') return null
          throw error
        })
        if (current && hasEnded(current)) return current
        await pause(waitMs, signal)
      }
    },
    async prune(moment) {
      for (let pruned = 0; ;) {
        const ids = await now(() => endedBefore(pool, moment, PRUNE_BATCH))
        if (ids.length === 0) return pruned
        await now(() => forgetTransactions(pool, ids))
        await now(() => connected().deleteWorkflows(ids))
        pruned += ids.length
      }
    },

    async close(drainMs = 0) {
      if (state === 'closed') return
      state = 'closed'
      await worker?.close(drainMs)
      await client?.destroy()
      client = undefined
      // Work that was let go may still hold a connection; the pool closes it when it comes back.
      await within(2_000, pool.end())
    },
  }
}

/** One try: DBOS would wait for a lost database for ever, and a request cannot. */
async function now<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await runWithAbortableDbRetries(AbortSignal.abort(), work)
  } catch (cause) {
    if (!isConnectionLoss(cause)) throw cause
    const message = 'The database of the jobs cannot be reached at the moment.'
    throw new AppError('unavailable', message, { cause, retryAfterSeconds: 1 })
  }
}

/** What the caller could have known, in the words of our error table. */
const refused = (id: string) => (error: unknown) => {
  if (error instanceof DBOSErrors.DBOSNonExistentWorkflowError) {
    throw new AppError('not_found', `There is no workflow ${id}.`, { cause: error })
  }
  if (error instanceof DBOSErrors.DBOSConflictingWorkflowError) {
    throw new AppError('conflict', `Workflow ${id} exists under another name.`, { cause: error })
  }
  throw error
}

const wrong = (what: string): AppError => new AppError('internal', `Jobs: ${what}.`)
