import { oneOf, wordEnd } from './patterns.ts'

/**
 * Numbers as pages write them. English writes 1,234.5 where German writes 1.234,5 and French 1 234,5; a page may mix
 * them, so a separator is read by what follows it, and by the language only where that leaves a doubt.
 */

const magnitudes: readonly (readonly [words: string, factor: number])[] = [
  ['k|thousand|thousands|tsd|tausend|mille', 1e3],
  ['m|mm|mn|mln|mio|million|millions|millionen', 1e6],
  ['b|bn|billion|billions|mrd|md|mds|milliarde|milliarden|milliard|milliards', 1e9],
  ['trillion|trillions|tn|bio|billionen', 1e12],
]
const factors = new Map(
  magnitudes.flatMap(([words, factor]) => words.split('|').map((word) => [word, factor] as const)),
)

const currencies: readonly (readonly [words: string, code: string])[] = [
  ['€|eur|euro|euros', 'EUR'],
  ['us$|$|usd|dollar|dollars', 'USD'],
  ['£|gbp|pound|pounds|pfund|livres', 'GBP'],
  ['chf|sfr|franken|swiss francs|francs suisses', 'CHF'],
  ['¥|jpy|yen', 'JPY'],
  ['sek|kronor', 'SEK'],
  ['nok', 'NOK'],
  ['dkk', 'DKK'],
  ['pln', 'PLN'],
  ['inr|₹', 'INR'],
  ['cad|c$', 'CAD'],
  ['aud|a$', 'AUD'],
]
const currencyCodes = new Map(
  currencies.flatMap(([words, code]) => words.split('|').map((word) => [word, code] as const)),
)

const digits = String.raw`\d{1,3}(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)*`
const magnitude = `(?:${oneOf(factors.keys())})`
const currency = `(?:${oneOf(currencyCodes.keys())})`
const before = String.raw`(?<![\p{L}\p{N}.,])`

/** Something that may be an amount: a currency before it or after it, and a magnitude or none. */
const amountPattern = new RegExp(
  `${before}(?:(?<lead>${currency}) ?(?<leadNumber>${digits})(?:[ -]?(?<leadSize>${magnitude})\\.?${wordEnd})?` +
    `|(?<number>${digits})(?:[ -]?(?<size>${magnitude})\\.?)? ?(?:of |de |d['’])?(?:US[ -]?)?(?<trail>${currency})${wordEnd})`,
  'giu',
)
const numberPattern = new RegExp(`^(?<number>${digits})\\+?(?: ?(?<size>${magnitude})\\.?${wordEnd})?`, 'iu')
/** “$10–12 million”, “10 to 12 million euros”: between two numbers is no number. */
const rangeAfter = new RegExp(`^ ?(?:[-–—]|to|bis|à|and|und|et) ?(?:${currency} ?)?\\d`, 'iu')
const rangeBefore = /\d ?(?:[-–—]|to|bis|à) ?$/i

export interface Money {
  readonly amount: number
  readonly currency: string
  /** Where it stands in the text. */
  readonly start: number
  readonly end: number
}

/** Every single amount of money in a text; ranges are left out. */
export function moneyIn(text: string, language: string | null): Money[] {
  if (!/\d/.test(text)) return []
  const found: Money[] = []
  for (const match of text.matchAll(amountPattern)) {
    const { lead, leadNumber, leadSize, number, size, trail } = match.groups ?? {}
    const end = match.index + match[0].length
    if (rangeAfter.test(text.slice(end)) || rangeBefore.test(text.slice(0, match.index))) continue
    const amount = scaled(leadNumber ?? number ?? '', leadSize ?? size, language)
    const code = currencyCodes.get((lead ?? trail ?? '').toLowerCase())
    if (amount !== null && code) found.push({ amount, currency: code, start: match.index, end })
  }
  return found
}

const ones = {
  en: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  de: 'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  fr: 'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
}
const tens = {
  en: 'twenty thirty forty fifty sixty seventy eighty ninety',
  de: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  fr: 'vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt',
}

/** Two to ninety-nine in words. One is left out, being an article in German and French. */
const numberWords = new Map<string, number>()
for (const language of ['en', 'de', 'fr'] as const) {
  const small = ones[language].split(' ')
  for (const [at, word] of small.entries()) if (at > 0) numberWords.set(word, at + 1)
  for (const [at, ten] of tens[language].split(' ').entries()) {
    const value = (at + 2) * 10
    // French counts on from sixty and from eighty to nineteen more.
    const isShared = language === 'fr' && (value === 70 || value === 90)
    if (!isShared) numberWords.set(value === 80 && language === 'fr' ? `${ten}s` : ten, value)
    else numberWords.set(`${ten}-dix`, value)
    for (const [below, one] of small.slice(isShared ? 10 : 0, isShared ? 19 : 9).entries()) {
      const word = language === 'de' ? `${one}und${ten}` : `${ten}-${one}`
      numberWords.set(word, value + below + 1)
    }
  }
}

/** For use in patterns: a whole number, in digits or as one of the small number words. */
export const countPattern = `(?:${digits})(?: ?(?:k|thousand|tausend|mille)${wordEnd})?|(?:${oneOf(numberWords.keys())})${wordEnd}`

/** “About”, “more than”: for use in patterns, in front of a number. */
export const hedgePattern =
  '(?:(?:about|around|some|roughly|approximately|approx\\.?|c\\.|circa|ca\\.?|nearly|almost|over|more than|just over|just under|at least|[>~≈]|rund|etwa|ungefähr|über|mehr als|knapp|gut|fast|env\\.|environ|plus de|près de|quelque) ?){0,2}'

/** A whole number such as “1,200”, “1.200”, “12k” or “zwölf”. Null: something else. */
export function countOf(text: string, language: string | null): number | null {
  const word = numberWords.get(text.trim().toLowerCase())
  if (word !== undefined) return word
  const match = numberPattern.exec(text.trim())
  if (!match || match[0].length !== text.trim().length) return null
  const count = scaled(match.groups?.['number'] ?? '', match.groups?.['size'], language)
  return count !== null && Number.isInteger(count) ? count : null
}

function scaled(digits: string, size: string | undefined, language: string | null): number | null {
  const value = numberIn(digits, size !== undefined, language)
  const factor = size === undefined ? 1 : germanOrFrench(language, size)
  if (value === null || factor === undefined) return null
  // 3.4 million is not 3399999.9999999995.
  const result = Number((value * factor).toPrecision(12))
  return Number.isFinite(result) ? result : null
}

/** A German or French billion is a million millions. */
function germanOrFrench(language: string | null, size: string): number | undefined {
  const word = size.toLowerCase()
  return /^(?:de|fr)/.test(language ?? '') && word === 'billion' ? 1e12 : factors.get(word)
}

/** The digits of a number as a page writes them: `1,234.5`, `1.234,5`, `1 234`. Null: no such number. */
export function numberIn(digits: string, hasMagnitude: boolean, language: string | null): number | null {
  const text = digits.replaceAll(/[ '’\u00a0\u202f]/g, '')
  const separators = text.match(/[.,]/g) ?? []
  const last = separators.at(-1)
  if (last === undefined) return Number(text)
  const whole = text.slice(0, text.lastIndexOf(last))
  const fraction = text.slice(text.lastIndexOf(last) + 1)
  const mixed = new Set(separators).size === 2
  const decimalMark = /^(?:de|fr|es|it|nl|pl|sv|da|nb|fi|pt)/.test(language ?? '') ? ',' : '.'
  // Three digits after the only separator: thousands, unless “1.250 million” says otherwise.
  const isDecimal =
    mixed ||
    (separators.length === 1 &&
      (fraction.length !== 3 || whole === '0' || (hasMagnitude && last === decimalMark)))
  const plainWhole = whole.replaceAll(/[.,]/g, '')
  if (!isDecimal && !/^\d{1,3}(?:[.,]\d{3})+$/.test(text)) return null
  return Number(isDecimal ? `${plainWhole}.${fraction}` : plainWhole + fraction)
}
