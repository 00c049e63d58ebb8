import type { ContentsStatus } from '../contract/contents.ts'
import type { FailureReason } from '../ports/fetcher.ts'

export type CrawlError = NonNullable<ContentsStatus['error']>

const unknown: CrawlError = { tag: 'CRAWL_UNKNOWN_ERROR', httpStatusCode: 500 }
const notAvailable: CrawlError = { tag: 'SOURCE_NOT_AVAILABLE', httpStatusCode: 403 }
const timedOut: CrawlError = { tag: 'CRAWL_LIVECRAWL_TIMEOUT', httpStatusCode: 504 }

export const notStored: CrawlError = { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404 }
export const unsupported: CrawlError = { tag: 'UNSUPPORTED_URL', httpStatusCode: null }

/** A failed fetch in the words of the contract. */
export function crawlError(reason: FailureReason, status: number | null): CrawlError {
  switch (reason) {
    case 'not_found':
      return { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404 }
    case 'http_status':
      return status === null ? unknown : { tag: `CRAWL_HTTP_${status}`, httpStatusCode: status }
    case 'unsupported_url':
      return unsupported
    case 'blocked':
    case 'robots':
      return notAvailable
    case 'timeout':
    case 'deferred':
    case 'aborted':
      return timedOut
    case 'too_large':
    case 'decompression_limit':
    case 'broken_encoding':
    case 'truncated':
    case 'redirect_loop':
    case 'redirect_limit':
    case 'dns':
    case 'tls':
    case 'connection_refused':
    case 'connection_reset':
    case 'unreachable':
    case 'protocol':
      return unknown
  }
}
