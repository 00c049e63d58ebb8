import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { orderedMap } from '../../concurrency/index.ts'
import type { Entity } from '../../contract/webset-shapes.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Log } from '../../ports/log.ts'
import type { Records, Tx } from '../../ports/records.ts'
import type { Candidate, EntityKind, Presented, WebsetEngine } from '../engine.ts'
import type { EventLog } from '../event-log.ts'
import type { Imported, ImportedRow } from '../imported.ts'
import { nameOf, quotedDocuments } from '../item.ts'
import { advanceLoad, loadLoads, type LoadRow } from '../loads.ts'
import { importsIn } from '../outstanding.ts'
import type { WebsetRow } from '../webset.ts'
import { keysIn, type Barring } from './barred.ts'
import { isPassing } from './search-work.ts'
import type { Slice } from './slice.ts'

interface Needs {
  readonly records: Records
  readonly engine: WebsetEngine
  readonly imported: Imported
  readonly excluded: Barring
  readonly events: EventLog
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Rows that are looked up at once. */
  readonly concurrency: number
}

const rowsAtOnce = 50

export type LoadWork = ReturnType<typeof createLoadWork>

/**
 * Makes items of the rows of imports: of every row one, whether or not a page is known of it. A batch of rows is
 * committed together with how far the loading has come, so that none is loaded twice.
 */
export function createLoadWork(needs: Needs) {
  const { records, engine, imported, excluded, events, clock, ids, log, concurrency } = needs

  /** What a row is, from its page if there is one, else from the row alone. */
  async function present(slice: Slice, entity: EntityKind, candidate: Candidate): Promise<Presented> {
    const { teamId } = slice.payload
    const search = { teamId, query: candidate.name ?? candidate.url, entity, criteria: [] }
    try {
      await othersTurn()
      const verified = await engine.verify(search, candidate, slice.engineRun())
      return verified ? { ...verified.presented, entityKey: candidate.entityKey } : plainly(entity, candidate)
    } catch (error) {
      if (slice.signal.aborted || isPassing(error)) throw error
      log.error({ url: candidate.url, err: error }, 'a row of an import could not be looked up')
      return plainly(entity, candidate)
    }
  }

  /** False when the import, or one that is to be left out, is still awaited. */
  async function loadSome(
    slice: Slice,
    { excludes }: WebsetRow,
    load: LoadRow,
    onItem: () => void,
  ): Promise<boolean> {
    const { teamId, websetId } = slice.payload
    const { db } = records
    const awaited = [load.import_id, ...importsIn(excludes)]
    if ((await imported.unfinished(db, teamId, awaited)).size > 0) return false
    const source = (await imported.show(db, teamId, [load.import_id])).get(load.import_id)
    const rows = await imported.rows(db, teamId, load.import_id, load.loaded, rowsAtOnce)
    const presented: { row: ImportedRow; item: Presented }[] = []
    const outcomes = orderedMap(
      rows,
      concurrency,
      (row) => present(slice, kindOf(source?.entity ?? null, row.candidate), row.candidate),
      () => slice.mayGoOn(),
    )
    for await (const [row, item] of outcomes) presented.push({ row, item })
    const last = presented.at(-1)?.row.number
    await slice.commit(async (tx, webset) => {
      const current = (await loadLoads(tx, teamId, [websetId])).find(
        (one) => one.import_id === load.import_id,
      )
      if (!current || current.is_done || current.loaded !== load.loaded) return
      await add(
        tx,
        webset,
        load.import_id,
        presented.map(({ item }) => item),
      )
      if (last !== undefined) await advanceLoad(tx, load, { loaded: last })
      else if (rows.length === 0) await advanceLoad(tx, load, { is_done: true })
    })
    onItem()
    return true
  }

  /** Adds those that are not there yet and not to be left out. */
  async function add(
    tx: Tx,
    webset: WebsetRow,
    importId: string,
    presented: readonly Presented[],
  ): Promise<void> {
    const { team_id: teamId, id: websetId } = webset
    const keys = presented.map(({ entityKey }) => entityKey)
    const barred = await excluded(tx, teamId, webset.excludes, presented)
    for (const key of await keysIn(tx, teamId, [websetId], keys)) barred.add(key)
    const wanted = [...new Map(presented.map((one) => [one.entityKey, one])).values()].filter(
      ({ entityKey }) => !barred.has(entityKey),
    )
    if (wanted.length === 0) return
    const now = clock.now()
    const items = wanted.map((one) => ({ ...one, id: ids.next('witem') }))
    await tx
      .insertInto('webset_items')
      .values(
        items.map(({ id, entityKey }) => ({
          id,
          team_id: teamId,
          webset_id: websetId,
          source: 'import',
          source_id: importId,
          entity_key: entityKey,
          // Nobody asked anything of it that it could fail to meet.
          is_match: true,
          version: 1,
          created_at: now,
          updated_at: now,
          deleted_at: null,
        })),
      )
      .execute()
    await tx
      .insertInto('webset_item_versions')
      .values(
        items.map(({ id, properties, content }) => ({
          item_id: id,
          version: 1,
          team_id: teamId,
          name: nameOf(properties),
          properties: JSON.stringify(properties),
          content_document_id: content?.documentId ?? null,
          content_version: content?.version ?? null,
          evaluations: '[]',
          results: '{}',
          document_ids: quotedDocuments(content, [], {}),
          source_id: importId,
          created_at: now,
        })),
      )
      .execute()
    await sql`
      insert into webset_enrichment_work (item_id, enrichment_id, team_id, webset_id)
      select item.id, enrichment.id, item.team_id, item.webset_id
      from webset_items as item
      join webset_enrichments as enrichment
        on enrichment.webset_id = item.webset_id and enrichment.team_id = item.team_id
      where item.team_id = ${teamId} and item.id = any(${items.map(({ id }) => id)})
        and enrichment.status <> 'canceled' and enrichment.deleted_at is null
      order by item.position, enrichment.position`.execute(tx)
    await events.items(
      tx,
      'webset.item.created',
      items.map(({ id }) => ({ team_id: teamId, webset_id: websetId, id, version: 1 })),
    )
  }

  /** Until everything is loaded, or the slice ends. False when something is still to be loaded. */
  return async function loadWork(slice: Slice, webset: WebsetRow, onItem: () => void): Promise<boolean> {
    while (slice.mayGoOn()) {
      const loads = await loadLoads(records.db, webset.team_id, [webset.id])
      const next = loads.find((load) => !load.is_done)
      if (!next) return true
      if (!(await loadSome(slice, webset, next, onItem))) return false
    }
    return false
  }
}

/** Of imports that do not say what their rows are, the key of each does. */
function kindOf(entity: Entity | null, { entityKey, name }: Candidate): EntityKind {
  if (entity) return entity
  const type = (['company', 'person', 'article', 'research_paper'] as const).find((one) =>
    entityKey.startsWith(`${one}:`),
  )
  return type ? { type } : { type: 'custom', description: name ?? 'thing' }
}

function plainly({ type }: EntityKind, { entityKey, url, name }: Candidate): Presented {
  const called = name ?? (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url)
  const work = { title: name, author: null, publishedAt: null }
  const about = {
    company: { name: called, location: null, employees: null, industry: null, about: null, logoUrl: null },
    person: { name: called, location: null, position: null, company: null, pictureUrl: null },
    article: work,
    research_paper: work,
    custom: work,
  }[type]
  const field = type === 'research_paper' ? 'researchPaper' : type
  const properties = { type, url, description: name ?? '', [field]: about }
  return { entityKey, url, properties, content: null }
}
