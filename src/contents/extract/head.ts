import { attribute, elementsOf, rawText, tidy, type DomElement, type DomParent } from './dom.ts'
import { parseJsonLd, type JsonNode } from './json-ld.ts'

/** What a page declares about itself, wherever in the document it does so. */
export interface PageHead {
  readonly title: string
  readonly language: string | null
  readonly base: string | null
  /** By lower-case `property`, `name`, `itemprop` or `http-equiv`; the first non-empty value wins. */
  readonly metas: ReadonlyMap<string, string>
  /** All values of names that may repeat, such as `article:author`. */
  readonly repeated: ReadonlyMap<string, readonly string[]>
  readonly links: readonly { readonly rel: string; readonly href: string; readonly sizes: string }[]
  readonly jsonLd: readonly JsonNode[]
  /** How often each tag occurs. */
  readonly tags: ReadonlyMap<string, number>
}

const mostMetas = 400
const mostLinks = 200
const longestJsonLd = 2_000_000

export function readHead(document: DomParent): PageHead {
  const metas = new Map<string, string>()
  const repeated = new Map<string, string[]>()
  const links: { rel: string; href: string; sizes: string }[] = []
  const jsonLd: JsonNode[] = []
  const tags = new Map<string, number>()
  let title = ''
  let language: string | null = null
  let base: string | null = null
  let jsonLdLength = 0

  const readMeta = (element: DomElement): void => {
    const content = tidy(attribute(element, 'content') ?? '')
    if (!content) return
    for (const key of ['property', 'name', 'itemprop', 'http-equiv']) {
      const name = attribute(element, key)?.toLowerCase()
      if (!name) continue
      if (!metas.has(name)) metas.set(name, content)
      const all = repeated.get(name)
      if (all) all.push(content)
      else repeated.set(name, [content])
    }
  }

  for (const element of elementsOf(document)) {
    const tag = element.tagName
    tags.set(tag, (tags.get(tag) ?? 0) + 1)
    if (tag === 'meta' && metas.size < mostMetas) readMeta(element)
    else if (tag === 'title' && !title && element.namespaceURI.endsWith('xhtml'))
      title = tidy(rawText(element))
    else if (tag === 'html') language = attribute(element, 'lang') ?? attribute(element, 'xml:lang')
    else if (tag === 'base') base ??= attribute(element, 'href')
    else if (tag === 'link' && links.length < mostLinks) {
      const rel = attribute(element, 'rel')?.toLowerCase()
      const href = attribute(element, 'href')
      if (rel && href) links.push({ rel, href, sizes: attribute(element, 'sizes') ?? '' })
    } else if (tag === 'script' && /^application\/ld\+json/i.test(attribute(element, 'type')?.trim() ?? '')) {
      const text = rawText(element)
      jsonLdLength += text.length
      if (jsonLdLength <= longestJsonLd) jsonLd.push(...parseJsonLd(text))
    }
  }
  return { title, language, base, metas, repeated, links, jsonLd, tags }
}
