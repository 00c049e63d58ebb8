import { sameName, type Subject } from './attribution.ts'
import { placeAt, placeOf, type Place } from './places.ts'
import { wordStart } from './patterns.ts'
import type { Reading } from './reading.ts'
import { leadsToSubject, statementsOf, type Statement } from './statements.ts'

const patterns: readonly RegExp[] = [
  `${wordStart}(?:[Hh]eadquartered|HQ|(?:[Hh]eadquarters|[Hh]ead office)(?: (?:is|are|remains?))?(?: located)?) (?:in|at) `,
  `${wordStart}(?:(?:[Hh]aupt|[Ff]irmen|[Uu]nternehmens)?[Ss]itz)(?: (?:des Unternehmens|der Gesellschaft|unseres Unternehmens))?(?: (?:ist|liegt|befindet sich))? in `,
  `${wordStart}[Ss]iège(?: social)?(?: et [\\p{L}'’ ]{1,30}?)?(?: (?:est|sont|se trouve|se trouvent|de la société|de l['’]entreprise))?(?: (?:situés?|basés?|installés?))? à `,
].map((source) => new RegExp(source, 'gu'))
/** Many things are based somewhere: this must stand right behind the subject. */
const based = new RegExp(
  `${wordStart}(?:[Bb]ased in|[Aa]nsässig in|[Bb]asée? à|[Ii]mplantée? à|[Éé]tablie? à|[Ii]nstallée? à) `,
  'gu',
)
const isBased = /^(?:based|ansässig|basée?|implantée?|établie?|installée?) /i
const mention = /headquarter|head office|HQ|based|sitz|ansässig|siège|basé|implanté|établi|installé/i
const rightBehind =
  /^(?:,|,? (?:which |die |das |qui )?(?:is|are|ist|est|sommes|sind)(?: (?:an?|the|ein|eine|une?|le|la) [^,;.]{0,70})?|,? (?:an?|the|ein|eine|une?) [^,;.]{0,70},?)?\s*$/
const former =
  /(?<!\p{L})(?:formerly|originally|initially|previously|until|moved|used to|was|were|früher|ursprünglich|zunächst|ehemals|bis|war|autrefois|initialement|auparavant|était|déménag\p{L}*|umgezogen)(?!\p{L})/iu

/** Where a company has its head office, from what is labelled so, or else from its sentences. */
export function headquarters({ facts, prose }: Reading, subject: Subject): Place | null {
  for (const field of ['headquarters', 'address', 'location'] as const) {
    const places = (facts.get(field) ?? []).flatMap(
      ({ value }) => placeOf(withoutName(value.split(/[;(]|\s\/\s/)[0] ?? '', subject)) ?? [],
    )
    // Several locations: none of them is said to be the head office.
    if (places.length > 0) return field === 'headquarters' || places.length === 1 ? merged(places) : null
  }
  const stated = [...statementsOf(prose.sentences, subject, mention, [...patterns, based])].flatMap(
    (statement) => {
      const isOwnSeat = !former.test(statement.before) && isOwn(statement, subject)
      return (isOwnSeat ? placeAt(statement.after) : null) ?? []
    },
  )
  return merged(stated)
}

/** An address may begin with whose it is. */
function withoutName(address: string, { name }: Subject): string {
  const [first = '', ...rest] = address.split(/,\s*/)
  return rest.length > 0 && name !== null && sameName(first, name) ? rest.join(', ') : address
}

function isOwn({ before, after, about, match }: Statement, subject: Subject): boolean {
  if (about === 'other') return false
  if (before.trim() === '') return leadsToSubject(after, subject)
  if (!isBased.test(match[0]))
    return (
      about === 'own' ||
      (/^(?:the|le|der)\s$/i.test(before) &&
        /(?:is|are|ist|liegt|sich|est|sont|trouve|trouvent)\s/.test(match[0])) ||
      /(?:^|\s)(?:our|its|unser|unseren|seinen|ihren|mit|notre|son|dont le)\s$/i.test(before)
    )
  const [last] = [...before.matchAll(subject.own)].slice(-1)
  return last !== undefined && rightBehind.test(before.slice(last.index + last[0].length))
}

/** What all of them say, with the parts that only some give. Null: they name different cities. */
function merged(places: readonly Place[]): Place | null {
  const cities = new Set(places.flatMap(({ city }) => (city === null ? [] : city.toLowerCase())))
  if (places.length === 0 || cities.size > 1) return null
  const part = (name: keyof Place) => places.find((place) => place[name] !== null)?.[name] ?? null
  return {
    address: part('address'),
    city: part('city'),
    postalCode: part('postalCode'),
    country: part('country'),
  }
}
