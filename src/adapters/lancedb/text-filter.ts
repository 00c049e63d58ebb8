import { PhraseQuery, type Table } from '@lancedb/lancedb'
import type { IndexFilter } from '../../ports/search-index.ts'
import type { Row } from './columns.ts'
import { escapeRegExp, filterSql, isOneOf, quote } from './filter-sql.ts'
import { searchableColumns, type Tables } from './tables.ts'

/** About a thousand words: how far into a document text is looked for that excludes it. */
const excludeWithin = 6_500

/**
 * The whole filter as one condition. What it asks of texts holds for documents, not for the passage that a search
 * happens to find, so it is resolved to document ids here; the table of vectors has no text to look into anyway.
 */
export async function resolveFilter(tables: Tables, filter: IndexFilter): Promise<string> {
  const columns = filterSql(filter)
  const conditions = [columns]
  for (const phrase of filter.includeText ?? []) {
    conditions.push(isOneOf('document_id', [...(await documentsWith(tables, phrase, columns, Infinity))]))
  }
  for (const phrase of filter.excludeText ?? []) {
    const excluded = await documentsWith(tables, phrase, columns, excludeWithin)
    if (excluded.size > 0) conditions.push(`NOT ${isOneOf('document_id', [...excluded])}`)
  }
  return conditions.join(' AND ')
}

async function documentsWith(
  tables: Tables,
  phrase: string,
  where: string,
  before: number,
): Promise<Set<string>> {
  const words = phrase.trim().split(/\s+/)
  // Understood alike by JavaScript and by the engine, which knows no look-around.
  const pattern = `(^|[^\\p{L}\\p{N}])${words.map(escapeRegExp).join('\\s+')}($|[^\\p{L}\\p{N}])`
  const found = await Promise.all([
    scan(tables.fresh, pattern, where),
    lookUp(tables.main, phrase, pattern, where),
  ])
  return new Set(
    found.flat().flatMap((row) => ((row.start as number) < before ? [row.document_id as string] : [])),
  )
}

/** Reads every text: right for few rows, some of which may not be in an index yet. */
async function scan(table: Table, pattern: string, where: string): Promise<Row[]> {
  const columns = await searchableColumns(table)
  if (columns.length === 0) return []
  const matches = columns.map((column) => `regexp_like(${column}, ${quote(pattern)}, 'i')`).join(' OR ')
  return table.query().where(`${where} AND (${matches})`).select(['document_id', 'start']).toArray()
}

/** Asks the word index, which knows stems only, and then looks whether the words really stand there. */
async function lookUp(table: Table, phrase: string, pattern: string, where: string): Promise<Row[]> {
  const exactly = new RegExp(pattern, 'iu')
  const limit = await table.countRows()
  const found = await Promise.all(
    (await searchableColumns(table)).map(async (column) => {
      const tokens = await table.tokenize(phrase, { column })
      if (tokens.length === 0) return scan(table, pattern, where) // stop words only
      const rows: Row[] = await table
        .query()
        .fullTextSearch(new PhraseQuery(phrase, column))
        .where(where)
        .fastSearch()
        .select(['document_id', 'start', column, '_score'])
        .limit(limit)
        .toArray()
      return rows.filter((row) => exactly.test(row[column] as string))
    }),
  )
  return found.flat()
}
