import { fold, wordsOf } from '../../contents/index.ts'
import type { Document } from '../../documents/index.ts'
import { countOf } from '../../entities/index.ts'
import type { FieldFormat } from '../reader.ts'

const tests: Readonly<Record<FieldFormat, (value: string, quote: string) => boolean>> = {
  // Chosen by meaning: the quote need not have the word.
  options: () => true,
  number: (value, quote) => numbersIn(quote).some((found) => isSame(found, Number(value))),
  date: hasDate,
  phone: (value, quote) => hasDigits(quote, value),
  email: (value, quote) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) &&
    [fold(quote), spelledOut(quote)].some((text) => text.includes(fold(bareAddress(value)))),
  url: (value, quote) =>
    /^(?:https?:\/\/)?[^\s/@.]+(?:\.[^\s/@.]+)+(?:[/?#]\S*)?$/i.test(value) &&
    fold(quote).includes(fold(bareAddress(value))),
  text: (value, quote) => plain(quote).includes(plain(value)),
}

/** Whether a quote says the value that the model took from it, and not only stands near it. */
export const isBorneOut = (value: string, format: FieldFormat, quote: string): boolean =>
  value.trim() !== '' && tests[format](value.trim(), quote)

/**
 * Whether a sentence in the model's own words brings nothing along: its numbers stand in its quotes, and its addresses
 * in the sources.
 */
export function bringsNothing(
  sentence: string,
  quotes: readonly string[],
  sources: readonly Document[],
): boolean {
  const addresses = sentence.match(/https?:\/\/[^\s)>\]"'”]+|[\w.+-]+@[\w-]+\.[\w.-]*\w/gu) ?? []
  const known = addresses.every((address) => {
    const bare = fold(bareAddress(address))
    return sources.some(({ url, text }) => fold(url).includes(bare) || fold(text).includes(bare))
  })
  if (!known) return false
  const rest = addresses.reduce((text, address) => text.replace(address, ' '), sentence)
  const quoted = quotes.flatMap(numbersIn)
  return readingsOf(rest).every((readings) =>
    readings.some((number) => quoted.some((one) => isSame(one, number))),
  )
}

const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= Math.abs(one) * 1e-9

const magnitudes: readonly (readonly [words: RegExp, factor: number])[] = [
  [/^[ -]?(?:k|thousand|tsd|tausend|mille)\b/i, 1e3],
  [/^[ -]?(?:mm|m|mn|mln|mio|millions?|millionen)\b/i, 1e6],
  [/^[ -]?(?:bn|b|mrd|mds?|billions?|milliarden?|milliards?)\b/i, 1e9],
  [/^[ -]?(?:tn|trillions?|bio|billionen)\b/i, 1e12],
]

/** Every number in a text, in every way that it may be read: `1.200` is twelve hundred, or one and a fifth. */
const numbersIn = (text: string): number[] => [
  ...readingsOf(text).flat(),
  ...(text.match(/\p{L}[\p{L}-]*/gu) ?? []).flatMap((word) => countOf(word, null) ?? []),
]

function readingsOf(text: string): number[][] {
  return [...text.matchAll(/\d{1,3}(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d+)?(?![.,]?\d)|\d+(?:[.,]\d+)*/g)].map(
    ({ 0: written, index }) => {
      const after = text.slice(index + written.length)
      const factor = magnitudes.find(([words]) => words.test(after))?.[1] ?? 1
      const parts = written.split(/[.,'’ \u00a0\u202f]/)
      const whole = Number(parts.join(''))
      const decimal = Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`)
      const isGrouped = /^\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?$/.test(written)
      const readings = [
        whole,
        ...(/[.,]\d+$/.test(written) ? [decimal] : []),
        // A date, a version or cells of a table: the parts are numbers of their own.
        ...(isGrouped && !written.includes(' ') ? [] : parts.map(Number)),
      ]
      return readings.flatMap((number) => [number, number * factor])
    },
  )
}

/** Months as they are called, and shortened, in the languages that the index knows best. */
const monthNames = Array.from({ length: 12 }, (_, month) =>
  ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'pl'].flatMap((language) =>
    (['long', 'short'] as const).map((form) =>
      fold(new Date(Date.UTC(2026, month, 15)).toLocaleDateString(language, { month: form })).replace(
        '.',
        '',
      ),
    ),
  ),
)

/**
 * Whether a quote has the year, the month and the day of a value, as far as the value has them. A day without a year is
 * one close to the page's own.
 */
function hasDate(value: string, quote: string): boolean {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?!\d)/.exec(value) ?? []
  const numbers = numbersIn(quote)
  const has = (part: string | undefined): boolean => part === undefined || numbers.includes(Number(part))
  const names = monthNames[Number(month) - 1] ?? []
  const namesMonth = (): boolean => wordsOf(quote).some((word) => names.includes(word))
  const hasYear = has(year) || (day !== undefined && !/(?<!\d)(?:19|20)\d\d(?!\d)/.test(quote))
  return year !== undefined && hasYear && has(day) && (has(month) || namesMonth())
}

/** National and international spellings of a number end alike. */
function hasDigits(quote: string, value: string): boolean {
  const digits = value.replaceAll(/\D/g, '')
  const written = (quote.match(/\+?\d[\d\s()./-]*\d/g) ?? []).map((found) =>
    found.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, ''),
  )
  return digits.length >= 5 && written.some((found) => found.length >= 5 && digits.endsWith(found))
}

/** An e-mail address as it is hidden from collectors: “jo (at) acme dot example”. */
const spelledOut = (text: string): string =>
  fold(text)
    .replaceAll(/\s*(?:[([{]\s*(?:at|a|@)\s*[)\]}]|\sat\s)\s*/g, '@')
    .replaceAll(/\s*(?:[([{]\s*(?:dot|punkt|point|\.)\s*[)\]}]|\s(?:dot|punkt|point)\s)\s*/g, '.')

const bareAddress = (address: string): string =>
  address
    .replace(/^(?:https?:\/\/|mailto:)/i, '')
    .replace(/^www\./i, '')
    .replace(/[/.,;:!?]+$/, '')

/** As words are compared: without case, accents, marks of Markdown, and differences of space. */
const plain = (text: string): string => fold(text).replaceAll(/[*_`]/g, '').replaceAll(/\s+/g, ' ').trim()
