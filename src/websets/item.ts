import type { Selectable } from 'kysely'
import type { EnrichmentResult, ItemProperties, WebsetItem } from '../contract/webset-items.ts'
import type { Format, Reference } from '../contract/webset-shapes.ts'
import type { VersionReference } from '../documents/index.ts'
import type { Db } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import type { EnrichmentRow } from './enrichment.ts'
import type { Citation, EnrichmentOutcome, Evaluation } from './engine.ts'

/** A result as it is stored, with the revision of the enrichment that it answers. */
export type StoredResult = EnrichmentOutcome & { readonly revision: number }
export type StoredResults = Readonly<Record<string, StoredResult>>

/** An item at one of its versions. */
export type ItemRow = Pick<
  Selectable<Tables['webset_items']>,
  'id' | 'team_id' | 'webset_id' | 'source' | 'created_at' | 'position' | 'is_match' | 'entity_key'
> &
  Pick<
    Selectable<Tables['webset_item_versions']>,
    | 'version'
    | 'name'
    | 'properties'
    | 'content_document_id'
    | 'content_version'
    | 'evaluations'
    | 'results'
    | 'source_id'
  > & { readonly version_at: Date }

/** Items with one of their versions each; whoever asks says which. */
const itemVersions = (db: Db, teamId: string) =>
  db
    .selectFrom('webset_items as item')
    .innerJoin('webset_item_versions as version', (join) =>
      join.onRef('version.item_id', '=', 'item.id').onRef('version.team_id', '=', 'item.team_id'),
    )
    .select(['item.id', 'item.team_id', 'item.webset_id', 'item.source', 'item.created_at', 'item.position'])
    .select(['item.is_match', 'item.entity_key', 'version.version', 'version.name', 'version.properties'])
    .select(['version.content_document_id', 'version.content_version', 'version.evaluations'])
    .select(['version.results', 'version.source_id', 'version.created_at as version_at'])
    .where('item.team_id', '=', teamId)

/** Items as they are now, without those that were deleted. */
export const currentItems = (db: Db, teamId: string, websetId: string) =>
  itemVersions(db, teamId)
    .whereRef('version.version', '=', 'item.version')
    .where('item.webset_id', '=', websetId)
    .where('item.deleted_at', 'is', null)

/** Items as they were, also of those that were deleted since. */
export async function loadVersions(
  db: Db,
  teamId: string,
  wanted: readonly { itemId: string; version: number }[],
): Promise<Map<string, ItemRow>> {
  if (wanted.length === 0) return new Map()
  const rows = await itemVersions(db, teamId)
    .where((columns) =>
      columns.or(
        wanted.map(({ itemId, version }) =>
          columns.and([columns('item.id', '=', itemId), columns('version.version', '=', version)]),
        ),
      ),
    )
    .execute()
  return new Map(rows.map((row) => [`${row.id}@${row.version}`, row]))
}

/** The page whose text is the content. People are shown without. */
export const contentOf = (row: ItemRow): VersionReference | null =>
  row.content_document_id === null || row.content_version === null || row.properties.type === 'person'
    ? null
    : { documentId: row.content_document_id, version: row.content_version }

export const presentItem = (
  row: ItemRow,
  results: readonly EnrichmentResult[],
  content: string | null,
): WebsetItem => ({
  id: row.id,
  object: 'webset_item',
  source: row.source as WebsetItem['source'],
  sourceId: row.source_id,
  websetId: row.webset_id,
  properties: withContent(row.properties, content),
  evaluations: evaluationsOf(row).map(({ criterion, reasoning, satisfied, citations }) => ({
    criterion,
    reasoning,
    satisfied,
    references: citations.map(presentCitation),
  })),
  enrichments: [...results],
  createdAt: row.created_at.toISOString(),
  updatedAt: row.version_at.toISOString(),
})

/** Made by the engine in the shape of the contract, `content` left out. */
export const withContent = (
  properties: Readonly<Record<string, unknown>>,
  content: string | null,
): ItemProperties =>
  (properties.type === 'person' ? properties : { ...properties, content }) as ItemProperties

/** The results of an item as it is now: of each enrichment there is, one. */
export const currentResults = (row: ItemRow, enrichments: readonly EnrichmentRow[]): EnrichmentResult[] =>
  enrichments.map((enrichment) => {
    const stored = resultsOf(row)[enrichment.id]
    if (stored?.revision === enrichment.revision) return presentResult(enrichment.id, stored)
    return withoutResult(enrichment, enrichment.status === 'canceled' ? 'canceled' : 'pending')
  })

/** The results of an item as they were at a moment: of each enrichment there was then. */
export const resultsAt = (
  row: ItemRow,
  enrichments: readonly EnrichmentRow[],
  at: Date,
): EnrichmentResult[] =>
  enrichments
    .filter((one) => one.created_at <= at && (one.deleted_at === null || one.deleted_at >= at))
    .map((enrichment) => {
      const stored = resultsOf(row)[enrichment.id]
      if (stored) return presentResult(enrichment.id, stored)
      const wasCanceled = enrichment.canceled_at !== null && enrichment.canceled_at <= at
      return withoutResult(enrichment, wasCanceled ? 'canceled' : 'pending')
    })

const presentResult = (enrichmentId: string, stored: StoredResult): EnrichmentResult => ({
  object: 'enrichment_result',
  enrichmentId,
  status: 'completed',
  format: stored.format,
  result: stored.result === null ? null : [...stored.result],
  reasoning: stored.reasoning,
  references: stored.citations.map(presentCitation),
})

const withoutResult = (
  { id, format }: EnrichmentRow,
  status: EnrichmentResult['status'],
): EnrichmentResult => ({
  object: 'enrichment_result',
  enrichmentId: id,
  status,
  format: format as Format,
  result: null,
  reasoning: null,
  references: [],
})

const presentCitation = ({ url, title, span }: Citation): Reference => ({ url, title, snippet: span.quote })

/** Written by the lifecycle alone, from what the engine gave. */
export const evaluationsOf = (row: Pick<ItemRow, 'evaluations'>): Evaluation[] =>
  row.evaluations as Evaluation[]
export const resultsOf = (row: Pick<ItemRow, 'results'>): StoredResults => row.results as StoredResults

/** The pages that an item rests on. */
export function quotedDocuments(
  content: { readonly documentId: string } | null,
  evaluations: readonly Evaluation[],
  results: Readonly<Record<string, Pick<StoredResult, 'citations'>>>,
): string[] {
  const claims = [...evaluations, ...Object.values(results)]
  const cited = claims.flatMap(({ citations }) => citations.map(({ span }) => span.documentId))
  return [...new Set([...(content ? [content.documentId] : []), ...cited])]
}

/** What an item is called: by its name or title, else by its description, else by where it is. */
export function nameOf(properties: Readonly<Record<string, unknown>>): string {
  const inner = (key: string, field: string): unknown =>
    (properties[key] as Record<string, unknown> | null | undefined)?.[field]
  const host = URL.canParse(String(properties.url)) ? new URL(String(properties.url)).host : ''
  const names = [
    inner('company', 'name'),
    inner('person', 'name'),
    inner('article', 'title'),
    inner('researchPaper', 'title'),
    inner('custom', 'title'),
    properties.description,
    host,
  ]
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? 'unknown'
}
