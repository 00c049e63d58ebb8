import type { z } from 'zod'
import type { PersonEntity } from '../contract/contents.ts'
import { firstDate, type DateSpan } from './dates.ts'
import { companyId } from './entity-id.ts'
import { positionWord } from './career-words.ts'
import { listedHistory, type Position, type Study } from './history-lines.ts'
import { statedPositions, statedStudies } from './history-sentences.ts'
import type { Page } from './page.ts'
import { isAmongStaff, isMadeFrom, linkedDomains, slug } from './page-address.ts'
import { personIdentity } from './person-identity.ts'
import { plainName, splitName } from './person-name.ts'
import { isPlaceName, placeAt, placeOf } from './places.ts'
import { readPage, siteNames, type Reading } from './reading.ts'
import { statementsOf } from './statements.ts'
import type { Subject } from './attribution.ts'
import { isItem, textOf, typesOf, valuesOf, type Item } from './structured-data.ts'

export type PersonProperties = z.output<typeof PersonEntity>['properties']
type Work = PersonProperties['workHistory'][number]
type Education = PersonProperties['educationHistory'][number]

/**
 * What a page clearly says of the person whom it presents. JSON-LD, labels, lists and sentences add up to a history;
 * where two of them name the same place, the fuller one counts.
 */
export function personProperties(page: Page): PersonProperties {
  const reading = readPage(page)
  const { name, item, subject } = personIdentity(reading)
  const listed = listedHistory(reading)
  const domains = linkedDomains(page.details.links)
  const positions = [
    ...(item ? declaredPositions(reading, item) : []),
    ...labelledPositions(reading),
    ...positionUnderName(reading, name),
    ...listed.positions,
    ...statedPositions(reading, subject),
  ]
  const studies = [
    ...(item ? declaredStudies(reading, item) : []),
    ...listed.studies,
    ...statedStudies(reading, subject),
  ]
  const split = name === null ? { firstName: null, lastName: null } : splitName(name)
  return {
    name,
    firstName: textOf(item?.['givenName']) ?? split.firstName,
    lastName: textOf(item?.['familyName']) ?? split.lastName,
    location:
      (item && declaredLocation(reading, item)) ??
      labelledLocation(reading) ??
      statedLocation(reading, subject),
    workHistory: merge(
      positions,
      (one) => one.employer,
      (one) => one.title,
    ).map((one) => work(one, domains)),
    educationHistory: merge(
      studies,
      (one) => one.institution,
      (one) => one.degree,
    ).map((one) => education(one, domains)),
  }
}

function declaredPositions({ data }: Reading, item: Item): Position[] {
  const title = textOf(item['jobTitle']) ?? textOf(item['hasOccupation'])
  const employers = valuesOf(item['worksFor']).flatMap((value): Position[] => {
    const [thing] = data.follow(value)
    if (!thing)
      return typeof value === 'string'
        ? [{ title, employer: textOf(value), location: null, dates: null }]
        : []
    if (!typesOf(thing).some((type) => type.endsWith('Role')))
      return [{ title, employer: textOf(thing['name']), location: null, dates: null }]
    const [employer] = data.follow(thing['worksFor'])
    return [
      {
        title: textOf(thing['roleName']) ?? title,
        employer: textOf(employer?.['name']),
        location: null,
        dates: rolesDates(thing),
      },
    ]
  })
  return employers.length > 0 || title === null
    ? employers
    : [{ title, employer: null, location: null, dates: null }]
}

function rolesDates(role: Item): DateSpan | null {
  const from = firstDate(textOf(role['startDate']) ?? '')
  const to = firstDate(textOf(role['endDate']) ?? '')
  return from === null && to === null ? null : { from, to }
}

function declaredStudies({ data }: Reading, item: Item): Study[] {
  return valuesOf(item['alumniOf']).flatMap((value): Study[] => {
    const [thing] = data.follow(value)
    if (!thing)
      return typeof value === 'string' ? [{ degree: null, institution: textOf(value), dates: null }] : []
    const [school] = data.follow(thing['alumniOf'])
    return [
      {
        degree: textOf(thing['roleName']),
        institution: textOf((school ?? thing)['name']),
        dates: rolesDates(thing),
      },
    ]
  })
}

function labelledPositions({ facts }: Reading): Position[] {
  const [position, another] = facts.get('position') ?? []
  const [employer, further] = facts.get('employer') ?? []
  if (!position || another || further) return []
  return [{ title: position.value, employer: employer?.value ?? null, location: null, dates: null }]
}

/**
 * On the pages that an organisation has for its people the line under a name is what they are there. The pages of
 * speakers and authors are not such pages.
 */
function positionUnderName(reading: Reading, name: string | null): Position[] {
  const { prose, address } = reading
  const lines = prose.lines.filter(({ kind }) => kind !== 'blank')
  const at = lines.findIndex(
    ({ kind, text }) => kind === 'heading' && name !== null && plainName(text) === name,
  )
  const title = at < 0 ? undefined : lines[at + 1]?.text
  if (title === undefined || title.length > 80 || /[.:!?]$/.test(title) || !positionWord.test(title))
    return []
  const site = siteNames(reading).find((part) => isMadeFrom(address.siteLabel, part))
  return [{ title, employer: isAmongStaff(address) ? (site ?? null) : null, location: null, dates: null }]
}

function declaredLocation({ data }: Reading, item: Item): string | null {
  for (const property of ['address', 'homeLocation', 'workLocation']) {
    const [value] = valuesOf(item[property])
    const [thing] = data.follow(value)
    const address = thing && isItem(thing['address']) ? thing['address'] : thing
    const parts = address
      ? [textOf(address['addressLocality']), textOf(address['addressCountry'])].filter(
          (part) => part !== null,
        )
      : []
    const text = parts.length > 0 ? parts.join(', ') : thing ? textOf(thing['name']) : textOf(value)
    if (text !== null) return text
  }
  return null
}

function labelledLocation({ facts }: Reading): string | null {
  const places = (facts.get('location') ?? []).filter(({ value }) => isPlaceName(value))
  return places.length === 1 ? (places[0]?.value ?? null) : null
}

const livingMention = /live|living|based|reside|lebt|lebe|wohn|vit |vis |habite|basé/i
const living =
  /(?<![\p{L}\p{N}])(?:lives? in|living in|(?:is|am|['’]m) based in|based in|resides? in|lebt in|lebe in|wohnt in|wohne in|vit à|vis à|habite à|(?:est |suis )?basée? à) (?=(?:the )?\p{Lu})/gu

function statedLocation({ prose }: Reading, subject: Subject): string | null {
  const places = [...statementsOf(prose.sentences, subject, livingMention, [living])].flatMap(
    ({ after, before, about }) => {
      const isOwn = about === 'own' || (about === 'nobody' && before.trim() === '')
      const place = isOwn ? placeAt(after) : null
      return place ? [[place.city, place.country].filter((part) => part !== null).join(', ')] : []
    },
  )
  return new Set(places.map((place) => placeOf(place)?.city ?? place)).size === 1 ? (places[0] ?? null) : null
}

/** Entries for the same place and position are one; what a fuller one says is kept. */
function merge<Entry extends { readonly dates: DateSpan | null }>(
  entries: readonly Entry[],
  place: (entry: Entry) => string | null,
  what: (entry: Entry) => string | null,
): Entry[] {
  const merged: Entry[] = []
  for (const entry of entries) {
    const at = merged.findIndex((known) => same(place(known), place(entry)) && same(what(known), what(entry)))
    const known = merged[at]
    if (!known) merged.push(entry)
    else {
      const filled = Object.entries(known).map(([key, value]) => [key, value ?? entry[key as keyof Entry]])
      // The keys are the entry's own.
      merged[at] = Object.fromEntries(filled) as Entry
    }
  }
  return merged
}

/** Equal, or the beginning of the other: a professor of epidemiology may be one of epidemiology and trials. */
function same(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true
  const [short, long] = [slug(one), slug(other)].toSorted((a, b) => a.length - b.length)
  return long?.startsWith(short ?? '') ?? false
}

const work = ({ title, employer, location, dates }: Position, domains: readonly string[]): Work => ({
  title,
  location,
  dates,
  company: employer === null ? null : { id: siteId(employer, domains), name: employer },
})

const education = ({ degree, institution, dates }: Study, domains: readonly string[]): Education => ({
  degree,
  dates,
  institution: institution === null ? null : { id: siteId(institution, domains), name: institution },
})

/** The id that the organisation's own pages have, when this page links to them. */
function siteId(name: string, domains: readonly string[]): string | null {
  const domain = domains.find((one) => isMadeFrom(one.split('.')[0] ?? '', name))
  return domain === undefined ? null : companyId(domain)
}
