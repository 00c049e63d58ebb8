import { evaluationsOf } from '../../websets/index.ts'
import type { Snapshot } from '../snapshot.ts'
import { lineOf, referenceOf } from './cells.ts'

/** One line for each item, for programs. */
export async function* jsonl(snapshot: Snapshot, evidence: boolean): AsyncGenerator<string> {
  const definitions = new Map(snapshot.enrichments.map((one) => [one.id, one]))
  for await (const item of snapshot.eachItem()) {
    const { results } = lineOf(snapshot, item)
    const line = {
      id: item.id,
      name: item.name,
      url: String(item.properties.url),
      meetsAllCriteria: item.is_match,
      properties: item.properties,
      evaluations: evaluationsOf(item).map(({ criterion, satisfied, reasoning, citations }) => ({
        criterion,
        satisfied,
        reasoning,
        ...(evidence && { references: citations.map(referenceOf) }),
      })),
      enrichments: results.map(({ enrichmentId, status, format, result, reasoning, references }) => ({
        enrichmentId,
        description: definitions.get(enrichmentId)?.description ?? '',
        status,
        format,
        result,
        reasoning,
        ...(evidence && { references }),
      })),
      createdAt: item.created_at.toISOString(),
      updatedAt: item.version_at.toISOString(),
    }
    yield `${JSON.stringify(line)}\n`
  }
}
