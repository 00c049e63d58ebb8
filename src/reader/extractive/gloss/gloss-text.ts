import { glossOf } from './gloss-word.ts'
import { wordListOf, type GlossedLanguage } from './word-list.ts'

/** A text in rough English, and where its parts stand in the text it was made from. */
export interface Glossed {
  readonly text: string
  /** The stretch of the first text that a stretch of this one was made from: whole words. */
  readonly origin: (start: number, end: number) => { readonly start: number; readonly end: number }
}

/** A stretch of the glossed text and of the one it was made from; the same letters unless it is a gloss. */
interface Piece {
  readonly at: number
  readonly length: number
  readonly from: number
  readonly to: number
  readonly isGloss: boolean
}

const address = String.raw`\]\([^)\s]*\)|https?:\/\/[^\s)>\]]+|www\.[^\s)>\]]+|[\w.+-]+(?:@|\s?[([{]\s?(?:at|ät|@|arobase)\s?[)\]}]\s?)[\w.-]+|\p{L}[\p{L}\d-]*(?:\.[\p{L}\d-]{2,})*\.\p{L}{2,}(?:\/[^\s)>\]]*)?`
const word = String.raw`(?<!\d)\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*)*['’]?`
const months = 'Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez'
/** Between thousands: a point, or spaces of several widths. */
const gap = String.raw`. \u00a0\u202f`
const number = String.raw`(?<![\d.,+(/-]|\d[ \u00a0\u202f])(?:[1-9]\d{0,2}(?:[${gap}]\d{3})+(?:,\d+)?|\d+,\d+)(?![\d.,]?\d)|\b\d{1,2}\.(?=\s?(?:${months})\p{Ll}*)|\b1er\b`
const token = new RegExp(`(?<address>${address})|(?<number>${number})|(?<word>${word})`, 'giu')

/**
 * Puts a text into English word by word: rough, but in the order of its words, so that every place of it can be found
 * again. Names, addresses and whatever is in no list stay as they are, `names` even where their words are known.
 */
export function glossText(text: string, language: GlossedLanguage, names: readonly string[]): Glossed {
  const pieces: Piece[] = []
  let glossed = ''
  let done = 0
  const take = (to: number): void => {
    if (to > done) pieces.push({ at: glossed.length, length: to - done, from: done, to, isGloss: false })
    glossed += text.slice(done, to)
    done = to
  }
  const put = (gloss: string, from: number, to: number): void => {
    take(from)
    pieces.push({ at: glossed.length, length: gloss.length, from, to, isGloss: true })
    glossed += gloss
    done = to
  }
  const isName = namedPlaces(text, names)
  const tokens = [...text.matchAll(token)]
  for (let at = 0; at < tokens.length; at++) {
    const match = tokens[at]! // within
    const { index, groups } = match
    if (groups?.['number'] !== undefined) put(englishNumber(match[0]), index, index + match[0].length)
    if (groups?.['word'] === undefined || index < done || isName(index)) continue
    const found = phraseAt(text, tokens, at, language)
    if (!found) continue
    put(withCapital(found.gloss, text, index), index, found.end)
  }
  take(text.length)
  return { text: glossed, origin: (start, end) => originOf(pieces, start, end, text.length) }
}

/** The longest entry that begins here, or the word by itself. */
function phraseAt(
  text: string,
  tokens: readonly RegExpExecArray[],
  at: number,
  language: GlossedLanguage,
): { gloss: string; end: number } | null {
  const list = wordListOf(language)
  const first = tokens[at]! // within
  for (let last = Math.min(at + list.longest, tokens.length) - 1; last > at; last--) {
    const end = tokens[last]!.index + tokens[last]![0].length // within
    const gloss = list.of(text.slice(first.index, end).toLowerCase().replaceAll('’', "'"))
    if (gloss !== undefined) return { gloss, end }
  }
  const end = first.index + first[0].length
  const gloss = glossed(first[0].toLowerCase().replaceAll('’', "'"), language)
  return gloss === undefined ? null : { gloss, end }
}

const elided: Readonly<Record<string, string>> = {
  "l'": 'the ',
  "d'": 'of ',
  "n'": '',
  "qu'": 'that ',
  "s'": '',
  "c'": 'it ',
  "j'": 'I ',
  "m'": 'me ',
  "t'": 'you ',
  "jusqu'": 'until ',
  "lorsqu'": 'when ',
  "puisqu'": 'since ',
}

function glossed(said: string, language: GlossedLanguage): string | undefined {
  if (said.endsWith("'")) {
    if (language === 'fr' && elided[said] !== undefined) return elided[said]
    const bare = glossOf(said.slice(0, -1), language)
    return bare === undefined ? undefined : `${bare}'`
  }
  const whole = glossOf(said, language)
  if (whole !== undefined || !said.includes('-')) return whole
  // “bio-zertifiziert”: by its parts, those that are known.
  const parts = said.split('-').map((part) => ({ part, gloss: glossOf(part, language) }))
  return parts.every(({ gloss }) => gloss === undefined)
    ? undefined
    : parts.map(({ part, gloss }) => gloss ?? part).join(' ')
}

/** A sentence begins with a capital here as there; German nouns in it do not. */
function withCapital(gloss: string, text: string, index: number): string {
  const isFirst = /(?:^|[.!?:»”"]\s+|\n[\s#>*|-]*|\|\s*)$/u.test(text.slice(Math.max(0, index - 12), index))
  return isFirst && /^\p{Lu}/u.test(text.slice(index))
    ? (gloss[0]?.toUpperCase() ?? '') + gloss.slice(1)
    : gloss
}

/** “1.250,5” → “1,250.5”; “15.” before a month and “1er” → the day. */
function englishNumber(written: string): string {
  if (/^\d{1,2}\.$/.test(written)) return written.slice(0, -1)
  if (/er$/i.test(written)) return '1'
  const [whole = '', part] = written.split(',')
  const grouped = whole.replaceAll(new RegExp(`[${gap}]`, 'gu'), ',')
  return part === undefined ? grouped : `${grouped}.${part}`
}

function namedPlaces(text: string, names: readonly string[]): (index: number) => boolean {
  const folded = text.toLowerCase()
  const places = names.flatMap((name) => {
    const found: { start: number; end: number }[] = []
    const wanted = name.toLowerCase()
    for (let at = folded.indexOf(wanted); wanted.length > 2 && at >= 0; at = folded.indexOf(wanted, at + 1))
      found.push({ start: at, end: at + wanted.length })
    return found
  })
  return (index) => places.some(({ start, end }) => start <= index && index < end)
}

function originOf(
  pieces: readonly Piece[],
  start: number,
  end: number,
  length: number,
): { start: number; end: number } {
  const covering = (place: number): Piece | undefined =>
    pieces.find(({ at, length: long }) => at <= place && place < at + long)
  const first = covering(start)
  const last = covering(Math.max(start, end - 1))
  return {
    start: first ? (first.isGloss ? first.from : first.from + (start - first.at)) : length,
    end: last ? (last.isGloss ? last.to : last.from + (end - last.at)) : length,
  }
}
