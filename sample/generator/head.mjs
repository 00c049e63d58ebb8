// What the pages of many sites share: the document head, JSON-LD, dates, lists of links.
import { attribute, escape } from './markup.mjs'

const english = 'January February March April May June July August September October November December'.split(
  ' ',
)
const german = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')
const french = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
)

export function longDate(iso, lang = 'en') {
  const [year, month, day] = iso.split('-').map(Number)
  if (lang === 'de') return `${day}. ${german[month - 1]} ${year}`
  if (lang === 'fr') return `${day === 1 ? '1er' : day} ${french[month - 1]} ${year}`
  return `${day} ${english[month - 1]} ${year}`
}

export const shortDate = (iso) => iso.split('-').toReversed().join('.')

const script = (data) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`

export const newsArticle = (site, page) =>
  script({
    '@type': 'NewsArticle',
    headline: page.title,
    datePublished: page.date,
    dateModified: page.modified ?? page.date,
    author: { '@type': 'Person', name: page.author },
    publisher: { '@type': 'Organization', name: site.name },
    mainEntityOfPage: page.url,
  })

export const scholarlyArticle = (site, page) =>
  script({
    '@type': 'ScholarlyArticle',
    name: page.title,
    datePublished: page.date,
    author: page.authors.split('; ').map((name) => ({ '@type': 'Person', name })),
    identifier: { '@type': 'PropertyValue', propertyID: 'doi', value: page.doi },
    publisher: { '@type': 'Organization', name: site.name },
    url: page.url,
  })

export const breadcrumbs = (site, page, trail) =>
  script({
    '@type': 'BreadcrumbList',
    itemListElement: [[site.name, '/'], ...trail, [page.title.split(' | ')[0], page.path]].map(
      ([name, path], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: new URL(path, site.origin).href,
      }),
    ),
  })

const written = (page) =>
  (page.ld ?? []).filter((ld) => ld.startsWith('{')).map((ld) => script(JSON.parse(ld)))

/** The head of a page. `og` adds OpenGraph, `canonical` the canonical link, `extra` lines of the site's own. */
export function head(site, page, { og = false, canonical = true, extra = [], css = '' } = {}) {
  const lines = [`<meta charset="${site.charset}">`, `<title>${escape(page.title)}</title>`]
  if (page.desc) lines.push(`<meta name="description" content="${attribute(page.desc)}">`)
  if (canonical) lines.push(`<link rel="canonical" href="${attribute(page.canonical ?? page.url)}">`)
  if (og) {
    lines.push(
      `<meta property="og:title" content="${attribute(page.title)}">`,
      `<meta property="og:type" content="${page.date ? 'article' : 'website'}">`,
      `<meta property="og:url" content="${attribute(page.url)}">`,
      `<meta property="og:site_name" content="${attribute(site.name)}">`,
    )
    if (page.date)
      lines.push(`<meta property="article:published_time" content="${page.date}T07:00:00+00:00">`)
  }
  if (site.feed) lines.push(`<link rel="alternate" type="application/rss+xml" href="${site.feed}">`)
  if (css) lines.push(`<style>${css}</style>`)
  return `<head>\n${[...lines, ...extra, ...written(page)].join('\n')}\n</head>`
}

export const links = (entries, { before = '', after = '', between = ' ' } = {}) =>
  entries
    .map(([label, path]) => `${before}<a href="${attribute(path)}">${escape(label)}</a>${after}`)
    .join(between)

/** The pages listed after this one on its site: what a site shows as "related". */
export function neighbours(site, page, count) {
  const others = site.pages.filter((other) => other.date && other !== page && other.kind !== 'print')
  const start = site.pages.indexOf(page)
  return Array.from({ length: Math.min(count, others.length) }, (_, index) => {
    const other = others[(start + index * 3) % others.length]
    return [other.title, other.path]
  })
}

/** The site's own newest pages, for front pages and sections. */
export function latest(site, page) {
  const people = page.path === '/people/'
  const chosen = site.pages.filter((other) => {
    if (people) return other.path.startsWith('/people/') && other !== page
    if (!other.date || other.kind) return false
    if (page.year) return other.date.startsWith(page.year)
    return page.tag ? other.tag?.includes(page.tag[0]) : true
  })
  return people
    ? chosen.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    : chosen.toSorted((a, b) => (a.date < b.date ? 1 : -1))
}
