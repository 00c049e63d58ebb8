import { sql, type RawBuilder } from 'kysely'
import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type { ListRowsRequest, RowList } from '../contract/webset-rows.ts'
import type { Records } from '../ports/records.ts'
import { loadEnrichments, type EnrichmentRow } from './enrichment.ts'
import { currentItems, currentResults } from './item.ts'
import { presentRow } from './table-row.ts'
import { findWebset, missing } from './webset.ts'

/** Websets as tables: sorted, filtered and paged by the database. */
export function createTable({ records }: { records: Records }) {
  return async function rows({ teamId }: Caller, request: ListRowsRequest): Promise<RowList> {
    const { db } = records
    const { id: websetId } = await findWebset(db, teamId, request.id)
    const enrichments = await loadEnrichments(db, teamId, [websetId])
    const conditions = conditionsOf(request, enrichments)
    const matching = currentItems(db, teamId, websetId).$call((query) =>
      conditions.reduce((narrowed, condition) => narrowed.where(condition), query),
    )
    const [total, included] = await Promise.all([count(currentItems(db, teamId, websetId)), count(matching)])
    const offset = offsetOf(request.cursor)
    const found = await matching
      .orderBy(sortOf(request.sort, enrichments), (by) =>
        (request.order === 'desc' ? by.desc() : by.asc()).nullsLast(),
      )
      .orderBy('item.position', request.order)
      .offset(offset)
      .limit(request.limit)
      .execute()
    let wasCut = false
    const data = found.map((row) =>
      presentRow(
        row,
        enrichments,
        request.tier === 2 ? currentResults(row, enrichments) : null,
        () => (wasCut = true),
      ),
    )
    const hasMore = offset + found.length < included
    return {
      data,
      hasMore,
      nextCursor: hasMore ? String(offset + found.length) : null,
      total,
      included,
      excluded: total - included,
      warnings: wasCut ? ['Long texts were cut; the item itself has them whole.'] : [],
    }
  }
}

async function count(query: ReturnType<typeof currentItems>): Promise<number> {
  const { rows } = await query
    .clearSelect()
    .select((columns) => columns.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

function conditionsOf(
  request: ListRowsRequest,
  enrichments: readonly EnrichmentRow[],
): RawBuilder<boolean>[] {
  const { filter, query, sourceId, enrichmentId, contains } = request
  const conditions: RawBuilder<boolean>[] = []
  const met = sql`jsonb_path_query_array(version.evaluations, '$[*] ? (@.satisfied == "yes")')`
  if (filter === 'any')
    conditions.push(sql`(jsonb_array_length(version.evaluations) = 0 or jsonb_array_length(${met}) > 0)`)
  if (filter === 'all')
    conditions.push(sql`jsonb_array_length(version.evaluations) = jsonb_array_length(${met})`)
  if (query !== undefined) {
    const pattern = patternOf(query)
    conditions.push(sql`(version.name ilike ${pattern} or version.properties ->> 'url' ilike ${pattern}
      or version.properties ->> 'description' ilike ${pattern})`)
  }
  if (sourceId !== undefined) conditions.push(sql`item.source_id = ${sourceId}`)
  if (contains !== undefined) {
    if (enrichmentId === undefined)
      throw new AppError(
        'invalid_request',
        'Invalid request body | "enrichmentId" is required with "contains"',
      )
    const { id } = enrichments.find((one) => one.id === enrichmentId) ?? missing('enrichment', enrichmentId)
    conditions.push(sql`version.results -> ${id} ->> 'result' ilike ${patternOf(contains)}`)
  }
  return conditions
}

/** Numbers by their size, everything else by the alphabet. */
function sortOf(sort: string, enrichments: readonly EnrichmentRow[]): RawBuilder<unknown> {
  if (sort === 'discovered') return sql`item.position`
  if (sort === 'updated') return sql`item.updated_at`
  if (sort === 'name') return sql`lower(version.name)`
  const { id, format } = enrichments.find((one) => one.id === sort) ?? missing('column', sort)
  const value = sql`version.results -> ${id} -> 'result' ->> 0`
  return format === 'number'
    ? sql`case when ${value} ~ '^-?[0-9]+(\\.[0-9]+)?$' then (${value})::numeric end`
    : sql`lower(${value})`
}

/** The cursor of a table is how many rows came before: with any order, and while rows come and go. */
function offsetOf(cursor: string | undefined): number {
  const offset = Number(cursor ?? 0)
  if (Number.isSafeInteger(offset) && offset >= 0) return offset
  throw new AppError(
    'invalid_request',
    `Invalid request body | "cursor": no cursor of this list, received "${cursor}"`,
  )
}

const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
