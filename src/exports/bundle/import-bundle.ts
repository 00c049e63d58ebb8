import type { Caller } from '../../access/index.ts'
import type { BundledItem, BundledPage, BundledVersion, BundledWebset } from '../../contract/bundle.ts'
import { AppError } from '../../contract/errors.ts'
import { versionKey, type Documents, type PageDetails, type VersionReference } from '../../documents/index.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Tx } from '../../ports/records.ts'
import { stands } from '../../reader/index.ts'
import { quotedDocuments, type EventLog, type WebsetRow } from '../../websets/index.ts'
import { readBundle, type ReadBundle } from './read-bundle.ts'

interface Needs {
  readonly documents: Pick<Documents, 'keep' | 'texts'>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: EventLog
}

const pagesAtOnce = 20
const itemsAtOnce = 20

/**
 * Makes a webset of the caller's own of what is in a bundle, with ids of its own. Whatever is wrong with the bundle
 * rejects, and the transaction leaves nothing of it. A quote that does not stand in its page is wrong.
 */
export async function importBundle(
  tx: Tx,
  { teamId, keyId }: Caller,
  source: AsyncIterable<Uint8Array>,
  { documents, clock, ids, log }: Needs,
): Promise<{ webset: WebsetRow; read: ReadBundle }> {
  let webset: WebsetRow | undefined
  /** The ids that searches and enrichments have here. */
  const names = new Map<string, string>()
  const pages = new Map<string, VersionReference>()
  let waitingPages: BundledPage[] = []
  let waitingItems: BundledItem[] = []

  const parts = readBundle(source)
  for (let next = await parts.next(); ; next = await parts.next()) {
    if (next.done) {
      await flush()
      if (!webset) throw new AppError('unprocessable', 'The bundle holds no webset.')
      return { webset, read: next.value }
    }
    const { kind, value } = next.value
    if (kind === 'webset') webset = await addWebset(value)
    if (kind === 'pages') waitingPages.push(value)
    if (kind === 'items') waitingItems.push(value)
    if (waitingPages.length >= pagesAtOnce || waitingItems.length >= itemsAtOnce) await flush()
    // Events are what happened elsewhere: they are the bundle's, and nobody here is told of them.
  }

  async function flush(): Promise<void> {
    await keepPages(waitingPages.splice(0))
    await addItems(waitingItems.splice(0))
  }

  async function keepPages(seen: readonly BundledPage[]): Promise<void> {
    const kept = await documents.keep(
      tx,
      teamId,
      // Checked for what is read of them; the rest is as extraction left it.
      seen.map((page) => ({ ...page, html: null, details: page.details as PageDetails })),
    )
    for (const [index, page] of seen.entries()) pages.set(versionKey(page), kept[index]!)
  }

  async function addWebset(bundled: BundledWebset): Promise<WebsetRow> {
    const now = clock.now()
    const row = await tx
      .insertInto('websets')
      .values({
        id: ids.next('webset'),
        team_id: teamId,
        key_id: keyId,
        external_id: null,
        title: bundled.title,
        status: 'idle',
        run: 0,
        active: false,
        waiting_since: null,
        priority: 'medium',
        lacking_nanos: null,
        excludes: '[]',
        metadata: JSON.stringify(bundled.metadata),
        created_at: now,
        updated_at: now,
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    for (const search of bundled.searches) {
      const isOver = search.status === 'completed' || search.status === 'canceled'
      names.set(search.id, ids.next('wsearch'))
      await tx
        .insertInto('webset_searches')
        .values({
          id: names.get(search.id)!,
          team_id: teamId,
          webset_id: row.id,
          // One that was under way goes on where it was, not here.
          status: isOver ? search.status : 'canceled',
          query: search.query,
          count: search.count,
          behavior: search.behavior,
          entity: search.entity && JSON.stringify(search.entity),
          criteria: JSON.stringify(search.criteria),
          exclude: '[]',
          scope: '[]',
          wants_recall: search.wantsRecall,
          recall: search.recall && JSON.stringify(search.recall),
          max_people_per_company: search.maxPeoplePerCompany,
          metadata: JSON.stringify(search.metadata),
          draw_position: null,
          analyzed: search.analyzed,
          found: search.found,
          partial: search.partial,
          passes: search.passes,
          started_at: search.startedAt,
          announced_at: null,
          canceled_at: isOver ? search.canceledAt : now,
          canceled_reason: null,
          created_at: search.createdAt,
          updated_at: search.updatedAt,
        })
        .execute()
    }
    for (const enrichment of bundled.enrichments) {
      names.set(enrichment.id, ids.next('wenrich'))
      await tx
        .insertInto('webset_enrichments')
        .values({
          id: names.get(enrichment.id)!,
          team_id: teamId,
          webset_id: row.id,
          status: enrichment.status === 'canceled' ? 'canceled' : 'completed',
          title: enrichment.title,
          description: enrichment.description,
          format: enrichment.format,
          options: enrichment.options && JSON.stringify(enrichment.options),
          metadata: JSON.stringify(enrichment.metadata),
          revision: enrichment.revision,
          created_at: enrichment.createdAt,
          updated_at: enrichment.updatedAt,
          canceled_at: enrichment.canceledAt,
          deleted_at: null,
        })
        .execute()
    }
    await log.webset(tx, 'webset.created', row)
    return row
  }

  async function addItems(items: readonly BundledItem[]): Promise<void> {
    if (items.length === 0) return
    const websetId = webset?.id ?? ''
    const moved = items.map((item) => ({ item, id: ids.next('witem'), versions: item.versions.map(here) }))
    await requireStanding(moved.flatMap(({ versions }) => versions))
    for (const { item, id, versions } of moved) {
      const { version } = versions.at(-1)!
      const row = {
        id,
        team_id: teamId,
        webset_id: websetId,
        source: item.source,
        source_id: names.get(item.sourceId) ?? item.sourceId,
        entity_key: item.entityKey,
        is_match: item.isMatch,
        version,
        created_at: item.createdAt,
        updated_at: item.updatedAt,
        deleted_at: null,
      }
      await tx.insertInto('webset_items').values(row).execute()
      await tx
        .insertInto('webset_item_versions')
        .values(
          versions.map((one) => ({
            item_id: id,
            version: one.version,
            team_id: teamId,
            name: one.name,
            properties: JSON.stringify(one.properties),
            content_document_id: one.content?.documentId ?? null,
            content_version: one.content?.version ?? null,
            evaluations: JSON.stringify(one.evaluations),
            results: JSON.stringify(one.results),
            document_ids: quotedDocuments(one.content, one.evaluations, one.results),
            source_id: names.get(one.sourceId) ?? one.sourceId,
            created_at: one.createdAt,
          })),
        )
        .execute()
      await log.item(tx, 'webset.item.created', row)
    }
  }

  /** The same version, with the pages and enrichments as they are called here. */
  function here({ properties, content, evaluations, results, ...rest }: BundledVersion) {
    // The text of the page is pointed to, never copied.
    const { content: _, ...shown } = { content: null, ...properties }
    return {
      ...rest,
      properties: shown,
      content: content && pageHere(content),
      evaluations: evaluations.map(citingHere),
      results: Object.fromEntries(
        Object.entries(results).map(([id, result]) => [names.get(id) ?? id, citingHere(result)]),
      ),
    }
  }

  function citingHere<T extends Pick<BundledVersion['evaluations'][number], 'citations'>>(claim: T): T {
    const citations = claim.citations.map((citation) => ({
      ...citation,
      span: { ...citation.span, ...pageHere(citation.span) },
    }))
    return { ...claim, citations }
  }

  function pageHere(reference: VersionReference): VersionReference {
    const page = pages.get(versionKey(reference))
    if (!page)
      throw new AppError('unprocessable', 'The bundle is refused: it quotes a page that is not in it.')
    return page
  }

  async function requireStanding(versions: readonly ReturnType<typeof here>[]): Promise<void> {
    const claims = versions.flatMap((one) => [...one.evaluations, ...Object.values(one.results)])
    const spans = claims.flatMap(({ citations }) => citations.map(({ span }) => span))
    const wanted = [...new Map(spans.map((span) => [versionKey(span), span])).values()]
    const texts = await documents.texts(teamId, wanted, tx)
    for (const span of spans) {
      const text = texts.get(versionKey(span)) ?? ''
      if (!stands(span, { id: span.documentId, version: span.version, text }))
        throw new AppError('unprocessable', 'The bundle is refused: a quote does not stand in its page.')
    }
  }
}
