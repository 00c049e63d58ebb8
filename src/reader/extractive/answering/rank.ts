import { fold } from '../../../contents/index.ts'
import type { Document } from '../../../documents/index.ts'
import { isUncertain } from '../../../entities/index.ts'
import { readSentences, type Sentence } from '../sentences.ts'
import { momentsIn, namesIn } from '../values/index.ts'
import { valuesAsked, wordIndexAt, type AskedValue } from './asked-values.ts'
import { nameFinder } from './names.ts'
import { presenceOf, speaksOf } from './presence.ts'
import type { Question } from './question.ts'
import { keysOf, termsOf, type Term } from './terms.ts'

/** A sentence that may answer a question. */
export interface Candidate {
  readonly sentence: Sentence
  /** What in it may be the answer, nearest to what was asked first. */
  readonly values: readonly AskedValue[]
  /** From 0 to 1: how much of what was asked it speaks of, its surroundings included. */
  readonly coverage: number
  /** The same, by what it says itself. */
  readonly inside: number
  /** From 0 to 1: how near the value is to what was asked. */
  readonly closeness: number
  /** From 0 to 1: how surely it speaks of whom was asked about. */
  readonly about: number
  /** From 0 to 1: whether it speaks of the time asked for. */
  readonly time: number
  readonly score: number
}

interface Read {
  readonly terms: readonly Term[]
  readonly keys: ReadonlySet<string>
}

const readTerms = new WeakMap<Sentence, Read>()

function termsIn(sentence: Sentence): Read {
  const known = readTerms.get(sentence)
  if (known) return known
  const terms = termsOf(sentence.text)
  const read = { terms, keys: keysOf(terms) }
  readTerms.set(sentence, read)
  return read
}

/** What a sentence speaks of besides the names in it. */
function commonKeys(sentence: Sentence): ReadonlySet<string> {
  const inNames = namesIn(sentence.text).filter(({ name, start }) => start > 0 && name.includes(' '))
  if (inNames.length === 0) return termsIn(sentence).keys
  return keysOf(termsOf(inNames.reduce((text, { name }) => text.replace(name, ' '), sentence.text)))
}

const none: ReadonlySet<string> = new Set()
const keysIn = (sentence: Sentence | undefined): ReadonlySet<string> =>
  sentence ? termsIn(sentence).keys : none

/** How much a term counts that stands not in the sentence but near it. */
const near = { heading: 0.8, block: 0.5, title: 0.6 }

/**
 * The sentences of all sources that may answer a question, best first. What speaks of somebody else, of another time,
 * or has nothing of the kind that is asked for, is left out.
 */
export function rankSentences(question: Question, sources: readonly Document[]): Candidate[] {
  const finders = question.names.map(nameFinder)
  const all = sources.flatMap(readSentences)
  const weights = weightsOf(question, all)
  const newest = Math.max(...sources.map(({ publishedAt }) => publishedAt?.getTime() ?? 0))
  const candidates: Candidate[] = []
  for (const source of sources) {
    const presences = finders.map((finder) => presenceOf(source, finder))
    if (presences.includes('none')) continue
    const title = keysOf(termsOf(source.title ?? ''))
    const sentences = readSentences(source)
    const asked = besidesTopic(weights, title, question)
    for (const sentence of sentences) {
      const asksForName = question.expects === 'name'
      const about = aboutness(
        finders.map((finder, at) => speaksOf(sentence, finder, presences[at] ?? 'none', asksForName)),
      )
      if (about === 0) continue
      const { inside, coverage } = coverageOf(sentence, sentences, { weights: asked, title, question })
      const isNamed = finders.some(({ whole }) => whole.test(fold(sentence.text)))
      if (coverage < leastCoverage || (inside === 0 && !isNamed)) continue
      const time = timeOf(sentence, question)
      if (time === 0) continue
      const values = nearestFirst(sentence, valuesAsked(sentence, question), question)
      if (values.length === 0) continue
      const closeness = closenessOf(sentence, values[0], question)
      const score =
        coverage +
        0.5 * inside +
        0.6 * about +
        0.3 * time +
        0.4 * closeness +
        (presences.includes('own') ? 0.1 : 0) +
        recency(source, newest) * (question.isCurrent ? 0.25 : 0.1) +
        (sentence.kind === 'fragment' ? -0.05 : 0) +
        (isUncertain(sentence.text) && !asksForPlans.test(question.text) ? -0.3 : 0)
      candidates.push({ sentence, values, coverage, inside, closeness, about, time, score })
    }
  }
  return candidates.toSorted((a, b) => b.score - a.score)
}

const leastCoverage = 0.3

const asksForPlans =
  /(?<!\p{L})(?:will|plan|plans|planned|planning|expect|expected|expects|intend|forecast|future|going to|not|never|geplant|plant|soll|wird|prévu|prévoit|projet)(?!\p{L})/iu

/** Somebody who is asked about must be spoken of; of several, one at least clearly. */
function aboutness(abouts: readonly number[]): number {
  if (abouts.length === 0) return 0.7
  const best = Math.max(...abouts)
  const sum = abouts.reduce((total, about) => total + about, 0)
  return best === 0 ? 0 : 0.5 * best + (0.5 * sum) / abouts.length
}

interface Weighted {
  readonly term: Term
  readonly weight: number
}

/**
 * Without a name, a question says which page it means by what that is about: “the nurse-led monitoring trial”. Words
 * that do so need not be said again in the answer.
 */
function besidesTopic(
  weights: readonly Weighted[],
  title: ReadonlySet<string>,
  { names }: Question,
): readonly Weighted[] {
  const isTopic = ({ term }: Weighted) => term.keys.some((key) => title.has(key))
  const topic = weights.filter(isTopic)
  if (names.length > 0 || topic.length < 2 || topic.length === weights.length) return weights
  return weights.map((one) => (isTopic(one) ? { ...one, weight: one.weight / 8 } : one))
}

/** A word that few sentences have says more; one that none has says that the answer is elsewhere. */
function weightsOf({ terms, aside }: Question, sentences: readonly Sentence[]): Weighted[] {
  return terms.map((term) => {
    const having = sentences.filter((sentence) =>
      term.keys.some((key) => termsIn(sentence).keys.has(key)),
    ).length
    const weight = Math.min(3, Math.log(1 + sentences.length / (1 + having))) + 0.5
    return { term, weight: aside.includes(term) ? weight / 8 : weight }
  })
}

function coverageOf(
  sentence: Sentence,
  sentences: readonly Sentence[],
  {
    weights,
    title,
    question: { expects, text: asked },
  }: { weights: readonly Weighted[]; title: ReadonlySet<string>; question: Question },
): { inside: number; coverage: number } {
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return { inside: 1, coverage: 1 }
  // “Atlântico Capital” speaks of no capital.
  const keys =
    expects === null && /^what (?:is|was) the/i.test(asked) ? commonKeys(sentence) : termsIn(sentence).keys
  const headings = keysOf(sentence.headings.slice(-2).flatMap(({ text }) => termsOf(text)))
  const isLoose = sentence.kind !== 'prose'
  const isAnswer = sentence.headings.at(-1)?.text.endsWith('?') ?? false
  const intro = sentence.kind === 'row' ? keysIn(introOf(sentence, sentences)) : none
  const neighbours = [sentence.index - 1, sentence.index + 1]
    .map((at) => sentences[at])
    .filter((other) => other?.block === sentence.block && other.kind === 'prose')
  // A reason follows what it is the reason of.
  const hasBefore = (has: (set: ReadonlySet<string>) => boolean) =>
    has(title) || [1, 2].some((back) => has(keysIn(sentences[sentence.index - back])))
  let inside = 0
  let coverage = 0
  for (const { term, weight } of weights) {
    const has = (set: ReadonlySet<string>) => term.keys.some((key) => set.has(key))
    const isPaid = expects === 'money' && term.keys.includes('=price')
    if (has(keys) || isPaid) {
      const share = has(keys) ? 1 : near.heading
      inside += weight * share
      coverage += weight * share
    } else if (expects === 'reason' && hasBefore(has)) {
      inside += weight * near.block
      coverage += weight * near.title
    } else if (has(headings) || has(intro)) {
      // A line or an item says little by itself: its heading says what it is.
      if (isLoose || isAnswer) inside += weight * near.heading
      coverage += weight * near.heading
    } else if (has(title)) coverage += weight * near.title
    else if (neighbours.some((other) => has(keysIn(other)))) coverage += weight * near.block
  }
  return { inside: inside / whole, coverage: coverage / whole }
}

/** What is said in front of a table says what its rows are. */
function introOf({ index, block, headings }: Sentence, sentences: readonly Sentence[]): Sentence | undefined {
  const before = sentences.slice(0, index).findLast((other) => other.block !== block)
  return before?.kind !== 'row' && before?.headings.at(-1)?.text === headings.at(-1)?.text
    ? before
    : undefined
}

/** 1: it speaks of the time asked for; 0: of another. In between: it does not say, and its page is of that time or not. */
function timeOf(sentence: Sentence, { times }: Question): number {
  if (times.length === 0) return 0.5
  const { source, text, headings } = sentence
  const written = source.publishedAt
  const dates = (of: string) => momentsIn(of, { language: source.language, written }).map(({ date }) => date)
  const fits = (date: string) =>
    times.some((time) => date.startsWith(time) || time.startsWith(date)) || isBetween(date, times)
  const said = dates(text)
  if (said.some(fits)) return 1
  if (said.some((date) => times.every((time) => date.slice(0, 4) !== time.slice(0, 4)))) return 0
  const around = [
    ...headings.map((heading) => heading.text),
    source.title ?? '',
    source.details.siteName ?? '',
  ].flatMap(dates)
  if (around.some(fits)) return 0.8
  if (written === null) return 0.3
  return fits(written.toISOString().slice(0, 10)) ? 0.7 : 0.2
}

function isBetween(date: string, times: readonly string[]): boolean {
  const [from, to] = times
  return from !== undefined && to !== undefined && date >= from && date.slice(0, to.length) <= to
}

function nearestFirst(sentence: Sentence, values: readonly AskedValue[], question: Question): AskedValue[] {
  return values.toSorted((a, b) => distance(sentence, a, question) - distance(sentence, b, question))
}

/** How many words lie between a value and the nearest word that was asked for. */
function distance(sentence: Sentence, value: AskedValue, { terms }: Question): number {
  const { text } = sentence
  const first = wordIndexAt(text, value.start)
  const last = wordIndexAt(text, value.end)
  const gaps = termsIn(sentence)
    .terms.filter(({ keys }) => terms.some((term) => term.keys.some((key) => keys.includes(key))))
    .map(({ position }) => (position < first ? first - position : Math.max(0, position - last + 1)))
  // What a heading has asked for, or a row, stands close to everything under it.
  return gaps.length === 0
    ? sentence.kind === 'prose'
      ? 12
      : 4
    : Math.min(...gaps, sentence.kind === 'row' ? 4 : Infinity)
}

function closenessOf(sentence: Sentence, value: AskedValue | undefined, question: Question): number {
  if (!value || question.expects === null || question.expects === 'reason') return 0.5
  return Math.max(0, 1 - distance(sentence, value, question) / 14)
}

const recency = ({ publishedAt }: Document, newest: number): number => {
  if (publishedAt === null || newest === 0) return 0.5
  const years = (newest - publishedAt.getTime()) / (365 * 86_400_000)
  return Math.max(0, 1 - years / 4)
}
