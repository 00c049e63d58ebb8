import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { Db, Records, Tx } from '../../ports/records.ts'
import type { EnrichmentOutcome, EnrichmentSpec, WebsetEngine } from '../engine.ts'
import { refreshEnrichments, type EnrichmentRow } from '../enrichment.ts'
import type { EventLog } from '../event-log.ts'
import {
  contentOf,
  currentItems,
  evaluationsOf,
  quotedDocuments,
  resultsOf,
  type ItemRow,
  type StoredResult,
} from '../item.ts'
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

interface Work {
  readonly item_id: string
  readonly enrichment_id: string
}

/** The searches that go on meanwhile; the bell rings when they may have brought something to do. */
export interface Arrivals {
  readonly isOver: () => boolean
  readonly bell: Pick<Bell, 'heard' | 'after'>
}

export type EnrichmentWork = ReturnType<typeof createEnrichmentWork>

/** Finds out what is to be found out about items: each result by itself, several at once. */
export function createEnrichmentWork(needs: Needs) {
  const { records, engine, spending, events, clock, log, concurrency } = needs

  async function nextWork({ teamId, websetId }: Slice['payload'], limit: number): Promise<Work[]> {
    return records.db
      .selectFrom('webset_enrichment_work')
      .select(['item_id', 'enrichment_id'])
      .where('team_id', '=', teamId)
      .where('webset_id', '=', websetId)
      .orderBy('position')
      .limit(limit)
      .execute()
  }

  async function enrich(slice: Slice, webset: WebsetRow, work: Work): Promise<void> {
    const { teamId, websetId } = slice.payload
    const enrichment = await loadDue(records.db, teamId, work)
    const item = await currentItems(records.db, teamId, websetId)
      .where('item.id', '=', work.item_id)
      .executeTakeFirst()
    if (!enrichment || !item) return
    const payment = await spending.reserve({ teamId, keyId: webset.key_id, websetId }, 'websetEnrichment')
    let taken: boolean | undefined
    try {
      const outcome = await ask(slice, item, enrichment)
      taken = await slice.commit(async (tx) => {
        const isTaken = await takeResult(tx, item.id, enrichment, outcome)
        if (isTaken) await payment.settle(tx)
        return isTaken
      })
    } finally {
      if (!taken) await payment.release()
    }
  }

  async function ask(slice: Slice, item: ItemRow, enrichment: EnrichmentRow): Promise<EnrichmentOutcome> {
    const format = enrichment.format as EnrichmentSpec['format'] // checked when it was defined
    const options = enrichment.options?.map(({ label }) => label)
    try {
      // Reading can keep this thread busy: requests and connections come in between.
      await othersTurn()
      return await engine.enrich(
        item.team_id,
        { url: String(item.properties.url), properties: item.properties, entityKey: item.entity_key },
        { description: enrichment.description, format, ...(options && { options }) },
        slice.engineRun(),
      )
    } catch (error) {
      if (slice.signal.aborted || isPassing(error)) throw error
      log.error({ item: item.id, enrichment: enrichment.id, err: error }, 'an enrichment failed')
      const reasoning = 'It could not be looked up because of a fault of this server.'
      return { format, result: null, reasoning, citations: [], reader: 'none' }
    }
  }

  /** Takes a result, once. False when it is not wanted any more. */
  async function takeResult(
    tx: Tx,
    itemId: string,
    { id, revision, team_id: teamId, webset_id: websetId }: EnrichmentRow,
    outcome: EnrichmentOutcome,
  ): Promise<boolean> {
    const current = await loadDue(tx, teamId, { item_id: itemId, enrichment_id: id })
    const item = await currentItems(tx, teamId, websetId).where('item.id', '=', itemId).executeTakeFirst()
    if (current?.revision !== revision || !item) return false
    const now = clock.now()
    const result: StoredResult = { ...outcome, revision }
    const results = { ...resultsOf(item), [id]: result }
    const version = item.version + 1
    await tx
      .insertInto('webset_item_versions')
      .values({
        item_id: itemId,
        version,
        team_id: teamId,
        name: item.name,
        properties: JSON.stringify(item.properties),
        content_document_id: item.content_document_id,
        content_version: item.content_version,
        evaluations: JSON.stringify(item.evaluations),
        results: JSON.stringify(results),
        document_ids: quotedDocuments(contentOf(item), evaluationsOf(item), results),
        source_id: item.source_id,
        created_at: now,
      })
      .execute()
    await tx
      .updateTable('webset_items')
      .set({ version, updated_at: now })
      .where('team_id', '=', teamId)
      .where('id', '=', itemId)
      .execute()
    await tx
      .deleteFrom('webset_enrichment_work')
      .where('team_id', '=', teamId)
      .where('item_id', '=', itemId)
      .where('enrichment_id', '=', id)
      .execute()
    await refreshEnrichments(tx, teamId, websetId)
    await events.item(tx, 'webset.item.enriched', {
      team_id: teamId,
      webset_id: websetId,
      id: itemId,
      version,
    })
    return true
  }

  /** Until nothing is due and the search brings nothing more, or the slice ends. */
  return async function enrichmentWork(slice: Slice, webset: WebsetRow, arrivals: Arrivals): Promise<void> {
    const underWay = new Map<string, Promise<void>>()
    const failures: unknown[] = []
    while (failures.length === 0 && slice.mayGoOn()) {
      const heard = arrivals.bell.heard()
      const isOver = arrivals.isOver()
      const due = underWay.size < concurrency ? await nextWork(slice.payload, 2 * concurrency) : []
      for (const work of due) {
        const key = `${work.item_id} ${work.enrichment_id}`
        if (underWay.size >= concurrency || underWay.has(key)) continue
        const outcome = enrich(slice, webset, work)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => underWay.delete(key))
        underWay.set(key, outcome)
      }
      if (underWay.size === 0 && isOver) return
      await Promise.race([...underWay.values(), ...(isOver ? [] : [arrivals.bell.after(heard)])])
    }
    await Promise.all(underWay.values())
    if (failures.length > 0) throw failures[0]
  }
}

/** The enrichment of a piece of work that is still to be done. */
async function loadDue(db: Db, teamId: string, work: Work): Promise<EnrichmentRow | undefined> {
  return db
    .selectFrom('webset_enrichments as enrichment')
    .innerJoin('webset_enrichment_work as work', (join) =>
      join.onRef('work.enrichment_id', '=', 'enrichment.id').onRef('work.team_id', '=', 'enrichment.team_id'),
    )
    .selectAll('enrichment')
    .where('enrichment.team_id', '=', teamId)
    .where('enrichment.id', '=', work.enrichment_id)
    .where('work.item_id', '=', work.item_id)
    .where('enrichment.status', '<>', 'canceled')
    .where('enrichment.deleted_at', 'is', null)
    .executeTakeFirst()
}
