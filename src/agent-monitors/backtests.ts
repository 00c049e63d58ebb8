import type { Selectable } from 'kysely'
import type { Authentication, Caller } from '../access/index.ts'
import { computeUnits } from '../agent/index.ts'
import { toNanos, type Ledger } from '../billing/index.ts'
import type { Backtest, BacktestResult, CreateBacktestRequest } from '../contract/agent-monitors.ts'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs, WorkflowDefinition } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Db, Records } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import type { LookUp } from './look-up.ts'
import { refreshQueue } from './refresh-workflow.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly authentication: Pick<Authentication, 'recall'>
  readonly lookUp: LookUp
  readonly ledger: Ledger
  /** Dollars for a compute unit. */
  readonly unitPrice: number
}

type Row = Selectable<Tables['agent_monitor_backtests']>
type Payload = { teamId: string; id: string }

const keptMs = 24 * 3_600_000
const workflowName = 'agent-monitor-backtest.v1'
const retry = { attempts: 3, firstDelayMs: 1000 }

/** What a monitor would have known at the end of a window, from the versions of pages that were known by then. */
export function createBacktests(needs: Needs) {
  const { records, clock, ids, log, jobs, authentication, lookUp, ledger, unitPrice } = needs

  const workflow: WorkflowDefinition<Payload> = {
    name: workflowName,
    queue: refreshQueue.name,
    async run(context, payload) {
      try {
        await context.step('look up', (signal) => work(payload, signal), retry)
      } catch (error) {
        if (context.signal.aborted) throw error
        log.error({ ...payload, err: error }, 'a backtest failed')
        const message = error instanceof AppError ? error.message : 'Something went wrong on our side.'
        await context.step(
          'fail',
          () => end(records.db, payload, { status: 'failed', error: message }),
          retry,
        )
      }
    },
  }

  async function work(payload: Payload, signal: AbortSignal): Promise<null> {
    const row = await find(payload.teamId, payload.id)
    const caller = row && (await authentication.recall(row.key_id))
    if (!row) return null
    if (!caller) throw new AppError('unauthenticated', 'The key that it was asked for with is valid no more.')
    if (!(await ledger.allows(caller, toNanos(computeUnits({ page: 1 }) * unitPrice))))
      throw new AppError('team_budget_exceeded', 'The budget is spent.')
    const { entities, fields } = row.request as CreateBacktestRequest // written by `create` alone
    const data: BacktestResult['data'] = []
    const failedEntities: { name: string; reason: string }[] = []
    const warnings: string[] = []
    const documentIds = new Set<string>()
    const used = { page: 0, token: 0 }
    for (const entity of entities) {
      const contents: BacktestResult['data'][number]['contents'] = {}
      let newest: Date | null = null
      for (const field of fields) {
        const found = await lookUp(caller, entity, field, { signal, asOf: row.end_time })
        contents[field.name] = { value: found.value, citations: [...found.citations] }
        if (found.newest && (!newest || found.newest > newest)) newest = found.newest
        for (const id of found.documentIds) documentIds.add(id)
        used.page += found.used.pages
        used.token += found.used.tokens
      }
      if (!newest) {
        failedEntities.push({ name: entity.name, reason: 'No page about it was known by then.' })
        continue
      }
      if (newest < row.start_time) warnings.push(`No page about ${entity.name} is from within the window.`)
      data.push({ name: entity.name, contents })
    }
    const result: BacktestResult = {
      data,
      ...(failedEntities.length > 0 && { failedEntities }),
      ...(warnings.length > 0 && { warnings }),
    }
    const entry = {
      operation: 'agent.monitors.backtest',
      requestId: row.id,
      searches: entities.length * fields.length,
      pages: used.page,
      tokens: used.token,
      seconds: 0,
      costNanos: toNanos(computeUnits(used) * unitPrice),
    }
    const ending: EndingChanges = {
      status: 'completed',
      result: JSON.stringify(result),
      document_ids: [...documentIds],
    }
    await records.transaction(async (tx) => {
      if (await end(tx, payload, ending)) await ledger.settle(caller, entry, undefined, tx)
    })
    return null
  }

  /** False when it has ended before. */
  async function end(db: Db, { teamId, id }: Payload, changes: EndingChanges): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('agent_monitor_backtests')
      .set(changes)
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  const find = (teamId: string, id: string): Promise<Row | undefined> =>
    records.db
      .selectFrom('agent_monitor_backtests')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst()

  return {
    workflow,

    async create({ teamId, keyId }: Caller, request: CreateBacktestRequest): Promise<Backtest> {
      const now = clock.now()
      return records.transaction(async (tx) => {
        const row = await tx
          .insertInto('agent_monitor_backtests')
          .values({
            id: ids.next('agentbacktest'),
            team_id: teamId,
            key_id: keyId,
            request: JSON.stringify(request),
            status: 'running',
            result: null,
            error: null,
            start_time: request.startTime,
            end_time: request.endTime,
            created_at: now,
            expires_at: new Date(now.getTime() + keptMs),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await jobs.enqueue(tx, { id: row.id, name: workflowName, payload: { teamId, id: row.id } })
        return present(row)
      })
    },

    /** Rejects with `not_found`, also for one that was kept long enough. */
    async get({ teamId }: Caller, id: string): Promise<Backtest> {
      const row = await find(teamId, id)
      if (!row)
        throw new AppError('not_found', `There is no backtest "${id}".`, { reason: 'BACKTEST_NOT_FOUND' })
      return present(row)
    },

    /** Forgets what was kept long enough. */
    async prune(): Promise<void> {
      await records
        .acrossTeams('retention covers every team')
        .deleteFrom('agent_monitor_backtests')
        .where('expires_at', '<=', clock.now())
        .execute()
    },
  }
}

type EndingChanges =
  | { readonly status: 'failed'; readonly error: string }
  | { readonly status: 'completed'; readonly result: string; readonly document_ids: string[] }

const present = (row: Row): Backtest => ({
  id: row.id,
  object: 'agent_monitor.backtest',
  startTime: row.start_time.toISOString(),
  endTime: row.end_time.toISOString(),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  status: row.status as Backtest['status'], // written here alone
  ...(row.result as BacktestResult | null),
  ...(row.error !== null && { error: row.error }),
})
