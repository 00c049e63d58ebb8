import { createHash } from 'node:crypto'
import { contentWords, sameStem, wordsOf } from '../../contents/index.ts'
import type { Document } from '../../documents/index.ts'
import { splitPassages } from '../../search/index.ts'

/** Few texts have more tokens than this says. */
const charactersPerToken = 3
const passageTokens = 120

/**
 * Sources as the model sees them: numbered, each between two fences, whole or cut to what has to do with the query.
 * Everything that a page controls, its title too, is inside.
 *
 * A fence is made from everything that stands between fences. Nobody can write a page that holds the hash of itself
 * and of the pages beside it, so none can pretend to end; and the same reading always has the same words, which a
 * recording is found by.
 */
export function showSources(sources: readonly Document[], query: string, maxTokens: number): string {
  const shares = shareOut(
    sources.map(({ text }) => text.length),
    maxTokens * charactersPerToken,
  )
  const bodies = sources.map((source, at) => bodyOf(source, query, shares[at] ?? 0))
  const fence = createHash('sha256').update(JSON.stringify(bodies)).digest('hex').slice(0, 24)
  const shown = bodies.map(
    (body, at) => `=== ${fence} source ${at + 1}\n${body}\n=== ${fence} end of source ${at + 1}`,
  )
  return shown.join('\n\n')
}

function bodyOf(source: Document, query: string, maxCharacters: number): string {
  const { url, title, publishedAt } = source
  const facts = [
    `address: ${oneLine(url)}`,
    ...(title ? [`title: ${oneLine(title)}`] : []),
    ...(publishedAt ? [`published: ${publishedAt.toISOString().slice(0, 10)}`] : []),
  ]
  return `${facts.join('\n')}\ntext:\n${relevantText(source, query, maxCharacters).replaceAll(blank, ' ')}`
}

/** What was taken out of a page leaves a gap behind. */
const blank = / {40,}/g

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 500)

/** The text, or its beginning and the passages that speak most of what is asked, in their order. */
function relevantText({ text }: Document, query: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const passages = splitPassages({ title: null, text }, passageTokens)
  const scores = scorePassages(
    passages.map(({ start, end }) => text.slice(start, end)),
    contentWords(query),
  )
  const ranked = passages
    .map((passage, at) => ({ ...passage, score: at === 0 ? Infinity : (scores[at] ?? 0) }))
    .toSorted((one, other) => other.score - one.score || one.start - other.start)
  let left = maxCharacters
  const kept = ranked.filter(({ start, end }) => {
    if (end - start > left) return false
    left -= end - start
    return true
  })
  return kept
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end }) => text.slice(start, end))
    .join('\n[…]\n')
}

/** A word that few passages have weighs more than one that many have. */
function scorePassages(passages: readonly string[], terms: readonly string[]): number[] {
  const has = passages.map((passage) => {
    const words = [...new Set(wordsOf(passage))]
    return terms.map((term) => words.some((word) => sameStem(word, term)))
  })
  const weights = terms.map((_, term) => {
    const count = has.filter((passage) => passage[term]).length
    return Math.log(1 + (passages.length - count + 0.5) / (count + 0.5))
  })
  return has.map((passage) =>
    passage.reduce((sum, isThere, term) => sum + (isThere ? (weights[term] ?? 0) : 0), 0),
  )
}

/** Room for each: as much as it needs, and where there is not enough for all, the long ones share what is left. */
function shareOut(lengths: readonly number[], room: number): number[] {
  const shares = lengths.map(() => 0)
  let left = room
  const shortestFirst = [...lengths.keys()].toSorted((one, other) => lengths[one]! - lengths[other]!)
  for (const [nth, at] of shortestFirst.entries()) {
    shares[at] = Math.min(lengths[at]!, Math.floor(left / (lengths.length - nth)))
    left -= shares[at]
  }
  return shares
}
