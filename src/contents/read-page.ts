import type { PageReader } from '../documents/index.ts'
import { classify, unsafeKindsOf } from '../entities/index.ts'
import type { Extractor, Page } from '../ports/extractor.ts'
import type { ReadPage } from './pages.ts'

/** The bytes of a page, from the web or from a file. */
export type PageBytes = Parameters<PageReader>[0]

/** Turns the bytes of a page into what is stored of it: its text, what it is about, and what it says of itself. */
export function createReadPage({ extractor }: { extractor: Extractor }) {
  return async function readPage(bytes: PageBytes, signal?: AbortSignal): Promise<ReadPage> {
    const { finalUrl: url, body, contentType, headers, sections } = bytes
    const page = await extractor.extract({ url, body, contentType, headers, sections }, signal)
    const content = {
      title: page.title,
      author: page.author,
      publishedAt: page.publishedDate === null ? null : new Date(page.publishedDate),
      language: page.language,
      kind: page.kind,
      text: page.markdown,
      html: page.html || null,
      details: detailsOf(page, contentType),
    }
    const about = { ...content, url, contentType }
    const { category } = classify(about)
    const unsafe = unsafeKindsOf(about, category)
    const details = unsafe.length > 0 ? { ...content.details, unsafe } : content.details
    return { ...content, details, category, canonicalUrl: page.canonicalUrl, selected: page.selected }
  }
}

function detailsOf(page: Page, contentType: string | null): ReadPage['details'] {
  return {
    contentType: contentType ?? undefined,
    description: page.description ?? undefined,
    siteName: page.siteName ?? undefined,
    image: page.image ?? undefined,
    favicon: page.favicon ?? undefined,
    links: page.links.map(({ url, text }) => ({ url, text })),
    imageLinks: page.imageLinks.map(({ url, alt }) => ({ url, text: alt })),
    codeBlocks: page.codeBlocks.map(({ code }) => code),
    structured: {
      jsonLd: page.structured.jsonLd,
      microdata: page.structured.microdata,
      openGraph: page.structured.openGraph,
      meta: page.structured.meta,
      tables: page.tables.map(({ caption, header, rows }) => ({ caption, headers: header, rows })),
      definitions: page.definitions,
    },
  }
}
