import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { placeNamed, placesIn } from '../values/index.ts'
import type { Piece, Source } from './source.ts'

const known = new WeakMap<Source, string | null>()

/** The country whose telephone numbers a page gives without their country code. Null: nothing tells. */
export function countryOf(source: Source): string | null {
  const before = known.get(source)
  if (before !== undefined) return before
  const found =
    declared(source) ??
    fromAddresses(source) ??
    fromHost(source) ??
    fromNumbers(source) ??
    fromLegalForms(source) ??
    fromCurrency(source) ??
    fromText(source)
  known.set(source, found)
  return found
}

/** The country of an address that a telephone number belongs to: a page may give offices in several. */
export function countryAt(source: Source, piece: Piece): string | null {
  const block = source.blocks[piece.block]?.plain.text ?? ''
  const text = block.length > longestAddress ? piece.plain.text : block
  const code = dialled.exec(text)?.groups?.['code']
  if (code !== undefined) return getCountries().find((one) => getCountryCallingCode(one) === code) ?? null
  // “| Denmark (Kolding) | Sales desk, 75 55 50 20 |”
  const labelled = piece.kind === 'cell' ? onlyOne(countriesIn(piece.label)) : null
  if (labelled !== null) return labelled
  const isAddress =
    addressLabel.test(`${piece.label} ${piece.headings.at(-1) ?? ''}`) || postalCode.test(text)
  if (!isAddress) return null
  // Of several offices each has a line of its own.
  const label = `${piece.label} ${piece.row}`
  return onlyOne(countriesIn(`${label} ${piece.plain.text}`)) ?? onlyOne(countriesIn(`${label} ${text}`))
}

/** “From inside Bhutan (country code 975)” */
const dialled =
  /(?<!\p{L})(?:country|international|dialling|dialing|calling) code:?\s(?:is\s)?\+?(?<code>\d{1,3})(?!\d)/iu

const longestAddress = 400

const countriesIn = (text: string): string[] =>
  placesIn(text).flatMap(({ place, isAdjective }) =>
    place.country === null || isAdjective ? [] : [place.country],
  )

/** In its JSON-LD. */
function declared({ document }: Source): string | null {
  const text = JSON.stringify(document.details.structured['jsonLd'] ?? '')
  const codes = [...text.matchAll(/"addressCountry":(?:\{[^{}]*"name":)?"([^"]{2,40})"/g)].flatMap(
    ([, value = '']) => {
      if (/^[A-Z]{2}$/.test(value)) return [value]
      return placeNamed(value)?.country ?? []
    },
  )
  return onlyOne(codes)
}

const addressLabel =
  /address|head ?office|headquarters|office|anschrift|adresse|sitz|siège|visit|impressum|contact|kontakt/i
/** “Säterigatan 41, Gothenburg, Sweden” */
const addressLine = /\p{L}{4,} \d{1,4}\p{Ll}?, \p{Lu}[^,.;]{2,30}, \p{Lu}\p{Ll}[\p{L} ]{2,}/u
const postalCode =
  /\b(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|[A-Z]{2} \d{5}|\d{4,5} \p{Lu}\p{L}+|\d{4} [A-Z]{2} \p{Lu})/u

function fromAddresses(source: Source): string | null {
  const codes = source.pieces.flatMap((piece) => {
    const text = piece.plain.text
    const isAddress =
      addressLabel.test(`${piece.label} ${piece.headings.at(-1) ?? ''}`) ||
      postalCode.test(text) ||
      addressLine.test(text)
    if (!isAddress) return []
    return countriesIn(text)
  })
  return onlyOne(codes)
}

function fromHost({ document, language }: Source): string | null {
  const top = document.host.split('.').at(-1)?.toUpperCase() ?? ''
  if (top === 'UK') return 'GB'
  if (isSupportedCountry(top) && !['CO', 'IO', 'ME', 'TV', 'CC', 'AI'].includes(top)) return top
  const region = /-([A-Z]{2})$/.exec(language ?? '')?.[1]
  return region !== undefined && isSupportedCountry(region) ? region : null
}

/** Other numbers of the page may say it. */
function fromNumbers({ document }: Source): string | null {
  const numbers = document.text.match(/\+\d[\d ().-]{6,20}\d/g) ?? []
  return onlyOne(numbers.flatMap((number) => parsePhoneNumberFromString(number)?.country ?? []))
}

/** Forms of companies that are registered in one country alone. */
const legalForms: readonly (readonly [form: string, country: string])[] = [
  [String.raw`AB(?! [A-Z]\d)`, 'SE'],
  ['ApS|A/S', 'DK'],
  ['ASA?', 'NO'],
  ['Oyj?', 'FI'],
  ['OÜ', 'EE'],
  ['SIA', 'LV'],
  ['UAB', 'LT'],
  [String.raw`[Ss]p\. ?z ?o\. ?o\.`, 'PL'],
  ['Kft|Zrt|Nyrt', 'HU'],
  [String.raw`S\.p\.A\.|S\.?r\.l\.`, 'IT'],
  [String.raw`B\.V\.`, 'NL'],
  ['Lda', 'PT'],
  ['ehf', 'IS'],
  [String.raw`S\.A\. de C\.V\.`, 'MX'],
  [String.raw`Sdn\.? Bhd`, 'MY'],
  [String.raw`Pte\.? Ltd`, 'SG'],
  [String.raw`Pvt\.? Ltd`, 'IN'],
]

/** “Kajvägen 9”, and above it “Norrvik Tång AB”. */
const fromLegalForms = ({ document, title }: Source): string | null =>
  onlyOne(
    legalForms.flatMap(([form, country]) =>
      new RegExp(String.raw`\p{L} (?:${form})(?![\p{L}\p{N}])`, 'u').test(`${title}\n${document.text}`)
        ? country
        : [],
    ),
  )

/** Moneys that are used in one country alone. */
const currencies: Readonly<Record<string, string>> = {
  CHF: 'CH',
  NOK: 'NO',
  SEK: 'SE',
  DKK: 'DK',
  PLN: 'PL',
  CZK: 'CZ',
  HUF: 'HU',
  ISK: 'IS',
}

/** Whoever names prices in francs sits in Switzerland, unless other prices are named too. */
const fromCurrency = ({ document }: Source): string | null =>
  /[€£$]\s?\d|\d\s?[€£$]|(?:EUR|GBP|USD)\s?\d/.test(document.text)
    ? null
    : onlyOne(
        [...document.text.matchAll(/(?<!\p{L})(\p{Lu}{3})\s\d/gu)].flatMap(
          ([, code = '']) => currencies[code] ?? [],
        ),
      )

const named = new WeakMap<Source, readonly string[]>()

/** The countries that a page speaks of, for where nothing else tells. */
export function countriesNamed(source: Source): readonly string[] {
  const before = named.get(source)
  if (before) return before
  const countries = placesIn(source.document.text.slice(0, 20_000)).flatMap(
    ({ place }) => place.country ?? [],
  )
  const found = [...new Set(countries)]
  named.set(source, found)
  return found
}

/** The country that most of the page's places lie in, or that its language is spoken in. */
function fromText(source: Source): string | null {
  const counts = new Map<string, number>()
  for (const { place, isAdjective } of placesIn(source.document.text.slice(0, 20_000)))
    if (place.country !== null)
      counts.set(place.country, (counts.get(place.country) ?? 0) + (isAdjective ? 0.5 : 1))
  const [first, second] = [...counts].toSorted((a, b) => b[1] - a[1])
  if (first && first[1] >= 2 && first[1] >= (second?.[1] ?? 0) * 2) return first[0]
  // “en-x-de” was German before it was put into English.
  const written = source.language?.replace(/^en-x-/, '')
  if (written?.startsWith('de') && !isClearly(first, second, ['AT', 'CH', 'LI'])) return 'DE'
  if (written?.startsWith('fr') && !isClearly(first, second, ['BE', 'CH', 'CA', 'LU'])) return 'FR'
  if (written?.startsWith('es') && (!first || first[0] === 'ES')) return 'ES'
  // Whoever asks for pounds alone is in Britain, whichever other country is named once.
  if (/£\s?\d/.test(source.document.text) && !/[€$]\s?\d|\d\s?€/.test(source.document.text)) return 'GB'
  if (first && !second) return first[0]
  // Where something is, a page says first.
  const opening = placesIn(source.document.text.slice(0, 400)).find(
    ({ place, isAdjective }) => place.country !== null && !isAdjective,
  )
  return opening?.place.country ?? null
}

/** The page speaks more of a place in one of the countries than of any other. */
const isClearly = (
  first: [string, number] | undefined,
  second: [string, number] | undefined,
  countries: readonly string[],
): boolean => first !== undefined && countries.includes(first[0]) && first[1] > (second?.[1] ?? 0)

function onlyOne(codes: readonly string[]): string | null {
  const [code] = codes
  return code !== undefined && codes.every((other) => other === code) ? code : null
}
