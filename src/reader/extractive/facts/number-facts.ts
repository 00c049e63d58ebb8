import type { Moment, Quantity } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import { countryOf } from './country.ts'
import type { Fact } from './fact.ts'
import { matchAt, type Site } from './match.ts'
import { clauseAt, modalityOf, nearby, saysNow } from './modality.ts'
import { asOfDate, periodMatch } from './number-period.ts'
import { plainNumber, valueFor } from './number-value.ts'
import { numbersOf } from './numbers.ts'
import type { Piece, Source } from './source.ts'
import { viewOf } from './subject.ts'
import { placesOf, termsOf } from './terms.ts'

/** Every number of a source that may be what is asked for. */
export function numberFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  const view = viewOf(source, subject)
  if (view.relation === 'none') return []
  const facts: Fact[] = []
  for (const piece of source.pieces) {
    if (piece.kind === 'code') continue
    const { quantities, moments } = numbersOf(piece, source)
    if (quantities.length === 0) continue
    const fitting = quantities.flatMap((quantity) => {
      if (isCondition(ask, quantity)) return []
      const value = valueFor(ask, inDollars(ask, quantity, piece, source), piece)
      return value === null ? [] : [{ quantity, value }]
    })
    const isOnly = isRare(ask) && onlyValue(ask, source)
    for (const { quantity, value } of fitting) {
      const site: Site = {
        extra: isStars(piece, quantity)
          ? 'average rating'
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
      const fact = factOf(ask, source, site, quantity, value, moments, isOnly)
      if (fact) facts.push({ ...fact, owner: view.ownerAt(piece, quantity.start) })
    }
  }
  return facts
}

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
const isBare = ({ kind, plain }: Piece, { start, end }: Quantity): boolean =>
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

function factOf(
  ask: Ask,
  source: Source,
  site: Site,
  quantity: Quantity,
  value: number,
  moments: readonly Moment[],
  isOnly: boolean,
): Omit<Fact, 'owner'> | null {
  const { piece } = site
  const text = piece.plain.text
  const found = matchAt(ask, source, site)
  const { names } = found
  const part = partOfCount(ask, site)
  const isStudied = studies(ask, site) || buys(ask, site)
  const head = isStudied || part === 1 ? 1 : found.head
  const score = isStudied || part === 1 ? Math.max(0.9, found.score) : found.score
  if ((head < 0.3 && !isOnly) || names < 0.3) return null
  const clause = clauseAt(text, quantity.start, quantity.end)
  const words = nearby(text, clause, quantity.start, quantity.end)
  const period = periodMatch(ask, source, site, moments)
  if (period === 0) return null
  const nearness = ask.numberKind === 'count' && !isStudied && part !== 1 ? countedNoun(ask, site) : 1
  const inherited = ask.numberKind === 'count' && nearness < 0.6 && continuesCount(ask, source, site)
  const { start, end } = piece.plain.span(quantity.start, quantity.end)
  const modality = quantity.isFormer
    ? 'former'
    : modalityOf(words, text.slice(clause.start, quantity.start), source.language)
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
      (inherited ? 0.88 : Math.max(isOnly ? 0.58 : 0, score * nearness)) *
        period *
        (names < 0.5 ? 0.8 : 1) *
        (part ?? subsetFactor(ask, site)) *
        averageFactor(ask, site) *
        changeFactor(ask, site) *
        limitFactor(ask, source, site),
    ),
  }
}

/** “Two hundred people when we began, 700 today”: the noun stands once for both. */
function continuesCount(ask: Ask, source: Source, { piece, start, end }: Site): boolean {
  const text = piece.plain.text
  const clause = clauseAt(text, start, end)
  if (!saysNow(text.slice(clause.start, clause.end), source.language) || ask.head === null) return false
  const earlier = numbersOf(piece, source).quantities.findLast((quantity) => quantity.end <= start)
  if (
    !earlier ||
    /^\s?\p{L}*\s?\p{Ll}{3,}/u.test(text.slice(end).replace(/^\s(?:today|now|heute|aujourd['’]hui)/iu, ''))
  )
    return false
  return placesOf(ask.head, termsOf(text.slice(earlier.end, earlier.end + 40))).length > 0
}

const partOf =
  /^,?\s(?:of (?:which|whom|them|these)|davon|darunter|dont|d['’]entre)(?!\p{L})(?!\s(?:about |some |rund |etwa |environ )?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|eine?|une?|deux|trois|quatre|cinq)(?!\p{L}))(?<rest>[^,.;]{0,60})/iu

/** “29 patents, 17 of which have been granted”: a part is meant where its own words are asked for. Null: no part. */
function partOfCount(ask: Ask, { piece, end }: Site): number | null {
  const rest = partOf.exec(piece.plain.text.slice(end))?.groups?.['rest']
  if (rest === undefined) return null
  const words = termsOf(rest)
  return ask.terms.some((term) => placesOf(term, words).length > 0) ? 1 : 0.5
}

const undergoing =
  /^(?:\s[\p{Ll}-]+){1,4}(?:\s\([^)]*\))?[^.;,]{0,60}\s(?:received|were (?:randomi[sz]ed|recruited|enrolled|assigned|allocated|included|surveyed|interviewed|followed)|took part|participated|answered)(?!\p{L})/u

/** Whoever takes part in a study is counted by what was done with them: “64 nurses received placebo”. */
const studies = (ask: Ask, { piece, end }: Site): boolean =>
  ask.numberKind === 'count' &&
  ask.head !== null &&
  ask.head.concepts.includes('participant') &&
  !/^(?:wom[ae]n|m[ae]n|girls?|boys?|child|children|frauen|männer|femmes|hommes)$/i.test(ask.head.text) &&
  ask.terms.length <= 2 &&
  undergoing.test(piece.plain.text.slice(end))

const using =
  /^\s(?:[\p{L}-]+\s){1,6}?(?:(?:in|across|from)\s[^.;]{2,50}?\s)?(?:use|rely on|trust|run on|work with|choose|have chosen|nutzen|verwenden|vertrauen|setzen auf|utilisent|font confiance à)\s(?:our|its|the|it|us|unsere?|die|auf|notre|nos|\p{Lu})/u

/** Whoever uses what a company makes is its customer: “more than 60 banks use our platform”. */
const buys = (ask: Ask, { piece, end }: Site): boolean =>
  ask.numberKind === 'count' &&
  ask.concepts.has('customer') &&
  ask.terms.length === 1 &&
  using.test(piece.plain.text.slice(end))

/** “4.3 ★”, “4.7 out of 5”. */
const isStars = ({ plain }: Piece, { end, value }: Quantity): boolean =>
  value <= 10 &&
  /^\s?(?:★|⭐|\/\s?(?:5|10)(?!\d)|(?:out of|von|sur) (?:5|five|10|ten|fünf|cinq)|stars|Sterne|étoiles)/u.test(
    plain.text.slice(end),
  )

/** What a plan allows is told in a table of prices; it counts nobody. */
const limitFactor = (ask: Ask, source: Source, { piece }: Site): number =>
  ask.numberKind === 'count' &&
  piece.kind === 'cell' &&
  ask.concepts.has('customer') &&
  /[€$£]\s?\d|\d\s?[€$£]|price|Preis|prix/i.test(source.blocks[piece.block]?.plain.text ?? '')
    ? 0.5
    : 1

const changed =
  /^\s(?:[\p{L}-]+\s){1,2}(added|removed|opened|closed|joined|left|hired|cut|lost|hinzugefügt|ajoutée?s|supprimée?s)(?!\p{L})/iu

/** “57 stations added” does not say how many there are. */
const changeFactor = (ask: Ask, { piece, end }: Site): number => {
  const verb = changed.exec(piece.plain.text.slice(end))?.[1]
  return verb === undefined ||
    termsOf(ask.description).tokens.some(({ text }) => verb.startsWith(text.slice(0, 4)))
    ? 1
    : 0.6
}

/** An average is asked for, and a single value stands there. */
function averageFactor(ask: Ask, { piece, extra }: Site): number {
  if (!ask.concepts.has('average') || extra?.includes('average')) return 1
  const hits = termsOf(`${piece.plain.text} ${piece.label} ${piece.column}`).hits
  return hits.some(({ concept }) => concept === 'average') ? 1 : 0.7
}

const preposition =
  /(?<!\p{L})(?:for|in|at|by|with|to|from|on|among|across|per|für|bei|mit|an|auf|pro|pour|dans|à|par|chez|sur)(?!\p{L})/iu
const onlyHedge =
  /^\W*(?:(?:about|around|some|approx\.?|approximately|roughly|circa|ca\.?|over|more than|nearly|almost|up to|currently|now|rund|etwa|knapp|über|mehr als|derzeit|environ|plus de|près de|actuellement|\d+\s?[–-]\s?\d+ \()\s?)*$/iu
const leadsToNumber =
  /(?:^|\s)(?:is|are|was|were|of|to|at|reached|numbers?|numbered|totals?|totall?ed|counts?|now|beträgt|betrug|liegt bei|von|auf|zählt|de|est|sont|compte|atteint|=|:)\s*(?:about |around |some |roughly |nearly |almost |over |more than |rund |etwa |knapp |über |environ |près de |plus de )?$/iu

/** What is counted follows its number: “60 steel plates”. Else its label or the words just before must say it. */
function countedNoun(ask: Ask, { piece, start, end, rivals }: Site): number {
  const { head } = ask
  if (!head) return 1
  const text = piece.plain.text
  if (ask.concepts.has('layoff') && isLayoff(text.slice(Math.max(0, start - 40), end + 70))) return 1
  const next = Math.min(...rivals.map((rival) => rival.start).filter((at) => at > end), text.length)
  const after = text.slice(end, Math.min(next, end + 70)).split(/[.;:](?:\s|$)/)[0] ?? ''
  const [first] = placesOf(head, termsOf(after)).toSorted((a, b) => a.start - b.start)
  if (first) {
    const between = after.slice(0, first.start)
    // “Six lectures for doctoral students” counts lectures.
    if (preposition.test(between) || /,/.test(between) || between.split(' ').length > 6) return 0.5
    return first.strength < 0.9 && ask.concepts.has('employee') ? weakCount(piece, start, end) : 1
  }
  // “Head office: Quay Street 4” counts nothing.
  if (piece.kind === 'pair' && !onlyHedge.test(text.slice(0, start))) return 0.5
  if (piece.kind !== 'sentence' && placesOf(head, termsOf(`${piece.label} ${piece.column}`)).length > 0)
    return /^\s?(?:\p{Ll}{3,})/u.test(after) &&
      !/^\s?(?:people|in total|worldwide|insgesamt|personnes)/iu.test(after) &&
      /\d/.test(text.slice(0, start))
      ? 0.6
      : 1
  const before = text.slice(Math.max(0, start - 70), start).replace(/from \S+ (?=to $)/, '')
  if (ask.concepts.has('participant') && questioning.test(before)) return 1
  if (ask.concepts.has('review') && ratedBy.test(before)) return 1
  const [last] = placesOf(head, termsOf(before)).slice(-1)
  if (!last || !leadsToNumber.test(before) || /\d/.test(before.slice(last.end))) return 0.5
  return last.strength < 0.9 && ask.concepts.has('employee') ? 0.9 * weakCount(piece, start, end) : 0.92
}

const ratedBy = /(?<!\p{L})(?:rated|rating|reviewed|bewertet|noté)(?!\p{L})[^.;]{0,40}(?:by|von|par)\s$/iu

const isLayoff = (words: string): boolean => termsOf(words).hits.some(({ concept }) => concept === 'layoff')

/** Whoever is studied is counted by what was done to them: “we asked 64 lawyers”. */
const questioning =
  /(?<!\p{L})(?:randomi[sz]ed|recruited|enrolled|asked|surveyed|interviewed|included|studied|tested|invited|followed|examined|befragten?|untersuchten?|inclus|interrogé|recruté|suivi)\s(?:a total of |about |some |over )?$/iu

const employing =
  /(?<!\p{L})(?:work(?:s|ing)?|employ\p{L}*|staff|team|we are|there are|colleagues|strong|company of|arbeiten|beschäftig\p{L}*|Team|sind wir|wir sind|travaill\p{L}*|emploie\p{L}*|compte|équipe|sommes)(?!\p{L})/iu

/** “People” are employees where the words around them say that they work there. */
function weakCount(piece: Piece, start: number, end: number): number {
  const { start: from, end: to } = clauseAt(piece.plain.text, start, end)
  const clause = `${piece.label} ${piece.plain.text.slice(from, to)}`
  if (employing.test(clause)) return 1.36
  // A line of its own: “Seventy-five people, most of them in Singapore.”
  return start === 0 && /^\s\p{L}+(?:[,.]|$)/u.test(piece.plain.text.slice(end)) ? 1.25 : 0.6
}

const partAfter =
  /^\s(?:of (?:them|whom|these|us)|davon|von ihnen|d['’]entre)(?!\p{L})|^\s(?:more|additional|further|new|weitere|zusätzliche|neue|nouveaux|supplémentaires)(?!\p{L})/iu
const partBefore =
  /(?:of whom|of which|of them|including|among them|all but|davon|darunter|dont|parmi lesquels)\s(?:about |some |rund |etwa |environ )?$/iu
const event =
  /(?<!\p{L})(?:hir(?:e|es|ed|ing)|recruit\p{L}*|dismiss\p{L}*|laid off|lay(?:ing)? off|layoffs?|redundan\p{L}*|cut(?:s|ting)?|joined|left|leave|retire\p{L}*|create[ds]?|add(?:ed|s|ing)?|lost|goodbye|part(?:ed)? (?:with|ways)|suchen|sucht|einstell\p{L}*|entlass\p{L}*|abbau\p{L}*|streich\p{L}*|embauch\p{L}*|recrut\p{L}*|licenci\p{L}*|supprim\p{L}*|affected|betroffen)(?!\p{L})/iu
const elsewhere =
  /(?<!\p{L})(?:and (?:another|a further) \S+ in|the others|the rest|elsewhere|die übrigen|die anderen|les autres)(?!\p{L})|^\s[\p{L}]+ work(?:s|ing)? (?:in|at) \p{Lu}/iu

/** A part of what is counted, or how many came and went, is not how many there are. */
function subsetFactor(ask: Ask, { piece, start, end }: Site): number {
  const text = piece.plain.text
  // “Models trained at one hospital”: seldom does one say how many there are.
  if (ask.numberKind === 'count' && piece.kind === 'sentence' && isOne(text, start, end)) return 0.5
  const isOwnNoun =
    ask.head !== null &&
    placesOf(ask.head, termsOf(text.slice(end, end + 40))).some((place) => place.start <= 12)
  if (ask.numberKind !== 'count') return partBefore.test(text.slice(0, start)) && !isOwnNoun ? 0.75 : 1
  if (
    !isOwnNoun &&
    ask.terms.length < 2 &&
    (partAfter.test(text.slice(end)) || partBefore.test(text.slice(0, start)))
  )
    return 0.5
  // “64 nurses (51 women)”
  if (ask.terms.length < 2 && /\d\s[\p{L}-]+(?:\s[\p{L}-]+)?\s\($/u.test(text.slice(0, start))) return 0.6
  if (ask.concepts.has('participant') && ask.terms.length < 2 && happening.test(text.slice(end))) return 0.6
  if (!ask.concepts.has('employee')) return 1
  const clause = clauseAt(text, start, end)
  const words = text.slice(clause.start, clause.end)
  if (event.test(words) && !event.test(ask.description)) return 0.6
  return ask.places.length === 0 && elsewhere.test(text.slice(end)) && !/\p{Lu}\p{Ll}+ now/u.test(text)
    ? 0.75
    : 1
}

const isOne = (text: string, start: number, end: number): boolean =>
  /^(?:1|one|a single|eine?[nrsm]?|une?)$/iu.test(text.slice(start, end)) &&
  !/(?<!\p{L})(?:has|have|had|operates?|runs?|owns?|is|are|only|exactly|just|hat|haben|betreibt|nur|a|possède|compte)\s$/iu.test(
    text.slice(0, start),
  )

/** Some of those who take part: whom something happened to. */
const happening =
  /^\s\p{Ll}+\s(?:reported|completed|developed|withdrew|dropped|died|discontinued|experienced|declined|left|were (?:lost|excluded|removed))(?!\p{L})/u
