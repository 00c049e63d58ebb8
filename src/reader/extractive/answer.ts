import type { Document } from '../../documents/index.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { Entailment } from '../../ports/entailment.ts'
import type { AnswerTask, Reader, Reading, Span, Statement } from '../reader.ts'
import { asCriterion, asField, type AskedCriterion, type AskedField } from './answering/as-field.ts'
import { valuesAsked } from './answering/asked-values.ts'
import { createAnswersByEntailment, pagesFor } from './answering/by-entailment.ts'
import { chooseSentences, contradicting, type Chosen } from './answering/choose.ts'
import { createLikeness } from './answering/likeness.ts'
import { nameFinder, type NameFinder } from './answering/names.ts'
import { presenceOf, speaksOf, type Presence } from './answering/presence.ts'
import { parseQuestion, partsOf, type Question } from './answering/question.ts'
import { keysOf, termsOf } from './answering/terms.ts'
import { plainText } from './plain-text.ts'
import { readSentences, type Sentence } from './sentences.ts'
import { statementOf } from './statement.ts'

interface Needs extends Pick<Reader, 'judge' | 'extract'> {
  readonly embedder: Embedder
  /** Without it rules alone answer. */
  readonly entailment?: Entailment | undefined
}

/** How surely a sentence must answer by the model's opinion: one that rules have chosen, and any other. */
const enough = { chosen: 0.3, other: 0.92 }

/**
 * Answers with the fewest sentences that carry the answer, word for word. A question that the sources do not answer
 * is not answered: a sentence that is merely on the topic is none.
 *
 * A question for one value of somebody is read like a field, and one for yes or no like a criterion; what they rest on
 * is the answer. Whatever else is asked, and whatever that does not find, is answered by ranking sentences. Where a
 * model is of another opinion, the sentence that it finds to answer is said instead, or none.
 */
export function createAnswer({ judge, extract, embedder, entailment }: Needs) {
  const likenessTo = createLikeness(embedder)
  const byEntailment = entailment && createAnswersByEntailment(entailment)

  return async function* answer(
    { question, sources }: AnswerTask,
    reading: Reading,
  ): AsyncGenerator<Statement> {
    const said: Sentence[] = []
    for (const asked of partsOf(question)) {
      reading.signal.throwIfAborted()
      const known = withKnownNames(asked, sources)
      const part = { ...known, likeness: await likenessTo(known, sources, reading.signal) }
      for (const { sentence, agreeing } of await answered(part, sources, said, reading)) {
        if (said.includes(sentence)) continue
        said.push(sentence)
        yield statementOf(sentence, agreeing)
      }
    }
  }

  async function answered(
    part: Question,
    sources: readonly Document[],
    said: readonly Sentence[],
    reading: Reading,
  ): Promise<Chosen[]> {
    const byRules = await answerPart(part, sources, said, reading)
    const isOfMany = part.kind !== 'fact' && part.kind !== 'yes-no'
    if (!byEntailment || part.language !== 'en' || (isOfMany && byRules.length > 0)) return byRules
    const { signal } = reading
    const isTyped = part.expects !== null && part.expects !== 'reason'
    const hasKind = (sentence: Sentence) => (isTyped ? valuesAsked(sentence, part).length > 0 : null)
    const isChosen = (sentence: Sentence): boolean => byRules.some((one) => one.sentence === sentence)
    const pagesOfChosen = byRules.map(({ sentence }) => ({
      sentences: [sentence],
      about: sentence.source.title ?? '',
    }))
    const chosen = await byEntailment.find(part.text, pagesOfChosen, hasKind, signal)
    const found = await byEntailment.find(part.text, pagesFor(part, sources), hasKind, signal)
    const [best] = found.filter(({ sentence }) => !isChosen(sentence))
    const kept = Math.max(0, ...chosen.map(({ share }) => share))
    if (best && best.share >= enough.other && best.share > kept)
      return [{ sentence: best.sentence, agreeing: [] }]
    return kept >= enough.chosen ? byRules : []
  }

  async function answerPart(
    part: Question,
    sources: readonly Document[],
    said: readonly Sentence[],
    reading: Reading,
  ): Promise<Chosen[]> {
    const sides = comparedNames(part)
    const compared = await answerSides(sides, sources, reading)
    if (compared.length > 0) return compared
    const subject = subjectOf(part, sources)
    const criterion = asCriterion(part, subject)
    const field = asField(part, subject)
    if (subject === undefined || (!criterion && !field)) return chooseSentences(part, sources, said)
    const finder = nameFinder(subject)
    const doubtful = { ...part, isDoubtful: true }
    let found: Sentence[] = []
    for (const round of roundsOf(part, sources, finder)) {
      const spans = criterion
        ? await judged(criterion, round, reading)
        : field
          ? await extracted(field, round, reading)
          : []
      found = sentencesAt(spans, round).filter(
        (one) =>
          countsWhatIsAsked(one, part) &&
          speaksOf(one, finder, presenceOf(one.source, finder), part.expects === 'name') >= 0.4,
      )
      if (found.length > 0) break
      const chosen = chooseSentences(doubtful, round, said)
      if (chosen.length > 0) return chosen
    }
    const [first, ...others] = found
    if (!first) return chooseSentences(doubtful, sources, said)
    if (part.kind === 'yes-no') return [first, ...others].map((sentence) => ({ sentence, agreeing: [] }))
    const agreeing = others.filter(({ source }) => source !== first.source)
    const other = contradicting(part, sources, [first, ...agreeing])
    return [{ sentence: first, agreeing }, ...(other ? [{ sentence: other, agreeing: [] }] : [])]
  }

  /** Each side is asked for by itself. Who knows of one side only cannot compare. */
  async function answerSides(
    sides: readonly string[],
    sources: readonly Document[],
    reading: Reading,
  ): Promise<Chosen[]> {
    const answers = await Promise.all(
      sides.map((side) => answerPart(parseQuestion(side), sources, [], reading)),
    )
    return answers.length > 1 && answers.every((chosen) => chosen.length > 0) ? answers.flat() : []
  }

  async function judged(
    { criterion, subject }: AskedCriterion,
    sources: readonly Document[],
    reading: Reading,
  ) {
    const { satisfied, spans } = await judge({ criterion, subject: { name: subject }, sources }, reading)
    return satisfied === 'unclear' ? [] : spans
  }

  async function extracted(
    { description, format, subject }: AskedField,
    sources: readonly Document[],
    reading: Reading,
  ) {
    const task = { description, format, subject: { name: subject }, sources }
    const { values, spans } = await extract(task, reading)
    return values ? spans : []
  }
}

/** Questions for each side of a comparison of things that have names: “How many employees does A have?”. */
export function comparedNames({ kind, sides, names, counted, terms }: Question): string[] {
  const named = sides.map((side) => names.find((name) => side.includes(name)))
  if (kind !== 'comparison' || new Set(named).size < 2 || named.includes(undefined)) return []
  const staff = terms.some(({ keys }) => keys.includes('=staff'))
  const noun = (counted.length > 0 ? counted : terms).map(({ word }) => word).join(' ')
  if (noun === '') return []
  if (terms.some(({ keys }) => keys.includes('=found')))
    return named.map((name) => `When was ${name} founded?`)
  return named.map((name) =>
    counted.length > 0 || staff ? `How many ${noun} does ${name} have?` : `What is the ${noun} of ${name}?`,
  )
}

/** A number that was found counts what was asked for only if the sentence, or its heading, says so. */
function countsWhatIsAsked({ text, headings }: Sentence, { expects, counted }: Question): boolean {
  if (expects !== 'count' || counted.some(({ keys }) => keys.includes('=staff'))) return true
  const said = keysOf(termsOf([...headings.map((heading) => heading.text), text].join(' ')))
  return counted.every(({ keys }) => keys.some((key) => said.has(key)))
}

/**
 * A run of capitals may be a name and more: “Wo hat Nordhafen Niederlassungen?”. Where no page has the whole of it, its
 * first word is the name, and the rest is what is asked.
 */
function withKnownNames(question: Question, sources: readonly Document[]): Question {
  const isKnown = (name: string) => sources.some((source) => presenceOf(source, nameFinder(name)) !== 'none')
  const terms = [...question.terms]
  const names = question.names.flatMap((name) => {
    const [first = '', ...rest] = name.split(' ')
    // A German noun that no page has as a name is a word like others, where the question has a name besides.
    if (question.language === 'de' && rest.length === 0 && question.names.length > 1 && !isKnown(name)) {
      terms.push(...termsOf(name))
      return []
    }
    if (rest.length === 0 || isKnown(name) || !isKnown(first)) return name
    terms.push(...termsOf(rest.join(' ')))
    return first
  })
  return { ...question, names, terms }
}

const weights: Readonly<Record<Presence, number>> = { own: 3, about: 2, mentions: 1, none: 0 }

/**
 * The pages to read, round by round: one about somebody knows more of them than one that mentions them. Who somebody
 * is, or has, their own pages know best; figures change, and news may be newer.
 */
function roundsOf({ expects }: Question, sources: readonly Document[], finder: NameFinder): Document[][] {
  const rounds: Presence[][] =
    expects === 'name' ? [['own'], ['about'], ['mentions']] : [['own', 'about'], ['mentions']]
  return rounds
    .map((presences) => sources.filter((source) => presences.includes(presenceOf(source, finder))))
    .filter((round) => round.length > 0)
}

/** Whom of those it names a question is about: the one that the pages are about. */
function subjectOf({ names }: Question, sources: readonly Document[]): string | undefined {
  const weighed = names.map((name) => {
    const finder = nameFinder(name)
    return { name, weight: Math.max(0, ...sources.map((source) => weights[presenceOf(source, finder)])) }
  })
  return weighed.toSorted((a, b) => b.weight - a.weight)[0]?.name
}

const longestQuote = 400

/** The sentences that quotes are taken from, each once; a quote from none, or from several, stands alone. */
function sentencesAt(spans: readonly Span[], sources: readonly Document[]): Sentence[] {
  const found = spans.flatMap(({ documentId, start, end, quote }): Sentence[] => {
    const source = sources.find(({ id }) => id === documentId)
    if (!source) return []
    // A title says what a page is about, and that is no answer.
    if (plainText(quote) === source.title?.trim()) return []
    const sentences = readSentences(source).filter((sentence) => sentence.start < end && start < sentence.end)
    const [first, second] = sentences
    if (first && (!second || end - start > longestQuote)) return [first]
    const { index, block, headings } = first ?? { index: -1, block: -1, headings: [] }
    return [
      { source, start, end, text: plainText(quote), kind: 'fragment', heads: [], index, block, headings },
    ]
  })
  return [...new Set(found)]
}
