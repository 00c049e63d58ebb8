import type { Ask } from './ask.ts'
import { insertionAt } from './modality.ts'
import type { Piece, Source } from './source.ts'
import { placesOf, termsOf, type Term } from './terms.ts'

/** Where a value stands within its piece, and what else could be meant there. */
export interface Site {
  readonly piece: Piece
  readonly start: number
  readonly end: number
  /** The other values of the kind in the piece. */
  readonly rivals: readonly { readonly start: number; readonly end: number }[]
  /** Words that belong to the value itself, such as the first part of an e-mail address. */
  readonly extra?: string | undefined
  /** The lines above it that it belongs to, as in an address. */
  readonly beside?: string | undefined
}

export interface Match {
  /** Between 0 and 1. */
  readonly score: number
  /** How well the head of what is asked for is met. */
  readonly head: number
  /** How well the names are met that were asked for; 1 where none was. */
  readonly names: number
}

/** How well the words around a value are those that were asked for. */
export function matchAt(ask: Ask, source: Source, site: Site): Match {
  const { piece } = site
  if (ask.terms.length === 0) return { score: 1, head: 1, names: 1 }
  if (isNot.test(piece.label) && ask.terms.some((term) => placesOf(term, termsOf(piece.label)).length > 0))
    return { score: 0, head: 0, names: 0 }
  let sum = 0
  let weights = 0
  let head = 1
  const named: number[] = []
  for (const term of ask.terms) {
    const met = termAt(term, source, site, term === ask.head)
    const weight = term.weight * (term === ask.head ? 1.4 : 1)
    sum += weight * met
    weights += weight
    if (term === ask.head) head = met
    if (term.isName) named.push(met)
  }
  // One word of a long name may be missing, but not the only one.
  const names = named.length === 0 ? 1 : named.reduce((total, met) => total + met, 0) / named.length
  // “Start: 1 September” says all that “study start” asks for: the page is the study's.
  const isCovered = named.length === 0 && piece.label !== '' && coversLabel(ask, piece.label)
  return isCovered
    ? { score: Math.max(sum / weights, 0.74), head: Math.max(head, 0.8), names }
    : { score: sum / weights, head, names }
}

/** “Date of the Series A round”, where nothing around the value speaks of a Series A. */
export function lacksName({ terms }: Ask, { piece, source }: { piece: Piece; source: Source }): boolean {
  const around = termsOf(
    [
      piece.label,
      piece.column,
      piece.row,
      piece.before,
      piece.plain.text,
      ...piece.headings,
      source.title,
    ].join(' . '),
  )
  const names = terms.filter(({ isName, text }) => isName && !/^\d+$/.test(text))
  return names.length > 0 && names.every((term) => placesOf(term, around).length === 0)
}

/** Whether every word of a label is among those asked for. */
export function coversLabel(ask: Ask, label: string): boolean {
  const words = termsOf(label.replaceAll(/\([^)]*\)/g, ''))
  const content = words.tokens.filter(({ text }) => text.length > 2 && !light.test(text))
  if (content.length === 0 || content.length > 3) return false
  const places = ask.terms.flatMap((term) => placesOf(term, words))
  return content.every((token) => places.some(({ start, end }) => token.start >= start && token.end <= end))
}
const light = /^(?:the|of|and|for|our|der|die|das|des|und|für|date|datum|number|name|les?|des?|du|et)$/i

const listedName = /(?:^|[,:;]\s)\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?\s$/u

const gap = (one: { start: number; end: number }, other: { start: number; end: number }): number =>
  Math.max(0, one.start - other.end, other.start - one.end)

/** “Not a journalist? …”: what follows is for all others. */
const isNot = /^(?:not|no|kein\p{L}*|nicht|pas)(?!\p{L})[^:]*\?$/iu

const perCharacter = 1 / 350

const leadsBack =
  /^(?:(?:In|At|By|For|After|Im|En|Pour)\s[^,.]{1,30},?\s)?(?:it|that|this|they|es|das|cela|c['’]) ?(?:was|were|is|are|had been|war|était|reached|rose|fell)(?!\p{L})/iu

const comparing =
  /(?<!\p{L})(?:rose|rises|grew|grows|up|down|fell|increased|decreased|climbed|dropped|shrank|declined)(?!\p{L}).*(?<!\p{L})(?:after|from|against|compared (?:with|to)|nach|gegenüber|après|contre)\s[€$£]?$/iu

/** A value right behind “and” goes on with the row. */
const continuesRow =
  /(?:,|(?<!\p{L})(?:and|or|und|oder|et|ou))\s(?:(?:only|just|about|around|some|over|nearly|rund|etwa|environ)\s)?$/u

/** How near the source says a term: beside the value, in its label, above it, around it. */
export function termAt(
  term: Term,
  source: Source,
  { piece, start, end, rivals, extra, beside }: Site,
  isHead = false,
): number {
  let best = 0
  const text = piece.plain.text
  for (const place of placesOf(term, termsOf(text))) {
    // Of an address its words are told beside it, without its ending.
    const isInside = place.start >= start && place.end <= end
    if (isInside && (piece.kind !== 'sentence' || extra !== undefined)) continue
    const [from, to] = place.end <= start ? [place.end, start] : [end, place.start]
    const between = text.slice(from, Math.max(from, to))
    const crossed = rivals.filter(
      (rival) => rival.start >= from && rival.end <= to && insertionAt(text, rival.start, rival.end) === null,
    ).length
    // “Tolls are £3 for cars and £8 for trucks”: what stands before the first of a row is said of each.
    const isShared = crossed > 0 && place.end <= start && isHead && continuesRow.test(between)
    // “Revenue rose to 31.5 million euros in 2025, after 22.8 million the year before”
    const isCompared = comparing.test(text.slice(0, start))
    // “81 % at C/5 and 57 % at 1C”: what stands before “and” belongs to what came before it.
    const isTaken =
      place.end <= start &&
      /(?<!\p{L})(?:and|und|et)(?!\p{L})|,/u.test(between) &&
      rivals.some((rival) => rival.end <= place.start && place.start - rival.end < 60)
    const parted = isTaken ? 0.7 : /;|,? (?:while|whereas|während|tandis que) /.test(between) ? 0.75 : 1
    // “Two courses £26, three courses £32”: what follows a comma belongs to what comes after it.
    const isNext =
      place.start >= end &&
      /^\s?[,;(]/.test(between) &&
      rivals.some((rival) => rival.start >= place.end && rival.start - place.end < 30)
    // A name belongs to the value it stands nearest to, and in “Brecon 9 July, Sligo 24 September, Hobart” to what follows.
    const isOthers =
      term.isName &&
      (rivals.some((rival) => gap(rival, place) + 2 < between.length) ||
        (rivals.length > 0 &&
          place.start >= end &&
          between.startsWith(',') &&
          listedName.test(text.slice(0, start))))
    best = Math.max(
      best,
      (isOthers ? 0.6 : 1) *
        place.strength *
        (1 - Math.min(0.4, between.length * perCharacter)) *
        (isShared ? 0.95 : crossed > 0 ? (isCompared ? 0.8 : 0.62) : isNext ? 0.7 : 1) *
        (isShared ? 1 : parted),
    )
  }
  const around: readonly (readonly [text: string, worth: number])[] = [
    [extra ?? '', 1],
    [piece.label, 1],
    [piece.column, 0.95],
    [piece.row, 0.9],
    [beside ?? '', 0.85],
    [piece.headings.at(-1) ?? '', 0.75],
    [piece.headings.slice(0, -1).join(' . '), 0.6],
    // “In the 2013 survey it was 22 %”: what “it” is, the sentence before has said.
    [piece.kind === 'sentence' ? piece.before : '', leadsBack.test(text) ? 0.75 : 0.55],
    [source.title, term.isName ? 0.7 : 0.5],
    [piece.kind === 'sentence' ? piece.after : '', 0.42],
  ]
  for (const [words, worth] of around) {
    if (worth <= best || words === '') continue
    const strength = Math.max(0, ...placesOf(term, termsOf(words)).map((place) => place.strength))
    best = Math.max(best, strength * worth)
  }
  return best
}
