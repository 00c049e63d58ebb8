import { registrableDomain, type PageLink } from '../documents/index.ts'

/** What an address tells about its page. */
export interface PageAddress {
  readonly host: string
  /** The registrable domain. */
  readonly domain: string
  /** Its first label, where sites have their name: `kestrel-robotics`. */
  readonly siteLabel: string
  /** The parts of the path in lower case, without a language in front and without the ending of a file. */
  readonly path: readonly string[]
  readonly query: string
  readonly isHome: boolean
}

const languageSegment = /^(?:[a-z]{2}|[a-z]{2}[-_][a-z]{2})$/

export function readAddress(url: string): PageAddress | null {
  if (!URL.canParse(url)) return null
  const { hostname, pathname, search } = new URL(url)
  const host = hostname.toLowerCase().replace(/^www\./, '')
  const domain = registrableDomain(host)
  const segments = pathname
    .split('/')
    .filter((segment) => segment !== '')
    .slice(0, 12)
    .map((segment) => decoded(segment).toLowerCase())
  if (languageSegment.test(segments[0] ?? '')) segments.shift()
  const path = segments
    .map((segment) => segment.replace(/\.(?:html?|php|aspx?|jsp)$/, ''))
    .filter(
      (segment, at, all) =>
        !(at === all.length - 1 && /^(?:index|home|default|start|startseite|accueil)$/.test(segment)),
    )
  return {
    host,
    domain,
    siteLabel: domain.split('.')[0] ?? domain,
    path,
    query: search.toLowerCase(),
    isHome: path.length === 0 && search === '',
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const mostLinks = 500

/** The registrable domains that a page links to, in the order of its links. */
export function linkedDomains(links: readonly PageLink[]): string[] {
  const hosts = new Set(
    links.slice(0, mostLinks).flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).hostname] : [])),
  )
  return [...new Set([...hosts].map(registrableDomain))]
}

/** Letters and digits alone, to compare a name with an address. */
export const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\b(?:and|und|et)\b/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' }

/**
 * Whether a part of an address is made from a name: all of it, or a good beginning of either. German addresses
 * spell umlauts out.
 */
export function isMadeFrom(part: string, name: string): boolean {
  const address = slug(part)
  return [name, name.replaceAll(/[äöüÄÖÜ]/g, (letter) => umlauts[letter] ?? letter)].some((spelling) => {
    const own = slug(spelling)
    if (own === address) return own !== ''
    const [short, long] = own.length < address.length ? [own, address] : [address, own]
    return short.length >= 5 && (long.startsWith(short) || (long.endsWith(short) && short.length >= 6))
  })
}

const aboutSegment =
  /^(?:about|about-?us|company|corporate|profile|who-we-are|our-story|our-company|story|facts|unternehmen|firma|ueber-uns|uber-uns|über-uns|wir-ueber-uns|portrait|entreprise|societe|société|a-propos|apropos|à-propos|qui-sommes-nous|notre-histoire|groupe|quienes-somos)$/

/** A page's name for what a company says about itself. */
export const isAboutSegment = (segment: string): boolean => aboutSegment.test(segment)

const peopleSegment =
  /^(?:people|person|persons|team|staff|faculty|members?|profiles?|authors?|experts|in|users?|bios?|speakers|mitarbeiter|personen|equipe|équipe|personnes|management|leadership)$/

/** Whether the page is one of those that a site has for its people. */
export const isAmongPeople = ({ path }: PageAddress): boolean =>
  path.slice(0, -1).some((segment) => peopleSegment.test(segment))

const staffSegment =
  /^(?:people|team|staff|faculty|members|mitarbeiter|personen|equipe|équipe|management|leadership|our-team|our-people)$/

/** Whether those people work for the site's organisation. */
export const isAmongStaff = ({ path }: PageAddress): boolean =>
  path.slice(0, -1).some((segment) => staffSegment.test(segment))
