import { countryCode } from './countries.ts'

/** A place as a page names it, as far as its parts can be told apart. */
export interface Place {
  readonly address: string | null
  readonly city: string | null
  readonly postalCode: string | null
  readonly country: string | null
}

const isCountry = (text: string): boolean => countryCode(text) !== null

/** “28217 Bremen”, “3011 AB Rotterdam”. */
const codeFirst = /^(?:[A-Z]{1,2}-)?(?<code>\d{4} [A-Z]{2}|\d{3} \d{2}|\d{4,5}) (?<city>\p{L}.*)$/u
/** “Bristol BS1 6TS”, “Austin TX 78701”. */
const codeLast =
  /^(?<city>\p{L}.*?)(?: [A-Z]{2})? (?<code>[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|\d{5}(?:-\d{4})?)$/u
/** A part of its own, with a state or without; the city comes before it. */
const codeAlone =
  /^(?:[A-Z]{2} )?(?<code>[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|\d{4,5}(?:-\d{4})?)$/
const state = /^[A-Z]{2}$/
/** Streets and buildings, by how they begin or end. */
const street =
  /^(?:rue|place|quai|allée|avenue|boulevard|unit|suite|floor)(?!\p{L})|(?:street|st|road|rd|avenue|ave|lane|way|drive|boulevard|square|court|yard|quay|row|house|centre|center|building|tower|campus|sheds|(?:business|science|technology|industrial|office|research) park|stra(?:ß|ss)e|str|weg|platz|allee|gasse)\.?$/iu
const cityName =
  /^\p{Lu}[\p{L}'’.-]*(?:[ -](?:\p{Lu}[\p{L}'’.-]*|am|an|der|de|la|le|les|sur|upon|of|do|da|im|del|und|and))*$/u

/** The parts of an address line, or of “Bristol, United Kingdom”. Null: it does not read like a place. */
export function placeOf(text: string): Place | null {
  const parts = text
    .replace(/\s*\(([^()]+)\)\s*\.?$/, ', $1')
    .split(/\s*[,;\n]\s*|\s+[·|–-]\s+/)
    .map((part) => part.trim().replace(/\.$/, ''))
    .filter((part) => part !== '')
  if (parts.length === 0 || parts.length > 7) return null
  const last = parts.at(-1) ?? ''
  // Singapore is a city as well, and alone it is the city.
  const country = isCountry(last) && !(parts.length === 1 && cityStates.test(last)) ? last : null
  if (country !== null) parts.pop()
  const { city, code, at } = codedCity(parts) ?? plainCity(parts)
  if (city === null ? country === null : city.length > 50 || !cityName.test(city)) return null
  return { address: at > 0 ? parts.slice(0, at).join(', ') : null, city, postalCode: code, country }
}

const cityStates = /^(?:singapore|singapur|singapour|luxembourg|luxemburg|monaco|hong kong)$/i

interface FoundCity {
  readonly city: string | null
  readonly code: string | null
  /** Which part it is; what comes before it is the street. */
  readonly at: number
}

function codedCity(parts: readonly string[]): FoundCity | null {
  for (const [at, part] of parts.entries()) {
    const alone = at > 0 ? codeAlone.exec(part)?.groups?.['code'] : undefined
    const before = state.test(parts[at - 1] ?? '') ? at - 2 : at - 1
    if (alone !== undefined) return { city: parts[before] ?? null, code: alone, at: before }
    const found = codeFirst.exec(part) ?? (at > 0 ? codeLast.exec(part) : null)
    const { city, code } = found?.groups ?? {}
    if (city !== undefined && code !== undefined && !street.test(city)) return { city, code, at }
  }
  return null
}

/** Without a code: streets have numbers, cities do not, and what comes first is the narrower place. */
function plainCity(parts: readonly string[]): FoundCity {
  const at = parts.findIndex((part) => !/\d/.test(part) && !street.test(part))
  return { city: parts[at] ?? null, code: null, at }
}

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
  const further = [bracketAt.exec(rest)?.[1] ?? '']
  for (let next = nextAt.exec(rest); next?.[1] && further.length < 4; next = nextAt.exec(rest)) {
    further.push(next[1])
    rest = rest.slice(next[0].length)
  }
  const country = further.map((one) => one.replace(/\.$/, '')).find(isCountry)
  return placeOf(country === undefined ? name[1] : `${name[1]}, ${country}`)
}
