import { categories, type Candidate, type Category, type Weights } from './category.ts'
import { gatherEvidence, type Evidence } from './evidence.ts'
import type { Page } from './page.ts'
import { typeWeights } from './schema-types.ts'
import { signals } from './signals.ts'

export interface Classification {
  /** Null: none of the categories, or no telling. */
  readonly category: Category | null
  /** Between 0 and 1: how far the evidence goes, and how far ahead of the next best it is. */
  readonly confidence: number
  /** What spoke for the category, the weightiest first. */
  readonly why: readonly string[]
}

/** Less than this is a hint, not evidence. */
const leastScore = 2.5
const leastConfidence = 0.4

interface Found {
  readonly why: string
  readonly weight: number
}

/**
 * What a page is about. Structured data, the address and the words each say something; what they say adds up, and
 * the category with the most wins if it is clearly ahead.
 */
export function classify(page: Page): Classification {
  const scores = [...scoresOf(gatherEvidence(page))]
    .map(([candidate, found]) => ({
      candidate,
      found,
      score: found.reduce((sum, { weight }) => sum + weight, 0),
    }))
    .toSorted((a, b) => b.score - a.score)
  const [best, second] = scores
  if (!best || best.score < leastScore) return { category: null, confidence: 0, why: [] }
  const confidence = best.score / (best.score + Math.max(0, second?.score ?? 0) + 1)
  const why = best.found.toSorted((a, b) => b.weight - a.weight).map(({ why }) => why)
  if (best.candidate === 'other' || confidence < leastConfidence)
    return { category: null, confidence: 0, why }
  return { category: best.candidate, confidence: Math.round(confidence * 100) / 100, why }
}

function scoresOf(evidence: Evidence): Map<Candidate, Found[]> {
  const scores = new Map<Candidate, Found[]>()
  const add = (candidate: Candidate, found: Found) =>
    scores.set(candidate, [...(scores.get(candidate) ?? []), found])
  for (const { why, weights, holds } of signals)
    if (holds(evidence)) for (const [candidate, weight] of entriesOf(weights)) add(candidate, { why, weight })
  // However many things of a type there are, the page is of one kind: the weightiest type of each category counts.
  for (const category of categories) {
    const types = [...evidence.types.keys()].flatMap((type) => {
      const weight = typeWeights.get(type)?.[category]
      return weight === undefined ? [] : [{ why: `schema.org ${type}`, weight }]
    })
    const [heaviest] = types.toSorted((a, b) => b.weight - a.weight)
    if (heaviest) add(category, heaviest)
  }
  return scores
}

const entriesOf = (weights: Weights): [Candidate, number][] =>
  // The keys of the weights are candidates.
  Object.entries(weights) as [Candidate, number][]
