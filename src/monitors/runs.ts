import type { EventType } from '../contract/webset-events.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Tx } from '../ports/records.ts'
import { writeEvent, type Attached } from '../websets/index.ts'
import { behaviorOf, monitorsOf, presentMonitors, type MonitorRow } from './monitor.ts'
import { presentRun, underWay, updateRun, type RunRow } from './run.ts'

interface Needs {
  readonly clock: Clock
  readonly ids: Ids
}

type Ending = 'completed' | 'canceled' | { readonly failed: string }

export type MonitorRuns = ReturnType<typeof createMonitorRuns>

/** How runs begin and end. All of it under the lock of the webset, with its events. */
export function createMonitorRuns(needs: Needs) {
  const { clock, ids } = needs

  async function logMonitor(
    tx: Tx,
    type: Extract<EventType, `monitor.${'created' | 'updated' | 'deleted'}`>,
    row: MonitorRow,
  ): Promise<void> {
    const { team_id: teamId, webset_id: websetId } = row
    const data = (await presentMonitors(tx, teamId, [row]))(row)
    await writeEvent(tx, needs, { teamId, websetId, type, data })
  }

  /** Null when one of the monitor's runs is still under way: there is never more than one. */
  async function begin(tx: Tx, monitor: MonitorRow): Promise<RunRow | null> {
    const now = clock.now()
    const run = await tx
      .insertInto('monitor_runs')
      .values({
        id: ids.next('monitor_run'),
        team_id: monitor.team_id,
        monitor_id: monitor.id,
        type: behaviorOf(monitor).type,
        status: 'created',
        asked_at: null,
        search_id: null,
        failed_reason: null,
        completed_at: null,
        failed_at: null,
        canceled_at: null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('monitor_id').where('status', 'in', underWay).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!run) return null
    await log(tx, 'monitor.run.created', run, monitor.webset_id)
    return run
  }

  /** Once: one that has ended stays as it ended. */
  async function end(tx: Tx, run: RunRow, websetId: string, ending: Ending): Promise<RunRow | undefined> {
    const now = clock.now()
    const ended = await updateRun(tx, run, {
      updated_at: now,
      ...(ending === 'completed' && { status: 'completed', completed_at: now }),
      ...(ending === 'canceled' && { status: 'canceled', canceled_at: now }),
      ...(typeof ending === 'object' && {
        status: 'failed',
        failed_at: now,
        failed_reason: ending.failed,
      }),
    })
    // Clients know no event for one that failed or was canceled: this one says that it is over.
    if (ended) await log(tx, 'monitor.run.completed', ended, websetId)
    return ended
  }

  async function log(
    tx: Tx,
    type: Extract<EventType, `monitor.run.${string}`>,
    run: RunRow,
    websetId: string,
  ): Promise<void> {
    await writeEvent(tx, needs, { teamId: run.team_id, websetId, type, data: presentRun(run) })
  }

  /** Takes a monitor away with its runs; the one under way ends before. Answers it as it was last. */
  async function remove(tx: Tx, monitor: MonitorRow): Promise<void> {
    for (const run of await runsUnderWay(tx, monitor.team_id, monitor.webset_id))
      if (run.monitor_id === monitor.id) await end(tx, run, monitor.webset_id, 'canceled')
    await logMonitor(tx, 'monitor.deleted', monitor)
    await tx
      .deleteFrom('monitors')
      .where('team_id', '=', monitor.team_id)
      .where('id', '=', monitor.id)
      .execute()
  }

  /** What websets tell their monitors. */
  const attached: Attached = {
    monitorsOf,
    async searchEnded(tx, { team_id: teamId, id, status }) {
      const run = await tx
        .selectFrom('monitor_runs as run')
        .innerJoin('monitors as monitor', (join) =>
          join.onRef('monitor.id', '=', 'run.monitor_id').onRef('monitor.team_id', '=', 'run.team_id'),
        )
        .selectAll('run')
        .select('monitor.webset_id')
        .where('run.team_id', '=', teamId)
        .where('run.search_id', '=', id)
        .executeTakeFirst()
      if (run) await end(tx, run, run.webset_id, status === 'completed' ? 'completed' : 'canceled')
    },
    async rested(tx, webset) {
      for (const run of await runsUnderWay(tx, webset.team_id, webset.id))
        if (run.asked_at) await end(tx, run, webset.id, 'completed')
    },
    async stopped(tx, webset, reason) {
      for (const run of await runsUnderWay(tx, webset.team_id, webset.id))
        await end(tx, run, webset.id, 'canceled')
      if (reason !== 'webset_deleted') return
      const monitors = await tx
        .selectFrom('monitors')
        .selectAll()
        .where('team_id', '=', webset.team_id)
        .where('webset_id', '=', webset.id)
        .orderBy('created_at')
        .execute()
      for (const monitor of monitors) await remove(tx, monitor)
    },
  }

  return { begin, end, remove, logMonitor, attached }
}

async function runsUnderWay(tx: Tx, teamId: string, websetId: string): Promise<RunRow[]> {
  return tx
    .selectFrom('monitor_runs as run')
    .innerJoin('monitors as monitor', (join) =>
      join.onRef('monitor.id', '=', 'run.monitor_id').onRef('monitor.team_id', '=', 'run.team_id'),
    )
    .selectAll('run')
    .where('run.team_id', '=', teamId)
    .where('monitor.webset_id', '=', websetId)
    .where('run.status', 'in', underWay)
    .orderBy('run.created_at')
    .execute()
}
