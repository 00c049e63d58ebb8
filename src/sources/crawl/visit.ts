import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError } from '../../contract/errors.ts'
import type { CrawlSource } from '../../contract/ingest.ts'
import type { Document, Documents, PageReader, ReadPage } from '../../documents/index.ts'
import type { FetchedPage, Fetcher, FetchFailure } from '../../ports/fetcher.ts'
import type { Found, FrontierPage } from './frontier.ts'
import { scanHtml } from './scan-html.ts'
import { scanListing, sitemapsInRobots } from './scan-listing.ts'
import type { Scope } from './scope.ts'

export type Visit =
  | { readonly kind: 'page'; readonly fetched: FetchedPage; readonly page: ReadPage; readonly found: Found[] }
  /** Nothing to store, but perhaps something to follow. */
  | { readonly kind: 'listing'; readonly bytes: number; readonly found: Found[] }
  | { readonly kind: 'noindex'; readonly bytes: number; readonly found: Found[] }
  | { readonly kind: 'unchanged'; readonly document: Document }
  | {
      readonly kind: 'failed'
      readonly cause: string
      /** Worth another try in the same run. */
      readonly passing: boolean
      readonly retryAfterMs: number | null
      readonly bytes: number
      readonly found: Found[]
    }

interface Needs {
  readonly fetcher: Fetcher
  readonly read: PageReader
  readonly documents: Documents
}

interface Crawl {
  readonly teamId: string
  readonly spec: CrawlSource
  readonly scope: Scope
}

const maxListingBytes = 50 * 1024 * 1024
const maxWaitMs = 5000
const gunzipped = promisify(gunzip)

/** Looks at one address and writes nothing. Rejects only on the signal. */
export function createVisitor({ fetcher, read, documents }: Needs) {
  return async function visit(crawl: Crawl, page: FrontierPage, signal: AbortSignal): Promise<Visit> {
    // Validators only help where the links of the page are already known.
    const stored =
      page.checkedAt && page.role === 'page' ? await documents.find(crawl.teamId, page.url) : null
    const outcome = await fetcher.fetchPage(page.url, {
      reason: 'crawl',
      signal,
      maxWaitMs,
      robots: page.role === 'robots' ? 'ignore' : 'obey',
      ...(page.role !== 'page' && { maxBytes: maxListingBytes }),
      ...(stored && {
        conditional: { etag: stored.etag, lastModified: stored.lastModified, url: stored.url },
      }),
    })
    signal.throwIfAborted()
    if (outcome.kind === 'not_modified')
      return stored ? { kind: 'unchanged', document: stored } : failed('protocol', { found: [] })
    if (outcome.kind === 'failed') return afterFailure(outcome, page)
    if (page.role === 'robots') {
      const sitemaps = sitemapsInRobots(decode(outcome.body))
      return listing(
        outcome,
        sitemapsOf(sitemaps.length > 0 ? sitemaps : ['/sitemap.xml'], page, crawl.scope),
      )
    }
    const text = await textOf(outcome)
    const listed = text === null ? null : scanListing(text, outcome.finalUrl)
    if (listed) {
      const depth = page.depth + 1
      const pages = depth > crawl.spec.maxDepth ? [] : listed.pages
      return listing(outcome, [
        ...sitemapsOf(listed.sitemaps, page, crawl.scope),
        ...pages.flatMap(({ url, modifiedAt }): Found[] => {
          const admitted = crawl.scope.admit(url)
          return admitted === null ? [] : [{ url: admitted, role: 'page', depth, modifiedAt }]
        }),
      ])
    }
    if (page.role !== 'page') return failed('not_a_listing', { found: [], bytes: outcome.wireBytes })
    return readPage(crawl, page, outcome, text, signal)
  }

  async function readPage(
    { spec, scope }: Crawl,
    page: FrontierPage,
    fetched: FetchedPage,
    text: string | null,
    signal: AbortSignal,
  ): Promise<Visit> {
    const isHtml = /html/.test(fetched.contentType ?? 'text/html')
    const signals =
      isHtml && text !== null ? scanHtml(text, fetched.finalUrl, fetched.headers['x-robots-tag']) : null
    const depth = page.depth + 1
    const found: Found[] =
      !signals || depth > spec.maxDepth
        ? []
        : [
            ...(spec.feeds && !signals.nofollow ? signals.feeds : []).flatMap((url): Found[] => {
              const admitted = scope.admitListing(url)
              return admitted === null ? [] : [{ url: admitted, role: 'feed', depth: page.depth }]
            }),
            ...signals.links.flatMap((url): Found[] => {
              const admitted = scope.admit(url)
              return admitted === null ? [] : [{ url: admitted, role: 'page', depth }]
            }),
          ]
    if (signals?.noindex || (!signals && /\b(noindex|none)\b/i.test(fetched.headers['x-robots-tag'] ?? '')))
      return { kind: 'noindex', bytes: fetched.wireBytes, found }
    try {
      const content = await read(fetched, signal)
      if (content.text.trim() === '') return failed('empty', { found, bytes: fetched.wireBytes })
      return { kind: 'page', fetched, page: content, found }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof AppError)) throw error
      return failed(error.code, { found, bytes: fetched.wireBytes, passing: error.code === 'unavailable' })
    }
  }
}

const failed = (
  cause: string,
  rest: { found: Found[]; bytes?: number; passing?: boolean; retryAfterMs?: number | null },
): Visit => ({ kind: 'failed', cause, passing: false, retryAfterMs: null, bytes: 0, ...rest })

const listing = (fetched: FetchedPage, found: Found[]): Visit => ({
  kind: 'listing',
  bytes: fetched.wireBytes,
  found,
})

function sitemapsOf(addresses: readonly string[], page: FrontierPage, scope: Scope): Found[] {
  return addresses.flatMap((address): Found[] => {
    if (!URL.canParse(address, page.url)) return []
    const url = scope.admitListing(new URL(address, page.url).href)
    return url === null ? [] : [{ url, role: 'sitemap', depth: page.depth }]
  })
}

const passingReasons = new Set([
  'timeout',
  'truncated',
  'dns',
  'connection_refused',
  'connection_reset',
  'unreachable',
  'deferred',
])

function afterFailure({ reason, status, retryAfterMs, url }: FetchFailure, page: FrontierPage): Visit {
  // A site without robots.txt may still have a sitemap where most have it.
  const found: Found[] =
    page.role === 'robots' && reason === 'not_found'
      ? [{ url: new URL('/sitemap.xml', url).href, role: 'sitemap', depth: page.depth }]
      : []
  const passing =
    passingReasons.has(reason) || (reason === 'http_status' && (status === 429 || (status ?? 0) >= 500))
  const cause = reason === 'http_status' && status !== null ? `http_${status}` : reason
  return failed(cause, { found, passing, retryAfterMs })
}

/** The body as text where it may be HTML, a sitemap or a feed, packed or not; null for anything else. */
async function textOf({ body, contentType, headers }: FetchedPage): Promise<string | null> {
  if (body[0] === 0x1f && body[1] === 0x8b) {
    return gunzipped(body, { maxOutputLength: maxListingBytes }).then(
      (plain) => decode(plain),
      () => null,
    )
  }
  if (contentType !== null && !/html|xml|^text\//.test(contentType)) return null
  return decode(body, /charset\s*=\s*["']?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1])
}

/** Good enough for links and markup, which are ASCII in nearly every encoding. */
function decode(body: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
