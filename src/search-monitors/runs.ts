import type { Updateable } from 'kysely'
import type {
  SearchMonitorEventType,
  SearchMonitorFailure,
  SearchMonitorOutput,
} from '../contract/search-monitors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import type { WebhookServices } from '../webhooks/index.ts'
import { ownerOf, presentMonitor, presentRun, underWay, type MonitorRow, type RunRow } from './monitor.ts'

interface Needs {
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly hooks: WebhookServices['owned']
}

type Ending =
  | 'cancelled'
  | { readonly failed: SearchMonitorFailure }
  | { readonly output: SearchMonitorOutput; readonly documentIds: readonly string[] }

export const runWorkflowName = 'search-monitor-run.v1'

/** The work on a run. */
export const jobOf = (runId: string): string => `search-monitor-run-${runId}`

export type SearchMonitorRuns = ReturnType<typeof createSearchMonitorRuns>

/** How runs begin and end, and who is told. All of it under the lock of the monitor. */
export function createSearchMonitorRuns({ clock, ids, jobs, hooks }: Needs) {
  async function post(
    tx: Tx,
    monitor: MonitorRow,
    type: SearchMonitorEventType,
    data: object,
  ): Promise<void> {
    const event = {
      id: ids.next('event'),
      object: 'event',
      type,
      data,
      createdAt: clock.now().toISOString(),
    } as const
    await hooks.post(tx, ownerOf(monitor), event)
  }
  const postRun = (tx: Tx, monitor: MonitorRow, type: SearchMonitorEventType, run: RunRow) =>
    post(tx, monitor, type, { ...presentRun(run), metadata: monitor.metadata })

  const update = (
    tx: Tx,
    run: Pick<RunRow, 'team_id' | 'id'>,
    changes: Updateable<Tables['search_monitor_runs']>,
  ) =>
    tx
      .updateTable('search_monitor_runs')
      .set({ ...changes, updated_at: clock.now() })
      .where('team_id', '=', run.team_id)
      .where('id', '=', run.id)
      .where('status', 'in', underWay)
      .returningAll()
      .executeTakeFirst()

  return {
    postMonitor: (tx: Tx, monitor: MonitorRow, type: SearchMonitorEventType) =>
      post(tx, monitor, type, presentMonitor(monitor)),

    /** The one under way, if there is one. */
    current: (tx: Tx, monitor: MonitorRow): Promise<RunRow | undefined> =>
      tx
        .selectFrom('search_monitor_runs')
        .selectAll()
        .where('team_id', '=', monitor.team_id)
        .where('monitor_id', '=', monitor.id)
        .where('status', 'in', underWay)
        .executeTakeFirst(),

    async begin(tx: Tx, monitor: MonitorRow): Promise<void> {
      const now = clock.now()
      const run = await tx
        .insertInto('search_monitor_runs')
        .values({
          id: ids.next(''),
          team_id: monitor.team_id,
          monitor_id: monitor.id,
          status: 'pending',
          output: null,
          fail_reason: null,
          started_at: null,
          completed_at: null,
          failed_at: null,
          cancelled_at: null,
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      const payload = { teamId: monitor.team_id, monitorId: monitor.id, runId: run.id }
      await jobs.enqueue(tx, { id: jobOf(run.id), name: runWorkflowName, payload })
      await postRun(tx, monitor, 'monitor.run.created', run)
    },

    async start(tx: Tx, run: RunRow): Promise<void> {
      if (run.status === 'pending') await update(tx, run, { status: 'running', started_at: clock.now() })
    },

    /** Once: one that has ended stays as it ended. */
    async end(tx: Tx, monitor: MonitorRow, run: RunRow, ending: Ending): Promise<void> {
      const now = clock.now()
      const ended = await update(
        tx,
        run,
        ending === 'cancelled'
          ? { status: 'cancelled', cancelled_at: now }
          : 'failed' in ending
            ? { status: 'failed', failed_at: now, fail_reason: ending.failed }
            : {
                status: 'completed',
                completed_at: now,
                output: JSON.stringify(ending.output),
                document_ids: [...ending.documentIds],
              },
      )
      // There is no event for one that failed or was cancelled: this one says that it is over.
      if (ended) await postRun(tx, monitor, 'monitor.run.completed', ended)
    },
  }
}
