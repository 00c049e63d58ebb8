import type { SectionLabel, SelectedParts } from '../ports/extractor.ts'
import type { FetchedPage } from '../ports/fetcher.ts'
import { publicTeamId, type PageToSave, type PageVersion } from './document.ts'
import { canonicalUrl } from './page-address.ts'

/** What reading the bytes of a page gives: its content, and what it says it is called. */
export interface ReadPage extends PageVersion {
  readonly canonicalUrl: string | null
  /** The parts of it that were asked for; shown once and never stored. */
  readonly selected?: SelectedParts | null
}

/**
 * Turns bytes, from the web or from a file, into what is stored of them. Rejects with `unsupported_media_type` or
 * `unprocessable` when there is nothing to read.
 */
export type PageReader = (
  page: Pick<FetchedPage, 'finalUrl' | 'body' | 'contentType' | 'headers'> & {
    readonly sections?: readonly SectionLabel[] | undefined
  },
  signal: AbortSignal,
) => Promise<ReadPage>

/** A page as it is stored: under the name it gives itself, for everybody if everybody could have fetched it. */
export function fetchedPageToSave(
  fetched: FetchedPage,
  page: ReadPage,
  { teamId, source, at }: { teamId: string; source: string; at: Date },
): PageToSave {
  return {
    ...page,
    teamId: fetched.visibility === 'public' ? publicTeamId : teamId,
    url: canonicalUrl(fetched.finalUrl, page.canonicalUrl),
    aliases: [fetched.url, fetched.finalUrl, ...fetched.redirects.map((redirect) => redirect.url)],
    source,
    fetchedAt: at,
    etag: fetched.headers.etag ?? null,
    lastModified: fetched.headers['last-modified'] ?? null,
  }
}
