import { registrableDomain } from '../documents/index.ts'
import { companySubject, sameName, type Subject } from './attribution.ts'
import { isAboutSegment, isMadeFrom, linkedDomains, slug } from './page-address.ts'
import { siteNames, type Reading } from './reading.ts'
import { organisationTypes } from './schema-types.ts'
import { textOf, typesOf, type Item } from './structured-data.ts'

/** Which company a page presents, if it presents one. */
export interface CompanyIdentity {
  readonly name: string | null
  /** What JSON-LD says of it. */
  readonly item: Item | null
  /** Whether the page is the company's own rather than a directory's entry. */
  readonly speaksItself: boolean
  /** The registrable domain of the company's own site, where the page tells. */
  readonly domain: string | null
  readonly subject: Subject
}

/**
 * A name is believed when the address agrees with it: `kestrel-robotics.example` with “Kestrel Robotics”, or
 * `/company/kestrel-robotics` on a directory. JSON-LD is believed when it names its thing as what the page is about.
 */
export function companyIdentity(reading: Reading): CompanyIdentity {
  const { address } = reading
  const items = organisations(reading)
  const names = possibleNames(reading, items)
  const tail = address.path.at(-1) ?? ''
  const inPath = names.find(
    (name) => !isAboutSegment(tail) && isMadeFrom(tail, name) && !isMadeFrom(address.siteLabel, name),
  )
  const inDomain = names.find((name) => isMadeFrom(address.siteLabel, name)) ?? spelledInText(reading)
  const declared = items.find(({ isSubject }) => isSubject)
  const name = inPath ?? (declared ? textOf(declared.item['name']) : null) ?? inDomain ?? null
  const named = items.find(({ item }) => name !== null && sameName(textOf(item['name']) ?? '', name))
  const item = named?.item ?? (name === null ? declared?.item : undefined) ?? null
  const speaksItself =
    inPath === undefined &&
    (name === null ? address.path.length <= 1 : isMadeFrom(address.siteLabel, name) || ownUrl(item, reading))
  const domain = speaksItself ? address.domain || null : ownDomain(reading, name, item)
  return { name, item, speaksItself, domain, subject: companySubject(name, speaksItself) }
}

interface Organisation {
  readonly item: Item
  /** The page says that it is about this one. */
  readonly isSubject: boolean
}

const isOrganisation = (item: Item) => typesOf(item).some((type) => organisationTypes.has(type))

/** The organisations that JSON-LD describes, at its top or as what a page is about. */
export function organisations({ data, page }: Reading): Organisation[] {
  const subjects = data.items.flatMap((item) =>
    typesOf(item).some((type) => type.endsWith('Page'))
      ? data.follow(item['mainEntity'] ?? item['about'])
      : [],
  )
  const title = slug(page.title ?? '')
  return [...new Set([...subjects, ...data.items])].filter(isOrganisation).map((item) => {
    const name = slug(textOf(item['name']) ?? '')
    return { item, isSubject: subjects.includes(item) || (name.length >= 3 && title.startsWith(name)) }
  })
}

function possibleNames(reading: Reading, items: readonly Organisation[]): string[] {
  const { facts, titleParts, prose } = reading
  return [
    ...items.map(({ item }) => textOf(item['name'])),
    ...(facts.get('name') ?? []).map(({ value }) => value),
    ...titleParts.map((part) =>
      part.replace(/^(?:about|über|à propos de?|welcome to|willkommen bei)\s+/i, ''),
    ),
    ...siteNames(reading),
    prose.lines.find(({ kind }) => kind === 'heading')?.text,
  ].flatMap((name) =>
    typeof name === 'string' && name.length <= 80 && /\p{L}/u.test(name) ? [name.trim()] : [],
  )
}

const presenting =
  /^,? (?:was (?:founded|started|set up)|is|are|makes|builds|helps|offers|provides|designs|develops|employs|has|wurde|ist|baut|entwickelt|bietet|beschäftigt|a été|est|conçoit|fabrique|propose|emploie) /

/**
 * A name that no title gives may stand in the text as the address spells it; shortened, where it does what companies
 * do: “Mirabel was founded …” on `mirabelfoods.example`.
 */
function spelledInText({ address, page }: Reading): string | undefined {
  const wanted = slug(address.siteLabel)
  if (wanted.length < 4) return undefined
  const text = page.text.slice(0, 8000)
  let shortened: string | undefined
  for (const match of text.matchAll(/\p{Lu}[\p{L}\p{N}&'’-]*(?: (?:& )?\p{Lu}[\p{L}\p{N}&'’-]*){0,3}/gu)) {
    // “Die Nordhafen Logistik GmbH” has the name in its middle. Folding every word would take longer than the rest.
    const words = match[0].split(' ')
    const start = words.findIndex((word) => word.charAt(0).toLowerCase() === wanted.charAt(0))
    if (start < 0) continue
    const ends = words.map((_, at) => words.slice(start, at + 1).join(' '))
    const whole = ends.find((name) => slug(name) === wanted)
    if (whole !== undefined) return whole
    const isPresented = presenting.test(
      text.slice(match.index + match[0].length, match.index + match[0].length + 20),
    )
    if (isPresented && start === 0 && isMadeFrom(wanted, match[0])) shortened ??= match[0]
  }
  return shortened
}

const domainOf = (url: string | null | undefined): string | null =>
  url && URL.canParse(url) ? registrableDomain(new URL(url).hostname) : null

const ownUrl = (item: Item | null, { address }: Reading): boolean =>
  item !== null && domainOf(textOf(item['url'])) === address.domain

/** Where a directory says that the company itself is. */
function ownDomain({ facts, page, address }: Reading, name: string | null, item: Item | null): string | null {
  const stated = (facts.get('website') ?? []).map(({ value }) =>
    /^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(value) ? `https://${value}` : value,
  )
  const labelled = page.details.links
    .filter(({ text }) => websiteLink.test(text.trim()))
    .map(({ url }) => url)
  const declared = [textOf(item?.['url']), ...stated, ...labelled].map(domainOf)
  const named = linkedDomains(page.details.links).filter(
    (domain) => name !== null && isMadeFrom(domain.split('.')[0] ?? '', name),
  )
  return [...declared, ...named].find((domain) => domain !== null && domain !== address.domain) ?? null
}

const websiteLink = /^(?:(?:visit )?(?:the )?(?:company )?(?:web ?site|homepage)|webseite|site web)$/i
