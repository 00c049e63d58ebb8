import { Parser } from 'htmlparser2'

/** A page that a sitemap or feed names, with what it says about it. */
export interface ListedPage {
  readonly url: string
  readonly modifiedAt: Date | null
}

export interface Listing {
  readonly kind: 'sitemap' | 'feed'
  readonly pages: readonly ListedPage[]
  /** Further sitemaps, named by a sitemap index. */
  readonly sitemaps: readonly string[]
}

/** As many as the sitemap protocol allows in one file. */
const maxEntries = 50_000
const roots: Readonly<Record<string, Listing['kind']>> = {
  urlset: 'sitemap',
  sitemapindex: 'sitemap',
  rss: 'feed',
  feed: 'feed',
  'rdf:rdf': 'feed',
}

/** The elements that stand for one entry. */
const entryNames = new Set(['url', 'sitemap', 'item', 'entry'])
const dateNames = new Set(['lastmod', 'pubdate', 'updated', 'published', 'dc:date'])

/** Reads a sitemap, a sitemap index, RSS or Atom; null when the document is none of them. */
export function scanListing(text: string, listingUrl: string): Listing | null {
  const kind = listingKind(text)
  if (kind === null) return null
  const pages = new Map<string, Date | null>()
  const sitemaps = new Set<string>()
  let entry: { name: string; href: string; modified: string } | null = null
  let path: string[] = []
  let words = ''

  const parser = new Parser(
    {
      onopentag(rawName, attributes) {
        const name = rawName.toLowerCase()
        path.push(name)
        words = ''
        if (entryNames.has(name)) entry = { name, href: '', modified: '' }
        // Atom: the page is the alternate; links without a relation are that too.
        if (entry && name === 'link' && attributes.href && (attributes.rel ?? 'alternate') === 'alternate')
          entry.href ||= attributes.href
      },
      ontext(more) {
        if (words.length < 4000) words += more
      },
      onclosetag(rawName) {
        const name = rawName.toLowerCase()
        path.pop()
        if (!entry) return
        if (name === entry.name) {
          add(entry)
          entry = null
        } else if (path.at(-1) === entry.name) {
          if (name === 'loc' || name === 'link') entry.href ||= words.trim()
          else if (dateNames.has(name)) entry.modified = words.trim()
        }
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  return {
    kind,
    pages: [...pages].map(([url, modifiedAt]) => ({ url, modifiedAt })),
    sitemaps: [...sitemaps],
  }

  function add({ name, href, modified }: NonNullable<typeof entry>): void {
    if (!URL.canParse(href, listingUrl) || pages.size + sitemaps.size >= maxEntries) return
    const url = new URL(href, listingUrl).href
    const time = Date.parse(modified)
    if (name === 'sitemap') sitemaps.add(url)
    else pages.set(url, Number.isNaN(time) ? null : new Date(time))
  }
}

/** By the root element alone: content types of feeds and sitemaps are anything. */
export function listingKind(text: string): Listing['kind'] | null {
  const root = /^\uFEFF?\s*(?:<\?[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<([\w:]+)/.exec(
    text.slice(0, 10_000),
  )?.[1]
  return root === undefined ? null : (roots[root.toLowerCase()] ?? null)
}

/** The sitemaps that a robots.txt names. */
export const sitemapsInRobots = (text: string): string[] =>
  [...text.matchAll(/^\s*sitemap\s*:\s*(\S+)/gim)].map(([, url = '']) => url)
