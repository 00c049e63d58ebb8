/**
 * The one door to DBOS. What it does not offer on its public classes comes from its `internal/` entries, pinned
 * with its exact version: whoever raises that version checks the names below and the statements of
 * `workflow-rows.ts`, and lets the suite decide.
 */
export { DBOS, DBOSClient, Error as DBOSErrors } from '@dbos-inc/dbos-sdk'
export type { DLogger, WorkflowQueue, WorkflowStatus } from '@dbos-inc/dbos-sdk'
export {
  assertStillOwnsWorkflow,
  DBOSStepAlreadyRecordedError,
  isPGKeyConflictError,
  migrateDataSourcePG,
  registerDataSource,
  runTransaction,
} from '@dbos-inc/dbos-sdk/datasource'
export type { DataSourceTransactionHandler } from '@dbos-inc/dbos-sdk/datasource'
export { currentOwnerXid, runWithAbortableDbRetries } from '@dbos-inc/dbos-sdk/internal/context'
export { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor'
export { DBOSJSON } from '@dbos-inc/dbos-sdk/internal/serialization'
export { ensureSystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database'
export { GlobalLogger } from '@dbos-inc/dbos-sdk/internal/telemetry/logs'
export { dbRetryConfig } from '@dbos-inc/dbos-sdk/internal/utils'

/** DBOS's tables live in a schema of their own in our database. */
export const SCHEMA = 'jobs'
export const APPLICATION = 'winnow'
/**
 * Never changed: work of another version is not touched, so a new one would strand what is under way. A workflow
 * whose steps change gets a new name instead.
 */
export const APPLICATION_VERSION = '1'
