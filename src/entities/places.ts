/** A place as a page names it, as far as its parts can be told apart. */
export interface Place {
  readonly address: string | null
  readonly city: string | null
  readonly postalCode: string | null
  readonly country: string | null
}

/** Names of countries that are in use beside the official ones. */
const furtherCountries =
  'UK|U.K.|Great Britain|England|Scotland|Wales|Northern Ireland|USA|U.S.|U.S.A.|US|United States of America|Holland|The Netherlands|Czech Republic|South Korea|Russia|UAE|Republic of Ireland|Großbritannien|England|Schottland|Royaume-Uni|Angleterre|Écosse|Etats-Unis|Pays-Bas|Tschechien'

let knownCountries: ReadonlySet<string> | undefined

/** The platform knows the countries in every language; asking it takes a moment, so it is asked once. */
function countries(): ReadonlySet<string> {
  if (knownCountries) return knownCountries
  const names = new Set(furtherCountries.toLowerCase().split('|'))
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  for (const language of ['en', 'de', 'fr']) {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const first of letters)
      for (const second of letters) {
        const name = inLanguage.of(first + second)
        if (name) names.add(name.toLowerCase())
      }
  }
  knownCountries = names
  return names
}

export const isCountry = (text: string): boolean => countries().has(text.trim().toLowerCase())

const postalBefore = /^(?:[A-Z]{1,2}-)?(\d{4,5}|\d{4} ?[A-Z]{2}|\d{3} \d{2})\s+(\p{L}.*)$/u
const postalAfter =
  /^(\p{L}.*?),?\s+([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|\d{5}(?:-\d{4})?)$/u
const postalAlone =
  /^(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]{2} \d{5}(?:-\d{4})?|[A-Z]\d[A-Z] \d[A-Z]\d|\d{4,5})$/
/** Words that are in the names of streets and buildings, not of cities. */
const street =
  /(?<!\p{L})(?:street|st|road|rd|avenue|ave|lane|way|drive|boulevard|square|court|yard|quay|row|park|house|centre|center|building|tower|campus|floor|suite|unit|rue|place|quai|allée|platz)(?!\p{L})|(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse)(?!\p{L})/iu
const cityName =
  /^(?:[\p{Lu}][\p{L}'’.-]*)(?:[ -](?:[\p{Lu}][\p{L}'’.-]*|am|an|der|de|la|le|les|sur|upon|of|do|da|i\.|im|del|und|and|a\.|d\.|\([^)]*\)))*$/u

/** Parts of an address line or of “Bristol, United Kingdom”. Null: it does not read like a place. */
export function placeOf(text: string): Place | null {
  const parts = text
    .split(/\s*(?:[,;]|\s[·|–-]\s|\n)\s*/)
    .map((part) =>
      part
        .replace(/[.\s]+$/, (end) => (/\b[A-Z]\.[A-Z]$/.test(part.slice(0, -end.length)) ? '.' : ''))
        .trim(),
    )
    .filter((part) => part !== '')
  if (parts.length === 0 || parts.length > 7) return null
  let country: string | null = null
  const bracketed = /^(.*?)\s*\(([^)]+)\)$/.exec(parts.at(-1) ?? '')
  if (bracketed?.[1] && bracketed[2] && isCountry(bracketed[2]))
    parts.splice(-1, 1, bracketed[1], bracketed[2])
  if (parts.length > 0 && isCountry(parts.at(-1) ?? '') && !(parts.length === 1 && isCity(parts[0] ?? '')))
    country = parts.pop() ?? null

  let city: string | null = null
  let postalCode: string | null = null
  let cityAt = -1
  for (const [at, part] of parts.entries()) {
    const coded = postalBefore.exec(part)
    const trailing = postalAfter.exec(part)
    if (coded?.[1] && coded[2] && !street.test(coded[2]))
      [postalCode, city, cityAt] = [coded[1], coded[2], at]
    else if (trailing?.[1] && trailing[2] && at > 0)
      [city, postalCode, cityAt] = [trailing[1], trailing[2], at]
    else if (postalAlone.test(part) && at > 0)
      [postalCode, city, cityAt] = [part, parts[at - 1] ?? null, at - 1]
  }
  if (city === null) {
    // Without a postal code: streets have numbers, cities do not, and what comes first is the narrower place.
    cityAt = parts.findIndex((part) => !/\d/.test(part) && !street.test(part))
    city = parts[cityAt] ?? null
  }
  if (city !== null && (!cityName.test(city) || city.length > 50)) return null
  if (city === null && country === null) return null
  const address = cityAt > 0 ? parts.slice(0, cityAt).join(', ') : null
  return { address, city, postalCode, country }
}

/** Singapore, Luxembourg and Monaco are cities as well. */
const isCity = (name: string) =>
  /^(?:singapore|singapur|singapour|luxemb(?:o)?urg|monaco|hong kong)$/i.test(name)

/** Whether words could name a city, alone or with its country. */
export const isPlaceName = (text: string): boolean => text.length <= 60 && placeOf(text) !== null

const properName = String.raw`\p{Lu}[\p{L}'’.-]*(?: (?:(?:am|an der|sur|upon|de|la|of) )?\p{Lu}[\p{L}'’.-]*){0,3}`
const nameAt = new RegExp(`^(?:the |den |der |le |la |les )?(${properName})`, 'u')
const bracketAt = /^ \(([^()]{2,40})\)/
const nextAt = new RegExp(`^, (?:the )?(${properName})`, 'u')

/**
 * The place that a sentence goes on to name: “Bristol, United Kingdom, and employs …”. What follows a comma belongs
 * to it only as far as a country, because “Based in Bristol, Kestrel …” names a place and a company.
 */
export function placeAt(text: string): Place | null {
  const name = nameAt.exec(text)
  if (!name?.[1]) return null
  let rest = text.slice(name[0].length)
  const bracket = bracketAt.exec(rest)?.[1]
  const names = [name[1]]
  if (bracket !== undefined && isCountry(bracket)) names.push(bracket)
  for (let next = nextAt.exec(rest); next?.[1] && names.length < 4; next = nextAt.exec(rest)) {
    names.push(next[1])
    rest = rest.slice(next[0].length)
  }
  const country = names.findIndex((one) => isCountry(one.replace(/\.$/, '')) || isCountry(one))
  if (country > 0) return placeOf([names[0], names[country]].join(', '))
  return placeOf(names[0] ?? '')
}
