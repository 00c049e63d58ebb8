import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Records, Tx } from '../../ports/records.ts'
import { backoffMs } from './backoff.ts'
import {
  assertStillOwnsWorkflow,
  DBOS,
  DBOSJSON,
  DBOSStepAlreadyRecordedError,
  isPGKeyConflictError,
  runTransaction,
  SCHEMA,
} from './dbos.ts'
import type { DataSourceTransactionHandler } from './dbos.ts'
import { causes } from './database-loss.ts'
import { clientOf } from './transaction-client.ts'

const NAME = 'records'
const CONTENTION = { attempts: 10, firstDelayMs: 20, maxDelayMs: 1_000 }
const contended = (error: unknown) => causes(error).some(({ code }) => code === '40001' || code === '40P01')

export interface TransactionsOptions {
  readonly records: Records
  /** Resolves to true once the database is back, if the error came from its loss; to false at once if not. */
  readonly recovered: (error: unknown) => Promise<boolean>
}

/**
 * Steps that write domain rows: the record of completion is a row of the same transaction. A process killed
 * between that commit and DBOS's own record finds the row when it runs the step again, and answers from it.
 */
export function createTransactions({ records, recovered }: TransactionsOptions) {
  const current = new AsyncLocalStorage<Tx>()

  async function attempt<T>(workflowId: string, step: number, body: () => Promise<T>): Promise<T> {
    return records.transaction(async (tx) => {
      const client = clientOf(tx)
      const { rows } = await client.query<{ output: string }>(
        `select output from ${SCHEMA}.transaction_completion where workflow_id = $1 and function_num = $2`,
        [workflowId, step],
      )
      if (rows[0]) return DBOSJSON.parse(rows[0].output) as T
      const result = await current.run(tx, body)
      await client
        .query(
          `insert into ${SCHEMA}.transaction_completion (workflow_id, function_num, output) values ($1, $2, $3)`,
          [workflowId, step, DBOSJSON.stringify(result)],
        )
        .catch((error: unknown) => {
          throw isPGKeyConflictError(error) ? new DBOSStepAlreadyRecordedError(workflowId, step) : error
        })
      // After the insert: from here on another owner of the workflow waits for this commit at the same row.
      await assertStillOwnsWorkflow(workflowId)
      return result
    })
  }

  /** Again after a conflict with others, and after a loss of the database: what did commit is found recorded. */
  async function persist<T>(workflowId: string, step: number, body: () => Promise<T>): Promise<T> {
    for (let conflicts = 0; ;) {
      try {
        return await attempt(workflowId, step, body)
      } catch (error) {
        if (error instanceof DBOSStepAlreadyRecordedError || (await recovered(error))) continue
        if (!contended(error) || ++conflicts >= CONTENTION.attempts) throw error
        await delay(backoffMs(CONTENTION, conflicts))
      }
    }
  }

  const source: DataSourceTransactionHandler = {
    name: NAME,
    initialize: async () => {},
    destroy: async () => {},
    deleteCheckpoints: (workflowId, firstStep, beforeCommit) =>
      records.transaction(async (tx) => {
        await clientOf(tx).query(
          `delete from ${SCHEMA}.transaction_completion where workflow_id = $1 and function_num >= $2`,
          [workflowId, firstStep],
        )
        await beforeCommit?.()
      }),
    invokeTransactionFunction(_config, target, body, ...args) {
      const { workflowID, stepID } = DBOS
      if (workflowID === undefined || stepID === undefined)
        throw new Error('A transaction step needs a workflow.')
      return persist(workflowID, stepID, () => body.apply(target, args))
    },
  }

  return {
    source,
    run: <T>(name: string, body: (tx: Tx) => Promise<T>): Promise<T> =>
      runTransaction(() => body(current.getStore()!), name, { dsName: NAME }),
  }
}

export type Transactions = ReturnType<typeof createTransactions>
