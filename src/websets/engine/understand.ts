import type { OpenReader } from '../../reader/index.ts'
import type { Run, Understanding, WebsetEngine } from '../engine.ts'
import { addressesIn } from './context.ts'

const mostCriteria = 5
const longestTitle = 60

/** What a wish comes to: what the caller chose is kept, what is missing is derived from the query. */
export function createUnderstand(reader: Pick<OpenReader, 'decompose'>): WebsetEngine['understand'] {
  return async function understand({ query, entity, criteria }, run: Run): Promise<Understanding | null> {
    const title = titleOf(query)
    // A reader that finds no words in it would still give it back as a criterion.
    if (!/\p{L}{2}/u.test(query)) return null
    const derived = await reader.decompose(query, run)
    const wanted =
      criteria && criteria.length > 0 ? criteria : checkable(derived.criteria).slice(0, mostCriteria)
    if (wanted.length === 0) return null
    return {
      title,
      entity: entity ?? {
        type: derived.entityType,
        ...(derived.entityType === 'custom' && { description: derived.entityDescription.slice(0, 200) }),
      },
      criteria: wanted,
      enrichments: derived.enrichments,
    }
  }
}

/** An address says where to look, and no page says of a thing that it is like one; unless nothing else is asked for. */
function checkable(criteria: readonly string[]): readonly string[] {
  const plain = criteria.filter((criterion) => addressesIn(criterion).length === 0)
  return plain.length > 0 ? plain : criteria
}

/** The first words of the query, as a heading. */
export function titleOf(query: string): string {
  const line = query
    .trim()
    .split(/\n|(?<=[.!?])\s/)[0]!
    .replaceAll(/\s+/g, ' ')
    .replace(/[.!?;:,]+$/, '')
  const plain = line.replace(
    /^(?:please )?(?:find|list|show|give|get|search for|look for)(?: me| us)?(?: all| some)? (?=\S)/i,
    '',
  )
  const whole = plain.charAt(0).toUpperCase() + plain.slice(1)
  if (whole.length <= longestTitle) return whole
  return `${whole.slice(0, longestTitle).replace(/\s+\S*$/, '')} …`
}
