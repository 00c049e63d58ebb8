import type { Subject } from './attribution.ts'
import { isMadeFrom, slug } from './page-address.ts'
import { looksLikeName, plainName, splitName } from './person-name.ts'
import type { Reading } from './reading.ts'
import { textOf, typesOf, type Item } from './structured-data.ts'

/** Which person a page presents, if it presents one. */
export interface PersonIdentity {
  readonly name: string | null
  /** What JSON-LD says of them. */
  readonly item: Item | null
  /** Whether the name is that of the whole site. */
  readonly ownsSite: boolean
  readonly subject: Subject
}

/**
 * A name is believed when a second witness agrees: the address is made from it, JSON-LD names it as what the page is
 * about, or the page's title has it and its text tells of somebody with that name.
 */
export function personIdentity(reading: Reading): PersonIdentity {
  const { address, page } = reading
  const people = persons(reading)
  const names = possibleNames(reading, people)
  const tail = address.path.at(-1) ?? ''
  const declared = people.find(({ isSubject }) => isSubject)
  const name =
    names.find((one) => isAddressOf(tail, one) || isAddressOf(address.siteLabel, one)) ??
    (declared ? textOf(declared.item['name']) : null) ??
    names.find((one) => isInTitle(one, reading) && tellsOf(page.text, one)) ??
    null
  const item =
    people.find(({ item }) => name !== null && slug(textOf(item['name']) ?? '') === slug(name))?.item ?? null
  return {
    name: name === null ? null : plainName(name),
    item,
    ownsSite: name !== null && isAddressOf(address.siteLabel, name),
    subject: personSubject(name),
  }
}

interface Person {
  readonly item: Item
  readonly isSubject: boolean
}

/** The people whom JSON-LD describes, at its top or as what a page is about; authors are there as well. */
function persons({ data, titleParts }: Reading): Person[] {
  const subjects = data.items.flatMap((item) =>
    typesOf(item).some((type) => type.endsWith('Page'))
      ? data.follow(item['mainEntity'] ?? item['about'])
      : [],
  )
  return [...new Set([...subjects, ...data.items])]
    .filter((item) => typesOf(item).includes('Person'))
    .map((item) => {
      const name = slug(textOf(item['name']) ?? '')
      return {
        item,
        isSubject: subjects.includes(item) || (name !== '' && titleParts.some((part) => slug(part) === name)),
      }
    })
}

function possibleNames({ data, facts, titleParts, prose }: Reading, people: readonly Person[]): string[] {
  const given = data.openGraph.get('profile:first_name') ?? data.meta.get('profile:first_name')
  const family = data.openGraph.get('profile:last_name') ?? data.meta.get('profile:last_name')
  return [
    ...people.map(({ item }) => textOf(item['name'])),
    given && family ? `${given} ${family}` : null,
    ...titleParts.flatMap((part) => [part, part.split(',')[0] ?? '']),
    prose.lines.find(({ kind }) => kind === 'heading')?.text,
    ...(facts.get('name') ?? []).map(({ value }) => value),
  ].flatMap((name) => (typeof name === 'string' && looksLikeName(name) ? [name] : []))
}

/** `/people/van-kampen-ilse` is made from a name, too. */
function isAddressOf(part: string, name: string): boolean {
  const plain = plainName(name)
  const [first = '', ...rest] = plain.split(' ')
  return isMadeFrom(part, plain) || isMadeFrom(part, [...rest, first].join(' '))
}

const isInTitle = (name: string, { titleParts }: Reading): boolean =>
  titleParts.some((part) => slug(part).includes(slug(name)))

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** “Ilse van Kampen is …”, or “I am …” under her name. */
function tellsOf(text: string, name: string): boolean {
  const { lastName } = splitName(name)
  const called = [escape(plainName(name)), ...(lastName === null ? [] : [escape(lastName)])].join('|')
  const verb =
    'is|was|has|holds|works|leads|joined|studied|received|ist|war|hat|arbeitet|leitet|studierte|est|a|dirige|travaille'
  const told = new RegExp(
    String.raw`(?<!\p{L})(?:(?:${called})(?:,[^.;]{0,60},)? (?:${verb})|I am|I['’]m|Ich bin|Je suis)(?!\p{L})`,
    'u',
  )
  return told.test(text.slice(0, 6000))
}

/** Whoever tells of one person says “she”, “he” or “I”. */
function personSubject(name: string | null): Subject {
  const { firstName, lastName } = name === null ? { firstName: null, lastName: null } : splitName(name)
  const names = [name === null ? null : plainName(name), lastName, firstName].flatMap((one) =>
    one ? [escape(one)] : [],
  )
  const pronouns = "[Ss]he|[Hh]e|[Ss]ie|I|I[’']m|[Ee]r|[Ii]ch|[Ee]lle|[Ii]l|[Jj]e"
  return {
    own: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${[...names, pronouns].join('|')})(?![\p{L}\p{N}])`, 'gu'),
    others:
      /(?<!\p{L})(?:students?|colleagues?|wife|husband|partner|brother|sister|father|mother|daughter|son|Tochter|Sohn|Frau|Mann|Bruder|Schwester|frère|sœur|mari|femme)(?!\p{L})/gu,
    pronouns: /^$/u,
  }
}
