import { record, records, text, type Json } from '../agent-side/index.ts'
import { canonicalAddress } from './matching.ts'
import {
  alike,
  findIn,
  plainOf,
  sentencesOf,
  tellingWords,
  wordsOf,
  type Plain,
  type Sentence,
} from './plain-text.ts'
import { quoteAt, type Quote, type SourcePage } from './statements.ts'

export type Verdict = 'confirmed' | 'contradicted' | 'not_found'

/** A page that cells are judged by, taken apart once. */
export interface Witness extends SourcePage {
  readonly plain: Plain
  readonly sentences: readonly Sentence[]
  /** Whether the page is one of the thing's own. */
  readonly isOwn: boolean
  /** What the page was read to say for each enrichment, by its id. */
  readonly again: ReadonlyMap<string, string>
}

export interface Cell {
  readonly enrichmentId: string
  readonly description: string
  readonly format: string
  /** What the cell says; never empty. */
  readonly values: readonly string[]
  /** What it was quoted from, by address. */
  readonly snippets: readonly { readonly url: string; readonly snippet: string }[]
}

export interface JudgedCell {
  readonly verdict: Verdict
  readonly quotes: readonly (Quote & { readonly value: string })[]
  /** What the pages say instead, or also. */
  readonly instead: readonly (Quote & { readonly value: string })[]
}

/** Cells that have something to check, in the order of the definitions. */
export function cellsOf(item: Json, definitions: readonly Json[]): Cell[] {
  return definitions.flatMap((definition) => {
    const cell = records(item.enrichments).find(({ enrichmentId }) => enrichmentId === definition.id)
    const values = Array.isArray(cell?.result)
      ? cell.result.map(String).filter((one) => one.trim() !== '')
      : []
    if (values.length === 0) return []
    return [
      {
        enrichmentId: String(definition.id),
        description: text(definition.description) ?? '',
        format: text(definition.format) ?? text(cell?.format) ?? 'text',
        values,
        snippets: records(cell?.references).flatMap(({ url, snippet }) =>
          text(url) === null ? [] : [{ url: String(url), snippet: text(snippet) ?? '' }],
        ),
      },
    ]
  })
}

/** Pages that can bear witness: those a thing's cells were quoted from, the most used first, and its own. */
export function sourcesOf(item: Json, cells: readonly Cell[], most: number): string[] {
  const uses = new Map<string, number>()
  for (const { snippets } of cells) for (const { url } of snippets) uses.set(url, (uses.get(url) ?? 0) + 1)
  const own = text(record(item.properties).url)
  if (own !== null && !uses.has(own)) uses.set(own, 0)
  return [...uses]
    .toSorted(([a, aUses], [b, bUses]) => bUses - aUses || (a < b ? -1 : 1))
    .map(([url]) => url)
    .filter((url) => /^https?:/i.test(url))
    .slice(0, most)
}

const hostOf = (url: string) => canonicalAddress(url, 'company')

export function openWitness(
  page: SourcePage,
  { ownUrl, again }: { ownUrl: string | null; again: Witness['again'] },
): Witness {
  const isOwn = ownUrl !== null && hostOf(page.url) === hostOf(ownUrl)
  return { ...page, plain: plainOf(page.text), sentences: sentencesOf(page.text), isOwn, again }
}

/**
 * Whether pages say what a cell says. Confirmed where a page has the very words it was quoted from, with the value in
 * them, or says the value of this thing where it speaks of what was asked; contradicted where a page says another value
 * there and none says this one; else not found. Nothing is decided without a place in a page.
 */
export function judgeCell(cell: Cell, name: string, witnesses: readonly Witness[]): JudgedCell {
  const quotes: (Quote & { value: string })[] = []
  const instead: (Quote & { value: string })[] = []
  for (const value of cell.values) {
    const found = witnesses
      .map((witness) => quotedFrom(cell, value, witness) ?? saysIt(cell, value, name, witness))
      .find((quote) => quote !== null)
    if (found) quotes.push({ value, ...found })
  }
  for (const witness of witnesses) {
    const value = witness.again.get(cell.enrichmentId)
    if (value === undefined || cell.values.some((one) => isSame(cell.format, one, value))) continue
    const place =
      saysIt(cell, value, name, witness) ??
      (cell.format === 'options' ? snippetIn(cell, witness, () => true) : null)
    if (place) instead.push({ value, ...place })
  }
  const verdict =
    quotes.length === cell.values.length ? 'confirmed' : instead.length > 0 ? 'contradicted' : 'not_found'
  return { verdict, quotes, instead }
}

/** The place that the cell was quoted from, if it still stands there and has the value in it. */
function quotedFrom(cell: Cell, value: string, page: Witness): Quote | null {
  const { format } = cell
  // A choice among options stands in no page; the words that it was made by do, and it has to be made again.
  if (format === 'options') return saysAgain(cell, value, page) ? snippetIn(cell, page, () => true) : null
  // A year may stand there as the date of the page: the words beside it have to be about what was asked.
  return snippetIn(
    cell,
    page,
    (snippet) => hasValue(format, value, snippet) && isAbout(cell, value, wordsOf(snippet), page),
  )
}

const saysAgain = ({ format, enrichmentId }: Cell, value: string, page: Witness): boolean => {
  const again = page.again.get(enrichmentId)
  return again !== undefined && isSame(format, value, again)
}

/**
 * Whether words that have a value are about what was asked. Some values can be nothing else; others are what the page
 * was read to say when it was asked again, in whatever words. A number can be anything: it needs the words beside it.
 */
function isAbout(cell: Cell, value: string, words: readonly string[], page: Witness): boolean {
  const { format, description } = cell
  const asked = tellingWords(wordsOf(description))
  if (asked.length === 0 || mentions(words, asked)) return true
  if (format === 'number' || format === 'date') return false
  return (
    ['email', 'url', 'phone'].includes(format) || wordsOf(value).length >= 3 || saysAgain(cell, value, page)
  )
}

function snippetIn({ snippets }: Cell, page: Witness, fits: (snippet: string) => boolean): Quote | null {
  for (const { url, snippet } of snippets) {
    const isHere = canonicalAddress(url, null) === canonicalAddress(page.url, null)
    const place = isHere && fits(snippet) ? findIn(page.plain, snippet) : null
    if (place) return quoteAt(page, place.start, place.end)
  }
  return null
}

/** A sentence of the page that has the value, and is about this thing and what was asked. */
function saysIt(cell: Cell, value: string, name: string, page: Witness): Quote | null {
  const called = tellingWords(wordsOf(name))
  const isNamedAbove = page.isOwn || mentions(wordsOf(page.title ?? ''), called)
  const found = page.sentences.find(({ text: said, words }, at) => {
    if (!hasValue(cell.format, value, said) || !isAbout(cell, value, words, page)) return false
    const beside = page.sentences.slice(Math.max(at - 1, 0), at + 2).flatMap((one) => one.words)
    return isNamedAbove || mentions(beside, called)
  })
  return found ? quoteAt(page, found.start, found.end) : null
}

const mentions = (words: readonly string[], wanted: readonly string[]): boolean =>
  wanted.some((word) => words.some((one) => alike(one, word)))

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** Whether a passage says a value, in whatever way values of the format are written. */
export function hasValue(format: string, value: string, passage: string): boolean {
  switch (format) {
    case 'number': {
      const wanted = numbersIn(value)[0]
      return wanted !== undefined && numbersIn(passage).some((one) => one === wanted)
    }
    case 'date':
      return hasDate(value, passage)
    case 'phone': {
      const digits = digitsOf(value)
      return digits.length >= 6 && digitsOf(passage).includes(digits.slice(-9))
    }
    case 'url': {
      const address = canonicalAddress(value, null)
      return address !== null && passage.toLowerCase().includes(address.toLowerCase())
    }
    default:
      return findIn(plainOf(passage), value) !== null
  }
}

/** Whether two values of a format are the same thing, however they are written. */
export function isSame(format: string, a: string, b: string): boolean {
  if (format === 'url') return canonicalAddress(a, null) === canonicalAddress(b, null)
  return hasValue(format, a, b) || hasValue(format, b, a)
}

const digitsOf = (written: string): string => written.replaceAll(/\D/g, '')

const magnitudes: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  b: 1e9,
  billion: 1e9,
}

const grouped = '\\d{1,3}(?:[.,\\u00A0\\u202F]\\d{3})+(?!\\d)'
const number = new RegExp(
  `(?<![\\d.,])(?:(${grouped})|(\\d+(?:[.,]\\d+)?))\\s*(k|thousand|mn?|million|bn?|billion)?(?![\\p{L}\\d])`,
  'giu',
)

/** The numbers of a text: 1,200 and 1200 are the same, and so are 1.2 million and 1200000. */
export const numbersIn = (written: string): number[] =>
  [...written.matchAll(number)].map(([, thousands, digits = '', magnitude = '']) => {
    const value = Number(thousands?.replaceAll(/\D/g, '') ?? digits.replace(',', '.'))
    return value * (magnitudes[magnitude.toLowerCase()] ?? 1)
  })

/** As exact as the value is: a year alone asks for no month. */
function hasDate(value: string, passage: string): boolean {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(value.trim()) ?? []
  if (year === undefined) return findIn(plainOf(passage), value) !== null
  const said = passage.toLowerCase()
  if (month === undefined) return new RegExp(`\\b${year}\\b`).test(said)
  const name = months[Number(month) - 1] ?? ''
  const short = `${name.slice(0, 3)}[a-z]*\\.?`
  const ways =
    day === undefined
      ? [`${year}-${month}`, `${short}\\s+${year}`, `0?${Number(month)}/${year}`]
      : [
          `${year}-${month}-${day}`,
          `0?${Number(day)}(?:st|nd|rd|th)?\\.?\\s+(?:of\\s+)?${short},?\\s+${year}`,
          `${short}\\s+0?${Number(day)}(?:st|nd|rd|th)?,?\\s+${year}`,
          `0?${Number(day)}\\.0?${Number(month)}\\.${year}`,
          `0?${Number(day)}/0?${Number(month)}/${year}`,
        ]
  return ways.some((way) => new RegExp(`(?<!\\d)${way}(?!\\d)`).test(said))
}
