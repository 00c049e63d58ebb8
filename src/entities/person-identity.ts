import type { Subject } from './attribution.ts'
import { positionWord } from './career-words.ts'
import { isAmongPeople, isMadeFrom, slug } from './page-address.ts'
import { eitherCase, literally, oneOf, wordEnd, wordStart } from './patterns.ts'
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
    names.find((one) => isAddressOf(address.siteLabel, one) && isPersons(one, reading)) ??
    names.find((one) => isInTitle(one, reading) && tellsOf(page.text, one)) ??
    null
  const item =
    people.find(({ item }) => name !== null && slug(textOf(item['name']) ?? '') === slug(name))?.item ?? null
  const isSiteName = name !== null && isAddressOf(address.siteLabel, name)
  return {
    name: name === null ? null : plainName(name),
    item,
    ownsSite: isSiteName && (item !== null || isPersons(name, reading)),
    subject: personSubject(name),
  }
}

/** Companies have sites of their own name, too: whether a person is meant, the page must tell. */
const isPersons = (name: string, { page, address }: Reading): boolean =>
  (address.path.length <= 1 && speaksAsI.test(page.text.slice(0, 800))) ||
  slug(page.author ?? '') === slug(name) ||
  tellsOf(page.text, name)

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

/** “Ilse van Kampen is a geologist.” Companies are other things, and neither study nor live anywhere. */
function tellsOf(text: string, name: string): boolean {
  const { firstName, lastName } = splitName(name)
  const called = oneOf([plainName(name), firstName, lastName].filter((one) => one !== null))
  const article = '(?:(?:an?|the|eine?|die|der|une?|la|le|currently|now|derzeit) )?'
  const told = new RegExp(
    `${wordStart}(?:${called})(?:,[^.;]{0,60},)? (?:(?:is|was|ist|war|est|était) ${article}(?<title>[^,.;]{0,60})|(?:studied|lives|teaches|writes|studierte|lebt|a étudié|vit)${wordEnd})`,
    'gu',
  )
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
  const { firstName, lastName } = splitName(name ?? '')
  const names = [name === null ? null : plainName(name), lastName, firstName].filter((one) => one !== null)
  const words = [...names.map(literally), eitherCase('she|he|sie|er|ich|elle|il|je'), "I|I[’']m"]
  return {
    name,
    own: new RegExp(`${wordStart}(?:${words.join('|')})${wordEnd}`, 'gu'),
    others,
    pronouns: /^$/u,
  }
}

const others = new RegExp(
  `${wordStart}(?:students?|colleagues?|wife|husband|partner|brother|sister|father|mother|daughter|son|Tochter|Sohn|Frau|Mann|Bruder|Schwester|frère|sœur|mari|femme)${wordEnd}`,
  'gu',
)
