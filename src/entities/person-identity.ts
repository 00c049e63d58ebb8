import type { Subject } from './attribution.ts'
import { positionWord } from './history-lines.ts'
import { isAmongPeople, isMadeFrom, slug } from './page-address.ts'
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
    names.find((one) => isAddressOf(tail, one) && (isAmongPeople(address) || tellsOf(page.text, one))) ??
    (declared ? textOf(declared.item['name']) : null) ??
    names.find((one) => isNamedAfter(address.siteLabel, one, reading) && tellsOf(page.text, one)) ??
    null
  const item =
    people.find(({ item }) => name !== null && slug(textOf(item['name']) ?? '') === slug(name))?.item ?? null
  return {
    name: name === null ? null : plainName(name),
    item,
    ownsSite:
      name !== null && isAddressOf(address.siteLabel, name) && (item !== null || tellsOf(page.text, name)),
    subject: personSubject(name),
  }
}

/** Companies have sites of their own name, too: whether a person is meant, the text must tell. */
const isNamedAfter = (siteLabel: string, name: string, reading: Reading): boolean =>
  isAddressOf(siteLabel, name) || isInTitle(name, reading)

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

/** “Ilse van Kampen is a geologist”, or “I am …” under her name. Companies neither study nor live anywhere. */
function tellsOf(text: string, name: string): boolean {
  const { firstName, lastName } = splitName(name)
  const called = [plainName(name), firstName, lastName].flatMap((one) => (one ? [escape(one)] : [])).join('|')
  const told = new RegExp(
    String.raw`(?<!\p{L})(?:(?:${called})(?:,[^.;]{0,60},)? (?:(?:is|was|ist|war|est|était) (?:(?:an?|the|eine?|die|der|une?|la|le|currently|now|derzeit) )?(?<title>[^,.;]{0,60})|studied|lives|teaches|writes|studierte|lebt|a étudié|vit)` +
      String.raw`)(?!\p{L})`,
    'gu',
  )
  if (speaksAsI.test(text.slice(0, 800))) return true
  return [...text.slice(0, 6000).matchAll(told)].some(({ groups }) => {
    const title = groups?.['title']
    return title === undefined || positionWord.test(title) || profession.test(title)
  })
}

/** Later in a text, “I am …” may be what a customer says. */
const speaksAsI =
  /(?<!\p{L})(?:I am|I['’]m|I (?:work|write|live|study|studied|build|teach)|[Mm]y name is|Ich bin|Ich arbeite|Je suis|Je travaille)(?!\p{L})/u
const profession =
  /(?<!\p{L})\p{L}+(?:ologist|ician|physicist|chemist|economist|lawyer|author|artist|musician|teacher|nurse|doctor|farmer|programmer|photographer)(?!\p{L})/u

/** Whoever tells of one person says “she”, “he” or “I”. */
function personSubject(name: string | null): Subject {
  const { firstName, lastName } = name === null ? { firstName: null, lastName: null } : splitName(name)
  const names = [name === null ? null : plainName(name), lastName, firstName].flatMap((one) =>
    one ? [escape(one)] : [],
  )
  const pronouns = "[Ss]he|[Hh]e|[Ss]ie|I|I[’']m|[Ee]r|[Ii]ch|[Ee]lle|[Ii]l|[Jj]e"
  return {
    name,
    own: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${[...names, pronouns].join('|')})(?![\p{L}\p{N}])`, 'gu'),
    others:
      /(?<!\p{L})(?:students?|colleagues?|wife|husband|partner|brother|sister|father|mother|daughter|son|Tochter|Sohn|Frau|Mann|Bruder|Schwester|frère|sœur|mari|femme)(?!\p{L})/gu,
    pronouns: /^$/u,
  }
}
