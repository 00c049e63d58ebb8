import type { Pool } from 'pg'
import type { JobPayload } from '../../ports/jobs.ts'
import {
  APPLICATION,
  APPLICATION_VERSION,
  DBOS,
  DBOSExecutor,
  dbRetryConfig,
  registerDataSource,
  SCHEMA,
} from './dbos.ts'
import type { DataSourceTransactionHandler, DLogger } from './dbos.ts'

export interface LaunchOptions {
  readonly pool: Pool
  readonly executorId: string
  readonly logger: DLogger
  readonly source: DataSourceTransactionHandler
  readonly workflows: readonly { name: string; run: (payload: JobPayload) => Promise<void> }[]
}

/** DBOS is one per process: there is one launched at a time, and `shutDown` forgets it whole. */
export async function launch(options: LaunchOptions): Promise<DBOSExecutor> {
  if (DBOS.isInitialized()) throw new Error('There is already a worker in this process.')
  try {
    // Everything is registered before the launch: a worker that claims a workflow must know it.
    registerDataSource(options.source)
    for (const { name, run } of options.workflows) DBOS.registerWorkflow(run, { name })
    // How soon a lost database is asked again, at first and at last; DBOS would let up to a minute pass.
    Object.assign(dbRetryConfig, { initialBackoffSec: 0.2, maxBackoffSec: 2 })
    DBOS.setConfig({
      name: APPLICATION,
      applicationVersion: APPLICATION_VERSION,
      executorID: options.executorId,
      systemDatabasePool: options.pool,
      systemDatabaseSchemaName: SCHEMA,
      runMigrations: false,
      logger: options.logger,
      tracingEnabled: false,
      // Our dispatcher asks the queues, and our link listens.
      listenQueues: [],
      useListenNotify: false,
    })
    await DBOS.launch()
    return DBOSExecutor.globalInstance!
  } catch (error) {
    await DBOS.shutdown({ deregister: true })
    throw error
  }
}

export async function shutDown(executor: DBOSExecutor): Promise<void> {
  await DBOS.shutdown({ deregister: true })
  // Whoever waits for a message finds DBOS shut down, and ends.
  nudgeAll(executor)
}

/** A workflow that waits for a message looks for it again. DBOS lets it do so every ten seconds in any case. */
export function nudge({ systemDatabase }: DBOSExecutor, workflowId: string, topic: string): void {
  systemDatabase.notificationsMap.callCallbacks(`${workflowId}::${topic}`)
}

export function nudgeAll({ systemDatabase: { notificationsMap } }: DBOSExecutor): void {
  for (const key of notificationsMap.map.keys()) notificationsMap.callCallbacks(key)
}
