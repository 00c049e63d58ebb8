import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { RetryPolicy, WorkflowContext, WorkflowDefinition } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Db, Records, Tx } from '../ports/records.ts'
import type { WebsetRow, WebsetServices } from '../websets/index.ts'
import type { createLookAgain } from './look-again.ts'
import { behaviorOf, unlessGone, type MonitorRow } from './monitor.ts'
import { underWay, updateRun, type RunRow } from './run.ts'
import type { MonitorRuns } from './runs.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly log: Log
  readonly runs: MonitorRuns
  readonly renewal: WebsetServices['renewal']
  /** Undefined where websets may not fetch pages. */
  readonly lookAgain: ReturnType<typeof createLookAgain> | undefined
}

type Payload = { teamId: string; monitorId: string; runId: string }

export const monitorRunWorkflowName = 'monitor-run.v1'
export const monitorQueue = { name: 'monitors', concurrency: 16 }

/** For a database that is away, and for a team whose websets all work: a place is free again some time later. */
const retry: RetryPolicy = { attempts: 10, firstDelayMs: 1000, factor: 3, maxDelayMs: 10 * 60_000 }

/**
 * One run of a monitor: looks again at the pages, then tells the webset what to do, and is over when the webset has done
 * it, which the webset says. Every step finds out by itself whether it was done before.
 */
export function createMonitorRunWorkflow(needs: Needs): WorkflowDefinition<Payload> {
  const { records, clock, log, runs, renewal, lookAgain } = needs

  return {
    name: monitorRunWorkflowName,
    queue: monitorQueue.name,
    async run(context, payload) {
      try {
        await work(context, payload)
      } catch (error) {
        if (context.signal.aborted) throw error
        log.error({ run: payload.runId, err: error }, 'a run of a monitor failed')
        await context.step('fail', () => fail(payload, describe(error)), retry)
      }
    },
  }

  async function work(context: WorkflowContext, payload: Payload): Promise<void> {
    const begun = await context.step('begin', () => begin(payload), retry)
    if (!begun) return
    const { websetId, since } = begun
    await lookAgain?.(context, { teamId: payload.teamId, websetId, since: new Date(since) })
    await context.step('ask', () => ask(payload), retry)
  }

  /** Null when the run is over, or whatever it is a run of. */
  async function begin(payload: Payload): Promise<{ websetId: string; since: string } | null> {
    const begun = await withRun(payload, async (tx, { run, webset }) => {
      await updateRun(tx, run, { status: 'running', updated_at: clock.now() })
      return { websetId: webset.id, since: run.created_at.toISOString() }
    })
    return begun ?? null
  }

  /** Tells the webset what to do, once. */
  async function ask(payload: Payload): Promise<null> {
    await withRun(payload, async (tx, { run, monitor, webset }) => {
      if (run.asked_at) return
      const now = clock.now()
      const asked = { asked_at: now, updated_at: now }
      const { type, config } = behaviorOf(monitor)
      if (type === 'search') {
        const metadata = { monitorId: monitor.id, monitorRunId: run.id }
        const searchId = await renewal.repeatSearch(tx, webset, { ...config, metadata })
        if (searchId !== null) await updateRun(tx, run, { ...asked, search_id: searchId })
        else await runs.end(tx, run, webset.id, { failed: nothingToRepeat })
      } else if (config.target === 'enrichments') {
        const isDue = await renewal.repeatEnrichments(tx, webset, config.enrichments?.ids)
        await updateRun(tx, run, asked)
        if (!isDue) await runs.end(tx, run, webset.id, 'completed')
      } else {
        await renewal.renewContents(tx, webset)
        await runs.end(tx, run, webset.id, 'completed')
      }
    })
    return null
  }

  async function fail(payload: Payload, reason: string): Promise<null> {
    await withRun(payload, async (tx, { run, webset }) => {
      await runs.end(tx, run, webset.id, { failed: reason })
    })
    return null
  }

  /** Under the lock of the webset; undefined when the run is over. */
  async function withRun<T>(
    { teamId, monitorId, runId }: Payload,
    body: (tx: Tx, all: { run: RunRow; monitor: MonitorRow; webset: WebsetRow }) => Promise<T>,
  ): Promise<T | undefined> {
    const monitorIn = (db: Db) =>
      db
        .selectFrom('monitors')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('id', '=', monitorId)
        .executeTakeFirst()
    const before = await monitorIn(records.db)
    if (!before) return undefined
    const change = renewal.change(teamId, before.webset_id, async (tx, webset) => {
      const monitor = await monitorIn(tx)
      const run = await tx
        .selectFrom('monitor_runs')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('id', '=', runId)
        .where('status', 'in', underWay)
        .executeTakeFirst()
      return monitor && run && body(tx, { run, monitor, webset })
    })
    return change.catch(unlessGone)
  }
}

const nothingToRepeat = 'The monitor names no query, and the webset has no search to take it from.'

const describe = (error: unknown): string =>
  error instanceof AppError && error.code !== 'internal'
    ? error.message
    : 'Something went wrong on our side. The log has the details.'
