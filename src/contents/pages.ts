import type { ContentsStatus } from '../contract/contents.ts'
import { AppError } from '../contract/errors.ts'
import {
  addressKey,
  fetchedPageToSave,
  type Document,
  type Documents,
  type PageReader,
  type ReadPage,
} from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { SectionLabel } from '../ports/extractor.ts'
import type { FetchedPage, Fetcher } from '../ports/fetcher.ts'
import type { Renderer } from '../ports/renderer.ts'
import { crawlError, notStored, unsupported, type CrawlError } from './crawl-error.ts'
import type { Freshness } from './freshness.ts'

export type { ReadPage }

export interface PagesNeeds {
  readonly documents: Documents
  readonly fetcher: Fetcher
  /** For pages whose text appears only when their scripts have run; without one they are taken as they came. */
  readonly renderer?: Renderer | undefined
  readonly clock: Clock
  readonly read: PageReader
}

export interface PageRequest {
  readonly teamId: string
  readonly url: string
  readonly freshness: Freshness
  readonly asOf?: Date | undefined
  /** Parts to bring besides the content. They are read off the page itself, so it is fetched even if unchanged. */
  readonly sections?: readonly SectionLabel[] | undefined
  readonly timeoutMs: number
  /** Ignored by default: somebody asks for this very page, as a person with a browser would. */
  readonly robots?: 'obey' | 'ignore'
  readonly reason: string
  readonly signal: AbortSignal
}

export type PageOutcome =
  | { readonly document: Document; readonly source: NonNullable<ContentsStatus['source']> }
  | { readonly error: CrawlError }

export type Pages = ReturnType<typeof createPages>

/** Brings pages: from the store when they are fresh enough, else from the web, and then into the store. */
export function createPages({ documents, fetcher, renderer, clock, read }: PagesNeeds) {
  return {
    async get(request: PageRequest): Promise<PageOutcome> {
      const { teamId, url, freshness, asOf } = request
      if (addressKey(url) === null) return { error: unsupported }
      const stored = asOf ? await documents.findAsOf(teamId, url, asOf) : await documents.find(teamId, url)
      const isFresh = stored && clock.now().getTime() - stored.checkedAt.getTime() <= freshness.maxAgeMs
      if (stored && isFresh && freshness.maxAgeMs > 0) return { document: stored, source: 'cached' }
      if (!freshness.mayFetch) return { error: notStored }
      const fetched = await fetchAndSave(request, stored)
      return 'error' in fetched && stored && freshness.fallBackToStored
        ? { document: stored, source: 'cached' }
        : fetched
    },
  }

  async function fetchAndSave(request: PageRequest, stored: Document | null): Promise<PageOutcome> {
    const { url, teamId, timeoutMs, reason, robots = 'ignore', signal } = request
    const outcome = await fetcher.fetchPage(url, {
      reason,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      timeoutMs,
      maxWaitMs: timeoutMs,
      robots,
      ...(stored &&
        !request.sections && {
          conditional: { etag: stored.etag, lastModified: stored.lastModified, url: stored.url },
        }),
    })
    if (outcome.kind === 'failed') return { error: crawlError(outcome.reason, outcome.status) }
    if (outcome.kind === 'not_modified') {
      // Only asked for with validators, which only a stored page has.
      if (!stored) throw new AppError('internal', `${url} was answered as unmodified without being stored.`)
      await documents.save({ ...stored, aliases: [url], source: reason, fetchedAt: clock.now() })
      return { document: stored, source: 'crawled' }
    }
    let page: ReadPage
    try {
      page = await readOrRender(outcome, request)
    } catch (error) {
      if (error instanceof AppError && error.code === 'unsupported_media_type') return { error: unsupported }
      if (error instanceof AppError && error.code === 'unprocessable')
        return { error: crawlError('protocol', null) }
      throw error
    }
    const saved = fetchedPageToSave(outcome, page, { teamId, source: reason, at: clock.now() })
    await documents.save(saved)
    const document = await documents.find(teamId, saved.url)
    if (!document) throw new AppError('internal', `${saved.url} was saved and is not there.`)
    return { document: { ...document, selected: page.selected }, source: 'crawled' }
  }

  async function readOrRender(
    fetched: FetchedPage,
    { reason, signal, timeoutMs, sections }: PageRequest,
  ): Promise<ReadPage> {
    const page = await read({ ...fetched, sections }, signal)
    if (!renderer || !seemsScripted(fetched, page)) return page
    const rendered = await renderer.render(fetched.finalUrl, { reason, signal, timeoutMs })
    if (rendered.kind === 'failed' || rendered.visibility !== fetched.visibility) return page
    return read(
      {
        ...fetched,
        sections,
        finalUrl: rendered.finalUrl,
        body: Buffer.from(rendered.html),
        contentType: 'text/html; charset=utf-8',
      },
      signal,
    )
  }
}

const fewCharacters = 200

/** Hardly any text, and scripts that may bring it. */
const seemsScripted = ({ body, contentType }: FetchedPage, { text }: ReadPage): boolean =>
  text.length < fewCharacters && contentType === 'text/html' && Buffer.from(body).includes('<script')
