/**
 * Whose page it is. What an allow-listed (intranet) address answered, or was redirected through, is a team's own
 * and must never be shown to another; everything else is public.
 */
export type Visibility = 'public' | 'restricted'

/** Gets pages from the web, politely, and only from addresses it may reach. */
export interface Fetcher {
  /**
   * Whatever goes wrong out there, cancellation included, is an outcome. Redirects are followed, each under the
   * same checks as the first address.
   */
  fetchPage(url: string, options: FetchOptions): Promise<FetchOutcome>
  /** Ends requests under way and waiting as `aborted`; later ones end so, too. */
  close(): Promise<void>
}

export interface FetchOptions {
  /** Why the request is made, for the log of outbound requests: `contents`, `crawl`, … */
  readonly reason: string
  readonly signal?: AbortSignal
  /** Limits the time from the first connection to the last byte, over all redirects, without the waiting. */
  readonly timeoutMs?: number
  /**
   * How long it may wait for its turn at a busy host. Ends as `deferred`, at once, when the turn is known to come
   * later than that.
   */
  readonly maxWaitMs?: number
  /** Largest body, on the wire and after decompression. */
  readonly maxBytes?: number
  /** Asks only for a page that changed since; otherwise the outcome is `not_modified`. */
  readonly conditional?: Validators
  /** Sent along, to the first origin only where they are credentials. */
  readonly headers?: Readonly<Record<string, string>>
  /** `obey` unless told otherwise. Crawls must; a page that a person asked for by its address need not. */
  readonly robots?: 'obey' | 'ignore'
}

export interface Validators {
  readonly etag?: string | null
  readonly lastModified?: string | null
  /** The address they came from, if redirects led there: they say nothing about any other. */
  readonly url?: string
}

export type FetchOutcome = FetchedPage | NotModified | FetchFailure

interface FetchTrace {
  /** As requested. */
  readonly url: string
  /** Where the last answer came from, without fragment. */
  readonly finalUrl: string
  readonly redirects: readonly Redirect[]
  readonly timings: FetchTimings
}

export interface Redirect {
  readonly url: string
  readonly status: number
  readonly location: string
}

export interface FetchTimings {
  /** Spent waiting for turns and for robots.txt. */
  readonly waitedMs: number
  /** From sending the last request to its response headers; null without a response. */
  readonly firstByteMs: number | null
  readonly totalMs: number
}

interface Answer extends FetchTrace {
  readonly status: number
  /** Lower-case names; repeated ones joined by a comma. Cookies are left out: none are kept or sent. */
  readonly headers: Readonly<Record<string, string>>
  readonly visibility: Visibility
}

export interface FetchedPage extends Answer {
  readonly kind: 'page'
  /** Decompressed, otherwise untouched: decoding text is for whoever knows the format. */
  readonly body: Uint8Array
  /** The media type alone, in lower case: `text/html`. Null when the server named none. */
  readonly contentType: string | null
  /** Bytes of the body as they came over the wire. */
  readonly wireBytes: number
}

export interface NotModified extends Answer {
  readonly kind: 'not_modified'
}

export type FailureReason =
  /** Not http(s), not an address at all, or one that carries credentials. */
  | 'unsupported_url'
  /** The guard refused the address, the port or the name. */
  | 'blocked'
  /** The operator lets nothing leave this machine. */
  | 'egress_denied'
  | 'robots'
  /** 404 or 410. */
  | 'not_found'
  /** Any other status that is not a page. */
  | 'http_status'
  | 'timeout'
  | 'too_large'
  | 'decompression_limit'
  /** Compressed data that is broken, or in a way we did not ask for. */
  | 'broken_encoding'
  /** The connection ended before the body did. */
  | 'truncated'
  | 'redirect_loop'
  | 'redirect_limit'
  | 'dns'
  | 'tls'
  | 'connection_refused'
  | 'connection_reset'
  | 'unreachable'
  /** What came is not HTTP, or too much of it. */
  | 'protocol'
  /** The host asked for patience, or the queue is full: try again after `retryAfterMs`. */
  | 'deferred'
  | 'aborted'

export interface FetchFailure extends FetchTrace {
  readonly kind: 'failed'
  readonly reason: FailureReason
  /** For people: what happened, without secrets. */
  readonly detail: string
  /** Of the last response, if one came. */
  readonly status: number | null
  readonly retryAfterMs: number | null
}
