import type { SelectedParts } from '../ports/extractor.ts'

/** The team of pages that everybody may see. Nobody is a member of it. */
export const publicTeamId = 'team_public'

export interface PageLink {
  readonly url: string
  readonly text: string
}

/** What a page holds besides its text; kept whole for highlights, extras, entities and the reader. */
export interface PageDetails {
  /** The media type alone, where the source named one. */
  readonly contentType?: string | undefined
  readonly description?: string | undefined
  readonly siteName?: string | undefined
  readonly image?: string | undefined
  readonly favicon?: string | undefined
  readonly links: readonly PageLink[]
  readonly imageLinks: readonly PageLink[]
  readonly codeBlocks: readonly string[]
  /** Why it is not for everybody: adult, hate, gambling…; absent for nearly all. */
  readonly unsafe?: readonly string[] | undefined
  /** JSON-LD, OpenGraph, metas, tables and definition lists, as the page gave them. */
  readonly structured: Readonly<Record<string, unknown>>
}

/** One version of a page. Its text never changes: quotes point into it by position. */
export interface PageVersion {
  readonly title: string | null
  readonly author: string | null
  readonly publishedAt: Date | null
  readonly language: string | null
  /** How the page is built: article, listing, forum… */
  readonly kind: string
  /** What it is about: company, person, research paper…; null when nothing says so. */
  readonly category: string | null
  readonly text: string
  readonly html: string | null
  readonly details: PageDetails
}

export interface Document extends PageVersion {
  readonly id: string
  readonly teamId: string
  readonly url: string
  readonly host: string
  readonly version: number
  readonly contentHash: string
  readonly fetchedAt: Date
  /** When it was last seen to be so. */
  readonly checkedAt: Date
  readonly etag: string | null
  readonly lastModified: string | null
  /** Parts besides the content, of a page that was just read and of which they were asked for; never stored. */
  readonly selected?: SelectedParts | null | undefined
}

export interface PageToSave extends PageVersion {
  /** The team whose page it is, or `publicTeamId`. */
  readonly teamId: string
  readonly url: string
  /** Further addresses that led here. */
  readonly aliases: readonly string[]
  /** Where it came from: `crawl`, `contents`, `ingest`, `sample`… */
  readonly source: string
  readonly fetchedAt: Date
  /** It tells how the page was at `fetchedAt`, and changes nothing where it was seen since. */
  readonly archived?: boolean
  readonly etag?: string | null | undefined
  readonly lastModified?: string | null | undefined
}
