import { registrableDomain, type Document } from '../../../documents/index.ts'
import {
  isInstitution,
  isMadeFrom,
  presentedCompany,
  sameName,
  slug,
  withoutLegalForm,
} from '../../../entities/index.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Run } from '../../engine.ts'
import type { Library } from '../library.ts'
import { createRecently } from '../recently.ts'
import { perPage, sightingOn, type Sighting } from './sighting.ts'

export const companyOn = perPage(presentedCompany)
/** An article links to many sites; the companies that it is about are among the first. */
const mostLinked = 12
const namingPages = 12
const mostPresenting = 5
const reachable = /\/(?:contact|kontakt|impressum|imprint|about|company|unternehmen|entreprise|a-propos)/i

/**
 * A company is its registrable domain, whatever page it was found by: its front page, a release of its press office,
 * an entry in a directory or an article. One without a site that anybody names is its name.
 */
export function createCompanies({ library, clock }: { library: Library; clock: Clock }) {
  const sites = createRecently<string | null>(clock, { most: 500, forMs: 60_000 })
  /** Entries of directories and front pages: other pages may name a company without being about it. */
  const pagesNaming = (teamId: string, name: string, { signal }: Run): Promise<Document[]> =>
    library.naming(
      name,
      { teamId },
      namingPages,
      signal,
      ({ kind, url }) => kind === 'company' || new URL(url).pathname === '/',
    )
  return { presentedOn, near, ofSite, named, pagesOf }

  /** The company that a page is about. */
  async function presentedOn(teamId: string, page: Document, run: Run): Promise<Sighting | null> {
    const { name, speaksItself, domain } = companyOn(page)
    if (speaksItself && domain !== null) return (await ofSite(teamId, domain)) ?? ownPage(domain, page, name)
    if (name === null) return null
    const site = domain ?? (await siteNamed(teamId, name, run))
    if (site === null) return sightingOn(keyOfName(name), page, name)
    return (await ofSite(teamId, site)) ?? sightingOn(keyOfSite(site), page, name)
  }

  /** Companies that a page about something else leads to: the one whose site it stands on, and those it links to. */
  async function near(teamId: string, page: Document, { mayFetch }: Run): Promise<Sighting[]> {
    const own = registrableDomain(page.host)
    const linked = new Map<string, string>()
    for (const { url, text } of page.details.links) {
      if (linked.size >= mostLinked) break
      if (!/^https?:/.test(url) || !URL.canParse(url)) continue
      const site = registrableDomain(new URL(url).hostname)
      if (site !== own && !linked.has(site)) linked.set(site, text.trim())
    }
    const found = await Promise.all(
      [[own, ''] as const, ...linked].map(async ([site, text]): Promise<Sighting | null> => {
        const known = await ofSite(teamId, site)
        if (known || !mayFetch || !isMadeFrom(site.split('.')[0] ?? '', text)) return known
        // Nobody has read that site yet, but it is called like the company that the page links to.
        return { entityKey: keyOfSite(site), url: `https://${site}/`, name: text, documentId: null }
      }),
    )
    return found.filter((sighting) => sighting !== null)
  }

  /** The company whose site this is, by its front page. Null: there is none, or it presents no company. */
  async function ofSite(teamId: string, site: string): Promise<Sighting | null> {
    const home =
      (await library.at(teamId, `https://${site}/`)) ?? (await library.at(teamId, `https://www.${site}/`))
    if (!home) return null
    const { name, speaksItself } = companyOn(home)
    const isCompanys = speaksItself && name !== null && !isNoCompany(home.category) && !isInstitution(name)
    return isCompanys ? ownPage(site, home, name) : null
  }

  /** The pages that present an organisation of a name: its own about itself, and its entries in directories. */
  async function pagesOf(teamId: string, name: string, { signal }: Run): Promise<Document[]> {
    const naming = await library.naming(name, { teamId }, namingPages, signal)
    const site = naming.map(siteOf).find((one) => isMadeFrom(one.split('.')[0] ?? '', name))
    const entries = naming.filter(
      (page) =>
        page.category === 'company' && siteOf(page) !== site && sameName(companyOn(page).name ?? '', name),
    )
    if (site === undefined) return entries.slice(0, mostPresenting)
    const home = await library.at(teamId, `https://${site}/`)
    const hits = await library.byWords(name, { teamId, includeDomains: [site] }, 5 * namingPages, signal)
    const pages = await library.read(teamId, hits.slice(0, namingPages))
    const own = pages.filter(({ category, url }) => category === 'company' || reachable.test(url))
    return [...new Set([...(home ? [home] : []), ...own, ...entries])].slice(0, mostPresenting)
  }

  /** A company by its name alone. */
  async function named(teamId: string, name: string, run: Run): Promise<Sighting | null> {
    const site = await siteNamed(teamId, name, run)
    if (site !== null) return ofSite(teamId, site)
    const [page] = (await pagesNaming(teamId, name, run)).filter((one) =>
      sameName(companyOn(one).name ?? '', name),
    )
    return page ? sightingOn(keyOfName(name), page, name) : null
  }

  /** The site of a company that a directory names without a link, if some page tells. */
  function siteNamed(teamId: string, name: string, run: Run): Promise<string | null> {
    return sites(`${teamId} ${name}`, async () => {
      const domains = (await pagesNaming(teamId, name, run)).map((page) => {
        const company = companyOn(page)
        return sameName(company.name ?? '', name) ? company.domain : null
      })
      return domains.find((domain) => domain !== null) ?? null
    })
  }
}

const otherOwners = new Set(['people', 'personal site', 'event', 'forum', 'publication'])
const isNoCompany = (category: string | null): boolean => category !== null && otherOwners.has(category)

const siteOf = ({ host }: Document): string => registrableDomain(host)

export const keyOfSite = (site: string): string => `company:${site}`
export const keyOfName = (name: string): string => `company:${slug(name)}`

const ownPage = (site: string, page: Document, name: string | null): Sighting =>
  sightingOn(keyOfSite(site), page, name)

const aboutMany = new Set(['news', 'article', 'publication', 'listing', 'people', 'forum', 'event'])

/** Whether a page is of a kind that speaks of others than whose site it stands on. */
export const isAboutMany = ({ category }: Document): boolean => category !== null && aboutMany.has(category)

/**
 * Whether a page of a company's site can be about the company. Newspapers and directories are companies, too, and
 * what their pages tell of others is not told of them.
 */
export function speaksOfOwner(page: Document, owner: string): boolean {
  const { name, speaksItself } = companyOn(page)
  if (page.category === 'company' && name !== null && !speaksItself) return false
  if (!isAboutMany(page)) return true
  const [first = owner] = withoutLegalForm(owner).split(/\s+/)
  return `${page.title ?? ''} ${page.text}`.includes(first)
}

/** The site in a key; null for a company that is known by its name alone. */
export function siteInKey(entityKey: string): string | null {
  const site = /^company:(.+\..+)$/.exec(entityKey)?.[1]
  return site ?? null
}
