import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type {
  CreateMonitorRequest,
  ListMonitorRunsRequest,
  ListMonitorsRequest,
  Monitor,
  MonitorBehavior,
  MonitorCadence,
  MonitorRun,
  UpdateMonitorRequest,
} from '../contract/monitors.ts'
import { pageFrom } from '../contract/pagination.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Db, Records, Tx } from '../ports/records.ts'
import { nextTime, requireAtMostDaily, type Entries } from '../scheduling/index.ts'
import type { WebsetRow, WebsetServices } from '../websets/index.ts'
import { presentMonitors, unlessGone, type MonitorRow } from './monitor.ts'
import { presentRun, type RunRow } from './run.ts'
import type { MonitorRuns } from './runs.ts'
import { monitorRunWorkflowName } from './run-workflow.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Pick<Jobs, 'enqueue' | 'cancel'>
  readonly runs: MonitorRuns
  readonly renewal: WebsetServices['renewal']
}

/** Monitors as their callers see them, and as the clock does. */
export function createMonitors({ records, clock, ids, jobs, runs, renewal }: Needs) {
  /** For the clock. */
  const entries: Entries = {
    async due(now, limit, without) {
      const rows = await records
        .acrossTeams('the clock is the same for the monitors of every team')
        .selectFrom('monitors')
        .select(['team_id', 'id'])
        .where('next_run_at', '<=', now)
        .where((columns) => columns.not(columns('id', '=', columns.fn.any(columns.val([...without])))))
        .orderBy('next_run_at')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ teamId: row.team_id, id: row.id }))
    },

    /** While its last run is under way it skips one: whatever it would find, that one is going to find. */
    async begin({ teamId, id }, now) {
      const begun = await change(teamId, id, async (tx, monitor) => {
        if (monitor.next_run_at === null || monitor.next_run_at > now) return false
        await tx
          .updateTable('monitors')
          .set({ next_run_at: nextTime({ cron: monitor.cron, timeZone: monitor.time_zone }, now) })
          .where('team_id', '=', teamId)
          .where('id', '=', id)
          .execute()
        return (await begin(tx, monitor)) !== null
      }).catch(unlessGone)
      return begun ?? false
    },
  }

  return {
    async create({ teamId }: Caller, request: CreateMonitorRequest): Promise<Monitor> {
      const { cadence, behavior, metadata } = request
      requireAtMostDaily(timesOf(cadence), 'cadence.cron', clock.now())
      return renewal.change(teamId, request.websetId, async (tx, webset) => {
        await checkBehavior(tx, webset, behavior)
        const now = clock.now()
        const made = await tx
          .insertInto('monitors')
          .values({
            id: ids.next('monitor'),
            team_id: teamId,
            webset_id: webset.id,
            status: 'enabled',
            cron: cadence.cron,
            time_zone: cadence.timezone,
            behavior: JSON.stringify(behavior),
            metadata: JSON.stringify(metadata ?? {}),
            next_run_at: nextTime(timesOf(cadence), now),
            created_at: now,
            updated_at: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await runs.logMonitor(tx, 'monitor.created', made)
        return present(tx, made)
      })
    },

    async get({ teamId }: Caller, id: string): Promise<Monitor> {
      return present(records.db, await load(records.db, teamId, id))
    },

    /** The newest first. */
    async list({ teamId }: Caller, { cursor, limit, websetId }: ListMonitorsRequest) {
      const rows = await records.db
        .selectFrom('monitors as monitor')
        .innerJoin('websets as webset', (join) =>
          join.onRef('webset.id', '=', 'monitor.webset_id').onRef('webset.team_id', '=', 'monitor.team_id'),
        )
        .selectAll('monitor')
        .where('monitor.team_id', '=', teamId)
        .$if(websetId !== undefined, (query) =>
          query.where((columns) =>
            columns.or([
              columns('webset.id', '=', websetId ?? ''),
              columns('webset.external_id', '=', websetId ?? ''),
            ]),
          ),
        )
        .$if(cursor !== undefined, (query) => query.where('monitor.id', '<', cursor ?? ''))
        .orderBy('monitor.id', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, await presentMonitors(records.db, teamId, rows))
    },

    /** Another cadence counts from now on; what is enabled again does not make up for what it missed. */
    async update({ teamId }: Caller, request: UpdateMonitorRequest): Promise<Monitor> {
      const { cadence, behavior, metadata } = request
      if (cadence) requireAtMostDaily(timesOf(cadence), 'cadence.cron', clock.now())
      return change(teamId, request.id, async (tx, before, webset) => {
        if (behavior) await checkBehavior(tx, webset, behavior)
        const now = clock.now()
        const status = request.status ?? before.status
        const times = cadence ? timesOf(cadence) : { cron: before.cron, timeZone: before.time_zone }
        const isSame =
          status === before.status && times.cron === before.cron && times.timeZone === before.time_zone
        const changed = await tx
          .updateTable('monitors')
          .set({
            status,
            cron: times.cron,
            time_zone: times.timeZone,
            ...(behavior && { behavior: JSON.stringify(behavior) }),
            ...(metadata !== undefined && { metadata: JSON.stringify(metadata ?? {}) }),
            ...(!isSame && { next_run_at: status === 'enabled' ? nextTime(times, now) : null }),
            updated_at: now,
          })
          .where('team_id', '=', teamId)
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await runs.logMonitor(tx, 'monitor.updated', changed)
        return present(tx, changed)
      })
    },

    /** With its runs. What a run has already told its webset to do goes on. */
    async remove({ teamId }: Caller, id: string): Promise<Monitor> {
      const { shown, job } = await change(teamId, id, async (tx, monitor) => {
        const shown = await present(tx, monitor)
        await runs.remove(tx, monitor)
        return { shown, job: shown.lastRun?.id }
      })
      if (job !== undefined) await jobs.cancel(job)
      return shown
    },

    /** Begins a run now, also of one that is disabled. Rejects with `conflict` while one is under way. */
    async trigger({ teamId }: Caller, id: string): Promise<MonitorRun> {
      return change(teamId, id, async (tx, monitor) => {
        const run = await begin(tx, monitor)
        if (run) return presentRun(run)
        throw new AppError('conflict', `A run of the monitor "${id}" is under way already.`, {
          reason: 'RUN_UNDER_WAY',
        })
      })
    },

    runs: {
      /** The newest first. Of a monitor that is not there, none: clients are used to that. */
      async list({ teamId }: Caller, { monitor, cursor, limit }: ListMonitorRunsRequest) {
        const rows = await records.db
          .selectFrom('monitor_runs')
          .selectAll()
          .where('team_id', '=', teamId)
          .where('monitor_id', '=', monitor)
          .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
          .orderBy('id', 'desc')
          .limit(limit + 1)
          .execute()
        return pageFrom(rows, limit, presentRun)
      },

      async get({ teamId }: Caller, monitor: string, id: string): Promise<MonitorRun> {
        const row = await records.db
          .selectFrom('monitor_runs')
          .selectAll()
          .where('team_id', '=', teamId)
          .where('monitor_id', '=', monitor)
          .where('id', '=', id)
          .executeTakeFirst()
        return row ? presentRun(row) : missing('run', id)
      },
    },

    entries,
  }

  async function begin(tx: Tx, monitor: MonitorRow): Promise<RunRow | null> {
    const run = await runs.begin(tx, monitor)
    if (run) {
      const payload = { teamId: run.team_id, monitorId: monitor.id, runId: run.id }
      await jobs.enqueue(tx, { id: run.id, name: monitorRunWorkflowName, payload })
    }
    return run
  }

  /** Changes a monitor while nobody else does, nor its webset. Rejects with `not_found`. */
  async function change<T>(
    teamId: string,
    id: string,
    body: (tx: Tx, monitor: MonitorRow, webset: WebsetRow) => Promise<T>,
  ): Promise<T> {
    const { webset_id: websetId } = await load(records.db, teamId, id)
    return renewal.change(teamId, websetId, async (tx, webset) =>
      // It may be gone by the time the webset could be locked.
      body(tx, await load(tx, teamId, id), webset),
    )
  }

  async function checkBehavior(tx: Tx, webset: WebsetRow, behavior: MonitorBehavior): Promise<void> {
    if (behavior.type === 'refresh' && behavior.config.target === 'enrichments')
      await renewal.requireEnrichments(tx, webset, behavior.config.enrichments?.ids ?? [])
  }
}

const present = async (db: Db, row: MonitorRow): Promise<Monitor> =>
  (await presentMonitors(db, row.team_id, [row]))(row)

const timesOf = ({ cron, timezone }: MonitorCadence) => ({ cron, timeZone: timezone })

async function load(db: Db, teamId: string, id: string): Promise<MonitorRow> {
  const row = await db
    .selectFrom('monitors')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? missing('monitor', id)
}

function missing(kind: string, id: string): never {
  throw new AppError('not_found', `There is no ${kind} "${id}".`)
}
