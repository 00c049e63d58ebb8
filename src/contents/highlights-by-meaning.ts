import type { HighlightOptions } from '../contract/contents.ts'
import type { Embedder } from '../ports/embedder.ts'
import { chooseHighlights, scorePassages, widthOf, type Highlight } from './highlights.ts'
import { nearnessOf } from './meaning.ts'
import { sentencesOf } from './sentences.ts'

/** Passages of one page whose meaning is looked at. It bounds what a page without the words of a query costs. */
const mostEmbedded = 8
/** From here on the words of the query have been found, and nobody asks what passages mean. */
const foundByWords = 0.34
/** Less than this is not about the query. */
const leastNearness = 0.3
const shortest = 25

export type Highlights = ReturnType<typeof createHighlights>

/**
 * Highlights by words where the page has them, which costs next to nothing, and else by meaning: the passages nearest
 * to what the query means. Without the model, words have to do.
 */
export function createHighlights({ embedder }: { readonly embedder: Embedder }) {
  return async function highlight(
    { text, language }: { readonly text: string; readonly language: string | null },
    query: string,
    options: HighlightOptions,
    signal: AbortSignal,
  ): Promise<Highlight[]> {
    const sentences = sentencesOf(text, language)
    const scored = scorePassages(text, sentences, query, widthOf(options))
    if (scored.some(({ score }) => score >= foundByWords)) return chooseHighlights(text, scored, options)
    const candidates = candidatesOf(scored, widthOf(options))
    try {
      const texts = candidates.map(({ start, end }) => text.slice(start, end))
      const nearness = await nearnessOf(embedder, query, texts, signal)
      const near = candidates.map((passage, at) => {
        const score = nearness[at] ?? 0
        return { ...passage, score: Math.max(passage.score, score >= leastNearness ? score : 0) }
      })
      const isNear = near.some(({ score }) => score > 0)
      return chooseHighlights(text, isNear ? near : scored, options)
    } catch {
      signal.throwIfAborted()
      return chooseHighlights(text, scored, options)
    }
  }
}

/** A few passages from all over the page, side by side, in its order; those with words of the query first of all. */
function candidatesOf(scored: readonly Highlight[], width: number): Highlight[] {
  const apart = scored.filter((passage, at) => at % width === 0 && passage.end - passage.start >= shortest)
  const matched = apart.filter(({ score }) => score > 0).slice(0, mostEmbedded)
  const others = apart.filter(({ score }) => score === 0)
  const left = Math.min(others.length, mostEmbedded - matched.length)
  const spread = Array.from({ length: left }, (_, at) => others[Math.floor((at * others.length) / left)])
  return [...matched, ...spread]
    .filter((passage) => passage !== undefined)
    .toSorted((a, b) => a.start - b.start)
}
