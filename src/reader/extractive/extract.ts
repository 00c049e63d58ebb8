import type { Embedder } from '../../ports/embedder.ts'
import type { Entailment } from '../../ports/entailment.ts'
import type { Extraction, ExtractTask, Reader, Reading, Span, Subject } from '../reader.ts'
import { spanOf } from '../spans.ts'
import { choose, inTime, isChangedTo, worthOf, type Choice } from './facts/choose.ts'
import { confidenceOf, confidenceOfNothing } from './facts/confidence.ts'
import {
  areLabels,
  asksForArea,
  factsFor,
  isRelease,
  lacksName,
  listedOptions,
  optionFacts,
  parseAsk,
  readSource,
  viewOf,
  type Ask,
  type Fact,
  type Source,
} from './facts/index.ts'
import {
  createAnswersByEntailment,
  readablePage,
  type AnswersByEntailment,
} from './answering/by-entailment.ts'
import { languageOf } from './answering/question.ts'
import { createOptionByMeaning } from './option-by-meaning.ts'
import { createOptionChooser } from './options-by-entailment.ts'
import { statementOf } from './statement.ts'
import { createValuesByEntailment } from './values-by-entailment.ts'

interface Needs {
  /** For options alone: similar sentences are as often about what was not asked for. */
  readonly embedder: Embedder
  readonly judge: Reader['judge']
  /** Without it rules alone choose. */
  readonly entailment?: Entailment | undefined
  /** Whether only a value will do, and no sentence that tells what no value sums up. */
  readonly isBrief?: boolean
}

/** Below this a value is not shown: a wrong one is worse than none. */
const threshold = 0.55
/** What the model has weighed as well may be worth a little less. */
const weighedThreshold = 0.48
/** Below this, words that stand there mean something else, whatever rules think of them. */
const tooLittle = 0.1
/** What rules think is said of somebody else, or of something else than was named, has to be plain. */
const plainlyMeant = 0.85
/** How surely a sentence must tell what is asked for, where it is shown for want of a shorter value. */
const leastTold = 0.85
/** Rivals from newer pages that are put to the model. */
const mostNewer = 2
/** Values of a list are about as well said as the best of them. */
const listMargin = 0.08
const mostQuotes = 5
const wellMatched = 0.9
const confidenceOfTold = 0.7
const confidenceOfListed = 0.7

/** Finds the value of a field in sources, or says that they do not give it. */
export function createExtract(needs: Needs) {
  const optionByMeaning = createOptionByMeaning(needs)
  const byEntailment = needs.entailment && createValuesByEntailment(needs.entailment)
  const chooseOption = needs.entailment && createOptionChooser(needs.entailment)
  const answers = needs.entailment && !needs.isBrief ? createAnswersByEntailment(needs.entailment) : undefined

  return async function extract(task: ExtractTask, reading: Reading): Promise<Extraction> {
    reading.signal.throwIfAborted()
    const ask = parseAsk(task.description, task.subject, task.format, task.options)
    const sources = task.sources.map(readSource)
    const facts =
      ask.format === 'options'
        ? optionFacts(ask, sources, task.subject)
        : inTime(
            ask,
            sources.flatMap((source) => factsFor(ask, source, task.subject, sources)),
            reading.now,
          )
    const listed = ask.format === 'options' ? listedOptions(ask, facts) : null
    if (listed) return listedOf(ask, listed)
    if (chooseOption && ask.format === 'options' && areLabels(ask.options)) {
      const chosen = await chooseOption(ask, facts, sources, task.subject, reading.signal)
      if (chosen) return chosen
      if (chosen === null && !asksForArea(ask)) return nothing(ask, facts)
    }
    const choice =
      (await chosenByRules(ask, facts, task, reading)) ?? (await chosenByModel(ask, sources, task, reading))
    if (!choice) {
      const meant =
        ask.format === 'options'
          ? await optionByMeaning(ask, sources, task, reading)
          : ask.format === 'text' && answers
            ? await toldInSentence(ask, sources, task, answers, reading)
            : null
      return meant ?? nothing(ask, facts)
    }
    return ask.format === 'text' && (ask.isPlural || isShared(ask, choice))
      ? several(ask, facts, choice)
      : one(ask, choice)
  }

  async function chosenByRules(
    ask: Ask,
    facts: readonly Fact[],
    { subject }: ExtractTask,
    { signal }: Reading,
  ): Promise<Choice | null> {
    const choice = choose(ask, facts, threshold)
    const fact = choice?.candidate.facts[0]
    if (!choice || !fact || isAgreed(ask, choice) || isMoved(ask, fact) || isLabelled(ask, fact))
      return choice
    if (await byEntailment?.doubts(ask, fact, subject, signal)) return null
    return (await sinceThen(ask, choice, subject, signal)) ?? choice
  }

  /** What a newer page says as plainly counts, though rules think the older words are nearer to what was asked. */
  async function sinceThen(
    ask: Ask,
    { candidate, rivals }: Choice,
    subject: Subject,
    signal: AbortSignal,
  ): Promise<Choice | null> {
    if (!byEntailment || ask.format !== 'number' || ask.period !== null || ask.wantsFormer) return null
    const newer = rivals.filter(
      ({ score, asOf, facts: [fact] }) =>
        score >= threshold && asOf > candidate.asOf && fact !== undefined && isToldAsSo(fact),
    )
    for (const rival of newer.toSorted((a, b) => b.score - a.score).slice(0, mostNewer)) {
      const [fact] = rival.facts
      if (fact && (await byEntailment.isPlain(ask, fact, subject, signal)))
        return { candidate: rival, rival: candidate.score, rivals: [candidate] }
    }
    return null
  }

  async function chosenByModel(
    ask: Ask,
    sources: readonly Source[],
    { subject }: ExtractTask,
    { now, signal }: Reading,
  ): Promise<Choice | null> {
    const weighed = (await byEntailment?.weigh(ask, sources, subject, signal)) ?? []
    const facts = inTime(ask, weighed, now).filter((fact) => (fact.supports ?? 0) >= leastSupport(ask, fact))
    return choose(ask, facts, weighedThreshold)
  }
}

/** How much the model must be of the opinion that a value is meant. */
function leastSupport(ask: Ask, fact: Fact): number {
  if (fact.owner === 'other' || lacksName(ask, fact)) return plainlyMeant
  // An address of which no word was asked for may be any.
  return ask.format === 'url' && fact.match === 0 ? 1 : tooLittle
}

/** What no word or name sums up, a sentence tells: “Business model”, “Who are its customers”. */
async function toldInSentence(
  { description }: Ask,
  sources: readonly Source[],
  { subject }: ExtractTask,
  answers: AnswersByEntailment,
  { signal }: Reading,
): Promise<Extraction | null> {
  const question = questionFor(description, subject.name)
  if (languageOf(question) !== 'en') return null
  const pages = sources.flatMap((source) => {
    const view = viewOf(source, subject)
    if (view.relation === 'none') return []
    return readablePage(
      source.document,
      view.relation === 'mentions' ? (text) => view.names(text) : undefined,
    )
  })
  const [best] = await answers.find(question, pages, () => null, signal)
  if (!best || best.share < leastTold) return null
  const { text, spans } = statementOf(best.sentence)
  return {
    format: 'text',
    values: [text],
    confidence: confidenceOfTold,
    reasoning: 'The page tells it in this sentence.',
    spans,
  }
}

const asksItself =
  /^(?:who|whom|whose|what|which|when|where|why|how|is|are|does|do|did|has|have|can|will|was|were)(?!\p{L})/iu

/** Of the subject, and neither asked, planned nor over. */
const isToldAsSo = ({ owner, modality, piece }: Fact): boolean =>
  owner !== 'other' && modality === 'now' && piece.kind !== 'heading' && !piece.plain.text.endsWith('?')

/** “Business model” is asked as “What is the business model of Auralon?”. */
function questionFor(description: string, name: string | undefined): string {
  const asked = description.replace(/[?.\s]+$/u, '')
  if (asksItself.test(asked)) return `${asked}?`
  const noun = /^\p{Lu}\p{Ll}/u.test(asked) ? asked[0]?.toLowerCase() + asked.slice(1) : asked
  return `What is the ${noun}${name === undefined ? '' : ` of ${name}`}?`
}

/** What a link or a label says is all that is asked for. */
const isLabelled = (ask: Ask, fact: Fact): boolean =>
  ask.format === 'url' && fact.owner !== 'other' && fact.match >= wellMatched

/** A day that something was moved to is the day of it, and so is that of a version's heading. */
const isMoved = (ask: Ask, fact: Fact): boolean =>
  ask.format === 'date' && fact.owner !== 'other' && (isChangedTo(fact) || isRelease(ask, fact.piece))

/** Two pages that say the same need no third opinion. */
const isAgreed = (ask: Ask, { candidate: { facts } }: Choice): boolean =>
  new Set(facts.filter((fact) => worthOf(ask, fact) >= threshold).map(({ source }) => source)).size > 1

function nothing(ask: Ask, facts: readonly Fact[]): Extraction {
  const best = Math.max(0, ...facts.map((fact) => worthOf(ask, fact)))
  return {
    format: ask.format,
    values: null,
    confidence: confidenceOfNothing(best),
    reasoning: 'The sources do not say.',
    spans: [],
  }
}

function one(ask: Ask, choice: Choice): Extraction {
  const { candidate } = choice
  const best = Math.max(...candidate.facts.map((fact) => worthOf(ask, fact)))
  const good = candidate.facts.filter((fact) => worthOf(ask, fact) >= Math.min(threshold, best))
  return {
    format: ask.format,
    values: [candidate.value],
    confidence: confidenceOf(choice),
    reasoning: reasonFor(choice),
    spans: quotes(good),
  }
}

/** Two hold one office: “managing directors are A and B”. */
function isShared({ role }: Ask, { candidate, rivals }: Choice): boolean {
  const [fact] = candidate.facts
  const [rival] = rivals
  return (
    role !== null &&
    fact !== undefined &&
    rival?.facts[0]?.piece === fact.piece &&
    rival.score >= candidate.score - 0.03
  )
}

/** Every value of a list that is said as well as the best one, in the order of the text. */
function several(ask: Ask, facts: readonly Fact[], choice: Choice): Extraction {
  const best = Math.max(...facts.map((fact) => worthOf(ask, fact)))
  const good = facts.filter((fact) => worthOf(ask, fact) >= Math.max(threshold, best - listMargin))
  return {
    format: ask.format,
    values: [...new Map(good.map(({ value }) => [value.toLowerCase(), value])).values()],
    // The others of a list are no rivals.
    confidence: confidenceOf({ ...choice, rivals: [] }),
    reasoning: reasonFor({ ...choice, rivals: [] }),
    spans: quotes(good),
  }
}

/** All options of a list, in the order that they were given to choose from. */
const listedOf = (ask: Ask, facts: readonly Fact[]): Extraction => ({
  format: 'options',
  values: ask.options.filter((option) => facts.some(({ value }) => value === option)),
  confidence: confidenceOfListed,
  reasoning: 'The page names them together.',
  spans: quotes(facts),
})

/** Each passage once, the best first. */
function quotes(facts: readonly Fact[]): Span[] {
  const spans = facts.map((fact) => spanOf(fact.source.document, withAddress(fact)))
  const known = new Map(spans.map((span) => [`${span.documentId} ${span.start}`, span]))
  return [...known.values()].slice(0, mostQuotes)
}

/** Who asks for an address is shown it: the text of a link that ends a passage is quoted with where it leads. */
function withAddress({ value, source: { document }, piece: { whole } }: Fact): Fact['piece']['whole'] {
  const leads = /^https?:/.test(value)
    ? /^\]\([^)\s]*\)/.exec(document.text.slice(whole.end))?.[0]
    : undefined
  if (leads === undefined) return whole
  return {
    start: whole.start - Number(document.text[whole.start - 1] === '['),
    end: whole.end + leads.length,
  }
}

function reasonFor({ candidate, rivals }: Choice): string {
  const [fact] = candidate.facts
  const label = fact?.piece.label ?? ''
  const where = label === '' ? 'Said in the text' : `Given under “${label}”`
  const older = rivals.find(({ score, asOf }) => score >= threshold && asOf < candidate.asOf)
  const other = rivals.find(({ score, asOf }) => score >= threshold && asOf >= candidate.asOf)
  if (other) return `${where}; elsewhere ${other.value} is given.`
  return older ? `${where}, later than ${older.value}.` : `${where}.`
}
