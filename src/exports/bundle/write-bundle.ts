import { sql } from 'kysely'
import type { z } from 'zod'
import type {
  BundledEvent,
  BundledItem,
  BundledPage,
  BundledWebset,
  BundleManifest,
  BundleSignature,
} from '../../contract/bundle.ts'
import { AppError } from '../../contract/errors.ts'
import type { Documents, VersionReference } from '../../documents/index.ts'
import type { SigningKey } from '../../ports/signing-key.ts'
import { withContent, type ItemRow } from '../../websets/index.ts'
import type { Snapshot } from '../snapshot.ts'
import { rootOf, sha256 } from './hash-tree.ts'
import { mostEntryBytes } from './read-bundle.ts'
import { endOfArchive, packed } from './tar.ts'

interface Needs {
  readonly documents: Pick<Documents, 'versions'>
  readonly key: SigningKey
}

const entryBytes = 1024 * 1024
const pagesAtOnce = 8
const itemsAtOnce = 50
const eventsAtOnce = 200

/** A webset with all that it rests on, signed. The same webset makes the same bytes. */
export async function* writeBundle(
  snapshot: Snapshot,
  { documents, key }: Needs,
): AsyncGenerator<Uint8Array> {
  const entries: BundleManifest['entries'] = []
  const counts = { pages: 0, items: 0, events: 0 }

  function* entry(name: string, text: string): Generator<Uint8Array> {
    const content = Buffer.from(text)
    if (content.length > mostEntryBytes)
      throw new AppError('unprocessable', `A page or an item is too large for a bundle (${name}).`)
    entries.push({ name, size: content.length, sha256: sha256(content) })
    yield* packed({ name, content })
  }
  /** So many lines to a file that it can be held in memory by whoever reads it. */
  async function* numbered(kind: keyof typeof counts, lines: AsyncIterable<object>) {
    let waiting = ''
    let number = 0
    const flush = function* () {
      number += 1
      yield* entry(`${kind}/${String(number).padStart(6, '0')}.jsonl`, waiting)
      waiting = ''
    }
    for await (const line of lines) {
      counts[kind] += 1
      waiting += `${JSON.stringify(line)}\n`
      if (waiting.length >= entryBytes) yield* flush()
    }
    if (waiting !== '') yield* flush()
  }

  yield* entry('webset.json', JSON.stringify(websetOf(snapshot)))
  yield* numbered('pages', pagesOf(snapshot, documents))
  yield* numbered('items', itemsOf(snapshot))
  yield* numbered('events', eventsOf(snapshot))
  const { webset } = snapshot
  const manifest: BundleManifest = {
    format: 'winnow-webset-bundle',
    version: 1,
    websetId: webset.id,
    title: webset.title,
    counts,
    entries,
    root: rootOf(entries),
  }
  const content = Buffer.from(JSON.stringify(manifest))
  yield* packed({ name: 'manifest.json', content })
  const signature: BundleSignature = {
    algorithm: 'ed25519',
    publicKey: Buffer.from(await key.publicKey()).toString('base64'),
    signature: Buffer.from(await key.sign(content)).toString('base64'),
  }
  yield* packed({ name: 'signature.json', content: Buffer.from(JSON.stringify(signature)) })
  yield endOfArchive
}

/** What names other websets stays at home: nobody else knows them. */
const websetOf = ({ webset, searches, enrichments }: Snapshot): z.input<typeof BundledWebset> => ({
  id: webset.id,
  title: webset.title,
  metadata: webset.metadata,
  searches: searches.map((row) => ({
    id: row.id,
    status: row.status as BundledWebset['searches'][number]['status'], // written by the lifecycle alone
    query: row.query,
    count: row.count,
    behavior: row.behavior as BundledWebset['searches'][number]['behavior'],
    entity: row.entity as BundledWebset['searches'][number]['entity'],
    criteria: row.criteria,
    wantsRecall: row.wants_recall,
    recall: row.recall,
    maxPeoplePerCompany: row.max_people_per_company,
    metadata: row.metadata,
    analyzed: row.analyzed,
    found: row.found,
    partial: row.partial,
    passes: row.passes,
    startedAt: row.started_at?.toISOString() ?? null,
    canceledAt: row.canceled_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  })),
  enrichments: enrichments.map((row) => ({
    id: row.id,
    status: row.status as BundledWebset['enrichments'][number]['status'],
    title: row.title,
    description: row.description,
    format: row.format as BundledWebset['enrichments'][number]['format'],
    options: row.options,
    metadata: row.metadata,
    revision: row.revision,
    canceledAt: row.canceled_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  })),
  createdAt: webset.created_at.toISOString(),
  updatedAt: webset.updated_at.toISOString(),
})

/** Every version of a page that a version of an item quotes or is presented by. */
async function* pagesOf(
  snapshot: Snapshot,
  documents: Needs['documents'],
): AsyncGenerator<z.input<typeof BundledPage>> {
  const { tx, webset, enrichments } = snapshot
  const { rows } = await sql<VersionReference>`
    with versions as (
      select version.* from webset_items as item
      join webset_item_versions as version on version.item_id = item.id
      where item.team_id = ${webset.team_id} and item.webset_id = ${webset.id} and item.deleted_at is null
    ), claims as (
      select jsonb_array_elements(evaluations) as claim from versions
      union all
      select result.value from versions cross join jsonb_each(results) as result
      where result.key = any(${enrichments.map(({ id }) => id)})
    ), cited as (
      select jsonb_array_elements(claim -> 'citations') -> 'span' as span from claims
    )
    select span ->> 'documentId' as "documentId", (span ->> 'version')::integer as version from cited
    union
    select content_document_id, content_version from versions
    where content_document_id is not null and content_version is not null
    order by 1, 2`.execute(tx)
  for (let start = 0; start < rows.length; start += pagesAtOnce) {
    const wanted = rows.slice(start, start + pagesAtOnce)
    const found = await documents.versions(webset.team_id, wanted, tx)
    for (const { documentId, version } of wanted) {
      const page = found.find((one) => one.id === documentId && one.version === version)
      if (!page) continue
      yield {
        documentId,
        version,
        url: page.url,
        fetchedAt: page.fetchedAt.toISOString(),
        title: page.title,
        author: page.author,
        publishedAt: page.publishedAt?.toISOString() ?? null,
        language: page.language,
        kind: page.kind,
        category: page.category,
        text: page.text,
        // Kept as extraction left them.
        details: page.details as z.input<typeof BundledPage>['details'],
      }
    }
  }
}

async function* itemsOf(snapshot: Snapshot): AsyncGenerator<z.input<typeof BundledItem>> {
  let batch: ItemRow[] = []
  for await (const item of snapshot.eachItem()) {
    batch.push(item)
    if (batch.length < itemsAtOnce) continue
    yield* withVersions(snapshot, batch)
    batch = []
  }
  yield* withVersions(snapshot, batch)
}

async function* withVersions(
  { tx, webset, enrichments }: Snapshot,
  items: readonly ItemRow[],
): AsyncGenerator<z.input<typeof BundledItem>> {
  if (items.length === 0) return
  const versions = await tx
    .selectFrom('webset_item_versions')
    .selectAll()
    .where('team_id', '=', webset.team_id)
    .where(
      'item_id',
      'in',
      items.map(({ id }) => id),
    )
    .orderBy('version')
    .execute()
  const known = new Set(enrichments.map(({ id }) => id))
  for (const item of items) {
    yield {
      id: item.id,
      source: item.source as BundledItem['source'],
      sourceId: item.source_id,
      entityKey: item.entity_key,
      isMatch: item.is_match,
      createdAt: item.created_at.toISOString(),
      updatedAt: item.version_at.toISOString(),
      versions: versions
        .filter((row) => row.item_id === item.id && row.version <= item.version)
        .map((row) => ({
          version: row.version,
          name: row.name,
          properties: withContent(row.properties, null),
          content:
            row.content_document_id === null || row.content_version === null
              ? null
              : { documentId: row.content_document_id, version: row.content_version },
          // As the engine gave them, and the lifecycle stored them.
          evaluations: row.evaluations as BundledItem['versions'][number]['evaluations'],
          results: Object.fromEntries(
            Object.entries(row.results as BundledItem['versions'][number]['results']).filter(([id]) =>
              known.has(id),
            ),
          ),
          sourceId: row.source_id,
          createdAt: row.created_at.toISOString(),
        })),
    }
  }
}

/** What happened, but for exports, which are no part of the webset, and for items that were deleted. */
async function* eventsOf({ tx, webset }: Snapshot): AsyncGenerator<z.input<typeof BundledEvent>> {
  for (let after = 0; ;) {
    const rows = await tx
      .selectFrom('webset_events')
      .leftJoin('webset_items as item', (join) =>
        join
          .onRef('item.id', '=', 'webset_events.item_id')
          .onRef('item.team_id', '=', 'webset_events.team_id'),
      )
      .selectAll('webset_events')
      .where('webset_events.team_id', '=', webset.team_id)
      .where('webset_events.webset_id', '=', webset.id)
      .where('webset_events.position', '>', after)
      .where('type', 'not like', 'webset.export.%')
      .where((columns) =>
        columns.or([
          columns('webset_events.item_id', 'is', null),
          columns.and([columns('item.id', 'is not', null), columns('item.deleted_at', 'is', null)]),
        ]),
      )
      .orderBy('webset_events.position')
      .limit(eventsAtOnce)
      .execute()
    for (const row of rows)
      yield {
        id: row.id,
        type: row.type as BundledEvent['type'], // written by the event log alone
        createdAt: row.created_at.toISOString(),
        data: row.data,
        itemId: row.item_id,
        itemVersion: row.item_version,
      }
    const last = rows.at(-1)
    if (!last) return
    after = last.position
  }
}
