import { wordsOf } from '../../../contents/index.ts'
import type { Cell, Sentence } from '../sentences.ts'
import {
  emailsIn,
  momentsIn,
  namesIn,
  peopleIn,
  phonesIn,
  placesIn,
  quantitiesIn,
  urlsIn,
  type Quantity,
} from '../values/index.ts'
import type { Expected, Question } from './question.ts'
import { keysOf, termsOf, type Term } from './terms.ts'

/** A value of the kind that a question asks for. */
export interface AskedValue {
  /** The same for values that say the same. */
  readonly key: string
  readonly start: number
  readonly end: number
}

/** “In the third quarter”, “by the end of the summer”: when, though not on which day. */
const partsOfYears =
  /(?<!\p{L})(?:(?:first|second|third|fourth) quarter|Q[1-4]|(?:first|second) half|(?:erste[ns]?|zweite[ns]?|dritte[ns]?|vierte[ns]?) (?:Quartal|Halbjahr)|(?:premier|deuxième|troisième|quatrième) trimestre)(?!\p{L})/giu

/** “A third of it”, “two thirds”. */
const fractions =
  /(?<!\p{L})(?:(?:an?|one|two|three|four|five)[ -](?:half|thirds?|quarters?|fifths?|sixths?|sevenths?|eighths?|tenths?)|half|(?:ein|zwei|drei) (?:Drittel|Viertel|Fünftel)|die Hälfte|la moitié|un (?:tiers|quart)|deux tiers)(?!\p{L})/giu

type Finder = (sentence: Sentence, question: Question) => AskedValue[]

const finders: Readonly<Record<Expected, Finder>> = {
  name: namesAsked,
  date: ({ text, source: { language, publishedAt, fetchedAt } }) => [
    // A day without a year is one of the year in which the page was seen.
    ...momentsIn(text, {
      language,
      written: publishedAt,
      year: publishedAt ? null : fetchedAt.getUTCFullYear(),
    }).map(({ date, start, end }) => ({
      key: date,
      start,
      end,
    })),
    ...[...text.matchAll(partsOfYears)].map(({ 0: part, index }) => ({
      key: part.toLowerCase(),
      start: index,
      end: index + part.length,
    })),
  ],
  place: placesAsked,
  count: countsAsked,
  money: (sentence) => numbers(sentence, ({ currency }) => currency !== null),
  percent: (sentence) => [
    ...numbers(sentence, ({ start, end }) =>
      /%|per ?cent|prozent|pour ?cent/i.test(sentence.text.slice(start, end + 9)),
    ),
    ...[...sentence.text.matchAll(fractions)].map(({ 0: part, index }) => ({
      key: part.toLowerCase(),
      start: index,
      end: index + part.length,
    })),
  ],
  number: (sentence, { dimension }) =>
    numbers(sentence, ({ mayBeYear, unit }) =>
      dimension === null ? unit !== null || !mayBeYear : unit?.dimension === dimension,
    ),
  email: ({ text }) => emailsIn(text).map(({ value, start, end }) => ({ key: value, start, end })),
  phone: ({ text }) => phonesIn(text, null).map(({ value, start, end }) => ({ key: value, start, end })),
  url: ({ text }) => urlsIn(text).map(({ value, start, end }) => ({ key: value, start, end })),
  reason: reasonsAsked,
}

/** What in a sentence could be the answer. Without an expectation the sentence as a whole could. */
export function valuesAsked(sentence: Sentence, question: Question): AskedValue[] {
  const { expects } = question
  if (expects === null) return [{ key: sentence.text, start: 0, end: sentence.text.length }]
  // What the question says itself answers nothing.
  const isKnown = ({ start, end }: AskedValue) =>
    /\d/.test(sentence.text.slice(start, end)) &&
    question.text.includes(sentence.text.slice(start, end).replace(/^[−-]/, ''))
  const values = finders[expects](sentence, question).filter((value) => expects === 'date' || !isKnown(value))
  return sentence.cells ? values.filter(inCells(sentence.cells, question)) : values
}

/** Of a row only the cells that have to do with the question: those whose column, or the row itself, it names. */
function inCells(cells: readonly Cell[], { terms }: Question): (value: AskedValue) => boolean {
  const asked = (label: string): number => {
    const keys = keysOf(termsOf(label))
    return terms.filter((term) => term.keys.some((key) => keys.has(key))).length
  }
  const scores = cells.map(({ label }) => asked(label))
  const most = Math.max(...scores)
  const isRowAsked = asked(cells[0]?.value ?? '') > 0
  if (most === 0) return () => isRowAsked
  let start = 0
  const stretches = cells.map(({ label, value }, at) => {
    const end = start + (label === '' ? value : `${label}: ${value}`).length
    const stretch = { start, end, isAsked: scores[at] === most }
    start = end + '; '.length
    return stretch
  })
  return (value) =>
    stretches.some(({ isAsked, ...of }) => isAsked && value.start >= of.start && value.end <= of.end)
}

const numbers = ({ text, source }: Sentence, isAsked: (quantity: Quantity) => boolean): AskedValue[] =>
  quantitiesIn(text, source.language)
    .filter(isAsked)
    .map(({ value, currency, start, end }) => ({ key: `${value}${currency ?? ''}`, start, end }))

/** A number that counts what is asked for: the noun follows it closely, or leads up to it. */
function countsAsked(sentence: Sentence, { counted }: Question): AskedValue[] {
  const { text, source } = sentence
  const quantities = quantitiesIn(text, source.language).filter(({ currency }) => currency === null)
  if (quantities.length === 0) return []
  const terms = termsOf(text).filter(({ keys }) => counted.some((one) => shares(keys, one.keys)))
  return quantities
    .filter(({ start, end }) => {
      const first = wordIndexAt(text, start)
      const last = wordIndexAt(text, end)
      // The phrase that the number begins: neither a mark nor another number nor a preposition ends it.
      const phrase =
        /^(?:[^\p{L}\p{N}.;:()]*(?!(?:for|in|at|by|from|with|per|on|to|für|bei|aus|pour|dans)(?!\p{L}))[\p{L}-]+){0,5}/u.exec(
          text.slice(end),
        )
      const until = wordIndexAt(text, end + (phrase?.[0].length ?? 0))
      const after = terms.filter(({ position }) => position >= last - 1 && position < until)
      if (matchesAll(after, counted)) return true
      const before = terms.filter(({ position }) => position < first && position >= first - 5)
      return matchesAll(before, counted) && leadsUp.test(text.slice(0, start))
    })
    .map(({ value, start, end }) => ({ key: String(value), start, end }))
}

/** Words between what is counted and its number. */
const leadsUp =
  /(?:[:|]|(?<!\p{L})(?:of|is|are|was|were|at|to|by|totals?|totalled|employs?|employed|employing|emploie|emploient|beschäftigt|beschäftigen|von|auf|sind|ist|de|à|est|reached|numbers?|numbered|stands?|stood|counts?|counted|had|has|about|around|some|roughly|over|than|nearly|almost|approximately|rund|etwa|ca\.|knapp|über|environ|près de|quelque))\s*$/iu

const matchesAll = (terms: readonly Term[], counted: readonly Term[]): boolean =>
  counted.length > 0 && counted.every((one) => terms.some(({ keys }) => shares(keys, one.keys)))

/** People, organisations and other names, except those that the question has already. */
function namesAsked({ text }: Sentence, { names, text: asked }: Question): AskedValue[] {
  const known = new Set([...names.flatMap(wordsOf), ...wordsOf(asked)])
  const people = peopleIn(text)
  const places = placesIn(text)
  const others = namesIn(text).filter(
    ({ start, end }) =>
      people.every((person) => person.start >= end || person.end <= start) &&
      places.every((place) => place.start > start || place.end < end) &&
      !/(?<!\p{L})(?:in|near|outside|to)\s$/u.test(text.slice(0, start)),
  )
  return [...people, ...others, ...agentsIn(text)]
    .filter(({ start, end }) => !isSpeaker(text, start, end))
    .filter(({ name, start }) => {
      const words = wordsOf(name)
      if (words.every((word) => known.has(word))) return false
      // A word that begins a sentence has a capital in any case.
      return start > 0 || words.length > 1 || /\p{Lu}.*\p{Lu}/u.test(name)
    })
    .map(({ name, start, end }) => ({ key: wordsOf(name).join(' '), start, end }))
}

/** Whoever has done something may have no name: “owned by a trust”. */
const agentsIn = (text: string): { name: string; start: number; end: number }[] =>
  [
    ...text.matchAll(
      /(?<!\p{L})(?:owned|founded|led|run|made|built|funded|started|bought|acquired|written|created) by (?<name>(?:an?|the|its|two|three|four|five) [\p{Ll}’' -]{3,40})/gu,
    ),
  ].map((match) => {
    const name = match.groups?.['name'] ?? ''
    const end = match.index + match[0].length
    return { name, start: end - name.length, end }
  })

/** Whoever is quoted says something, and is seldom what it says. */
const isSpeaker = (text: string, start: number, end: number): boolean =>
  /^,? (?:says?|said|told|adds?|added|explains?|argues?|writes|sagte?|erklärt|dit|affirme|résume)(?!\p{L})/u.test(
    text.slice(end),
  ) ||
  /(?<!\p{L})(?:according to|laut|selon)\s(?:Ms |Mr |Mrs |Frau |Herr |Mme )?$/u.test(text.slice(0, start))

function placesAsked({ text }: Sentence, { names }: Question): AskedValue[] {
  const known = new Set(names.flatMap(wordsOf))
  const isNew = (name: string) => !wordsOf(name).every((word) => known.has(word))
  const places = placesIn(text)
    .filter(({ isAdjective, start, end }) => !isAdjective && isNew(text.slice(start, end)))
    .map(({ place, start, end }) => ({ key: place.name, start, end }))
  // Places that are too small to be known stand behind a word of place.
  const others = [...text.matchAll(placeAfter)].map((match) => {
    const name = match.groups?.['name'] ?? ''
    const end = match.index + match[0].length
    return { key: name, start: end - name.length, end }
  })
  const unknown = others.filter(
    ({ key, start, end }) => isNew(key) && places.every((place) => place.start >= end || place.end <= start),
  )
  return [...places, ...unknown]
}

const placeAfter =
  /(?<!\p{L})(?:in|at|near|from|to|outside|bei|nahe|aus|nach|à|près de)\s(?:the\s|der\s|la\s|le\s)?(?<name>\p{Lu}[\p{L}’'-]+(?:\s\p{Lu}[\p{L}’'-]+){0,3})/gu

/** Words that give a reason. */
const reasons =
  /(?<!\p{L})(?:because|due to|owing to|as a result of|on account of|caused by|thanks to|blam(?:e|ed|es|ing)|reasons?|so that|in order to|(?<!has |have |had )since(?! \d)|after(?= \p{L})|following|weil|wegen|aufgrund|auf grund|grund|gründe|denn|ursachen?|daher|deshalb|infolge|nachdem|parce qu\p{L}*|en raison|à cause|faute d\p{L}*|car(?= )|puisque|grâce à|raisons?|cause|dû à|due à|en effet)(?:$|(?!\p{L})|(?<=d)['’])/iu

function reasonsAsked({ text, headings }: Sentence): AskedValue[] {
  const found = reasons.exec(text)
  if (found) return [{ key: text, start: found.index, end: found.index + found[0].length }]
  return reasons.test(headings.at(-1)?.text ?? '') ? [{ key: text, start: 0, end: text.length }] : []
}

const shares = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((key) => other.includes(key))

/** How many words stand before a place in a text. */
export const wordIndexAt = (text: string, offset: number): number =>
  (text.slice(0, offset).match(/[\p{L}\p{N}]+/gu) ?? []).length
