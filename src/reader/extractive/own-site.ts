import { registrableDomain, type Document } from '../../documents/index.ts'
import type { Subject } from '../reader.ts'
import { fold } from './facts/concepts.ts'

/** A text as addresses write it. */
export const letters = (text: string): string =>
  fold(text)
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z0-9]/g, '')
export const nameOfHost = (host: string): string => (registrableDomain(host) ?? host).split('.')[0] ?? ''

/** What a product is called by who makes it: on “pellasound”, the Pella Sound Hearth is the Hearth. */
export function withoutMaker(name: string, host: string): string | undefined {
  const words = name.split(/\s+/)
  const made = words.findIndex(
    (_, at) => letters(words.slice(0, at + 1).join('')) === letters(nameOfHost(host)),
  )
  const rest = made < 0 ? [] : words.slice(made + 1)
  const lower = rest.findIndex((word) => /^\p{Ll}/u.test(word))
  const called = (lower < 0 ? rest : rest.slice(0, lower)).join(' ')
  // “Pump” alone is any of its pumps.
  return /\d| /.test(called) ? called : undefined
}

/** Works stand on the sites of those who publish them. */
const works: ReadonlySet<string | undefined> = new Set(['article', 'research_paper'])
/** A person has a page of a site, and a product one of its maker's: what else stands there is not about them. */
const withoutSite: ReadonlySet<string | undefined> = new Set(['person', 'product', undefined, ...works])

/** Whose site it is tells its first page, in whatever language. */
const firstPage = /^\/(?:index\.\w+|[a-z]{2}\/?)?$/iu
/** The page on which an organisation says who it is. */
const ownStory =
  /^\/(?:[a-z]{2,3}\/)?(?:about(?:-?us)?|company|home|welcome|who-we-are|our-(?:story|company)|contact(?:-?us)?)(?:\.\w+)?\/?$/iu

/** Whether a page belongs to whom is asked about: it is on their site, or under the page that stands for them. */
export function isOnOwnSite(
  { url: pageUrl, host }: Pick<Document, 'url' | 'host'>,
  subject: Subject,
): boolean {
  const { url, type } = subject
  if (works.has(type) || isOfOtherYear(pageUrl, subject)) return false
  // Who tells no address may still be known by what a site is called.
  if (url === undefined) return isSiteOf(host, subject)
  if (!isOnSite(host, url)) return false
  const { hostname, pathname } = new URL(url)
  return (
    firstPage.test(pathname) ||
    isUnder(new URL(pageUrl).pathname, pathname) ||
    (!withoutSite.has(type) && ownStory.test(pathname)) ||
    isSiteOf(hostname, subject)
  )
}

/** “/2025/programme” is not about what is called “Driftconf 2026”, though it is on its site. */
function isOfOtherYear(pageUrl: string, { name = '' }: Subject): boolean {
  const own = /\s((?:19|20)\d\d)$/u.exec(name)?.[1]
  const year = /^https?:\/\/[^/]+(?:\/[a-z]{2})?\/((?:19|20)\d\d)(?=\/\D|\/?$)/u.exec(pageUrl)?.[1]
  return own !== undefined && year !== undefined && own !== year
}

/** Whether a page is on the site of an address, whosesoever that is. */
export const isOnSite = (host: string, url: string | undefined): url is string =>
  url !== undefined &&
  URL.canParse(url) &&
  registrableDomain(new URL(url).hostname) === registrableDomain(host)

/** “/2026/register” is under “/2026”. */
const isUnder = (path: string, above: string): boolean => path.startsWith(`${above.replace(/\/$/, '')}/`)

/** Whether an address is written from words of a name, in their order, and from most of it: “stbrigids-ardcarrick”. */
function isMadeOf(site: string, name: string, type: string | undefined): boolean {
  const isBody = body.test(type ?? '')
  const words = (isBody ? name : (name.split(',')[0] ?? '')).split(/\s+/).map(letters)
  const used = words.reduce(
    ({ rest, count }, word) =>
      word !== '' && rest.startsWith(word)
        ? { rest: rest.slice(word.length), count: count + 1 }
        : { rest, count },
    { rest: site, count: 0 },
  )
  // “Institute of Ceramics, TU Ostheim” has its pages on “tu-ostheim”.
  const isOfParent = isBody && site.endsWith(words.slice(-2).join(''))
  return (
    used.rest === '' && used.count > 1 && (isOfParent || site.length >= mostOfName * words.join('').length)
  )
}
const mostOfName = 0.5
/** A course is told apart from the university that gives it; what is a body speaks for itself. */
const body = /company|organi[sz]ation|institut|lab|group|department/i

/** “emrr-lyon” is the École des Métiers du Rail et de la Route. */
function isAcronymOf(site: string, name: string): boolean {
  const initials = name
    .split(/[\s-]+/)
    .filter((word) => /^(?:[dl]['’])?\p{Lu}/u.test(word))
    .map((word) => letters(word.replace(/^[dl]['’]/u, '')).slice(0, 1))
    .join('')
  return initials.length >= fewestInitials && site.split('-')[0] === initials
}
const fewestInitials = 3

/** “Rösterei” is written “roesterei” in addresses as often as “rosterei”. */
const spellings = (name: string): string[] => [
  ...new Set([
    name,
    name.replaceAll(/[äöüøåÄÖÜØÅ]/g, (letter) => transcribed[letter.toLowerCase()] ?? letter),
  ]),
]
const transcribed: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** So long a word is hardly the beginning of another name. */
const ownWord = 7

/** Whether a site is called what an organisation is called: “karoofelt” is Karoo Felt Works, “bloomberg” is not Bloom. */
const isSiteOf = (host: string, subject: Subject): boolean =>
  spellings(subject.name ?? '').some((name) => isCalled(host, { ...subject, name }))

function isCalled(host: string, { name = '', type, url }: Subject): boolean {
  const [site, whole] = [letters(nameOfHost(host)), letters(name)]
  if (Math.min(site.length, whole.length) < 4) return false
  if (withoutSite.has(type)) return site === whole
  const first = letters(name.split(/\s+/)[0] ?? '')
  return (
    whole.startsWith(site) ||
    // “heatcourier” is The Process Heat Courier.
    (site.length >= ownWord && isMadeOf(site, name, type)) ||
    isAcronymOf(nameOfHost(host), name) ||
    // Whoever gave its address means no other that begins like it.
    (site.startsWith(whole) && (url !== undefined || whole.length >= ownWord)) ||
    (first.length >= ownWord && site.startsWith(first))
  )
}
