import { cityTable } from './gazetteer/cities.ts'
import { countryTable, regionTable } from './gazetteer/countries.ts'
import { divisionTable } from './gazetteer/divisions.ts'

export interface Place {
  readonly kind: 'region' | 'country' | 'division' | 'city'
  /** In English. */
  readonly name: string
  /** ISO code; null for regions. */
  readonly country: string | null
  /** State, province or Land, where the gazetteer has it. */
  readonly division: string | null
}

export interface PlaceMention {
  readonly place: Place
  readonly start: number
  readonly end: number
  /** “German”, “Kenyan”: says where something is from rather than naming the place. */
  readonly isAdjective: boolean
}

interface Name {
  readonly place: Place
  readonly isAdjective: boolean
}

interface Gazetteer {
  /** By the name in lower case. */
  readonly names: ReadonlyMap<string, readonly Name[]>
  /** Every region that a country or region lies in. */
  readonly regionsOf: ReadonlyMap<string, ReadonlySet<string>>
  /** The words that names begin with, so that most words need no further look. */
  readonly firstWords: ReadonlySet<string>
  readonly mostWords: number
}

let built: Gazetteer | undefined

/** Made once, at the first question: it takes some milliseconds. */
function gazetteer(): Gazetteer {
  return (built ??= build())
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu

const rows = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
const list = (text: string | undefined): string[] =>
  (text ?? '').split(',').flatMap((part) => part.trim() || [])

function build(): Gazetteer {
  const names = new Map<string, Name[]>()
  const add = (name: string, place: Place, isAdjective = false) => {
    const key = name.toLowerCase()
    const known = names.get(key) ?? []
    if (known.every((other) => other.place !== place)) names.set(key, [...known, { place, isAdjective }])
  }
  const parts = new Map<string, string[]>()
  for (const [name = '', others, members] of rows(regionTable)) {
    const place: Place = { kind: 'region', name, country: null, division: null }
    add(name, place)
    for (const other of list(others)) add(other, place, isAdjectiveOf(other))
    parts.set(name, list(members))
  }
  const languages = ['en', 'de', 'fr'].map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  )
  for (const [code = '', part = '', adjectives, others] of rows(countryTable)) {
    const [english = code, ...foreign] = languages.flatMap((language) => language.of(code) ?? [])
    const place: Place = { kind: 'country', name: english, country: code, division: null }
    for (const name of [english, ...foreign, ...list(others)]) add(name, place)
    for (const word of list(adjectives)) for (const form of inflected(word)) add(form, place, true)
    parts.set(part, [...(parts.get(part) ?? []), code])
  }
  for (const [country = '', , name = '', others] of rows(divisionTable)) {
    const place: Place = { kind: 'division', name, country, division: name }
    add(name.replace(/ State$/, ''), place)
    for (const other of [name, ...list(others)]) add(other, place, isAdjectiveOf(other))
  }
  addCities(add)
  return {
    names,
    regionsOf: regionsFrom(parts),
    mostWords: 5,
    firstWords: new Set([...names.keys()].flatMap((name) => wordOf(name))),
  }
}

const wordOf = (name: string): string[] =>
  [...name.matchAll(wordPattern)].slice(0, 1).map(([word]) => word.replace(/[.'’-]+$/, ''))

function addCities(add: (name: string, place: Place) => void): void {
  const namesakes: (() => void)[] = []
  for (const line of cityTable.trim().split('\n')) {
    const [, country = '', division, cities = ''] =
      /^([A-Z]{2})(?::(\S+))? (.*)$/.exec(splitDivision(line)) ?? []
    for (const token of cities.split(',')) {
      const [name = '', ...others] = token.trim().split('=')
      const place: Place = {
        kind: 'city',
        name: name.replace(/ \(.*\)$/, ''),
        country,
        division: division?.replaceAll('_', ' ') ?? null,
      }
      const addAll = () => [place.name, ...others].forEach((each) => add(each, place))
      if (name.endsWith(')')) namesakes.push(addAll)
      else addAll()
    }
  }
  // Lesser places of a name come after the best known one.
  for (const addAll of namesakes) addAll()
}

/** A division may have several words; they end where the known name ends. */
function splitDivision(line: string): string {
  const match = /^([A-Z]{2}):(.*)$/.exec(line)
  if (!match) return line
  const known = [...divisionNames()].find((name) => match[2]?.startsWith(`${name} `))
  return known === undefined
    ? line
    : `${match[1]}:${known.replaceAll(' ', '_')} ${match[2]?.slice(known.length + 1)}`
}

function divisionNames(): string[] {
  return ['Berlin', 'Hamburg', 'Bremen', ...rows(divisionTable).map((row) => row[2] ?? '')].toSorted(
    (a, b) => b.length - a.length,
  )
}

/** Region by region, up to the largest. */
function regionsFrom(parts: ReadonlyMap<string, readonly string[]>): Map<string, Set<string>> {
  const regions = new Map<string, Set<string>>()
  const within = (member: string, region: string, depth: number) => {
    const known = regions.get(member) ?? new Set()
    regions.set(member, known.add(region))
    if (depth < 5) for (const part of parts.get(member) ?? []) within(part, region, depth + 1)
  }
  for (const [region, members] of parts) for (const member of members) within(member, region, 0)
  for (const [region, members] of parts) for (const member of members) within(member, region, 0)
  return regions
}

const isAdjectiveOf = (word: string): boolean =>
  /(?:an|ean|isch|ien|ain|éen|ish|ern|que|ave|balte)$/.test(word) && word !== 'Japan'

/** German and French inflect: “deutsche”, “deutschen”, “françaises”. */
function inflected(word: string): string[] {
  if (/^[a-zäöü-]+isch$|^deutsch$/.test(word))
    return ['', 'e', 'en', 'er', 'es', 'em'].map((ending) => word + ending)
  if (/^[a-zéèçï-]+$/.test(word))
    return [word, `${word}s`, `${word}e`, `${word}es`, `${word}ne`, `${word}nes`]
  return [word, `${word}s`]
}

/** The places that a text names, the longest names first. A sentence may begin with any word: small places need more. */
export function placesIn(text: string): PlaceMention[] {
  const { names, firstWords, mostWords } = gazetteer()
  const words = [...text.matchAll(wordPattern)].map((match) => ({
    start: match.index,
    text: match[0].replace(/[.'’-]+$/, ''),
  }))
  const found: PlaceMention[] = []
  for (let at = 0; at < words.length; at++) {
    const first = words[at]
    if (!first || !firstWords.has(first.text.replace(/[’'‘]s$/, '').toLowerCase())) continue
    for (let size = Math.min(mostWords, words.length - at); size > 0; size--) {
      const last = words[at + size - 1]
      if (!last) continue
      const end = last.start + last.text.length
      const written = text.slice(first.start, end)
      const known = names.get(written.replace(/[’'‘]s$/, '').toLowerCase())
      const name = known && isNamed(written, known[0]) ? choose(known, text.slice(end, end + 40)) : undefined
      if (!name) continue
      found.push({
        ...name,
        place: elsewhere(name.place, text.slice(end)) ?? name.place,
        start: first.start,
        end: first.start + written.replace(/[’'‘]s$/, '').length,
      })
      at += size - 1
      break
    }
  }
  return found
}

/** “Harlow, British Columbia” is none that the gazetteer knows, but lies where the text says. Null: nothing else is said. */
function elsewhere(place: Place, after: string): Place | null {
  if (place.kind !== 'city') return null
  const next = /^,? \(?(\p{Lu}[\p{L}.]*(?: (?:(?:and|of|de) )?\p{Lu}[\p{L}.]*){0,3})/u.exec(after)
  const area = next?.[1] === undefined ? null : placeNamed(next[1].replace(/\.$/, ''))
  if (area?.kind !== 'division' || isWithin(place, area)) return null
  return { ...place, country: area.country, division: area.name }
}

/** Words that are also names of places, mostly in other uses. */
const ambiguous = new Set(
  'reading bath essen hamm worms mobile nice split mesa golden bend aurora troy lincoln victoria surrey lima turkey georgia jordan chad guinea us us. male niger goa bali can wales perth columbia lawrence augusta dover hagen siegen derry ames fez pau baden wels gera sparks mons tours valence florence orange victoria poole kent'.split(
    ' ',
  ),
)

/** Adjectives of German and French are small; names are not. */
function isNamed(written: string, name: Name | undefined): boolean {
  if (!name) return false
  const lower = written.toLowerCase()
  if (lower === 'us' || lower === 'can' || lower === 'in' || lower === 'is') return written === 'US'
  if (/^\p{Ll}/u.test(written))
    return name.isAdjective || /^(?:the|l['’]|northern|eastern|southern|western|central)/.test(written)
  return /^\p{Lu}/u.test(written) && (written.length > 2 || written === written.toUpperCase())
}

/** What follows may tell which of several: “Portland, Maine”. */
function choose(names: readonly Name[], after: string): Name | undefined {
  if (names.length === 1) return names[0]
  const next = /^,? \(?([\p{Lu}][\p{L}. ]{1,25})/u.exec(after)?.[1]?.toLowerCase().trim()
  const told =
    next === undefined
      ? undefined
      : names.find(({ place }) =>
          [place.division, place.country === null ? null : countryName(place.country)].some(
            (part) => part !== null && next.startsWith(part.replace(/ State$/, '').toLowerCase()),
          ),
        )
  return told ?? names.toSorted((a, b) => rank(a.place) - rank(b.place))[0]
}
const rank = ({ kind }: Place): number => ({ country: 0, region: 1, city: 2, division: 3 })[kind]

/** Whether a word is as often something else as a place. */
export const isAmbiguousPlace = (name: string): boolean => ambiguous.has(name.toLowerCase())

/** The English name of a country. */
export const countryName = (code: string): string =>
  new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code

/** The place that a text names as a whole: “Germany”, “the EU”, “Bristol”. Null: none that is known. */
export function placeNamed(text: string): Place | null {
  const key = text
    .trim()
    .replace(/^(?:(?:the|die|der|den|la|le|les)\s+|l['’])/i, '')
    .toLowerCase()
  const known = gazetteer().names.get(key) ?? gazetteer().names.get(`the ${key}`)
  return known?.toSorted((a, b) => rank(a.place) - rank(b.place))[0]?.place ?? null
}

/** Whether a place lies in another, or is it. */
export function isWithin(place: Place, area: Place): boolean {
  if (place.name === area.name && place.kind === area.kind) return true
  if (area.kind === 'city') return false
  if (area.kind === 'division') return place.division === area.name && place.country === area.country
  if (area.kind === 'country') return place.country === area.country
  const { regionsOf } = gazetteer()
  const parts = place.kind === 'region' ? [place.name] : [place.country, `${place.country}:${place.division}`]
  return parts.some((part) => part !== null && regionsOf.get(part)?.has(area.name))
}
