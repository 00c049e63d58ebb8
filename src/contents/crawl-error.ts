import type { ContentsStatus } from '../contract/contents.ts'
import type { FailureReason } from '../ports/fetcher.ts'

export type CrawlError = NonNullable<ContentsStatus['error']>

/** The contract has no word for it, so it says more than the contract does. */
const denied: CrawlError = {
  tag: 'SOURCE_NOT_AVAILABLE',
  httpStatusCode: 403,
  message: 'WINNOW_EGRESS is "deny": nothing may leave this machine.',
}
const unknown: CrawlError = { tag: 'CRAWL_UNKNOWN_ERROR', httpStatusCode: 500 }
const notAvailable: CrawlError = { tag: 'SOURCE_NOT_AVAILABLE', httpStatusCode: 403 }
const timedOut: CrawlError = { tag: 'CRAWL_LIVECRAWL_TIMEOUT', httpStatusCode: 504 }

export const notStored: CrawlError = { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404 }
export const unsupported: CrawlError = { tag: 'UNSUPPORTED_URL', httpStatusCode: null }

const byReason: Partial<Record<FailureReason, CrawlError>> = {
  not_found: { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404 },
  unsupported_url: unsupported,
  blocked: notAvailable,
  egress_denied: denied,
  robots: notAvailable,
  timeout: timedOut,
  deferred: timedOut,
  aborted: timedOut,
}

/** A failed fetch in the words of the contract; what it has no word for is unknown. */
export function crawlError(reason: FailureReason, status: number | null): CrawlError {
  if (reason === 'http_status' && status !== null)
    return { tag: `CRAWL_HTTP_${status}`, httpStatusCode: status }
  return byReason[reason] ?? unknown
}
