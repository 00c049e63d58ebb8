import type { EnrichmentResult } from '../contract/webset-items.ts'
import type { WebsetRow } from '../contract/webset-rows.ts'
import type { EnrichmentRow } from './enrichment.ts'
import { evaluationsOf, type ItemRow } from './item.ts'

const longestDescription = 200
const longestText = 500

/** An item as a line of a table: what people and agents look at, never the page itself. */
export function presentRow(
  row: ItemRow,
  enrichments: readonly EnrichmentRow[],
  results: readonly EnrichmentResult[] | null,
  onCut: () => void = () => {},
): WebsetRow {
  const cut = (text: string, length: number): string => {
    if (text.length <= length) return text
    onCut()
    return `${text.slice(0, length - 1)}…`
  }
  const { properties } = row
  const definitions = new Map(enrichments.map((one) => [one.id, one]))
  return {
    id: row.id,
    url: String(properties.url),
    name: cut(row.name, longestText),
    entityType: String(properties.type),
    description: cut(String(properties.description), longestDescription),
    evaluations: evaluationsOf(row).map(({ criterion, satisfied }) => ({
      criterion: cut(criterion, longestText),
      satisfied,
    })),
    ...(results && {
      enrichments: results.map(({ enrichmentId, format, status, result }) => ({
        enrichmentId,
        description: cut(definitions.get(enrichmentId)?.description ?? '', longestText),
        format,
        status,
        result: result && result.map((value) => cut(value, longestText)),
      })),
    }),
  }
}
