import { numberIn } from '../../../entities/index.ts'
import { currencyOf, currencyPattern } from './currencies.ts'
import { numberFromWords, numberWordsPattern, startsNumber } from './number-words.ts'
import { remembered } from './remembered.ts'
import { unitOf, unitPattern, type Unit } from './units.ts'

/** How exactly a number is meant. */
export type Bound = 'exact' | 'about' | 'atLeast' | 'atMost'

/** A number as a text gives it, with what it counts or measures. */
export interface Quantity {
  /** Where it stands, sign of the currency and unit included. */
  readonly start: number
  readonly end: number
  /** Written out in full: “3.4 million” is 3400000. Of a range, the middle. */
  readonly value: number
  /** The ends of a range; else both are the value. */
  readonly low: number
  readonly high: number
  readonly bound: Bound
  readonly currency: string | null
  readonly unit: Unit | null
  /** What “€190 per month” is paid for: `month`. */
  readonly per: string | null
  /** What it was before: “rose from 40 to 80” is 80, and 40 before. */
  readonly before: number | null
  /** It was what another number rose or fell from. */
  readonly isFormer: boolean
  /** Four digits without sign or unit: it may be a year. */
  readonly mayBeYear: boolean
}

const digits = String.raw`\d{0,3}[½¼¾⅓⅔]|\d{1,3}(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?![\d])|\d+(?:[.,]\d+)*`
const magnitudeWords =
  'thousands?|tausend|tsd\\.?|mille|millions?|millionen|mio\\.?|mln\\.?|mn|billions?|milliarden?|milliards?|mrd\\.?|mds?|bn|trillions?|billionen|tn|k|m|b|lakhs?|crores?'
const before = String.raw`(?<![\p{L}\p{N}_#/]|[\p{N}][.,:]|\p{L}[-–.])`
const space = String.raw`[ \u00a0\u202f]`

const pattern = new RegExp(
  before +
    `(?:(?<lead>${currencyPattern})${space}?)?` +
    `(?<minus>[−-](?=\\d))?(?:(?<digits>${digits})|(?<words>${numberWordsPattern})(?![\\p{L}\\p{N}]))(?<half>${space}and a half(?![\\p{L}\\p{N}]))?` +
    `(?<plus>\\+)?` +
    `(?:(?:${space}|-)?(?<size>${magnitudeWords})(?![\\p{L}\\p{N}]))?(?<plusAfter>\\+)?` +
    `(?:${space}?(?:of${space}|de${space}|d['’])?(?<trail>${currencyPattern})(?![\\p{L}\\p{N}]))?`,
  'iuy',
)
const unitAfter = new RegExp(`^(?:${space}|-)?(?<unit>${unitPattern})(?![\\p{L}\\p{N}])`, 'u')
const perAfter =
  /^[ \u00a0]?(?:\/ ?|(?:per|a|an|each|pro|je|par|im|by the|every) )(?:[\p{L}]+ and )?(?<per>month|year|annum|quarter|day|week|hour|night|user|seat|developer|person|employee|head|share|kg|kilogram|tonne|km|100 g|unit|piece|item|mo|yr|Monat|Jahr|Tag|Woche|Stunde|Nutzer|Person|mois|an|jour|semaine|heure|personne|utilisateur)(?!\p{L})/iu

const sizes = new Map<string, number>()
for (const [words, factor] of [
  ['thousand|thousands|tausend|tsd|mille|k', 1e3],
  ['lakh|lakhs', 1e5],
  ['million|millions|millionen|mio|mln|mn|m', 1e6],
  ['crore|crores', 1e7],
  ['billion|billions|milliarde|milliarden|milliard|milliards|mrd|md|mds|bn|b', 1e9],
  ['trillion|trillions|billionen|tn', 1e12],
] as const)
  for (const word of words.split('|')) sizes.set(word, factor)

const known = remembered<readonly Quantity[]>()

/** Every number of a text that is no part of a code, a date with dots or a version. */
export const quantitiesIn = (text: string, language: string | null): readonly Quantity[] =>
  known(`${language} ${text}`, () => readQuantities(text, language))

function readQuantities(text: string, language: string | null): Quantity[] {
  const found: Quantity[] = []
  let end = 0
  for (const start of startsIn(text)) {
    if (start < end) continue
    pattern.lastIndex = start
    const match = pattern.exec(text)
    if (!match) continue
    end = start + match[0].length
    if (isEnumerator(text, start, end, language)) continue
    const quantity = readMatch(text, match, language)
    if (quantity) found.push(quantity)
  }
  return linkChanges(text, inherit(text, joinRanges(text, withTolerance(text, found))))
}

/** “7. Personnel.” is the seventh point; in German it may be a rank or a day. */
const isEnumerator = (text: string, start: number, end: number, language: string | null): boolean =>
  language?.startsWith('de') !== true &&
  /^\d{1,2}$/.test(text.slice(start, end)) &&
  !/[\p{L}\p{N}]/u.test(text.slice(0, start)) &&
  /^\.\s+\p{Lu}[\p{L} ]{2,40}\.(?:[\s*]|$)/u.test(text.slice(end))

const tolerance = /^\s?\(?(?:±|\+\/[-−–]|plus or minus)\s?$/iu

/** “286 ± 17 MPa” is 286 MPa: what follows the sign says how exactly it is known. */
function withTolerance(text: string, found: readonly Quantity[]): Quantity[] {
  const kept: Quantity[] = []
  for (const quantity of found) {
    const previous = kept.at(-1)
    const isTolerance = previous !== undefined && tolerance.test(text.slice(previous.end, quantity.start))
    if (isTolerance)
      kept[kept.length - 1] = {
        ...previous,
        end: quantity.end,
        unit: previous.unit ?? quantity.unit,
        currency: previous.currency ?? quantity.currency,
        mayBeYear: false,
      }
    else kept.push(quantity)
  }
  return kept
}

const leadBefore = new RegExp(`(?<![\\p{L}\\p{N}])(?:${currencyPattern})${space}?[−-]?$`, 'iu')

/** Where a number may begin: at digits, the sign of a currency before them, or words that count. */
function* startsIn(text: string): Generator<number> {
  for (const match of text.matchAll(/\d+(?:[.,]\d+)*|[½¼¾⅓⅔]|\p{L}+/gu)) {
    const { index, 0: word } = match
    if (/^[\d½¼¾⅓⅔]/u.test(word)) {
      const lead = leadBefore.exec(text.slice(Math.max(0, index - 26), index))
      if (lead) yield index - lead[0].length
      // The rand's sign is a letter, so that what follows has to tell.
      if (text[index - 1] === 'R') yield index - 1
      yield /[−-]/.test(text[index - 1] ?? '') ? index - 1 : index
      yield index
    } else if (startsNumber(word.toLowerCase())) yield index
  }
}

function readMatch(text: string, match: RegExpExecArray, language: string | null): Quantity | null {
  const { lead, digits: plain, words, size, trail, minus } = match.groups ?? {}
  let end = match.index + match[0].length
  if (plain !== undefined ? isPartOfCode(text, match, end) : isNoNumber(text, match, end, language))
    return null
  let factor = size === undefined ? 1 : (sizes.get(size.toLowerCase().replace(/\.$/, '')) ?? 1)
  if (size && /^billions?$/i.test(size) && /^(?:de|fr)/.test(language ?? '')) factor = 1e12
  let value =
    plain === undefined
      ? numberFromWords(words ?? '')
      : (withFraction(plain) ?? numberIn(plain, size !== undefined, language))
  if (value === null) return null
  if (match.groups?.['half'] !== undefined) value += 0.5
  let currency = currencyOf(lead ?? trail ?? '')
  // “15 m” and “5 b” are no millions and billions unless money or a noun says so.
  const letter = size !== undefined && /^[mb]$/i.test(size)
  if (
    letter &&
    currency === null &&
    (/^[ -]/u.test(text.slice(end - (size?.length ?? 0) - 1)) || !/^ \p{Ll}{3,}/u.test(text.slice(end)))
  ) {
    end -= match[0].length - match[0].lastIndexOf(size ?? '')
    factor = 1
  }
  // A word that only may be a currency: “pounds” of weight stay with the unit when no price is meant.
  if (
    words !== undefined &&
    lead === undefined &&
    size === undefined &&
    /^(?:won|lei|rand|dong|try|ron|rs)$/i.test(trail ?? '')
  ) {
    currency = null
    end = match.index + match[0].length - (trail?.length ?? 0) - 1
  }
  const sizeEnd = end
  const unitMatch = currency === null ? unitAfter.exec(text.slice(end, end + 40)) : null
  let unit = unitMatch ? unitOf(unitMatch.groups?.['unit'] ?? '') : null
  // One letter right behind a word number is no unit, nor “a” before a noun; “in.” ends many sentences.
  if (
    unit &&
    unitMatch &&
    (words !== undefined || unitMatch[0].startsWith(' ')) &&
    /^[ -]?(?:in\.|A|B|K|J|N|V|d|h|s|t|l|L|W)$/.test(unitMatch[0]) &&
    !/^[ -]?(?:t|h|W|V|N|K|A|s|l|L)$/.test(unitMatch[0])
  )
    unit = null
  if (unit && unitMatch) end += unitMatch[0].length
  const per = perAfter.exec(text.slice(end, end + 40))
  const start = match.index
  value = tidy(value * factor * (minus ? -1 : 1))
  return {
    start,
    end,
    value,
    low: value,
    high: value,
    bound: boundOf(
      text.slice(Math.max(0, start - 40), start),
      Boolean(match.groups?.['plus'] ?? match.groups?.['plusAfter']),
    ),
    currency,
    unit,
    per: per?.groups?.['per']?.toLowerCase() ?? null,
    before: null,
    isFormer: false,
    mayBeYear:
      plain !== undefined &&
      currency === null &&
      unit === null &&
      sizeEnd === end &&
      size === undefined &&
      /^(?:1[5-9]|20)\d\d$/.test(plain),
  }
}

const fractions: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
}

/** “4½”. Null: it has no such sign. */
function withFraction(plain: string): number | null {
  const fraction = fractions[plain.at(-1) ?? '']
  return fraction === undefined ? null : Number(plain.slice(0, -1)) + fraction
}

/** “Two thirds”, “a few hundred”, “one of the first”, and French words in other languages. */
function isNoNumber(text: string, match: RegExpExecArray, end: number, language: string | null): boolean {
  const words = (match.groups?.['words'] ?? '').toLowerCase()
  const after = text.slice(end, end + 16)
  if (/^(?:cents?|mille|dix|sept|elf|acht|six cents?)$/.test(words) && !/^(?:fr|de)/.test(language ?? ''))
    return true
  if (/^[ -](?:thirds?|fifths?|tenths?|quarters? of|Drittel|Viertel|Fünftel|tiers|quarts)/i.test(after))
    return true
  if (
    /(?:few|several|many|einige|mehrere|quelques|plusieurs)\s$/i.test(
      text.slice(Math.max(0, match.index - 10), match.index),
    )
  )
    return true
  return (
    words === 'one' &&
    /^(?:,|\.| of | in | who | that | is | has | another| day | year | can | may | which)/.test(after)
  )
}

const tidy = (value: number): number => Number(value.toPrecision(12))

/** Versions (3.1.2), dates (12.03.2024, 2024-05-01), times (10:30), codes (BG-0110, ISO 27001), ordinals (3rd, 12.). */
function isPartOfCode(text: string, match: RegExpExecArray, end: number): boolean {
  const plain = match.groups?.['digits'] ?? ''
  const after = text.slice(end, end + 12)
  const behind = text.slice(Math.max(0, match.index - 12), match.index)
  if (/^\d{1,3}\.\d{1,3}\.\d/.test(plain) && !/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(plain)) return true
  if (/^(?:st|nd|rd|th)(?!\p{L})/iu.test(after)) return true
  if (/^[-–]?\p{L}/u.test(after) && /^[-–]\p{Lu}{2,}\d|^\p{Lu}{2,}\d/u.test(after)) return true
  if (/^:\d\d/.test(after) || /\d:$/.test(behind)) return true
  if (/^-\d\d-\d\d|^\/\d{1,2}\/\d{2,4}/.test(after) || /\d[/]$/.test(behind)) return true
  if (
    /(?<!\p{L})(?:ISO|EN|DIN|IEC|SOC|No\.?|Nr\.?|Art\.?|RFC|§|Room|Raum|Unit|Suite|Section|Table|Figure|Fig\.|Version|version|v)[ -]?$/u.test(
      behind,
    ) &&
    match.groups?.['lead'] === undefined
  )
    return true
  if (/^\p{Ll}?@|^\p{L}+\.\p{L}/u.test(after)) return true
  return false
}

const lowerBound =
  /(?:(?<!not )\bmore than|\bover|\bat least|\babove|\bupwards of|\bnorth of|\bexceed(?:s|ed|ing)?|\bwell over|\bjust over|>|≥|\bno fewer than|\bno less than|\bminimum of|\bmehr als|über|\bmindestens|\bgut|plus d[e']|plus de|au moins|au-delà de|dépasse)\s*(?:the\s)?[€$£]?$/iu
const upperBound =
  /(?:\bless than|\bfewer than|\bunder|\bbelow|\bup to(?: an? \p{L}+ of)?|\bat most|\bno more than|\bmaximum of|<|≤|\bweniger als|\bunter|\bhöchstens|\bmaximal|\bbis zu|moins d[e']|moins de|au plus|jusqu['’]à)\s*(?:the\s)?[€$£]?$/iu
const roughly =
  /(?:\babout|\baround|\bsome|\broughly|\bapproximately|\bapprox\.?|\bcirca|\bca\.?|\bc\.|\bnearly|\balmost|\bjust under|\bclose to|~|≈|\brund|\betwa|\bungefähr|\bknapp|\bfast|\bcirca|environ|\bquelque|près de|presque|à peu près)\s*(?:the\s)?[€$£]?$/iu

function boundOf(before: string, plus: boolean): Bound {
  if (plus || lowerBound.test(before)) return 'atLeast'
  if (upperBound.test(before)) return 'atMost'
  return roughly.test(before) ? 'about' : 'exact'
}

const rangeLink = /^\s?(?:[-–—]|to|bis|à|and|und|et)\s?$/i
const between = /(?:between|zwischen|entre)\s+(?:about |rund |etwa |environ )?$/i

/** “10–12 million”, “between 40 and 60”: two numbers that are the ends of one. */
function joinRanges(text: string, found: readonly Quantity[]): Quantity[] {
  const joined: Quantity[] = []
  for (const quantity of found) {
    const previous = joined.at(-1)
    const link = previous ? text.slice(previous.end, quantity.start) : ''
    if (!previous || !rangeLink.test(link) || !isRange(text, previous, quantity, link)) {
      joined.push(quantity)
      continue
    }
    // The first end leaves to the second what both have: “10–12 million euros”.
    const scale = scaleOf(quantity, previous, text)
    const low = tidy(previous.value * scale)
    joined[joined.length - 1] = {
      ...quantity,
      start: previous.start,
      low,
      high: quantity.value,
      value: tidy((low + quantity.value) / 2),
      currency: quantity.currency ?? previous.currency,
      bound: previous.bound,
    }
  }
  return joined
}

function isRange(text: string, first: Quantity, second: Quantity, link: string): boolean {
  if (first.currency !== null && second.currency !== null && first.currency !== second.currency) return false
  if (first.unit && second.unit?.dimension !== first.unit.dimension) return false
  const high = second.value
  const low = first.value * scaleOf(second, first, text)
  if (low >= high) return false
  if (/and|und|et/i.test(link)) return between.test(text.slice(Math.max(0, first.start - 24), first.start))
  // “from 40 to 80” is a change and not a range.
  if (/to|bis|à/i.test(link))
    return (
      !/(?:from|by|von|um|de)\s+(?:about |rund )?$/i.test(
        text.slice(Math.max(0, first.start - 14), first.start),
      ) ||
      (/^\W*(?:bis|à)\W*$/i.test(link) && !changing.test(text.slice(0, first.start)))
    )
  return true
}

const changing =
  /(?<!\p{L})(?:passe|passé|passée|augment\p{L}*|recul\p{L}*|baiss\p{L}*|grimp\p{L}*|progress\p{L}*|stieg|steigt|gestiegen|sank|wuchs|gewachsen)(?!\p{L})/iu

function scaleOf(second: Quantity, first: Quantity, text: string): number {
  const written = text.slice(second.start, second.end)
  const isScaled = /\p{L}{2,}|[kmb](?!\p{L})/iu.test(written) && second.value >= 1000
  if (!isScaled || first.value >= 1000) return 1
  const exponent = Math.floor(Math.log10(second.value / 1000) / 3) * 3 + 3
  return first.value * 10 ** exponent < second.value * 1.0001 ? 10 ** exponent : 1
}

/** “48 million euros, of which 6.5 million”: the second is money, too. */
function inherit(text: string, found: readonly Quantity[]): Quantity[] {
  return found.map((quantity, at) => {
    const previous = found[at - 1]
    if (!previous?.currency || quantity.currency !== null || quantity.unit !== null || quantity.value < 1000)
      return quantity
    const isPart =
      /^\s?,?\s?(?:of which|including|davon|darunter|dont|and|und|et)\s(?:about |rund |environ )?$/i.test(
        text.slice(previous.end, quantity.start),
      )
    return isPart && /\p{L}/u.test(text.slice(quantity.start, quantity.end))
      ? { ...quantity, currency: previous.currency }
      : quantity
  })
}

const fromBefore =
  /(?:from|up from|down from|against|compared with|instead of|gegenüber|statt|contre)\s+(?:about |around |some |rund |etwa |environ |the )?$/i
const toBetween = /^[^.;]{0,40}?\b(?:to|auf|à|bis)\s+(?:about |around |some |rund |etwa |environ )?$/i

/** “from 40 to 80”, “80, up from 40”: which of two numbers holds now. */
function linkChanges(text: string, found: readonly Quantity[]): Quantity[] {
  return found.map((quantity, at) => {
    const next = found[at + 1]
    const previous = found[at - 1]
    const lead = text.slice(Math.max(0, quantity.start - 24), quantity.start)
    if (
      next &&
      /(?:from|von|de)\s+(?:about |around |some |rund |etwa |environ )?$/i.test(lead) &&
      toBetween.test(text.slice(quantity.end, next.start)) &&
      sameSort(quantity, next)
    )
      return { ...quantity, isFormer: true }
    if (
      previous &&
      toBetween.test(text.slice(previous.end, quantity.start)) &&
      /(?:from|von|de)\s+(?:about |around |some |rund |etwa |environ )?$/i.test(
        text.slice(Math.max(0, previous.start - 24), previous.start),
      ) &&
      sameSort(previous, quantity)
    )
      return { ...quantity, before: previous.value }
    if (
      previous &&
      fromBefore.test(lead) &&
      /^[^.;]{0,50}$/.test(text.slice(previous.end, quantity.start)) &&
      sameSort(previous, quantity) &&
      !next?.isFormer
    )
      return { ...quantity, isFormer: true }
    return quantity
  })
}

const sameSort = (one: Quantity, other: Quantity): boolean =>
  one.currency === other.currency &&
  (one.unit?.dimension === other.unit?.dimension || one.unit === null) &&
  !(one.mayBeYear && other.mayBeYear)
