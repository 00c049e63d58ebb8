import { parseDate, dateInAddress } from './dates.ts'
import type { Block } from './blocks.ts'
import { cleanAuthor, markedAuthor, markedDate, writtenAuthor, writtenDate } from './byline.ts'
import { resolveUrl, type DomParent } from './dom.ts'
import type { PageHead } from './head.ts'
import type { JsonNode } from './json-ld.ts'
import { imageOf, isArticle, namesOf, pageEntity, textOf } from './page-entity.ts'
import { findTitle } from './title.ts'
import type { Page } from '../../ports/extractor.ts'

export type Metadata = Pick<
  Page,
  | 'title'
  | 'author'
  | 'publishedDate'
  | 'modifiedDate'
  | 'language'
  | 'description'
  | 'image'
  | 'favicon'
  | 'canonicalUrl'
  | 'siteName'
>

interface Sources {
  readonly url: string
  readonly base: string
  readonly head: PageHead
  readonly headers: Readonly<Record<string, string>>
  readonly document: DomParent
  readonly blocks: readonly Block[]
}

const names = {
  title: ['og:title', 'twitter:title', 'dc.title', 'citation_title'],
  site: ['og:site_name', 'application-name', 'al:ios:app_name'],
  description: ['description', 'og:description', 'twitter:description', 'dc.description'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
  author: [
    'author',
    'article:author',
    'parsely-author',
    'sailthru.author',
    'dc.creator',
    'dcterms.creator',
    'byl',
    'author_name',
  ],
  published: [
    'article:published_time',
    'og:published_time',
    'og:article:published_time',
    'datepublished',
    'date',
    'pubdate',
    'publishdate',
    'publish_date',
    'publish-date',
    'parsely-pub-date',
    'sailthru.date',
    'dc.date',
    'dc.date.issued',
    'dcterms.created',
    'dcterms.date',
    'citation_publication_date',
    'citation_date',
    'article.published',
    'release_date',
    'created',
    'ms.date',
  ],
  modified: [
    'article:modified_time',
    'og:updated_time',
    'datemodified',
    'last-modified',
    'dcterms.modified',
    'updated_at',
  ],
} as const

/** What the page says of itself: declared data first, then what a reader would see near the headline. */
export function readMetadata({ url, base, head, headers, document, blocks }: Sources): Metadata {
  const { metas } = head
  const entity = pageEntity(head.jsonLd)
  const siteName = first(metas, names.site) ?? (textOf(entity?.['publisher']) || null)
  return {
    title: findTitle({
      declared: first(metas, names.title),
      windowTitle: head.title,
      named: entity ? textOf(isArticle(entity) ? entity['headline'] : entity['name']) : '',
      siteName,
      url,
      blocks,
    }),
    author: findAuthor(head, entity, siteName, document, blocks),
    publishedDate:
      parseDate(textOf(entity?.['datePublished'] ?? entity?.['dateCreated'] ?? entity?.['uploadDate'])) ??
      firstDate(metas, names.published) ??
      dateInAddress(url) ??
      markedDate(document) ??
      writtenDate(blocks),
    modifiedDate:
      parseDate(textOf(entity?.['dateModified'])) ??
      firstDate(metas, names.modified) ??
      httpDate(headers['last-modified']),
    language: findLanguage(head, headers),
    description: first(metas, names.description) ?? (textOf(entity?.['description']) || null),
    image: resolveUrl(first(metas, names.image) ?? imageOf(entity?.['image']), base),
    favicon: findFavicon(head, base),
    canonicalUrl: findCanonical(head, headers, base),
    siteName,
  }
}

function first(metas: ReadonlyMap<string, string>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = metas.get(name)
    if (value) return value
  }
  return null
}

function firstDate(metas: ReadonlyMap<string, string>, names: readonly string[]): string | null {
  for (const name of names) {
    const date = parseDate(metas.get(name))
    if (date) return date
  }
  return null
}

/** A person rather than the site, wherever one is named. */
function findAuthor(
  head: PageHead,
  entity: JsonNode | null,
  siteName: string | null,
  document: DomParent,
  blocks: readonly Block[],
): string | null {
  const isSite = (name: string): boolean => name.toLowerCase() === siteName?.toLowerCase()
  const candidates = [
    () => [namesOf(entity?.['author'] ?? entity?.['creator'])],
    () => [(head.repeated.get('citation_author') ?? []).join(', ')],
    () => names.author.map((name) => head.metas.get(name) ?? ''),
    () => [markedAuthor(document)],
    () => [writtenAuthor(blocks)],
  ]
  let site: string | null = null
  for (const candidate of candidates) {
    for (const text of candidate()) {
      const name = cleanAuthor(text)
      if (name && !isSite(name)) return name
      site ??= name
    }
  }
  return site
}

/** The one format of HTTP: `Wed, 21 Oct 2015 07:28:00 GMT`. */
function httpDate(value: string | undefined): string | null {
  const found = /^\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(value ?? '')
  const day = found ? parseDate(`${found[1]} ${found[2]} ${found[3]}`) : null
  return day && found ? `${day.slice(0, 10)}T${found[4]}.000Z` : null
}

function findLanguage(
  { language, metas }: PageHead,
  headers: Readonly<Record<string, string>>,
): string | null {
  const declared = [
    language,
    headers['content-language'],
    metas.get('content-language'),
    metas.get('og:locale'),
    metas.get('language'),
  ]
  for (const value of declared) {
    const found = /^\s*([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?![a-z])/i.exec(value ?? '')
    if (!found?.[1]) continue
    const script = found[2] && found[2].charAt(0).toUpperCase() + found[2].slice(1).toLowerCase()
    return [found[1].toLowerCase(), script, found[3]?.toUpperCase()].filter(Boolean).join('-')
  }
  return null
}

function findFavicon({ links }: PageHead, base: string): string | null {
  const icons = links.filter(({ rel }) => /(?:^|\s)(?:icon|apple-touch-icon)(?:\s|$)/.test(rel))
  const icon = icons.find(({ rel }) => !rel.includes('apple')) ?? icons[0]
  return resolveUrl(icon?.href ?? '/favicon.ico', base)
}

function findCanonical(
  { links, metas }: PageHead,
  headers: Readonly<Record<string, string>>,
  base: string,
): string | null {
  const link = links.find(({ rel }) => rel.split(/\s+/).includes('canonical'))?.href
  const header = /<([^>]{1,2048})>\s*;[^,]{0,200}rel="?canonical"?/i.exec(headers['link'] ?? '')?.[1]
  return resolveUrl(link ?? header ?? metas.get('og:url') ?? null, base)
}
