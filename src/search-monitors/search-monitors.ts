import { sql, type ExpressionBuilder, type Updateable } from 'kysely'
import type { Caller } from '../access/index.ts'
import { checkOutputSchema } from '../answers/index.ts'
import { AppError } from '../contract/errors.ts'
import { pageFrom } from '../contract/pagination.ts'
import {
  periodMs,
  type BatchSearchMonitorsRequest,
  type CreateSearchMonitorRequest,
  type ListSearchMonitorRunsRequest,
  type ListSearchMonitorsRequest,
  type NewSearchMonitor,
  type SearchMonitor,
  type SearchMonitorBatch,
  type SearchMonitorFilter,
  type SearchMonitorRun,
  type UpdateSearchMonitorRequest,
} from '../contract/search-monitors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Sender } from '../ports/outbound.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import type { Entries } from '../scheduling/index.ts'
import type { WebhookServices } from '../webhooks/index.ts'
import {
  findMonitor,
  lockMonitor,
  missing,
  ownerOf,
  presentMonitor,
  presentRun,
  targetOf,
  type MonitorRow,
  underWay,
} from './monitor.ts'
import { nextRunAt } from './next-run.ts'
import { jobOf, type SearchMonitorRuns } from './runs.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Pick<Jobs, 'cancel'>
  readonly sender: Pick<Sender, 'refusal'>
  readonly hooks: WebhookServices['owned']
  readonly runs: SearchMonitorRuns
}

const shortestPeriodMs = 3_600_000

/** Search monitors as their callers see them, and as the clock does. */
export function createSearchMonitors({ records, clock, ids, jobs, sender, hooks, runs }: Needs) {
  /** Changes one while nobody else does. Rejects with `not_found`. */
  const change = <T>(
    teamId: string,
    id: string,
    body: (tx: Tx, monitor: MonitorRow) => Promise<T>,
  ): Promise<T> =>
    records.transaction(async (tx) => body(tx, (await lockMonitor(tx, teamId, id)) ?? missing('monitor', id)))

  /** For the clock. */
  const entries: Entries = {
    async due(now, limit, without) {
      const rows = await records
        .acrossTeams('the clock is the same for the monitors of every team')
        .selectFrom('search_monitors')
        .select(['team_id', 'id'])
        .where('next_run_at', '<=', now)
        .where((columns) => columns.not(columns('id', '=', columns.fn.any(columns.val([...without])))))
        .orderBy('next_run_at')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ teamId: row.team_id, id: row.id }))
    },

    /** A run that is still under way has had its time: it is cancelled, and the next one looks at what it would have. */
    async begin({ teamId, id }, now) {
      const outcome = await records.transaction(async (tx) => {
        const monitor = await lockMonitor(tx, teamId, id)
        if (!monitor?.next_run_at || monitor.next_run_at > now) return null
        await write(tx, monitor, { next_run_at: nextRunAt(monitor, now) })
        const late = await runs.current(tx, monitor)
        if (late) await runs.end(tx, monitor, late, 'cancelled')
        await runs.begin(tx, monitor)
        return { late: late?.id }
      })
      if (outcome?.late !== undefined) await jobs.cancel(jobOf(outcome.late))
      return outcome !== null
    },
  }

  return {
    async create({ teamId, keyId }: Caller, request: CreateSearchMonitorRequest): Promise<NewSearchMonitor> {
      const { name = null, search, trigger, outputSchema = null, metadata = null, webhook } = request
      check({ trigger, outputSchema, webhook })
      const now = clock.now()
      const id = ids.next('')
      const period = trigger?.period ?? null
      return records.transaction(async (tx) => {
        const made = await tx
          .insertInto('search_monitors')
          .values({
            id,
            team_id: teamId,
            key_id: keyId,
            name,
            status: 'active',
            search: JSON.stringify(search),
            period,
            output_schema: outputSchema && JSON.stringify(outputSchema),
            metadata: metadata && JSON.stringify(metadata),
            webhook_url: webhook.url,
            webhook_events: webhook.events ?? null,
            next_run_at: nextRunAt({ id, period, created_at: now }, now),
            seen_until: null,
            created_at: now,
            updated_at: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        const webhookSecret = await hooks.create(tx, ownerOf(made), targetOf(made))
        await runs.postMonitor(tx, made, 'monitor.created')
        return { ...presentMonitor(made), webhookSecret }
      })
    },

    async get({ teamId }: Caller, id: string): Promise<SearchMonitor> {
      return presentMonitor(await findMonitor(records.db, teamId, id))
    },

    /** The newest first. */
    async list({ teamId }: Caller, { cursor, limit, ...filter }: ListSearchMonitorsRequest) {
      const rows = await records.db
        .selectFrom('search_monitors')
        .selectAll()
        .where('team_id', '=', teamId)
        .where(matching(filter))
        .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, presentMonitor)
    },

    /** One that is made active again begins anew with its key, and does not make up for what it missed. */
    async update(
      { teamId, keyId }: Caller,
      { id, ...request }: UpdateSearchMonitorRequest,
    ): Promise<SearchMonitor> {
      const { name, status, search, trigger, outputSchema, metadata, webhook } = request
      check(request)
      return change(teamId, id, async (tx, before) => {
        const period = trigger === undefined ? before.period : (trigger?.period ?? null)
        const state = status ?? before.status
        const revived = before.status === 'disabled' && state === 'active'
        const isSame = period === before.period && state === before.status
        const changed = await write(tx, before, {
          status: state,
          period,
          ...(revived && { key_id: keyId, invalid_key_runs: 0 }),
          ...(name !== undefined && { name }),
          ...(search && { search: JSON.stringify({ ...before.search, ...given(search) }) }),
          ...(outputSchema !== undefined && { output_schema: outputSchema && JSON.stringify(outputSchema) }),
          ...(metadata !== undefined && { metadata: metadata && JSON.stringify(metadata) }),
          ...(webhook?.url !== undefined && { webhook_url: webhook.url }),
          ...(webhook?.events && { webhook_events: webhook.events }),
          ...(!isSame && {
            next_run_at: state === 'active' ? nextRunAt({ ...before, period }, clock.now()) : null,
          }),
        })
        if (webhook) await hooks.update(tx, ownerOf(changed), targetOf(changed))
        await runs.postMonitor(tx, changed, 'monitor.updated')
        return presentMonitor(changed)
      })
    },

    /** With its runs. Answers it as it was last. */
    async remove({ teamId }: Caller, id: string): Promise<SearchMonitor> {
      const { shown, job } = await change(teamId, id, removeLocked)
      if (job !== undefined) await jobs.cancel(job)
      return shown
    },

    /** False while a run is under way. Rejects with `conflict` for one that is disabled. */
    async trigger({ teamId }: Caller, id: string): Promise<{ triggered: boolean }> {
      return change(teamId, id, async (tx, monitor) => {
        if (monitor.status === 'disabled')
          throw new AppError(
            'conflict',
            `The monitor "${id}" is disabled: its API key was invalid for too long.`,
            {
              reason: 'MONITOR_DISABLED',
            },
          )
        if (await runs.current(tx, monitor)) return { triggered: false }
        await runs.begin(tx, monitor)
        return { triggered: true }
      })
    },

    /** All of it or nothing. */
    async batch({ teamId }: Caller, request: BatchSearchMonitorsRequest): Promise<SearchMonitorBatch> {
      const { action, filter, dry_run: isTrial = true, limit = 50 } = request
      const { result, ended } = await records.transaction(async (tx) => {
        const rows = await tx
          .selectFrom('search_monitors')
          .selectAll()
          .where('team_id', '=', teamId)
          .where(matching(filter))
          .$if(action === 'pause', (query) => query.where('status', '=', 'active'))
          .$if(action === 'unpause', (query) => query.where('status', '=', 'paused'))
          .orderBy('id')
          .limit(limit + 1)
          .forUpdate()
          .execute()
        const chosen = rows.slice(0, limit)
        const jobsEnded: string[] = []
        for (const monitor of isTrial ? [] : chosen) {
          if (action === 'delete') {
            const { job } = await removeLocked(tx, monitor)
            if (job !== undefined) jobsEnded.push(job)
          } else {
            const isPaused = action === 'pause'
            const changed = await write(tx, monitor, {
              status: isPaused ? 'paused' : 'active',
              next_run_at: isPaused ? null : nextRunAt(monitor, clock.now()),
            })
            await runs.postMonitor(tx, changed, 'monitor.updated')
          }
        }
        const chosenIds = chosen.map(({ id }) => id)
        const has_more = rows.length > limit
        return {
          result: { action, affected: chosen.length, ids: chosenIds, dry_run: isTrial, has_more },
          ended: jobsEnded,
        }
      })
      for (const job of ended) await jobs.cancel(job)
      return result
    },

    runs: {
      /** The newest first. Rejects with `not_found`. */
      async list({ teamId }: Caller, { monitor, cursor, limit }: ListSearchMonitorRunsRequest) {
        await findMonitor(records.db, teamId, monitor)
        const rows = await records.db
          .selectFrom('search_monitor_runs')
          .selectAll()
          .where('team_id', '=', teamId)
          .where('monitor_id', '=', monitor)
          .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
          .orderBy('id', 'desc')
          .limit(limit + 1)
          .execute()
        return pageFrom(rows, limit, presentRun)
      },

      async get({ teamId }: Caller, monitor: string, id: string): Promise<SearchMonitorRun> {
        await findMonitor(records.db, teamId, monitor)
        const row = await records.db
          .selectFrom('search_monitor_runs')
          .selectAll()
          .where('team_id', '=', teamId)
          .where('monitor_id', '=', monitor)
          .where('id', '=', id)
          .executeTakeFirst()
        return row ? presentRun(row) : missing('run', id)
      },
    },

    /** Of every team: a page that is forgotten is shown by no run, and told by none. */
    async forgetQuoting(tx: Tx, documentIds: string[]): Promise<void> {
      const ofPages = sql`document_ids && ${documentIds}::text[]`
      await sql`delete from webhook_deliveries where payload -> 'data' ->> 'id' in
        (select id from search_monitor_runs where ${ofPages})`.execute(tx)
      await sql`update search_monitor_runs set output = null where ${ofPages}`.execute(tx)
      await sql`delete from search_monitor_findings where document_id = any(${documentIds})`.execute(tx)
    },

    /** Runs that ended before; what they reported is not reported again all the same. */
    async prune(before: Date): Promise<number> {
      const { numDeletedRows } = await records
        .acrossTeams('old runs of every team go')
        .deleteFrom('search_monitor_runs')
        .where('status', 'not in', underWay)
        .where('updated_at', '<', before)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    entries,
  }

  async function removeLocked(tx: Tx, monitor: MonitorRow): Promise<{ shown: SearchMonitor; job?: string }> {
    const current = await runs.current(tx, monitor)
    if (current) await runs.end(tx, monitor, current, 'cancelled')
    await runs.postMonitor(tx, monitor, 'monitor.deleted')
    await hooks.end(tx, ownerOf(monitor))
    await tx
      .deleteFrom('search_monitors')
      .where('team_id', '=', monitor.team_id)
      .where('id', '=', monitor.id)
      .execute()
    return { shown: presentMonitor(monitor), ...(current && { job: jobOf(current.id) }) }
  }

  async function write(
    tx: Tx,
    { team_id: teamId, id }: MonitorRow,
    changes: Updateable<Tables['search_monitors']>,
  ): Promise<MonitorRow> {
    return tx
      .updateTable('search_monitors')
      .set({ ...changes, updated_at: clock.now() })
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  function check({
    trigger,
    outputSchema,
    webhook,
  }: Pick<UpdateSearchMonitorRequest, 'trigger' | 'outputSchema' | 'webhook'>): void {
    if (trigger && (periodMs(trigger.period) ?? 0) < shortestPeriodMs)
      throw refused('trigger.period', `at least an hour, received "${trigger.period}"`)
    if (outputSchema && outputSchema.properties !== undefined) checkOutputSchema(outputSchema)
    else if (outputSchema && outputSchema.type !== 'text' && outputSchema.type !== 'object')
      throw refused('outputSchema.type', 'expected "text" or "object"')
    if (webhook?.url === undefined) return
    const refusal = isPlainAndPublic(webhook.url) ? 'expected an https address' : sender.refusal(webhook.url)
    if (refusal !== null) throw refused('webhook.url', refusal)
  }
}

/** Only this machine may be told in the clear, and only where it may be told at all. */
function isPlainAndPublic(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return (
    protocol === 'http:' && hostname !== 'localhost' && hostname !== '[::1]' && !hostname.startsWith('127.')
  )
}

const refused = (path: string, message: string): AppError =>
  new AppError('invalid_request', `Invalid request body | "${path}": ${message}`, {
    reason: 'INVALID_REQUEST',
    details: { problems: [{ path, message }] },
  })

const given = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

function matching({ name, status, metadata }: SearchMonitorFilter) {
  return (columns: ExpressionBuilder<Tables, 'search_monitors'>) =>
    columns.and([
      ...(name === undefined ? [] : [sql<boolean>`strpos(lower(name), lower(${name})) > 0`]),
      ...(status === undefined ? [] : [columns('status', '=', status)]),
      ...(metadata === undefined ? [] : [sql<boolean>`metadata @> ${JSON.stringify(metadata)}::jsonb`]),
    ])
}
