import { isDeepStrictEqual } from 'node:util'
import type { Authentication, Caller } from '../access/index.ts'
import { computeUnits } from '../agent/index.ts'
import { toNanos, type Ledger } from '../billing/index.ts'
import type { Pages } from '../contents/index.ts'
import type { AgentMonitorField, MonitorCitation } from '../contract/agent-monitors.ts'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { RetryPolicy, WorkflowDefinition } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { LookedUp, LookUp } from './look-up.ts'
import { fieldsOf, lockMonitor, type MonitorRow } from './monitor.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly log: Log
  readonly ledger: Ledger
  readonly authentication: Pick<Authentication, 'recall'>
  readonly lookUp: LookUp
  readonly pages: Pages
  readonly mayFetch: boolean
  /** Dollars for a compute unit. */
  readonly unitPrice: number
}

type Payload = { teamId: string; monitorId: string; run: number }
type Entity = { id: string; name: string; domain: string }

export const refreshWorkflowName = 'agent-monitor-refresh.v1'
export const refreshQueue = { name: 'agent-monitors', concurrency: 4 }
export const jobOf = (monitorId: string, run: number): string => `${monitorId}.${run}`

const retry: RetryPolicy = { attempts: 4, firstDelayMs: 1000, factor: 4 }
const operation = 'agent.monitors.refresh'
const pageTimeoutMs = 15_000

/**
 * Looks up what is stale, entity by entity. Values of an entity, its changes and what it cost are one transaction, so
 * whoever is killed goes on with the entity that was under way. A value that no page says any more stays as it was.
 */
export function createRefreshWorkflow(needs: Needs): WorkflowDefinition<Payload> {
  const { records, clock, log, ledger, authentication, lookUp, pages, mayFetch, unitPrice } = needs

  return {
    name: refreshWorkflowName,
    queue: refreshQueue.name,
    async run(context, payload) {
      await context.step('begin', () => update(payload, { status: 'pending_first_refresh' }), retry)
      try {
        while (await context.step('entity', (signal) => refreshNext(payload, signal), retry));
      } catch (error) {
        if (context.signal.aborted) throw error
        // What is left stays stale, for the next time.
        log.warn({ ...payload, err: error }, 'an agent monitor could not be refreshed')
      }
      await context.step('end', () => end(payload), retry)
    },
  }

  /** False when there is nothing left. */
  async function refreshNext(payload: Payload, signal: AbortSignal): Promise<boolean> {
    const next = await withMonitor(payload, async (tx, monitor) => {
      const entity = await nextStale(tx, payload)
      return entity && { monitor, entity, known: await knownOf(tx, payload.teamId, entity.id) }
    })
    if (!next) return false
    const { monitor, entity, known } = next
    const caller = await authentication.recall(monitor.key_id)
    if (!caller)
      throw new AppError('unauthenticated', 'The key that the monitor works with is valid no more.')
    const asked = fieldsOf(monitor).filter(({ id, mode }) => mode === 'dynamic' || !known.has(id))
    const most = toNanos(unitPrice * computeUnits({ page: mostPages * asked.length }))
    const reservation = await ledger.reserve(caller, most)
    try {
      if (mayFetch)
        await visit(
          caller,
          entity,
          [...known.values()].flatMap(({ urls }) => urls),
          signal,
        )
      const found: [AgentMonitorField, LookedUp][] = []
      for (const field of asked) found.push([field, await lookUp(caller, entity, field, { signal })])
      await withMonitor(payload, async (tx, current) => {
        await save(tx, current, entity, found)
        const used = found.map(([, one]) => one.used)
        const page = used.reduce((sum, one) => sum + one.pages, 0)
        const token = used.reduce((sum, one) => sum + one.tokens, 0)
        const units = computeUnits({ page, token })
        await tx
          .updateTable('agent_monitors')
          .set((columns) => ({
            total_acus: columns('total_acus', '+', units),
            last_refresh_acus: columns('last_refresh_acus', '+', units),
          }))
          .where('team_id', '=', current.team_id)
          .where('id', '=', current.id)
          .execute()
        const entry = {
          operation,
          requestId: `${jobOf(current.id, current.run)}.${entity.id}`,
          searches: asked.length,
          pages: page,
          tokens: token,
          seconds: 0,
          costNanos: toNanos(units * unitPrice),
        }
        await ledger.settle(caller, entry, reservation, tx)
      })
    } finally {
      // Given back already where it was spent.
      await ledger.release(caller, reservation)
    }
    return true
  }

  /** The entity's own page and those that values rest on, as they are now; what cannot be had stays as it is known. */
  async function visit(caller: Caller, { domain }: Entity, urls: readonly string[], signal: AbortSignal) {
    for (const url of new Set([`https://${domain}/`, ...urls.slice(0, mostPages)])) {
      try {
        await pages.get({
          teamId: caller.teamId,
          url,
          freshness: { maxAgeMs: freshForMs, mayFetch: true, fallBackToStored: true },
          timeoutMs: pageTimeoutMs,
          robots: 'obey',
          reason: 'monitor',
          signal,
        })
      } catch (error) {
        if (signal.aborted) throw error
        log.warn({ url, err: error }, 'a page could not be looked at again')
      }
    }
  }

  /** What is new gets the next version of the monitor. */
  async function save(
    tx: Tx,
    monitor: MonitorRow,
    entity: Entity,
    found: readonly [AgentMonitorField, LookedUp][],
  ): Promise<void> {
    const { team_id: teamId, id: monitorId } = monitor
    const known = await knownOf(tx, teamId, entity.id)
    const now = clock.now()
    let { version } = monitor
    for (const [field, { value, citations, documentIds }] of found) {
      const before = known.get(field.id)
      if (value === null || (before && isDeepStrictEqual(before.value, value))) continue
      version += 1
      const content = { value, citations, updatedAt: now.toISOString() }
      const row = {
        value: JSON.stringify(value),
        citations: JSON.stringify(citations),
        document_ids: [...documentIds],
        updated_at: now,
      }
      await tx
        .insertInto('agent_monitor_contents')
        .values({ entity_id: entity.id, field_id: field.id, team_id: teamId, monitor_id: monitorId, ...row })
        .onConflict((conflict) =>
          conflict
            .columns(['entity_id', 'field_id'])
            .doUpdateSet(row)
            .where('agent_monitor_contents.team_id', '=', teamId),
        )
        .execute()
      await tx
        .insertInto('agent_monitor_changes')
        .values({
          monitor_id: monitorId,
          version,
          team_id: teamId,
          entity_id: entity.id,
          field_id: field.id,
          content: JSON.stringify(content),
          document_ids: [...documentIds],
          created_at: now,
        })
        .execute()
    }
    await tx
      .updateTable('agent_monitors')
      .set({ version })
      .where('team_id', '=', teamId)
      .where('id', '=', monitorId)
      .execute()
    await tx
      .updateTable('agent_monitor_entities')
      .set({ is_stale: false })
      .where('team_id', '=', teamId)
      .where('id', '=', entity.id)
      .execute()
  }

  async function update(payload: Payload, changes: { status: string }): Promise<null> {
    await withMonitor(payload, async (tx, monitor) => {
      if (monitor.status !== 'creating') return
      await tx
        .updateTable('agent_monitors')
        .set(changes)
        .where('team_id', '=', monitor.team_id)
        .where('id', '=', monitor.id)
        .execute()
    })
    return null
  }

  async function end(payload: Payload): Promise<null> {
    await withMonitor(payload, async (tx, monitor) => {
      const isWhole = (await nextStale(tx, payload)) === undefined
      await tx
        .updateTable('agent_monitors')
        .set({
          refreshing_since: null,
          ...(isWhole && { status: 'active', last_refresh_at: clock.now() }),
        })
        .where('team_id', '=', monitor.team_id)
        .where('id', '=', monitor.id)
        .execute()
    })
    return null
  }

  /** Under its lock; undefined when it is gone, or a later run is under way. */
  async function withMonitor<T>(
    { teamId, monitorId, run }: Payload,
    body: (tx: Tx, monitor: MonitorRow) => Promise<T>,
  ): Promise<T | undefined> {
    return records.transaction(async (tx) => {
      const monitor = await lockMonitor(tx, teamId, monitorId)
      return monitor?.run === run ? body(tx, monitor) : undefined
    })
  }
}

/** The most pages that a field is read in. */
const mostPages = 12
/** Pages that were looked at for one field are new enough for the next. */
const freshForMs = 10 * 60_000

const nextStale = (tx: Tx, { teamId, monitorId }: Payload): Promise<Entity | undefined> =>
  tx
    .selectFrom('agent_monitor_entities')
    .select(['id', 'name', 'domain'])
    .where('team_id', '=', teamId)
    .where('monitor_id', '=', monitorId)
    .where('is_stale', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

async function knownOf(tx: Tx, teamId: string, entityId: string) {
  const rows = await tx
    .selectFrom('agent_monitor_contents')
    .select(['field_id', 'value', 'citations'])
    .where('team_id', '=', teamId)
    .where('entity_id', '=', entityId)
    .execute()
  return new Map(
    rows.map(({ field_id: fieldId, value, citations }) => [
      fieldId,
      { value, urls: (citations as MonitorCitation[]).map(({ url }) => url) },
    ]),
  )
}
