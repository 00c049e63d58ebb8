import { nearnessOf } from '../../contents/index.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { Reading, Statement, SummaryTask } from '../reader.ts'
import { statementOf } from './statement.ts'
import { keysOf, termsOf } from './answering/terms.ts'
import { readSentences, type Sentence } from './sentences.ts'

const mostSentences = 4
const leastSentences = 2
const longest = 750
/** Sentences whose meaning is looked at when the words of the query are not on the page. */
const mostEmbedded = 24

/** Tells a page, or what it says about a query, in two to four of its own sentences, in the order of the page. */
export function createSummarise({ embedder }: { embedder: Embedder }) {
  return async function summarise(
    { source, query }: SummaryTask,
    { signal }: Reading,
  ): Promise<readonly Statement[]> {
    signal.throwIfAborted()
    const sentences = readSentences(source).filter(isTelling)
    if (sentences.length === 0)
      return readSentences(source)
        .filter(isLine)
        .slice(0, 3)
        .map((one) => statementOf(one))
    const central = centrality(sentences, source.title ?? '')
    const relevance = query === undefined ? null : await relevanceOf(query, sentences, signal)
    const scores = sentences.map((_, at) =>
      relevance ? 2 * (relevance[at] ?? 0) + 0.3 * (central[at] ?? 0) : (central[at] ?? 0),
    )
    // With a query, sentences that have nothing to do with it are told only to make two.
    const isWanted = (at: number) => !relevance || (relevance[at] ?? 0) > 0.25
    return choose(sentences, scores, isWanted)
      .toSorted((a, b) => a.index - b.index)
      .map((one) => statementOf(one))
  }

  async function relevanceOf(
    query: string,
    sentences: readonly Sentence[],
    signal: AbortSignal,
  ): Promise<number[] | null> {
    const terms = termsOf(query)
    const weights = terms.map((term) => {
      const having = sentences.filter(({ text }) => has(keysOf(termsOf(text)), term.keys)).length
      return Math.log(1 + sentences.length / (1 + having)) + 0.2
    })
    const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1
    const words = sentences.map((sentence) => {
      const keys = keysOf(termsOf(sentence.text))
      const headings = keysOf(sentence.headings.flatMap(({ text }) => termsOf(text)))
      return (
        terms.reduce((sum, { keys: wanted }, at) => {
          const weight = weights[at] ?? 0
          return sum + (has(keys, wanted) ? weight : has(headings, wanted) ? weight / 2 : 0)
        }, 0) / whole
      )
    })
    if (Math.max(...words) >= 0.4) return words
    const texts = sentences.slice(0, mostEmbedded).map(({ text }) => text)
    const near = await nearnessOf(embedder, query, texts, signal)
    const relevance = words.map((word, at) => Math.max(word, near[at] ?? 0))
    return Math.max(...relevance) >= 0.35 ? relevance : null
  }
}

const has = (keys: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  wanted.some((key) => keys.has(key))

const noNews =
  /cookie|subscribe|newsletter|all rights reserved|copyright|©|terms of (?:use|service)|privacy policy|sign (?:in|up)|log ?in|click here|read more|learn more|share this|follow us|javascript|skip to|back to top|datenschutz|impressum|mentions légales|tous droits|alle rechte/iu

/** A sentence that tells something: neither a fragment nor what every page of a site says. */
function isTelling({ kind, text }: Sentence): boolean {
  const words = text.split(' ').length
  return (
    kind === 'prose' &&
    words >= 5 &&
    words <= 60 &&
    !/[?!]$/.test(text) &&
    !noNews.test(text) &&
    !/^["“„«]/u.test(text)
  )
}

const isLine = ({ kind, text }: Sentence): boolean =>
  kind !== 'prose' && text.length >= 15 && !noNews.test(text)

/** How much each sentence says of what the page says as a whole: its frequent words, its title, its beginning. */
function centrality(sentences: readonly Sentence[], title: string): number[] {
  const keys = sentences.map(({ text }) => new Set(termsOf(text).map((term) => term.keys[0] ?? '')))
  const counts = new Map<string, number>()
  for (const set of keys) for (const key of set) counts.set(key, (counts.get(key) ?? 0) + 1)
  const titled = new Set(termsOf(title).map((term) => term.keys[0] ?? ''))
  const sums = keys.map((set) => {
    const sum = [...set].reduce(
      (total, key) => total + Math.log(counts.get(key) ?? 1) + (titled.has(key) ? 0.7 : 0),
      0,
    )
    // Long sentences have more words without saying more with each.
    return sum / Math.sqrt(set.size + 4)
  })
  const most = Math.max(...sums, 0.01)
  return sums.map(
    (sum, at) => sum / most + 0.8 / (1 + at / 2) - (pointsBack.test(sentences[at]?.text ?? '') ? 0.25 : 0),
  )
}

/** What begins so leans on the sentence before it. */
const pointsBack =
  /^(?:it|they|he|she|this|that|these|those|but|and|however|also|such|so|here|both|er|sie|es|dies\p{L}*|aber|doch|auch|il|elle|ils|elles|cela|ce|mais|or)(?!\p{L})/iu

/** The best that fit and do not repeat each other. One that leans on the sentence before comes with it, or not at all. */
function choose(
  sentences: readonly Sentence[],
  scores: readonly number[],
  isWanted: (at: number) => boolean,
): Sentence[] {
  const chosen: Sentence[] = []
  let length = 0
  const order = [...sentences.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
  for (const at of order) {
    const sentence = sentences[at]
    if (!sentence || chosen.length === mostSentences) break
    if (chosen.length >= leastSentences && !isWanted(at)) break
    if (chosen.includes(sentence) || chosen.some((other) => isRepeated(sentence, other))) continue
    const before = pointsBack.test(sentence.text) ? sentences[at - 1] : undefined
    const added =
      before && before.block === sentence.block && !chosen.includes(before) ? [before, sentence] : [sentence]
    const more = added.reduce((sum, { text }) => sum + text.length, 0)
    if (chosen.length + added.length > mostSentences || (chosen.length > 0 && length + more > longest))
      continue
    chosen.push(...added)
    length += more
  }
  return chosen
}

function isRepeated(one: Sentence, other: Sentence): boolean {
  const words = new Set(termsOf(one.text).map(({ word }) => word))
  const shared = termsOf(other.text).filter(({ word }) => words.has(word)).length
  return shared >= 0.6 * Math.min(words.size, termsOf(other.text).length)
}
