import { fold } from '../../contents/index.ts'
import type { Document } from '../../documents/index.ts'
import { countOf } from '../../entities/index.ts'
import type { FieldFormat } from '../reader.ts'

const tests: Readonly<Record<FieldFormat, (value: string, quote: string) => boolean>> = {
  // Chosen by meaning: the quote need not have the word.
  options: () => true,
  number: (value, quote) => numbersIn(quote).some((found) => isSame(found, Number(value))),
  date: (value, quote) => datePartsOf(value).every((part) => numbersIn(quote).includes(part)),
  phone: (value, quote) => hasDigits(quote, value),
  email: (value, quote) => fold(quote).includes(fold(bareAddress(value))),
  url: (value, quote) => fold(quote).includes(fold(bareAddress(value))),
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
  return [...text.matchAll(/\d+(?:[.,'’ \u00a0\u202f]\d+)*/g)].map(({ 0: written, index }) => {
    const after = text.slice(index + written.length)
    const factor = magnitudes.find(([words]) => words.test(after))?.[1] ?? 1
    const parts = written.split(/[.,'’ \u00a0\u202f]/)
    const whole = Number(parts.join(''))
    const decimal = Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`)
    const readings = parts.length > 1 ? [whole, decimal, ...parts.map(Number)] : [whole]
    return readings.flatMap((number) => [number, number * factor])
  })
}

/** Year, month and day, as far as the value has them; months are as often words and are not looked for. */
function datePartsOf(value: string): number[] {
  const { year, day } = /^(?<year>\d{4})(?:-\d{2}(?:-(?<day>\d{2}))?)?/.exec(value)?.groups ?? {}
  return [year ?? Number.NaN, ...(day === undefined ? [] : [day])].map(Number)
}

/** National and international spellings of a number end alike. */
function hasDigits(quote: string, value: string): boolean {
  const digits = value.replaceAll(/\D/g, '')
  const written = (quote.match(/\+?\d[\d\s()./-]*\d/g) ?? []).map((found) =>
    found.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, ''),
  )
  return digits.length >= 5 && written.some((found) => found.length >= 5 && digits.endsWith(found))
}

const bareAddress = (address: string): string =>
  address
    .replace(/^(?:https?:\/\/|mailto:)/i, '')
    .replace(/^www\./i, '')
    .replace(/[/.,;:!?]+$/, '')

/** As words are compared: without case, accents, marks of Markdown, and differences of space. */
const plain = (text: string): string => fold(text).replaceAll(/[*_`]/g, '').replaceAll(/\s+/g, ' ').trim()
