import { BooleanQuery, MatchQuery, Occur, type Table } from '@lancedb/lancedb'
import type { IndexFilter, IndexHit, UnembeddedPassage } from '../../ports/search-index.ts'
import { type Row, textColumns, toHits } from './columns.ts'
import { isOneOf, quote } from './filter-sql.ts'
import { mergeHits } from './merge-hits.ts'
import { searchableColumns, type Tables } from './tables.ts'
import { resolveFilter } from './text-filter.ts'
import { mostParts } from './vector-index.ts'

/** Words beyond these hardly change the ranking and cost time. */
const maxQueryCharacters = 1_000

/**
 * Where a filter leaves too few in the nearest parts, further ones are searched. Twice as many candidates as wanted are
 * compared by their full vectors. With these, .996 and more of the ten nearest of 100,000 were found.
 */
const partsToSearch = 48
const refine = 2

export async function findWords(
  tables: Tables,
  query: string,
  filter: IndexFilter,
  limit: number,
): Promise<IndexHit[]> {
  const where = await resolveFilter(tables, filter)
  const words = query.slice(0, maxQueryCharacters)
  const [fresh, main] = await Promise.all([
    wordsIn(tables.fresh, words, where, limit, false),
    // Rows that are not in the indexes of main yet are still in fresh, and would be slow to look through here.
    wordsIn(tables.main, words, where, limit, true),
  ])
  return mergeHits(fresh, main, limit)
}

async function wordsIn(
  table: Table,
  words: string,
  where: string,
  limit: number,
  indexedOnly: boolean,
): Promise<IndexHit[]> {
  const columns = await searchableColumns(table)
  if (columns.length === 0) return []
  const matches = columns.map((column) => new MatchQuery(words, column))
  const query = table
    .query()
    .fullTextSearch(
      matches.length === 1 ? matches[0]! : new BooleanQuery(matches.map((match) => [Occur.Should, match])), // a passage has one language
    )
    .where(where)
    .select(['hit', '_score'])
    .limit(limit)
  return toHits(await (indexedOnly ? query.fastSearch() : query).toArrow(), '_score', (score) => score)
}

export async function findNearest(
  tables: Tables,
  vector: Float32Array,
  filter: IndexFilter,
  limit: number,
): Promise<IndexHit[]> {
  const rows = await tables.vectors
    .query()
    .nearestTo(vector)
    .distanceType('cosine')
    .maximumNprobes(mostParts)
    .minimumNprobes(partsToSearch)
    .refineFactor(refine)
    .where(await resolveFilter(tables, filter))
    .select(['hit', '_distance'])
    .limit(limit)
    .toArrow()
  return toHits(rows, '_distance', (distance) => 1 - distance)
}

export async function readVectors(
  tables: Tables,
  documentId: string,
  visibleTo: readonly string[],
): Promise<Float32Array[]> {
  const rows: Row[] = await tables.vectors
    .query()
    .where(`document_id = ${quote(documentId)} AND ${isOneOf('visibility', visibleTo)}`)
    .select(['ordinal', 'vector'])
    .toArray()
  return rows
    .toSorted((a, b) => (a.ordinal as number) - (b.ordinal as number))
    .map((row) => Float32Array.from(row.vector as Iterable<number>))
}

export async function readUnembedded(
  tables: Tables,
  after: string | null,
  limit: number,
): Promise<{ passages: UnembeddedPassage[]; next: string | null }> {
  const page = async (table: Table): Promise<Row[]> =>
    table
      .query()
      .where(`id > ${quote(after ?? '')}`)
      .orderBy({ columnName: 'id' })
      .select(['id', 'document_id', 'version', 'ordinal', ...textColumns])
      .limit(limit)
      .toArray()
  const [fresh, main] = await Promise.all([page(tables.fresh), page(tables.main)])
  // Later entries win: fresh is never older than main.
  const rows = [...new Map([...main, ...fresh].map((row) => [row.id as string, row])).values()]
    .toSorted((a, b) => ((a.id as string) < (b.id as string) ? -1 : 1))
    .slice(0, limit)
  const embedded = await versionsOf(
    tables.vectors,
    'id',
    rows.map((row) => row.id as string),
  )
  const passages = rows
    .filter((row) => embedded.get(row.id as string) !== row.version)
    .map((row) => ({
      documentId: row.document_id as string,
      version: row.version as number,
      ordinal: row.ordinal as number,
      text: textColumns.map((column) => row[column]).find((text) => text !== null) as string,
    }))
  return { passages, next: rows.length < limit ? null : (rows.at(-1)!.id as string) }
}

/** The highest version that a table has of each of the given documents or passages. */
export async function versionsOf(
  table: Table,
  column: 'id' | 'document_id',
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows: Row[] = await table.query().where(isOneOf(column, ids)).select([column, 'version']).toArray()
  const versions = new Map<string, number>()
  for (const row of rows) {
    const id = row[column] as string
    versions.set(id, Math.max(row.version as number, versions.get(id) ?? -Infinity))
  }
  return versions
}

export async function countIndex(
  tables: Tables,
): Promise<{ documents: number; passages: number; embedded: number }> {
  // Documents in both tables are counted once. Every document has a first passage.
  const freshRows: Row[] = await tables.fresh.query().select(['id', 'ordinal']).toArray()
  const freshIds = freshRows.map((row) => row.id as string)
  const first = freshRows.filter((row) => row.ordinal === 0).map((row) => row.id as string)
  const [passages, documents, samePassages, sameDocuments, embedded] = await Promise.all([
    tables.main.countRows(),
    tables.main.countRows('ordinal = 0'),
    freshIds.length === 0 ? 0 : tables.main.countRows(isOneOf('id', freshIds)),
    first.length === 0 ? 0 : tables.main.countRows(isOneOf('id', first)),
    tables.vectors.countRows(),
  ])
  return {
    documents: documents + first.length - sameDocuments,
    passages: passages + freshIds.length - samePassages,
    embedded,
  }
}
