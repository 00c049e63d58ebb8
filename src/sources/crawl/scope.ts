import type { CrawlSource } from '../../contract/ingest.ts'
import { registrableDomain, tidyUrl } from '../../documents/index.ts'

/** Nobody writes such addresses by hand: calendars, faceted search and broken relative links do, without end. */
const limits = { urlLength: 1000, pathSegments: 20, sameSegment: 3, parameters: 8 }

/** Never pages. What is left out here is merely fetched in vain. */
const notPages =
  /\.(7z|avif|avi|bmp|bz2|css|dmg|eot|exe|gif|ico|iso|jar|jpe?g|js|m4a|m4v|mjs|mov|mp[34]|mpe?g|msi|og[agv]|otf|png|rar|svg|tar|tgz|tiff?|ttf|wasm|wav|web[mp]|wmv|woff2?|xz|zip)$/i

export type Scope = ReturnType<typeof crawlScope>

/** Says which addresses a crawl may visit, and in what spelling. Those it begins with need no permission. */
export function crawlScope({ urls, scope, include, exclude }: CrawlSource) {
  const starts = urls.map((url) => new URL(url))
  const hosts = new Set(starts.map((url) => bare(url.host)))
  const sites = new Set(starts.map((url) => registrableDomain(url.hostname)))

  const isNear = (url: URL): boolean =>
    scope === 'any' ||
    hosts.has(bare(url.host)) ||
    (scope === 'site' && sites.has(registrableDomain(url.hostname)))

  return {
    /** The address as it is visited; null when it is not. */
    admit(address: string): string | null {
      const tidy = tidyUrl(address)
      if (tidy === null || isTrap(tidy)) return null
      const url = new URL(tidy)
      if (notPages.test(url.pathname) || !isNear(url)) return null
      if (include.length > 0 && !include.some((glob) => matchesGlob(glob, url))) return null
      return exclude.some((glob) => matchesGlob(glob, url)) ? null : tidy
    },
    /** Feeds and sitemaps may lie anywhere on the site, whatever pages are wanted. */
    admitListing(address: string): string | null {
      const tidy = tidyUrl(address)
      return tidy !== null && tidy.length <= limits.urlLength && isNear(new URL(tidy)) ? tidy : null
    },
  }
}

const bare = (host: string): string => host.replace(/^www\./, '')

export function isTrap(address: string): boolean {
  if (address.length > limits.urlLength) return true
  const url = new URL(address)
  if (url.searchParams.size > limits.parameters) return true
  const segments = url.pathname.split('/').filter(Boolean)
  if (segments.length > limits.pathSegments) return true
  const seen = new Map<string, number>()
  for (const segment of segments) {
    const times = (seen.get(segment) ?? 0) + 1
    if (times > limits.sameSegment) return true
    seen.set(segment, times)
  }
  return false
}

/** `*` is anything, however long. A glob that begins with a slash is about the path, else about the whole address. */
export function matchesGlob(glob: string, url: URL): boolean {
  const text = glob.startsWith('/') ? url.pathname + url.search : url.href
  // By the pieces between the stars, each at its first occurrence: no pattern can make this slow.
  const pieces = glob.split('*')
  const first = pieces.shift() ?? ''
  const last = pieces.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const piece of pieces) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
