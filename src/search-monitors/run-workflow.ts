import type { Authentication } from '../access/index.ts'
import type { Digest } from '../answers/index.ts'
import type { Ledger, Prices } from '../billing/index.ts'
import { AppError, errorKinds, type ErrorCode } from '../contract/errors.ts'
import type { SearchMonitorFailure } from '../contract/search-monitors.ts'
import type { Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { RetryPolicy, WorkflowContext, WorkflowDefinition } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { Readings } from '../readings/index.ts'
import { countRun } from './count-run.ts'
import { graceMs, type Finding, type createLook } from './look.ts'
import { lockMonitor, searchOf, underWay, type MonitorRow, type RunRow } from './monitor.ts'
import { runWorkflowName, type SearchMonitorRuns } from './runs.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly log: Log
  readonly ledger: Ledger
  readonly prices: Prices
  readonly documents: Pick<Documents, 'isIndexBehind'>
  readonly authentication: Pick<Authentication, 'recall'>
  readonly runs: SearchMonitorRuns
  readonly look: ReturnType<typeof createLook>
  readonly readings: Pick<Readings, 'save'>
}

type Payload = { teamId: string; monitorId: string; runId: string }

export const runQueue = { name: 'search-monitors', concurrency: 8 }

const retry: RetryPolicy = { attempts: 4, firstDelayMs: 1000, factor: 4 }
const indexPatience = { tries: 60, pauseMs: 1000 }
const mostInvalidKeyRuns = 10
const operation = 'search-monitors.run'

/**
 * One run of a search monitor. What it found, what it must not report again, what it cost and who is told are one
 * transaction: a run that is killed before it is done again as a whole, and one that was cancelled leaves nothing.
 */
export function createRunWorkflow(needs: Needs): WorkflowDefinition<Payload> {
  const { records, clock, log, ledger, prices, documents, authentication, runs, look, readings } = needs

  return {
    name: runWorkflowName,
    queue: runQueue.name,
    async run(context, payload) {
      try {
        const isDue = await context.step('start', () => start(payload), retry)
        if (!isDue) return
        await untilIndexed(context, payload)
        await context.step('look', (signal) => work(payload, signal), retry)
      } catch (error) {
        if (context.signal.aborted) throw error
        if (failureOf(error) === 'internal_error')
          log.error({ ...payload, err: error }, 'a run of a search monitor failed')
        await context.step('fail', () => fail(payload, failureOf(error)), retry)
      }
    },
  }

  async function start(payload: Payload): Promise<boolean> {
    const started = await withRun(payload, async (tx, _, run) => {
      await runs.start(tx, run)
      return true
    })
    return started ?? false
  }

  /** What is stored already is to be found; an index that does not catch up is searched as it is. */
  async function untilIndexed(context: WorkflowContext, { teamId }: Payload): Promise<void> {
    const since = new Date(clock.now().getTime() - graceMs)
    for (let tries = 0; tries < indexPatience.tries; tries += 1) {
      if (!(await context.step('index', () => documents.isIndexBehind(teamId, since)))) return
      await context.sleep(indexPatience.pauseMs)
    }
  }

  async function work(payload: Payload, signal: AbortSignal): Promise<null> {
    const seen = await withRun(payload, async (_, monitor) => monitor)
    if (!seen) return null
    const caller = await authentication.recall(seen.key_id)
    if (!caller)
      throw new AppError('unauthenticated', 'The key that the monitor works with is valid no more.')
    const reservation = await ledger.reserve(caller, prices.of('monitorRun'))
    const startedAt = clock.now()
    try {
      const { meter, used } = countRun(prices)
      const { output, findings, digest } = await look(caller, seen, { meter, signal })
      await withRun(payload, async (tx, monitor, run) => {
        const documentIds = findings.filter(({ reported }) => reported).map(({ documentId }) => documentId)
        await remember(tx, monitor, startedAt, findings)
        const seconds = (clock.now().getTime() - startedAt.getTime()) / 1000
        const entry = { ...used(), seconds, operation, requestId: payload.runId }
        await ledger.settle(caller, entry, reservation, tx)
        await runs.end(tx, monitor, run, { output, documentIds })
        if (digest?.content) await keep(tx, monitor, run, digest)
      })
    } finally {
      // Given back already where the run was completed.
      await ledger.release(caller, reservation)
    }
    return null
  }

  /** What it says can be looked up again like any answer, under the id of the run. */
  async function keep(tx: Tx, monitor: MonitorRow, run: RunRow, digest: Digest): Promise<void> {
    const { content: result, claims, reader, notes } = digest
    const { query: question } = searchOf(monitor)
    const reading = { id: run.id, kind: 'answer' as const, question, result, reader, notes, claims }
    await readings.save(monitor.team_id, reading, tx)
  }

  async function fail(payload: Payload, failed: SearchMonitorFailure): Promise<null> {
    await withRun(payload, async (tx, monitor, run) => {
      const invalid = failed === 'api_key_invalid' ? monitor.invalid_key_runs + 1 : 0
      const isOver = invalid >= mostInvalidKeyRuns
      await tx
        .updateTable('search_monitors')
        .set({ invalid_key_runs: invalid, ...(isOver && { status: 'disabled', next_run_at: null }) })
        .where('team_id', '=', monitor.team_id)
        .where('id', '=', monitor.id)
        .execute()
      await runs.end(tx, monitor, run, { failed })
    })
    return null
  }

  /** Under the lock of the monitor; undefined when the run is over. */
  async function withRun<T>(
    { teamId, monitorId, runId }: Payload,
    body: (tx: Tx, monitor: MonitorRow, run: RunRow) => Promise<T>,
  ): Promise<T | undefined> {
    return records.transaction(async (tx) => {
      const monitor = await lockMonitor(tx, teamId, monitorId)
      const run = await tx
        .selectFrom('search_monitor_runs')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('id', '=', runId)
        .where('status', 'in', underWay)
        .executeTakeFirst()
      return monitor && run && body(tx, monitor, run)
    })
  }
}

/** What was come across, and up to when was looked. */
async function remember(
  tx: Tx,
  monitor: MonitorRow,
  lookedAt: Date,
  findings: readonly Finding[],
): Promise<void> {
  const { team_id: teamId, id } = monitor
  // Those there was no room for are out of sight by then.
  await tx
    .deleteFrom('search_monitor_findings')
    .where('team_id', '=', teamId)
    .where('monitor_id', '=', id)
    .where('reported', '=', false)
    .where('seen_at', '<', new Date(lookedAt.getTime() - 2 * graceMs))
    .execute()
  if (findings.length > 0)
    await tx
      .insertInto('search_monitor_findings')
      .values(
        findings.map(({ documentId, contentHash, reported }) => ({
          monitor_id: id,
          document_id: documentId,
          team_id: teamId,
          content_hash: contentHash,
          reported,
          seen_at: lookedAt,
        })),
      )
      .execute()
  await tx
    .updateTable('search_monitors')
    .set({ seen_until: lookedAt, invalid_key_runs: 0 })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute()
}

const named: Partial<Record<ErrorCode, SearchMonitorFailure>> = {
  unauthenticated: 'api_key_invalid',
  no_more_credits: 'insufficient_credits',
  key_budget_exceeded: 'insufficient_credits',
  team_budget_exceeded: 'insufficient_credits',
  rate_limited: 'rate_limited',
  unavailable: 'search_unavailable',
  internal: 'internal_error',
}

function failureOf(error: unknown): SearchMonitorFailure {
  if (!(error instanceof AppError)) return 'internal_error'
  return named[error.code] ?? (errorKinds[error.code].status === 400 ? 'invalid_params' : 'search_failed')
}
