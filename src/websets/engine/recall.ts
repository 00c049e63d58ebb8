import type { Candidate, RecallEstimate } from '../engine.ts'

/** Below these the estimate says more about chance than about what there is. */
const smallestCapture = 4
const smallestOverlap = 2
/** Of the normal distribution: 95 of 100. */
const z = 1.96

/**
 * How many there are in all, from how the verified ones were found: words and meaning are two captures of the same
 * population, and the more of the one the other has found again, the less there is left. Chapman's estimate, with
 * bounds that are log-normal in the number of those unseen, so that they never fall below what was found.
 */
export function estimateRecall(found: readonly Candidate['foundBy'][]): RecallEstimate | null {
  const byWords = found.filter(({ keyword }) => keyword).length
  const byMeaning = found.filter(({ vector }) => vector).length
  const byBoth = found.filter(({ keyword, vector }) => keyword && vector).length
  if (Math.min(byWords, byMeaning) < smallestCapture || byBoth < smallestOverlap) return null
  const seen = byWords + byMeaning - byBoth
  const total = ((byWords + 1) * (byMeaning + 1)) / (byBoth + 1) - 1
  const unseen = Math.max(0, total - seen)
  const variance =
    ((byWords + 1) * (byMeaning + 1) * (byWords - byBoth) * (byMeaning - byBoth)) /
    ((byBoth + 1) ** 2 * (byBoth + 2))
  const spread = unseen === 0 ? 1 : Math.exp(z * Math.sqrt(Math.log(1 + variance / unseen ** 2)))
  const bounds = { min: Math.round(seen + unseen / spread), max: Math.round(seen + unseen * spread) }
  const expected = Math.round(total)
  const width = (bounds.max - bounds.min) / Math.max(1, expected)
  const confidence = width <= 0.25 && byBoth >= 10 ? 'high' : width <= 0.75 && byBoth >= 5 ? 'medium' : 'low'
  return {
    expected: { total: expected, confidence, bounds },
    reasoning: explain({ byWords, byMeaning, byBoth, expected, ...bounds }),
  }
}

interface Figures {
  readonly byWords: number
  readonly byMeaning: number
  readonly byBoth: number
  readonly expected: number
  readonly min: number
  readonly max: number
}

function explain({ byWords, byMeaning, byBoth, expected, min, max }: Figures): string {
  const captures = `Of the verified items ${byWords} were found by their words and ${byMeaning} by their meaning, ${byBoth} by both.`
  const range = min === max ? '' : ` (between ${min} and ${max})`
  return `${captures} If what the one misses does not depend on the other, the index holds about ${expected}${range}. Both find the obvious ones, so it may hold more rather than fewer.`
}
