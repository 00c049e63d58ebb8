import type { IndexHit } from '../ports/search-index.ts'

/** Parts of the range of scores in a list: enough to pass what is about as good, and nothing that is better. */
const bonuses = { country: 0.05, language: 0.025 }

export type LocationMatch = keyof typeof bonuses

/** Whether a page is from a country, or else in the language that most people there speak. */
export function locationMatch(
  { country, language }: Pick<IndexHit, 'country' | 'language'>,
  wanted: string | undefined,
): LocationMatch | null {
  if (wanted === undefined) return null
  const place = new Intl.Locale(`und-${wanted}`).maximize()
  if (country === place.region) return 'country'
  return language === place.language ? 'language' : null
}

/** A list with the passages from a country, and those in its language, before others that are about as good. */
export function preferLocation(hits: IndexHit[], wanted: string | undefined): IndexHit[] {
  if (wanted === undefined) return hits
  const scores = hits.map(({ score }) => score)
  // Equals are told apart, too.
  const range = Math.max(...scores) - Math.min(...scores) || 1e-6
  return hits
    .map((hit) => {
      const match = locationMatch(hit, wanted)
      return match === null ? hit : { ...hit, score: hit.score + range * bonuses[match] }
    })
    .toSorted((one, other) => other.score - one.score)
}
