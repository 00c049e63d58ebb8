import type { HighlightOptions } from '../contract/contents.ts'
import { sentencesOf, type Stretch } from './sentences.ts'
import { contentWords, sameStem, wordsOf } from './words.ts'

export interface Highlight extends Stretch {
  /** Between 0 and 1: how much of what the query asks for this passage speaks of. */
  readonly score: number
}

interface Source {
  readonly text: string
  readonly language: string | null
}

const defaultSentences = 2
const defaultPassages = 3

/**
 * The passages of a text that speak most of what a query asks, best first, each verbatim. A word that few sentences
 * have weighs more than one that many have. Without a single match the beginning stands in, with score 0.
 */
export function findHighlights(
  { text, language }: Source,
  query: string,
  options: HighlightOptions,
): Highlight[] {
  const sentences = sentencesOf(text, language)
  const width = options.numSentences ?? defaultSentences
  const wanted = options.highlightsPerUrl ?? defaultPassages
  const scored = passageScores(text, sentences, contentWords(query), width)
  const ranked = scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.start - b.start)
  const chosen: Highlight[] = []
  for (const passage of ranked.length > 0 ? ranked : scored.slice(0, 1)) {
    if (chosen.length === wanted) break
    if (chosen.every((other) => passage.start >= other.end || passage.end <= other.start))
      chosen.push(passage)
  }
  return options.maxCharacters === undefined ? chosen : withinBudget(chosen, options.maxCharacters)
}

function passageScores(
  text: string,
  sentences: readonly Stretch[],
  terms: readonly string[],
  width: number,
): Highlight[] {
  const has = sentences.map(({ start, end }) => {
    const words = [...new Set(wordsOf(text.slice(start, end)))]
    return terms.map((term) => words.some((word) => sameStem(word, term)))
  })
  const weights = terms.map((_, term) => {
    const count = has.filter((sentence) => sentence[term]).length
    return Math.log(1 + (sentences.length - count + 0.5) / (count + 0.5))
  })
  const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1
  return sentences.map((first, at) => {
    const last = sentences[Math.min(at + width, sentences.length) - 1] ?? first
    const covered = terms.reduce((sum, _, term) => {
      const inside = has.slice(at, at + width).some((sentence) => sentence[term])
      return inside ? sum + (weights[term] ?? 0) : sum
    }, 0)
    // A window that starts with what was asked for reads better than one that ends with it.
    const leading = has[at]?.some(Boolean) ? 1 : 0.9
    return { start: first.start, end: last.end, score: Math.min(1, covered / whole) * leading }
  })
}

/** Keeps the best ones that fit; the last one is cut at a word if nothing else would be left of the budget. */
function withinBudget(passages: readonly Highlight[], maxCharacters: number): Highlight[] {
  const kept: Highlight[] = []
  let left = maxCharacters
  for (const passage of passages) {
    const length = passage.end - passage.start
    if (length <= left) kept.push(passage)
    else if (kept.length === 0) kept.push({ ...passage, end: passage.start + left })
    else continue
    left -= Math.min(length, left)
    if (left === 0) break
  }
  return kept
}
