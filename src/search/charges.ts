import type { Meter } from '../billing/index.ts'
import type { Result } from '../contract/contents.ts'
import type { SearchFilters } from '../contract/search.ts'

/** The price of the search itself; more results and summaries come on top. */
type SearchItem = 'search' | 'deepSearch' | 'deepReasoningSearch'

export async function reserveSearch(
  meter: Meter,
  wanted: number,
  { contents }: SearchFilters,
  item: SearchItem = 'search',
): Promise<void> {
  await meter.reserve(item)
  if (wanted > 10) await meter.reserve('extraResult', wanted - 10)
  if (contents?.summary) await meter.reserve('summary', wanted)
}

export function chargeSearch(
  meter: Meter,
  part: 'search.keyword' | 'search.neural' | 'other',
  results: readonly Result[],
  { contents }: SearchFilters,
  item: SearchItem = 'search',
): void {
  meter.charge(part, item)
  if (results.length > 10) meter.charge(part, 'extraResult', results.length - 10)
  if (contents?.summary) meter.charge('contents.summary', 'summary', results.length)
  if (contents) meter.count({ pages: results.length })
}
