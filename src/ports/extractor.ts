/** What sort of page it is, judged from the page itself. `document` is a PDF or plain text, `data` JSON or XML. */
export type PageKind =
  | 'article'
  | 'documentation'
  | 'forum'
  | 'product'
  | 'listing'
  | 'collection'
  | 'service'
  | 'document'
  | 'data'

/**
 * The parts of a page that `includeSections` and `excludeSections` name. The body is the main content; what is in none
 * of the others and no content either is unspecified.
 */
export type SectionLabel =
  | 'unspecified'
  | 'header'
  | 'navigation'
  | 'banner'
  | 'body'
  | 'sidebar'
  | 'footer'
  | 'metadata'

/** Parts of a page, twice. Both are empty when it has none of them. */
export interface SelectedParts {
  readonly markdown: string
  readonly html: string
}

export interface PageInput {
  /** Where the page came from; relative links are resolved against it. */
  readonly url: string
  /** Bytes are decoded by their byte order mark, the headers and the page's own declaration, in that order. */
  readonly body: Uint8Array | string
  readonly contentType?: string | null
  /** Lower-case names. Used: content-language, last-modified, link. */
  readonly headers?: Readonly<Record<string, string>>
  /** Parts to give as `selected`, beside the main content. */
  readonly sections?: readonly SectionLabel[] | undefined
}

export interface PageLink {
  readonly url: string
  readonly text: string
  readonly section: SectionLabel
}

export interface PageImage {
  readonly url: string
  readonly alt: string
}

export interface Heading {
  readonly level: number
  readonly text: string
  /** Where in `text` the heading begins, and where its section ends (the next heading of its rank or higher). */
  readonly start: number
  readonly end: number
}

export interface CodeBlock {
  readonly language: string | null
  readonly code: string
}

export interface PageTable {
  readonly caption: string | null
  /** Empty when the table declares no header. */
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface Definition {
  readonly term: string
  readonly description: string
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export interface StructuredData {
  /** Every JSON-LD node that could be parsed, `@graph` opened. */
  readonly jsonLd: readonly { readonly [key: string]: Json }[]
  /** `og:`, `article:`, `product:` and the like, with their prefixes. */
  readonly openGraph: Readonly<Record<string, string>>
  /** What other metas say of the page: `citation_*`, `dc.*`, `generator`, `rating`…; by lower-case name. */
  readonly meta: Readonly<Record<string, string>>
  readonly microdata: readonly { readonly [key: string]: Json }[]
}

/** A page as the rest of the system sees it. The same bytes give the same page, in any process. */
export interface Page {
  readonly url: string
  readonly kind: PageKind
  readonly mediaType: 'html' | 'pdf' | 'text' | 'markdown' | 'json' | 'xml'
  readonly title: string | null
  readonly author: string | null
  /** ISO 8601, in UTC; a date without a time is midnight. */
  readonly publishedDate: string | null
  readonly modifiedDate: string | null
  /** A BCP 47 tag such as `en` or `pt-BR`. */
  readonly language: string | null
  readonly description: string | null
  readonly image: string | null
  readonly favicon: string | null
  readonly canonicalUrl: string | null
  readonly siteName: string | null
  /** The main content, three times. Empty when the page has none that can be read. */
  readonly markdown: string
  readonly text: string
  readonly html: string
  readonly headings: readonly Heading[]
  /** Where in `text` each page of a PDF begins; empty for everything else. */
  readonly pageStarts: readonly number[]
  /** The parts that were asked for, in the order of the page, boilerplate included; null unless any were. */
  readonly selected: SelectedParts | null
  readonly links: readonly PageLink[]
  readonly imageLinks: readonly PageImage[]
  readonly codeBlocks: readonly CodeBlock[]
  readonly tables: readonly PageTable[]
  readonly definitions: readonly Definition[]
  readonly structured: StructuredData
  /** True when the page was larger than the limits and only its beginning was read. */
  readonly truncated: boolean
}

/** Turns what was fetched into a page, away from the event loop, under limits of memory and time. */
export interface Extractor {
  /**
   * Rejects with `unsupported_media_type` for images, archives and the like; `too_large` beyond the size limit;
   * `unprocessable` for what cannot be read (a broken or encrypted PDF) or exhausted the memory limit;
   * `deadline_exceeded` past the time limit; `unavailable` when too many pages wait. One page's failure never
   * touches another. On the signal it rejects at once with the signal's reason.
   */
  extract(input: PageInput, signal?: AbortSignal): Promise<Page>
  /** Pages under way and waiting are rejected with `unavailable`. */
  close(): Promise<void>
}
