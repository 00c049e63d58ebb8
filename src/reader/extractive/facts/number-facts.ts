import { quantitiesIn, type Moment, type Quantity } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import { isMereLimit } from '../limit.ts'
import type { Ask } from './ask.ts'
import { besideAnother, isWithheld, oneRound, sum } from './beside-another.ts'
import { buys, continuesCount, countedNoun, sharesNoun, studies } from './counted-noun.ts'
import { countryOf } from './country.ts'
import type { Fact, Reach } from './fact.ts'
import { matchAt, type Site } from './match.ts'
import { clauseAt, modalityOf, nearby, saysNow } from './modality.ts'
import { partOfCount, subsetFactor } from './number-part.ts'
import { asOfDate, periodMatch } from './number-period.ts'
import { plainNumber, valueFor } from './number-value.ts'
import { numbersOf } from './numbers.ts'
import { isStruckOut, type Piece, type Source } from './source.ts'
import { ownerOf } from './owner-asked.ts'
import { viewOf } from './subject.ts'
import { placesOf, termsOf } from './terms.ts'

/** Every number of a source that may be what is asked for. */
export function numberFacts(ask: Ask, source: Source, subject: Subject, reach: Reach = 'said'): Fact[] {
  const view = viewOf(source, subject)
  // Where no word says what is counted or measured, every number would do.
  const isUntold = ask.terms.length === 0 && ask.unit === null && ask.currency === null
  if (view.relation === 'none' || (isUntold && reach === 'said')) return []
  const facts: Fact[] = []
  for (const piece of source.pieces) {
    // “Twenty more rooms?” asks, and tells nothing.
    if (piece.kind === 'code' || (piece.kind === 'heading' && piece.plain.text.endsWith('?'))) continue
    const { quantities, moments } = numbersOf(piece, source)
    if (quantities.length === 0) continue
    const fitting = quantities.flatMap((quantity) => {
      if (isStruckOut(source, piece.plain.span(quantity.start, quantity.end).start)) return []
      if (isUnrestricted(ask, quantity, piece)) return []
      if (isCondition(ask, quantity) || isStatistic(ask, quantity, piece)) return []
      if (ask.numberKind === 'count' && (isNoCount(quantity, piece) || isVacant(ask, quantity, piece)))
        return []
      const inOwn = inDollars(ask, inCurrencyBefore(ask, quantity, quantities, piece), piece, source)
      const value =
        valueFor(ask, inOwn, piece) ?? (reach === 'possible' ? untoldValue(ask, inOwn, piece) : null)
      return value === null ? [] : [{ quantity, value }]
    })
    const isOnly = isRare(ask) && onlyValue(ask, source)
    for (const { quantity, value } of fitting) {
      const site: Site = {
        extra: isStars(piece, quantity)
          ? 'average rating'
          : isAge(piece, quantity)
            ? 'age'
            : isBare(piece, quantity) && quantity.currency !== null
              ? 'price'
              : undefined,
        piece,
        start: quantity.start,
        end: quantity.end,
        rivals: fitting
          .filter((other) => other.quantity !== quantity && other.quantity.isFormer === quantity.isFormer)
          .map((other) => other.quantity),
      }
      const fact = factOf(ask, source, site, quantity, value, moments, isOnly, reach)
      if (fact) facts.push({ ...fact, owner: ownerOf(view, ask, site) })
    }
  }
  return facts
}

/** What may be meant where neither the question nor the page says all: “must save 22 million”, “Borrowings: €377m”. */
function untoldValue(ask: Ask, quantity: Quantity, piece: Piece): number | null {
  const isExplicit = /^(?:number|count|how many|no\.|anzahl|nombre|total number|zahl)\b/i.test(
    ask.description,
  )
  if (ask.numberKind === 'count' && !isExplicit && quantity.currency !== null)
    return valueFor({ ...ask, numberKind: 'any' }, quantity, piece)
  if (ask.numberKind === 'measure') return bareMeasure(ask, quantity, piece)
  const isAmount = quantity.value >= 1000 && !quantity.mayBeYear
  return ask.numberKind === 'money' && isAmount && quantity.currency === null && quantity.unit === null
    ? valueFor({ ...ask, numberKind: 'any' }, quantity, piece)
    : null
}

/** “Five years on the machine, ten on the compressor”: the unit is said once. */
function bareMeasure(ask: Ask, quantity: Quantity, piece: Piece): number | null {
  if (quantity.unit !== null || quantity.currency !== null || quantity.mayBeYear) return null
  // Of hundreds the sign is left out only beside it: “31.2 and 33 %”.
  if (ask.unit?.dimension === 'percent' && !beforePercent.test(piece.plain.text.slice(quantity.end)))
    return null
  const said = quantitiesIn(`${piece.before} ${piece.plain.text}`, 'en').find(
    ({ unit }) => unit !== null && unit.dimension === ask.unit?.dimension,
  )
  return said ? valueFor(ask, { ...quantity, unit: said.unit }, piece) : null
}

const beforePercent = /^\s?(?:and|or|to|vs\.?|versus|against|–|-)\s?[\d.]+\s?(?:%|per ?cent)/iu

const dollars: Readonly<Record<string, string>> = {
  CAD: 'CA',
  AUD: 'AU',
  NZD: 'NZ',
  SGD: 'SG',
  HKD: 'HK',
  MXN: 'MX',
}

/** A bare “$” is the dollar of the page's country. */
function inDollars(ask: Ask, quantity: Quantity, { plain }: Piece, source: Source): Quantity {
  if (quantity.currency !== 'USD' || ask.currency === null || !(ask.currency in dollars)) return quantity
  const isSign = plain.text.startsWith('$', quantity.start)
  return isSign && countryOf(source) === dollars[ask.currency]
    ? { ...quantity, currency: ask.currency }
    : quantity
}

/** “Rose to 31.5 million euros, after 22.8 million the year before”: the currency is said once. */
function inCurrencyBefore(
  { numberKind }: Ask,
  quantity: Quantity,
  all: readonly Quantity[],
  { plain: { text } }: Piece,
): Quantity {
  if (numberKind !== 'money' || quantity.currency !== null || quantity.unit !== null || quantity.value < 1e5)
    return quantity
  const before = all.findLast(({ end }) => end <= quantity.start)
  const isCompared =
    before !== undefined &&
    /(?<!\p{L})(?:after|from|against|compared (?:with|to)|nach|von|gegenüber|après|contre)\s$/iu.test(
      text.slice(before.end, quantity.start),
    )
  return isCompared ? { ...quantity, currency: before.currency } : quantity
}

/** Lengths, masses, areas and the like are seldom: the only one of a page is the one that is meant. */
const isRare = ({ unit, numberKind, concepts }: Ask): boolean =>
  (numberKind === 'money' && concepts.has('salary')) ||
  (unit !== null && !['time', 'percent', 'temperature', 'length'].includes(unit.dimension))

function onlyValue(ask: Ask, source: Source): boolean {
  const values = new Set(
    source.pieces.flatMap((piece) =>
      numbersOf(piece, source).quantities.flatMap((quantity) =>
        (
          ask.numberKind === 'money'
            ? quantity.currency !== null
            : quantity.unit?.dimension === ask.unit?.dimension
        )
          ? [quantity.value]
          : [],
      ),
    ),
  )
  return values.size === 1 && ask.terms.every(({ isName }) => !isName)
}

/** An amount of money that stands alone is a price. */
const isBare = ({ kind, plain }: Piece, { start, end, isFormer }: Quantity): boolean =>
  (start === 0 && kind !== 'heading') ||
  isFormer ||
  end - start > plain.text.length * 0.6 ||
  // A list of prices: “Families 340 €”, “$329 $279”.
  (kind !== 'heading' &&
    plain.text.length <= 60 &&
    end >= plain.text.length - 14 &&
    !/[.!?]$/.test(plain.text)) ||
  /^(?:\W*\d[\d.,]*\W*)+$/u.test(plain.text)

/** “Loss at 50 % charge” does not ask for the 50. */
const isCondition = (ask: Ask, { value, unit }: Quantity): boolean =>
  ask.conditions.some((condition) => condition.value === value && condition.unit?.name === unit?.name)

const restriction =
  /(?<!\p{L})(?:who|that|which) (?:have|has|were|was|are|had) (?:already |ever |been )?(?<verb>\p{L}{4,}(?:ed|en))(?!\p{L})|(?<!\p{L})(?:still|left|remaining)(?!\p{L})/iu

/** “Students who have graduated”: where the next sentence counts those, or this one counts all, others are meant. */
function isUnrestricted({ description }: Ask, { end }: Quantity, piece: Piece): boolean {
  const asked = restriction.exec(description)
  if (!asked || piece.kind !== 'sentence') return false
  const { text } = piece.plain
  const verb = asked.groups?.['verb']?.toLowerCase()
  if (/^There (?:are|were)\s\S+$/u.test(text.slice(0, end)) && /^\s[\p{L}-]+\.?$/u.test(text.slice(end)))
    return true
  if (verb === undefined || text.toLowerCase().includes(verb)) return false
  return (
    piece.after.toLowerCase().includes(verb) &&
    quantitiesIn(piece.after, 'en').some(({ unit }) => unit === null)
  )
}

/** “6 × 10 m”, “8.00”: a measure, a price or a code, even where what is counted stands beside it. */
function isNoCount({ start, end }: Quantity, { plain: { text } }: Piece): boolean {
  return (
    /^\s?[×x]\s?\d/.test(text.slice(end)) ||
    /\d\s?[×x]\s?$/.test(text.slice(0, start)) ||
    /^\d+[.,]\d\d$/.test(text.slice(start, end)) ||
    // “RUC 80555017-3”
    (/^\d{6,}$/.test(text.slice(start, end)) &&
      /(?<!\p{L})\p{Lu}{2,6}[\s:.]{1,2}$/u.test(text.slice(0, start)))
  )
}

/** “We have seven open jobs”: nobody works in them. */
const isVacant = ({ concepts }: Ask, { end }: Quantity, { plain: { text } }: Piece): boolean =>
  concepts.has('employee') &&
  /^\s(?:\p{L}+\s){0,2}?(?:(?:open|vacant|unfilled|free)\s(?:jobs?|positions?|roles?|posts?)|(?:job )?openings?|vacanc(?:y|ies)|offene Stellen|postes vacants)(?!\p{L})/iu.test(
    text.slice(end),
  )

/** “n = 24”, “p < 0.001”, “95 % CI 0.12 to 0.30”: how sure a study is of its values, and none of them. */
function isStatistic({ numberKind, description }: Ask, { start, end }: Quantity, { plain }: Piece): boolean {
  const before = plain.text.slice(Math.max(0, start - 40), start)
  if (/(?<!\p{L})n\s?=\s?$/iu.test(before)) return numberKind !== 'count'
  if (/(?<!\p{L})p\s?[<>=≤]\s?$/iu.test(before)) return !/(?<!\p{L})p(?!\p{L})/iu.test(description)
  const isInterval =
    /^\s?(?:CI|confidence interval|credible interval)(?!\p{L})/u.test(plain.text.slice(end)) ||
    /(?<!\p{L})(?:CI|confidence interval|credible interval)[\s:=,[(]{1,3}(?:[−-]?[\d.]+\s?%?(?:\sto\s|,\s|[–-]))?$/u.test(
      before,
    )
  return isInterval && !/confidence|interval|(?<!\p{L})CI(?!\p{L})|bound|limit/u.test(description)
}

/** “A network (41,000 parameters) with a sensitivity of 0.93”: what the word itself leads to is meant, and nothing beside it. */
function ledFactor(ask: Ask, { piece, start, rivals }: Site): number {
  const { head, numberKind } = ask
  if (!head || numberKind === 'count') return 1
  const { text } = piece.plain
  const isLed = (at: number): boolean => {
    const before = text.slice(Math.max(0, at - 50), at)
    const last = placesOf(head, termsOf(before)).at(-1)
    return (
      last !== undefined &&
      /^\s?(?:of|is|was|were|:|=)\s(?:about |around |some )?$/iu.test(before.slice(last.end))
    )
  }
  return !isLed(start) && rivals.some((rival) => isLed(rival.start)) ? 0.75 : 1
}

function factOf(
  ask: Ask,
  source: Source,
  site: Site,
  quantity: Quantity,
  value: number,
  moments: readonly Moment[],
  isOnly: boolean,
  reach: Reach,
): Omit<Fact, 'owner'> | null {
  const { piece } = site
  const text = piece.plain.text
  const found = matchAt(ask, source, site)
  const { names } = found
  const part = partOfCount(ask, site)
  const isStudied = studies(ask, site) || buys(ask, site)
  const head = isStudied || part === 1 ? 1 : found.head
  const score = isStudied || part === 1 ? Math.max(0.9, found.score) : found.score
  if (reach === 'said' && ((head < 0.3 && !isOnly) || names < 0.3)) return null
  const clause = clauseAt(text, quantity.start, quantity.end)
  const words = nearby(text, clause, quantity.start, quantity.end)
  const period = periodMatch(ask, source, site, moments)
  if (period === 0 || (reach === 'said' && period === null)) return null
  const nearness = ask.numberKind === 'count' && !isStudied && part !== 1 ? countedNoun(ask, site) : 1
  const inherited =
    ask.numberKind === 'count' &&
    nearness < 0.6 &&
    (continuesCount(ask, source, site) || sharesNoun(ask, source, site))
  const { start, end } = piece.plain.span(quantity.start, quantity.end)
  const modality = quantity.isFormer
    ? 'former'
    : modalityOf(words, text.slice(clause.start, quantity.start), source.language, ask.description)
  return {
    value: plainNumber(value),
    quantity,
    source,
    piece,
    start,
    end,
    modality,
    asOf: asOfDate(piece, clause, moments),
    isCurrent: saysNow(words, source.language),
    match: Math.min(
      1,
      (inherited
        ? Math.max(0.88 * score, ask.terms.length === 1 ? 0.88 : 0)
        : Math.max(isOnly ? 0.58 : 0, score * nearness)) *
        (period ?? 0) *
        (names < 0.5 ? 0.8 : 1) *
        (part ?? subsetFactor(ask, site)) *
        averageFactor(ask, site) *
        (ask.numberKind === 'any' && quantity.currency !== null && ask.isPlural ? 0.7 : 1) *
        ledFactor(ask, site) *
        besideAnother(ask, site) *
        (isWithheld(ask, site) ? 0.4 : 1) *
        latestFactor(ask, site) *
        totalFactor(ask, site) *
        changeFactor(ask, site) *
        limitFactor(ask, source, site) *
        conversionFactor(ask, quantity),
    ),
  }
}

/** “28.4 lb (12.9 kg)”: of two that say the same, the one in the unit asked for. */
const conversionFactor = ({ unit }: Ask, quantity: Quantity): number =>
  unit === null || quantity.unit === null || quantity.unit.name === unit.name
    ? 1
    : // Nobody counts a course of weeks in minutes.
      Math.abs(Math.log(quantity.unit.factor / unit.factor)) > farApart
      ? 0.5
      : 0.96
const farApart = Math.log(5000)

/** “Marcus Teel, 49, takes over”. */
const isAge = ({ plain }: Piece, { start, end, value, unit }: Quantity): boolean =>
  unit === null &&
  value >= 16 &&
  value <= 110 &&
  /\p{Lu}\p{Ll}+,\s$/u.test(plain.text.slice(0, start)) &&
  /^(?:,|\.|$)/.test(plain.text.slice(end))

/** “4.3 ★”, “4.7 out of 5”. */
const isStars = ({ plain }: Piece, { start, end, value }: Quantity): boolean =>
  value <= 10 && (/[★⭐]\s?$/u.test(plain.text.slice(0, start)) || starsAfter.test(plain.text.slice(end)))

const starsAfter =
  /^\s?(?:★|⭐|\/\s?(?:5|10)(?!\d)|(?:out of|von|sur) (?:5|five|10|ten|fünf|cinq)|stars|Sterne|étoiles)/u

/** How many may come is not how many do; and what a plan allows, in a table of prices, counts nobody. */
function limitFactor(
  { numberKind, concepts, description }: Ask,
  source: Source,
  { piece, start }: Site,
): number {
  if (numberKind !== 'count') return 1
  const isLimit = isMereLimit(`${piece.label} ${piece.plain.text.slice(0, start)}`, description)
  const isOfPlan =
    piece.kind === 'cell' &&
    concepts.has('customer') &&
    /[€$£]\s?\d|\d\s?[€$£]|price|Preis|prix/i.test(source.blocks[piece.block]?.plain.text ?? '')
  return isLimit || isOfPlan ? 0.5 : 1
}

const changed =
  /^\s(?:[\p{L}-]+\s){1,2}(added|removed|opened|closed|joined|left|hired|cut|lost|hinzugefügt|ajoutée?s|supprimée?s)(?!\p{L})/iu

const added = /^\s(?:more(?!\sthan)|additional|further|extra)(?!\p{L})/iu

/** “57 stations added”, “20 more rooms” do not say how many there are. */
const changeFactor = (ask: Ask, { piece, end }: Site): number => {
  if (
    added.test(piece.plain.text.slice(end)) &&
    !/(?<!\p{L})(?:more|additional|further|extra|new|added)(?!\p{L})/iu.test(ask.description)
  )
    return 0.5
  const verb = changed.exec(piece.plain.text.slice(end))?.[1]
  return verb === undefined ||
    termsOf(ask.description).tokens.some(({ text }) => verb.startsWith(text.slice(0, 4)))
    ? 1
    : 0.6
}

/** “The latest round”: what was raised in all is another amount. */
function latestFactor({ wantsLatest, concepts }: Ask, { piece }: Site): number {
  if (!wantsLatest || !concepts.has('raised')) return 1
  return /(?<!\p{L})(?:round|series|seed|latest|recently|Runde|tour|levée)(?!\p{L})/iu.test(
    `${piece.label} ${piece.plain.text}`,
  )
    ? 1
    : 0.8
}

/** “Total funding”, where one round is told of: all of them together are another amount. */
function totalFactor({ concepts }: Ask, { piece: { label, plain } }: Site): number {
  if (!concepts.has('total') || !concepts.has('raised')) return 1
  const text = `${label} ${plain.text}`
  return oneRound.test(text) && !sum.test(text) ? 0.85 : 1
}

/** An average is asked for, and a single value stands there. */
function averageFactor(ask: Ask, { piece, extra }: Site): number {
  if (!ask.concepts.has('average') || extra?.includes('average')) return 1
  const hits = termsOf(`${piece.plain.text} ${piece.label} ${piece.column}`).hits
  return hits.some(({ concept }) => concept === 'average') ? 1 : 0.7
}
