import type { Document } from '../../../documents/index.ts'
import type { Embedder } from '../../../ports/embedder.ts'
import type { Sentence } from '../sentences.ts'
import type { Question } from './question.ts'
import { rankSentences } from './rank.ts'

/** How alike in meaning the likeliest sentences and a question are, from -1 to 1. */
export type Likeness = ReadonlyMap<Sentence, number>

/** Vectors are dear: only the sentences that share the most words with a question are compared by meaning. */
const mostCompared = 8
const longestCompared = 400

export function createLikeness(embedder: Embedder) {
  const vectors = new WeakMap<Sentence, Float32Array>()

  return async function likenessTo(
    question: Question,
    sources: readonly Document[],
    signal: AbortSignal,
  ): Promise<Likeness> {
    const compared = rankSentences(question, sources)
      .slice(0, mostCompared)
      .map(({ sentence }) => sentence)
    if (compared.length === 0) return new Map()
    const missing = compared.filter((sentence) => !vectors.has(sentence))
    const [asked, ...made] = await embedder.embed([question.text, ...missing.map(inContext)], {
      kind: 'passage',
      signal,
    })
    for (const [at, sentence] of missing.entries()) {
      const vector = made[at]
      if (vector) vectors.set(sentence, vector)
    }
    return new Map(compared.map((sentence) => [sentence, dot(asked, vectors.get(sentence))]))
  }
}

/** A sentence may leave to its page and its heading what it speaks of. */
const inContext = ({ source, headings, text }: Sentence): string =>
  `${source.title ?? ''}. ${headings.at(-1)?.text ?? ''}. ${text}`.slice(0, longestCompared)

const dot = (one: Float32Array | undefined, other: Float32Array | undefined): number =>
  one && other ? one.reduce((sum, each, at) => sum + each * (other[at] ?? 0), 0) : -1
