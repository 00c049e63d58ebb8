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
export function findHighlights(source: Source, query: string, options: HighlightOptions): Highlight[] {
  const sentences = sentencesOf(source.text, source.language)
  const scored = scorePassages(source.text, sentences, query, widthOf(options))
  return chooseHighlights(source.text, scored, options)
}

/** How many sentences a passage has. Where the page decides, each is looked at alone, and neighbours join. */
export const widthOf = ({ dynamic, numSentences }: HighlightOptions): number =>
  dynamic ? 1 : (numSentences ?? defaultSentences)

/** Of scored passages those to show: as many as asked for, or as the page deserves. */
export function chooseHighlights(
  text: string,
  scored: readonly Highlight[],
  options: HighlightOptions,
): Highlight[] {
  if (scored.every(({ score }) => score === 0)) return within(scored.slice(0, 1), options)
  if (options.dynamic) return joined(text, scored)
  const wanted = options.highlightsPerUrl ?? defaultPassages
  const chosen: Highlight[] = []
  for (const passage of best(scored)) {
    if (chosen.length === wanted) break
    if (chosen.every((other) => passage.start >= other.end || passage.end <= other.start))
      chosen.push(passage)
  }
  return within(chosen, options)
}

const best = (scored: readonly Highlight[]): Highlight[] =>
  scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score || a.start - b.start)

const within = (chosen: readonly Highlight[], { maxCharacters }: HighlightOptions): Highlight[] =>
  maxCharacters === undefined ? [...chosen] : withinBudget(chosen, maxCharacters)

const mostJoined = 10
/** What is nearly as good as the best is worth showing; a weaker sentence between two such holds them together. */
const worth = 0.6

/** As many and as long as the page deserves: sentences that are worth it, joined where they stand together. */
function joined(text: string, sentences: readonly Highlight[]): Highlight[] {
  const least = worth * Math.max(...sentences.map(({ score }) => score))
  const passages: Highlight[] = []
  let since = Infinity
  for (const sentence of sentences) {
    const last = passages.at(-1)
    if (sentence.score < least) since++
    else if (last && since <= 1 && !/\n\s*\n/.test(text.slice(last.end, sentence.start)))
      passages[passages.length - 1] = {
        start: last.start,
        end: sentence.end,
        score: Math.max(last.score, sentence.score),
      }
    else passages.push(sentence)
    if (sentence.score >= least) since = 0
  }
  return best(passages).slice(0, mostJoined)
}

/** Every stretch of so many sentences, with how much of the query it speaks of. */
export function scorePassages(
  text: string,
  sentences: readonly Stretch[],
  query: string,
  width: number,
): Highlight[] {
  return passageScores(text, sentences, contentWords(query), width)
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
