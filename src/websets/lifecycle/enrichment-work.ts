import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { Records, Tx } from '../../ports/records.ts'
import type { EnrichmentOutcome, EnrichmentSpec, WebsetEngine } from '../engine.ts'
import { refreshEnrichments } from '../enrichment.ts'
import type { EventLog } from '../event-log.ts'
import { quotedDocuments, type StoredResult } from '../item.ts'
import type { WebsetRow } from '../webset.ts'
import type { Bell } from './bell.ts'
import { isPassing } from './search-work.ts'
import type { Slice } from './slice.ts'
import type { Spending } from './spending.ts'

interface Needs {
  readonly records: Records
  readonly engine: WebsetEngine
  readonly spending: Spending
  readonly events: EventLog
  readonly clock: Clock
  readonly log: Log
  /** Results that are looked for at once. */
  readonly concurrency: number
}

/** The searches that go on meanwhile; the bell rings when they may have brought something to do. */
export interface Arrivals {
  readonly isOver: () => boolean
  readonly bell: Pick<Bell, 'heard' | 'after'>
}

type Work = Awaited<ReturnType<typeof loadWork>>[number]

const keyOf = ({ itemId, enrichmentId }: Work): string => `${itemId} ${enrichmentId}`

export type EnrichmentWork = ReturnType<typeof createEnrichmentWork>

/** Finds out what is to be found out about items: each result by itself, several at once. */
export function createEnrichmentWork(needs: Needs) {
  const { records, engine, spending, events, clock, log, concurrency } = needs

  async function enrich(slice: Slice, webset: WebsetRow, work: Work): Promise<void> {
    const { teamId, websetId } = slice.payload
    const payment = await spending.reserve({ teamId, keyId: webset.key_id, websetId }, 'websetEnrichment')
    let taken: boolean | undefined
    try {
      const outcome = await ask(slice, work)
      taken = await slice.commit(async (tx) => {
        const version = await takeResult(tx, slice.payload, work, outcome, clock.now())
        if (version === null) return false
        const item = { team_id: teamId, webset_id: websetId, id: work.itemId, version }
        await events.item(tx, 'webset.item.enriched', item)
        await payment.settle(tx)
        return true
      })
    } finally {
      if (!taken) await payment.release()
    }
  }

  async function ask(slice: Slice, work: Work): Promise<EnrichmentOutcome> {
    const { description, properties, entityKey } = work
    const format = work.format as EnrichmentSpec['format'] // checked when it was defined
    const options = work.options?.map(({ label }) => label)
    try {
      // Reading can keep this thread busy: requests and connections come in between.
      await othersTurn()
      return await engine.enrich(
        slice.payload.teamId,
        { url: String(properties.url), properties, entityKey },
        { description, format, ...(options && { options }) },
        slice.engineRun(),
      )
    } catch (error) {
      if (slice.signal.aborted || isPassing(error)) throw error
      log.error({ item: work.itemId, enrichment: work.enrichmentId, err: error }, 'an enrichment failed')
      const reasoning = 'It could not be looked up because of a fault of this server.'
      return { format, result: null, confidence: 0, reasoning, citations: [], reader: 'none' }
    }
  }

  /** Until nothing is due and the search brings nothing more, or the slice ends. */
  return async function enrichmentWork(slice: Slice, webset: WebsetRow, arrivals: Arrivals): Promise<void> {
    const underWay = new Map<string, Promise<void>>()
    const failures: unknown[] = []
    let due: Work[] = []
    while (failures.length === 0 && slice.mayGoOn()) {
      const heard = arrivals.bell.heard()
      const isOver = arrivals.isOver()
      if (due.length === 0) {
        const found = await loadWork(records, slice.payload, loadedAtOnce)
        due = found.filter((work) => !underWay.has(keyOf(work)))
      }
      for (; underWay.size < concurrency && due.length > 0;) {
        const work = due.shift() as Work // there is one
        const outcome = enrich(slice, webset, work)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => underWay.delete(keyOf(work)))
        underWay.set(keyOf(work), outcome)
      }
      if (underWay.size === 0 && isOver) return
      await Promise.race([...underWay.values(), ...(isOver ? [] : [arrivals.bell.after(heard)])])
    }
    await Promise.all(underWay.values())
    if (failures.length > 0) throw failures[0]
  }
}

const loadedAtOnce = 32

/** What is to be found out next, with what the engine needs to know for it. */
async function loadWork({ db }: Records, { teamId, websetId }: Slice['payload'], limit: number) {
  return db
    .selectFrom('webset_enrichment_work as work')
    .innerJoin('webset_enrichments as enrichment', (join) =>
      join.onRef('enrichment.id', '=', 'work.enrichment_id').onRef('enrichment.team_id', '=', 'work.team_id'),
    )
    .innerJoin('webset_items as item', (join) =>
      join.onRef('item.id', '=', 'work.item_id').onRef('item.team_id', '=', 'work.team_id'),
    )
    .innerJoin('webset_item_versions as version', (join) =>
      join
        .onRef('version.item_id', '=', 'item.id')
        .onRef('version.version', '=', 'item.version')
        .onRef('version.team_id', '=', 'item.team_id'),
    )
    .select(['work.item_id as itemId', 'work.enrichment_id as enrichmentId', 'enrichment.revision'])
    .select(['enrichment.description', 'enrichment.format', 'enrichment.options'])
    .select(['item.entity_key as entityKey', 'version.properties'])
    .where('work.team_id', '=', teamId)
    .where('work.webset_id', '=', websetId)
    .orderBy('work.position')
    .limit(limit)
    .execute()
}

/**
 * Takes a result, once, as a new version of its item, which it answers. Null when it is not wanted any more. One
 * statement, because this is what a webset does most.
 */
async function takeResult(
  tx: Tx,
  { teamId, websetId }: Slice['payload'],
  { itemId, enrichmentId, revision }: Work,
  outcome: EnrichmentOutcome,
  now: Date,
): Promise<number | null> {
  const result: StoredResult = { ...outcome, revision }
  const results = { [enrichmentId]: result }
  const { rows } = await sql<{ version: number | null; was_last: boolean }>`
    with due as (
      select item.version + 1 as next, version.*
      from webset_enrichment_work as work
      join webset_enrichments as enrichment on enrichment.id = work.enrichment_id
      join webset_items as item on item.id = work.item_id
      join webset_item_versions as version on version.item_id = item.id and version.version = item.version
      where work.team_id = ${teamId} and work.item_id = ${itemId} and work.enrichment_id = ${enrichmentId}
        and enrichment.revision = ${revision} and enrichment.status <> 'canceled'
        and enrichment.deleted_at is null and item.deleted_at is null
    ), added as (
      insert into webset_item_versions (item_id, version, team_id, name, properties, content_document_id,
        content_version, evaluations, results, document_ids, source_id, created_at)
      select item_id, next, team_id, name, properties, content_document_id, content_version, evaluations,
        results || ${JSON.stringify(results)}::jsonb,
        array(select distinct unnest(document_ids || ${quotedDocuments(null, [], results)}::text[])),
        source_id, ${now}
      from due
      returning item_id, version
    ), moved as (
      update webset_items as item set version = added.version, updated_at = ${now}
      from added where item.id = added.item_id
    ), done as (
      delete from webset_enrichment_work as work
      using added where work.item_id = added.item_id and work.enrichment_id = ${enrichmentId}
    )
    select (select version from added) as version,
      not exists (
        select from webset_enrichment_work where enrichment_id = ${enrichmentId} and item_id <> ${itemId}
      ) as was_last`.execute(tx)
  const [taken] = rows
  if (!taken || taken.version === null) return null
  if (taken.was_last) await refreshEnrichments(tx, teamId, websetId)
  return taken.version
}
