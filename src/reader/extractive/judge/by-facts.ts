import type { Subject } from '../../reader.ts'
import { choose, holdsAt, type Choice } from '../facts/choose.ts'
import { confidenceOf } from '../facts/confidence.ts'
import { factsFor, parseAsk, readSource, type Ask, type Fact } from '../facts/index.ts'
import type { Quantity, Unit } from '../values/index.ts'
import type { ValuesByEntailment } from '../values-by-entailment.ts'
import { compare, isSameMeasure, takeComparison } from './comparison.ts'
import type { Comparison, Condition, Window } from './condition.ts'
import { isOfThing, isSinceBeginning, since } from './decide-date.ts'
import { asksPrice, ofBusiness } from './decide-number.ts'
import { asOf, type Finding, type Source } from './finding.ts'
import { fieldBehind, type FieldBehind } from './field-behind.ts'
import { isOfOtherHolder } from './share-asked.ts'
import { occurrencesOf } from './match.ts'
import { tokensOf } from './tokens.ts'
import { happensOnce, hasConcept } from './verbs.ts'
import { inWindow } from './window.ts'

/** A field that is filled less surely than this decides nothing. */
const leastConfidence = 0.7
/** How plainly a model must find that a value is the one asked for, where words do not say so. */
export const leastSupport = { named: 0.9, behind: 0.6, against: 0.75 }
/** How far the next best value that comes to another end has to be behind. */
const clearLead = 0.1
/** How well the words beside a list have to be those that are asked for. */
const leastListed = 0.8
/** A figure that was true so long ago need not be true today. */
const stale = 1.25 * 365 * 86_400_000

/** A criterion about a number is a field and a comparison: whoever can fill the one can decide the other. */
export function decideByFacts(
  condition: Condition,
  sources: readonly Source[],
  subject: Subject,
  now: Date,
): Finding[] {
  // Words alone do not tell which of a page's shares and prices is meant.
  if (fieldBehind(condition, subject)) return []
  const field = fieldOf(condition, sources, subject)
  const choice = field && sureChoice(field.ask, factsIn(field))
  const found = choice ? findingsFrom(condition, choice, field.sources, now) : []
  return found.length > 0 || condition.comparison === null
    ? found
    : decideListed(condition, condition.comparison, sources, subject)
}

/** The same where the words of rules find no value, and a model may. */
export async function decideByWeighedFacts(
  condition: Condition,
  sources: readonly Source[],
  subject: Subject,
  now: Date,
  { weigh }: ValuesByEntailment,
  signal: AbortSignal,
  /** To leave a criterion open takes less than to decide it. */
  support: number = leastSupport.named,
): Promise<Finding[]> {
  const behind = fieldBehind(condition, subject)
  if (behind) return decideBehind(behind)
  const field = fieldOf(condition, sources, subject)
  if (!field) return []
  const facts = await weigh(field.ask, pagesOf(field.sources), subject, signal)
  const choice = sureChoice(field.ask, facts)
  const isPlain = (choice?.candidate.facts[0]?.supports ?? 0) >= support
  return choice && isPlain ? findingsFrom(condition, choice, field.sources, now, support) : []

  async function decideBehind({ description, comparison, isLimit }: FieldBehind): Promise<Finding[]> {
    const ask = askNumber(description, subject, comparison)
    const about = sources.filter((source) => source.about.isSpokenOf)
    const weighed = await weigh(ask, pagesOf(about), subject, signal)
    const facts = weighed.filter(({ quantity }) => quantity && isSameMeasure(quantity, comparison))
    const fitsOf = (fact: Fact): boolean | null =>
      fact.quantity === undefined
        ? null
        : compare(
            asAsked(fact, isLimit ? { ...fact.quantity, bound: 'exact' } : fact.quantity, comparison),
            comparison,
          )
    const choice = choose(ask, facts, leastSupport.behind)
    const fact = choice?.candidate.facts[0]
    if (!choice || !fact || fact.owner === 'other' || fact.modality !== 'now') return []
    // What others own is not owned by those who are asked for.
    const isOthers = isOfOtherHolder(description, fact.piece.plain.text)
    const most = 100 - (fact.quantity?.low ?? 0)
    const isTooMuch =
      comparison.low !== null && (comparison.isOpen ? most <= comparison.low : most < comparison.low)
    const fits = isOthers ? (isTooMuch ? false : null) : fitsOf(fact)
    const isContested = choice.rivals.some(
      ({ score, facts: [other] }) =>
        score >= choice.candidate.score - clearLead &&
        other !== undefined &&
        (isOthers ? !isOfOtherHolder(description, other.piece.plain.text) : fitsOf(other) !== fits),
    )
    const isPlain =
      (fact.supports ?? 0) >= leastSupport.behind && !isContested && !isOfMore(fact, description, subject)
    return fits === null || !isPlain
      ? []
      : [
          {
            ...finding(
              fits,
              fact,
              about,
              isOthers ? description.replace('Share owned', 'held') : comparison.text,
            ),
            rule: 'number',
          },
        ]
  }
}

/** “61 per cent together” is no share of one person, and “71 per cent came from abroad” not that of a place. */
function isOfMore({ piece: { plain } }: Fact, description: string, { name }: Subject): boolean {
  const isOfOne = name !== undefined && description.includes(name)
  return (
    (isOfOne && /(?<!\p{L})(?:together|jointly)(?!\p{L})/iu.test(plain.text)) ||
    (elsewhere.test(plain.text) && !elsewhere.test(description))
  )
}
const elsewhere = /(?<!\p{L})(?:abroad|outside|overseas|export\p{L}*)(?!\p{L})/iu

const askNumber = (description: string, subject: Subject, comparison: Comparison): Ask => ({
  ...parseAsk(description, subject, 'number', undefined),
  ...measureOf(comparison),
  scale: 1,
})

/** A field that a condition asks for, and where to look for it. */
interface Field {
  readonly ask: Ask
  readonly sources: readonly Source[]
  readonly subject: Subject
}

function fieldOf(condition: Condition, sources: readonly Source[], subject: Subject): Field | null {
  const { comparison, window, text } = condition
  if (comparison !== null) {
    const description = takeComparison(text).rest.replace(/^(?:has|have|hat|haben|a|is|with)\s/iu, '')
    const ask = askNumber(description, subject, comparison)
    return ask.head === null ? null : { ask, sources, subject }
  }
  // “Founded after 2015”, “joined the company in 2020”: what happens once happened when the page says.
  const isInOffice = subject.type === 'person' && tenure.test(text)
  if (window === null || condition.mode === 'plan' || !(happensOnce(condition) || isInOffice)) return null
  const description = isInOffice ? 'Date of appointment' : datedField(condition, window)
  return {
    ask: parseAsk(description, subject, 'date', undefined),
    // Where nobody speaks of the subject, dates are those of others: “since 2023 she has been on its board”.
    sources: sources.filter(({ about }) => about.isSpokenOf),
    subject,
  }
}

/** “Has led the port for more than ten years”: for how long tells when it began. */
const tenure =
  /^has (?:led|run|headed|chaired|directed|been (?:in (?:office|(?:her|his|their) (?:post|role|job))|(?:the )?(?:head|chair|director|ceo|president|mayor|minister|dean|rector|editor|manager)))(?!\p{L}).* (?:for|since) /iu

export const pagesOf = (sources: readonly Source[]) => sources.map(({ page }) => readSource(page.document))

function factsIn({ ask, sources, subject }: Field): Fact[] {
  const read = pagesOf(sources)
  return read.flatMap((source) => factsFor(ask, source, subject, read))
}

function findingsFrom(
  condition: Condition,
  { candidate }: Choice,
  sources: readonly Source[],
  now: Date,
  support: number = leastSupport.named,
): Finding[] {
  const { comparison, window } = condition
  const [fact] = candidate.facts
  if (!fact || isToldOfOther(fact, sources)) return []
  if (asksPrice.test(condition.text) && ofBusiness.test(fact.piece.plain.text)) return []
  if (comparison === null) {
    const isIn = fact.date === undefined || window === null ? null : inWindow(fact.date, window)
    if (hasConcept(condition, ['found']) && beganOtherwise(fact, sources)) return []
    // When something happened does not change: a newer page knows no better.
    return isIn === null ? [] : [{ ...finding(isIn, fact, sources, window?.text ?? ''), isLasting: true }]
  }
  const fits = fact.quantity ? compare(asAsked(fact, fact.quantity, comparison), comparison) : null
  if (fits === null || (!fits && !mayDeny(condition, fact, now))) return []
  const isMeant = (fact.supports ?? 0) >= support || speaksOf(fact, condition, fits)
  return isMeant ? [finding(fits, fact, sources, comparison.text)] : []
}

/** Stands in a sentence about somebody else. */
const isToldOfOther = ({ source: { document }, start }: Fact, sources: readonly Source[]): boolean =>
  sources.some(
    ({ page, about }) =>
      page.document === document &&
      page.statements.some(
        (statement) => statement.start <= start && statement.end > start && about.of(statement) === 'other',
      ),
  )

/** “Since 2021 we have been certified”, “a range launched in 2018”: the date of something else than the founding. */
function beganOtherwise(
  { source: { document }, piece, start, end }: Fact,
  sources: readonly Source[],
): boolean {
  const text = document.text.slice(piece.whole.start, piece.whole.end)
  const at = { start: start - piece.whole.start, end: end - piece.whole.start }
  const names = sources.find(({ page }) => page.document === document)?.about.names ?? null
  const word = /(?<!\p{L})(?:launch|open|start|creat|introduc)\p{L}*(?=\s(?:\p{L}+\s){0,2}$)/iu.exec(
    text.slice(0, at.start),
  )
  const begun = word && { start: word.index, end: word.index + word[0].length }
  return (
    (since.test(text.slice(0, at.start)) && !isSinceBeginning(text, at, names)) ||
    (begun !== null && isOfThing(text, begun, names))
  )
}

function datedField(condition: Condition, window: Window): string {
  if (hasConcept(condition, ['found'])) return 'founding date'
  if (hasConcept(condition, ['born'])) return 'date of birth'
  return `date ${condition.text.replace(window.text, ' ')}`
}

/** That there are so many of one thing says nothing against another: three users are not three employees. */
function speaksOf({ piece, source }: Fact, { slots, comparison }: Condition, fits: boolean): boolean {
  const isMeasure = comparison?.dimension !== null
  if (comparison?.currency !== null || (isMeasure && fits)) return true
  const text = `${piece.headings.at(-1) ?? ''} ${piece.label} ${piece.plain.text}`
  const holder = { tokens: tokensOf(text), text, start: 0, language: source.document.language }
  const nouns = slots.filter(({ isVerb, isName, place }) => !isVerb && !isName && place === null)
  const asked = nouns.length > 0 ? nouns : slots
  return asked.every((slot) => occurrencesOf(holder, slot).length > 0)
}

/** Lists of these are given whole, so that one that is too short contradicts. */
const wholeLists = ['founder', 'language']

/** “Speaks three languages”: nobody counts them, but the page lists them. */
function decideListed(
  condition: Condition,
  comparison: Comparison,
  sources: readonly Source[],
  subject: Subject,
): Finding[] {
  const noun = condition.slots.findLast(({ isName, place }) => !isName && place === null)
  if (comparison.currency !== null || comparison.dimension !== null || !noun || condition.window) return []
  const ask: Ask = { ...parseAsk(noun.text, subject, 'text', undefined), isPlural: true }
  const read = sources.map(({ page }) => readSource(page.document))
  const facts = read
    .flatMap((source) => factsFor(ask, source, subject, read))
    .filter((fact) => fact.owner !== 'other' && fact.modality === 'now' && fact.match >= leastListed)
  const [first] = facts
  const together = facts.filter(
    ({ piece, source }) => piece.block === first?.piece.block && source === first.source,
  )
  const listed = new Set(together.map(({ value }) => value)).size
  const last = together.at(-1)
  if (!first || !last || listed < 2) return []
  const whole = { start: first.piece.whole.start, end: last.piece.whole.end }
  const { low, high, isOpen } = comparison
  const isEnough = low === null || (isOpen ? listed > low : listed >= low)
  const isFew = high === null || (isOpen ? listed < high : listed <= high)
  const fits = isEnough && isFew
  // A list that may go on says “at least so many”, and no more.
  const isAtLeast = fits && high === null
  // A byline says nothing but names; what else is listed has to be called what is asked for.
  const isWhole =
    ask.concepts.has('author') ||
    (wholeLists.some((concept) => ask.concepts.has(concept)) && speaksOf(first, condition, fits))
  if (!isAtLeast && !isWhole) return []
  const why = `the page lists ${listed}, which is ${fits ? '' : 'not '}${comparison.text}`
  return [{ ...finding(fits, first, sources, comparison.text), quote: whole, why }]
}

/**
 * That something has another number says that it has not this one only where there is one number: now, of the whole,
 * and for the year that is asked for.
 */
function mayDeny(condition: Condition, fact: Fact, now: Date): boolean {
  const { mode, window } = condition
  if (mode !== 'state' || now.getTime() - Date.parse(holdsAt(fact).slice(0, 10)) > stale) return false
  // A column for each plan or size: its numbers are theirs.
  if (fact.piece.kind === 'cell' && fact.piece.column !== '' && !/\d{2}/.test(fact.piece.column)) return false
  if (window !== null && new Set(fact.piece.plain.text.match(/(?:19|20)\d\d/g)).size > 1) return false
  return !hasConcept(condition, ['raise', 'funding-round']) || isTotal(fact.piece)
}

/** “Total funding to date”, “has raised … in all”. */
const isTotal = ({ label, plain }: Fact['piece']): boolean =>
  /(?<!\p{L})(?:total|in all|to date|so far|altogether|overall|insgesamt|bisher|bislang|gesamt|au total|à ce jour)(?!\p{L})/iu.test(
    `${label} ${plain.text}`,
  )

/** The number as the condition measures it; the label of a bare one may have told its unit. */
const asAsked = (fact: Fact, quantity: Quantity, { currency, dimension, factor }: Comparison): Quantity => ({
  ...quantity,
  value: Number(fact.value),
  low: Number(fact.value),
  high: Number(fact.value),
  currency,
  unit: unitFor(dimension, factor),
})

const unitFor = (dimension: string | null, factor: number): Unit | null =>
  // The dimension of a comparison was that of a unit.
  dimension === null ? null : { name: dimension, dimension: dimension as Unit['dimension'], factor }

function measureOf({ currency, dimension, factor }: Comparison): Partial<Ask> {
  if (currency !== null) return { numberKind: 'money', currency, unit: null }
  const unit = unitFor(dimension, factor)
  return unit
    ? { numberKind: 'measure', unit, currency: null }
    : { numberKind: 'count', unit: null, currency: null }
}

export function sureChoice(ask: Ask, facts: readonly Fact[]): Choice | null {
  const choice = choose(ask, facts, leastConfidence - 0.1)
  const fact = choice?.candidate.facts[0]
  if (!choice || !fact || fact.owner === 'other' || fact.modality !== 'now') return null
  return confidenceOf(choice) >= leastConfidence ? choice : null
}

export function finding(
  fits: boolean,
  { source: { document }, piece, start, end }: Fact,
  sources: readonly Source[],
  wanted: string,
): Finding {
  const source = sources.find(({ page }) => page.document === document)
  if (!source) throw new Error('a fact is read from one of the sources')
  return {
    verdict: fits ? 'yes' : 'no',
    rule: 'fact',
    source,
    quote: piece.whole,
    why: `the page gives ${document.text.slice(start, end)}, which is ${fits ? '' : 'not '}${wanted}`,
    at: asOf(source),
    strength: 2,
    isCorrection: false,
    isLasting: false,
  }
}
