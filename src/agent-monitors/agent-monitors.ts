import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller } from '../access/index.ts'
import type {
  AgentMonitor,
  CreateAgentMonitorRequest,
  EntityParameters,
  ListMonitorPartsRequest,
  MonitorChange,
  MonitorCitation,
  MonitorContent,
} from '../contract/agent-monitors.ts'
import { AppError } from '../contract/errors.ts'
import { pageFrom, type PageQuery } from '../contract/pagination.ts'
import { periodMs } from '../contract/search-monitors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Db, Records, Tx } from '../ports/records.ts'
import type { Entries } from '../scheduling/index.ts'
import {
  fieldsOf,
  findMonitor,
  lockMonitor,
  missingMonitor,
  presentMonitors,
  type MonitorRow,
} from './monitor.ts'
import { jobOf, refreshWorkflowName } from './refresh-workflow.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Pick<Jobs, 'enqueue' | 'cancel'>
}

/** Agent monitors as their callers see them, and as the clock does. */
export function createAgentMonitors({ records, clock, ids, jobs }: Needs) {
  /** One run at a time: while one is under way it also does what has become stale meanwhile. */
  async function begin(tx: Tx, monitor: MonitorRow): Promise<boolean> {
    if (monitor.refreshing_since) return false
    const run = monitor.run + 1
    await tx
      .updateTable('agent_monitors')
      .set({ run, refreshing_since: clock.now(), last_refresh_acus: 0 })
      .where('team_id', '=', monitor.team_id)
      .where('id', '=', monitor.id)
      .execute()
    const payload = { teamId: monitor.team_id, monitorId: monitor.id, run }
    await jobs.enqueue(tx, { id: jobOf(monitor.id, run), name: refreshWorkflowName, payload })
    return true
  }

  async function addEntities(
    tx: Tx,
    { team_id: teamId, id: monitorId }: Pick<MonitorRow, 'team_id' | 'id'>,
    entities: readonly EntityParameters[],
  ): Promise<void> {
    const created_at = clock.now()
    const rows = entities.map(({ name, domain, description = null }) => ({
      id: ids.next('agententity'),
      team_id: teamId,
      monitor_id: monitorId,
      name,
      domain,
      description,
      is_stale: true,
      created_at,
    }))
    await tx.insertInto('agent_monitor_entities').values(rows).execute()
  }

  /** For the clock: everything becomes stale. */
  const entries: Entries = {
    async due(now, limit, without) {
      const rows = await records
        .acrossTeams('the clock is the same for the monitors of every team')
        .selectFrom('agent_monitors')
        .select(['team_id', 'id'])
        .where('next_refresh_at', '<=', now)
        .where((columns) => columns.not(columns('id', '=', columns.fn.any(columns.val([...without])))))
        .orderBy('next_refresh_at')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ teamId: row.team_id, id: row.id }))
    },
    async begin({ teamId, id }, now) {
      return records.transaction(async (tx) => {
        const monitor = await lockMonitor(tx, teamId, id)
        if (!monitor || monitor.next_refresh_at > now) return false
        const { count } = await tx
          .updateTable('agent_monitor_entities')
          .set({ is_stale: true })
          .where('team_id', '=', teamId)
          .where('monitor_id', '=', id)
          .executeTakeFirst()
          .then(({ numUpdatedRows }) => ({ count: Number(numUpdatedRows) }))
        await tx
          .updateTable('agent_monitors')
          .set({
            next_refresh_at: nextRefresh(monitor.created_at, monitor.cadence, now),
            entities_total: count,
          })
          .where('team_id', '=', teamId)
          .where('id', '=', id)
          .execute()
        return begin(tx, monitor)
      })
    },
  }

  return {
    /** With a key that was given before, the monitor that was made then. Rejects with `conflict` for another body. */
    async create({ teamId, keyId }: Caller, request: CreateAgentMonitorRequest): Promise<AgentMonitor> {
      const { idempotencyKey = null, ...body } = request
      const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
      const now = clock.now()
      return records.transaction(async (tx) => {
        const made = await tx
          .insertInto('agent_monitors')
          .values({
            id: ids.next('agentmon'),
            team_id: teamId,
            key_id: keyId,
            status: 'creating',
            cadence: body.cadence,
            fields: JSON.stringify(body.fields.map((field) => ({ id: ids.next('agentfield'), ...field }))),
            entities_total: body.entities.length,
            refreshing_since: null,
            last_refresh_at: null,
            next_refresh_at: nextRefresh(now, body.cadence, now),
            idempotency_key: idempotencyKey,
            request_hash: hash,
            created_at: now,
          })
          .onConflict((conflict) => conflict.columns(['team_id', 'idempotency_key']).doNothing())
          .returningAll()
          .executeTakeFirst()
        if (!made) return earlier(tx, teamId, idempotencyKey, hash)
        await addEntities(tx, made, body.entities)
        await begin(tx, made)
        return show(tx, made)
      })
    },

    async get({ teamId }: Caller, id: string): Promise<AgentMonitor> {
      return show(records.db, await findMonitor(records.db, teamId, id))
    },

    /** The newest first. */
    async list({ teamId }: Caller, { cursor, limit }: PageQuery) {
      const rows = await records.db
        .selectFrom('agent_monitors')
        .selectAll()
        .where('team_id', '=', teamId)
        .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const page = pageFrom(rows, limit, await presentMonitors(records.db, teamId, rows))
      return { object: 'list' as const, ...page }
    },

    async remove({ teamId }: Caller, id: string) {
      const { run } = await findMonitor(records.db, teamId, id)
      await records.db
        .deleteFrom('agent_monitors')
        .where('team_id', '=', teamId)
        .where('id', '=', id)
        .execute()
      await jobs.cancel(jobOf(id, run))
      return { id, object: 'agent_monitor.deleted' as const, deleted: true as const }
    },

    /** They are looked up at once. Rejects with `conflict` for a domain that is there already. */
    async add({ teamId }: Caller, id: string, entities: readonly EntityParameters[]): Promise<AgentMonitor> {
      return records.transaction(async (tx) => {
        const monitor = (await lockMonitor(tx, teamId, id)) ?? missingMonitor(id)
        const known = await tx
          .selectFrom('agent_monitor_entities')
          .select('domain')
          .where('team_id', '=', teamId)
          .where('monitor_id', '=', id)
          .where(
            'domain',
            'in',
            entities.map(({ domain }) => domain),
          )
          .executeTakeFirst()
        if (known)
          throw new AppError(
            'conflict',
            `The monitor has an entity of the domain "${known.domain}" already.`,
            {
              reason: 'ENTITY_EXISTS',
            },
          )
        await addEntities(tx, monitor, entities)
        const total = monitor.refreshing_since ? monitor.entities_total + entities.length : entities.length
        await tx
          .updateTable('agent_monitors')
          .set({ entities_total: total })
          .where('team_id', '=', teamId)
          .where('id', '=', id)
          .execute()
        await begin(tx, monitor)
        return show(tx, await findMonitor(tx, teamId, id))
      })
    },

    /** In the order in which they were added, each with what is known of it. */
    async entities({ teamId }: Caller, { id, cursor, limit, since }: ListMonitorPartsRequest) {
      const { version } = await findMonitor(records.db, teamId, id)
      const rows = await records.db
        .selectFrom('agent_monitor_entities as entity')
        .select(['entity.id', 'entity.name', 'entity.domain'])
        .where('entity.team_id', '=', teamId)
        .where('entity.monitor_id', '=', id)
        .$if(cursor !== undefined, (query) => query.where('entity.id', '>', cursor ?? ''))
        .$if(since !== undefined, (query) =>
          query.where((columns) =>
            columns.exists(
              columns
                .selectFrom('agent_monitor_contents as content')
                .select('content.field_id')
                .whereRef('content.entity_id', '=', 'entity.id')
                .whereRef('content.team_id', '=', 'entity.team_id')
                .where('content.updated_at', '>=', since ?? new Date(0)),
            ),
          ),
        )
        .orderBy('entity.id')
        .limit(limit + 1)
        .execute()
      const contents = await records.db
        .selectFrom('agent_monitor_contents')
        .selectAll()
        .where('team_id', '=', teamId)
        .where((columns) => columns('entity_id', '=', columns.fn.any(columns.val(rows.map((row) => row.id)))))
        .execute()
      const page = pageFrom(rows, limit, (entity) => ({
        entity,
        contents: Object.fromEntries(
          contents
            .filter((content) => content.entity_id === entity.id)
            .map(
              ({ field_id: fieldId, value, citations, updated_at: updatedAt }): [string, MonitorContent] => [
                fieldId,
                { value, citations: citations as MonitorCitation[], updatedAt: updatedAt.toISOString() },
              ],
            ),
        ),
      }))
      return { object: 'list' as const, ...page, version }
    },

    /** The oldest first; the cursor goes on after the last one that was shown, also when there is no more for now. */
    async changes({ teamId }: Caller, { id, cursor = '0', limit, since }: ListMonitorPartsRequest) {
      const monitor = await findMonitor(records.db, teamId, id)
      const rows = await records.db
        .selectFrom('agent_monitor_changes as change')
        .leftJoin('agent_monitor_entities as entity', (join) =>
          join.onRef('entity.id', '=', 'change.entity_id').onRef('entity.team_id', '=', 'change.team_id'),
        )
        .selectAll('change')
        .select(['entity.name', 'entity.domain'])
        .where('change.team_id', '=', teamId)
        .where('change.monitor_id', '=', id)
        .where('change.version', '>', Number(cursor))
        .$if(since !== undefined, (query) => query.where('change.created_at', '>=', since ?? new Date(0)))
        .orderBy('change.version')
        .limit(limit + 1)
        .execute()
      const names = new Map(fieldsOf(monitor).map((field) => [field.id, field.name]))
      const data = rows.slice(0, limit).map((row): MonitorChange => {
        const fieldName = names.get(row.field_id)
        return {
          type: 'content.upserted',
          entity: {
            id: row.entity_id,
            ...(row.name !== null && { name: row.name }),
            ...(row.domain !== null && { domain: row.domain }),
          },
          field: { id: row.field_id, ...(fieldName !== undefined && { name: fieldName }) },
          content: row.content as MonitorContent, // written by refreshes alone
          version: row.version,
          createdAt: row.created_at.toISOString(),
        }
      })
      const last = data.at(-1)
      return {
        object: 'list' as const,
        data,
        hasMore: rows.length > limit,
        nextCursor: last ? String(last.version) : null,
        version: monitor.version,
      }
    },

    /** Of every team: what rests on a page that is forgotten goes with it. */
    async forgetQuoting(tx: Tx, documentIds: string[]): Promise<void> {
      await sql`delete from agent_monitor_contents where document_ids && ${documentIds}::text[]`.execute(tx)
      await sql`delete from agent_monitor_changes where document_ids && ${documentIds}::text[]`.execute(tx)
      await sql`delete from agent_monitor_backtests where document_ids && ${documentIds}::text[]`.execute(tx)
    },

    entries,
  }
}

async function earlier(tx: Tx, teamId: string, key: string | null, hash: string): Promise<AgentMonitor> {
  const row = await tx
    .selectFrom('agent_monitors')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (row?.request_hash === hash) return show(tx, row)
  throw new AppError('conflict', 'This Idempotency-Key was given with another body before.', {
    reason: 'IDEMPOTENCY_KEY_REUSED',
  })
}

const show = async (db: Db, row: MonitorRow): Promise<AgentMonitor> =>
  (await presentMonitors(db, row.team_id, [row]))(row)

/** Counted from when it was made. */
function nextRefresh(madeAt: Date, cadence: string, after: Date): Date {
  const every = periodMs(cadence) ?? Infinity // the contract lets nothing else through
  const periods = Math.floor((after.getTime() - madeAt.getTime()) / every) + 1
  return new Date(madeAt.getTime() + periods * every)
}
