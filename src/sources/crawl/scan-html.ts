import { Parser } from 'htmlparser2'

/** What a page says to crawlers: where it leads, and what they may do with it. */
export interface PageSignals {
  readonly links: readonly string[]
  readonly feeds: readonly string[]
  readonly noindex: boolean
  readonly nofollow: boolean
}

const maxLinks = 5000
const feedType = /^application\/(rss|atom|feed)\+(xml|json)$/i
const robotsName = /^(robots|winnow)$/i

/** Reads only what steers a crawl; the content is the extractor's. `robotsHeader` is X-Robots-Tag. */
export function scanHtml(html: string, pageUrl: string, robotsHeader = ''): PageSignals {
  const links = new Set<string>()
  const feeds = new Set<string>()
  let base = pageUrl
  let baseSeen = false
  let robots = robotsHeader.toLowerCase()

  const resolved = (href: string | undefined): string | null =>
    href && URL.canParse(href.trim(), base) ? new URL(href.trim(), base).href : null
  const keep = (into: Set<string>, href: string | undefined) => {
    const url = resolved(href)
    if (url !== null && into.size < maxLinks) into.add(url)
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      const rel = (attributes.rel ?? '').toLowerCase().split(/\s+/)
      if (name === 'a' || name === 'area') {
        if (!rel.includes('nofollow')) keep(links, attributes.href)
      } else if (name === 'base') {
        // The first one counts, and only from there on.
        if (!baseSeen && attributes.href) base = resolved(attributes.href) ?? base
        baseSeen = true
      } else if (name === 'link') {
        if (rel.includes('alternate') && feedType.test(attributes.type ?? '')) keep(feeds, attributes.href)
        if (rel.includes('next') || rel.includes('canonical')) keep(links, attributes.href)
      } else if (name === 'meta') {
        if (robotsName.test(attributes.name ?? '')) robots += `,${(attributes.content ?? '').toLowerCase()}`
        if (attributes['http-equiv']?.toLowerCase() === 'refresh')
          keep(links, /url\s*=\s*['"]?([^'"]+)/i.exec(attributes.content ?? '')?.[1])
      }
    },
  })
  parser.end(html)

  const words = new Set(robots.split(/[\s,;:]+/))
  return {
    links: words.has('nofollow') || words.has('none') ? [] : [...links],
    feeds: [...feeds],
    noindex: words.has('noindex') || words.has('none'),
    nofollow: words.has('nofollow') || words.has('none'),
  }
}
