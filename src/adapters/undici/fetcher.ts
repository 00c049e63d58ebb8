import { setMaxListeners } from 'node:events'
import type { Clock } from '../../ports/clock.ts'
import type { Fetcher, FetchOptions, FetchOutcome } from '../../ports/fetcher.ts'
import type { OnRequest } from '../../ports/outbound.ts'
import { decodeBody } from './decode-body.ts'
import { abortError, FetchError } from './fetch-error.ts'
import {
  createRedirectFollower,
  newTrace,
  timingsOf,
  type Followed,
  type FollowLimits,
  type Trace,
} from './follow-redirects.ts'
import type { GuardedNetwork } from './guarded-network.ts'
import { loadRobots } from './load-robots.ts'
import { createPoliteness, type Politeness, type PolitenessOptions } from './politeness.ts'
import { pageHeaders } from './request-headers.ts'
import { createRequester } from './requester.ts'
import { createRobots } from './robots.ts'

export interface FetcherOptions {
  /** Shared with whatever else goes out under the same guard; whoever opened it closes it. */
  readonly network: GuardedNetwork
  /** `Winnow/1.2.3 (+https://example.org/our-crawler)`; what stands before the slash is our name in robots.txt. */
  readonly userAgent: string
  readonly clock: Clock
  readonly politeness?: PolitenessOptions
  /** Where a call says nothing else. */
  readonly limits?: Partial<FetchLimits>
  readonly onRequest?: OnRequest
}

export type FetchLimits = Omit<FollowLimits, 'keepExcess' | 'keepErrors'>

const defaultLimits: FetchLimits = {
  timeoutMs: 30_000,
  headersMs: 15_000,
  idleMs: 10_000,
  maxBytes: 10 * 1024 * 1024,
  maxRedirects: 10,
  maxWaitMs: 60_000,
}

export interface PoliteFetcher extends Fetcher {
  /** Requests under way and waiting, for metrics. */
  counts(): ReturnType<Politeness['counts']>
}

export function createFetcher(options: FetcherOptions): PoliteFetcher {
  const { network, userAgent, clock } = options
  const defaults = { ...defaultLimits, ...options.limits }
  const politeness = createPoliteness(options.politeness)
  const requester = createRequester(network, options.onRequest)
  const follow = createRedirectFollower({ requester, politeness, clock })
  const robots = createRobots({
    product: userAgent.split('/')[0] ?? userAgent,
    clock,
    // For whoever waits for the file, so under no single call's signal.
    load: (url) =>
      run(undefined, (signal) => loadRobots(url, { follow, userAgent, limits: defaults, signal })),
  })
  const running = new Set<AbortController>()

  /** Runs a call so that both its own signal and `close` end it. */
  async function run<T>(
    signal: AbortSignal | undefined,
    body: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const scope = new AbortController()
    const onAbort = (): void => scope.abort(signal?.reason)
    // A crawl passes one signal to a thousand calls; that is no leak.
    if (signal) setMaxListeners(0, signal)
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    running.add(scope)
    try {
      return await body(scope.signal)
    } finally {
      running.delete(scope)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  async function obeyRobots(url: URL, trace: Trace, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now()
    const verdict = await robots.check(url, signal).catch((error: unknown) => {
      throw signal.aborted ? abortError(signal.reason) : error
    })
    trace.waitedMs += performance.now() - startedAt
    if (!verdict.isAllowed) throw new FetchError('robots', verdict.detail)
    if (verdict.crawlDelayMs !== null) politeness.slowDown(url.hostname, verdict.crawlDelayMs)
  }

  async function fetchPage(text: string, call: FetchOptions): Promise<FetchOutcome> {
    const {
      timeoutMs = defaults.timeoutMs,
      maxBytes = defaults.maxBytes,
      maxWaitMs = defaults.maxWaitMs,
    } = call
    const limits = { ...defaults, timeoutMs, maxBytes, maxWaitMs }
    const headersFor = pageHeaders(userAgent, text, call)
    const trace = newTrace(text)
    try {
      return await run(call.signal, async (signal) => {
        const checkRobots =
          call.robots === 'ignore' ? undefined : (url: URL) => obeyRobots(url, trace, signal)
        const followed = await follow(
          text,
          { reason: call.reason, headersFor, limits, signal, checkRobots },
          trace,
        )
        return await toOutcome(text, followed, trace, maxBytes)
      })
    } catch (error) {
      // Anything else is a fault of ours and not an outcome.
      if (!(error instanceof FetchError)) throw error
      return {
        kind: 'failed',
        url: text,
        finalUrl: trace.finalUrl,
        redirects: trace.redirects,
        reason: error.reason,
        detail: error.message,
        status: error.status ?? trace.status,
        retryAfterMs: error.retryAfterMs,
        timings: timingsOf(trace),
      }
    }
  }

  return {
    fetchPage,
    counts: () => politeness.counts(),
    close: async () => {
      politeness.close()
      for (const scope of running) scope.abort(new FetchError('aborted', 'the fetcher is closed'))
    },
  }
}

async function toOutcome(
  url: string,
  { answered, isConditional }: Followed,
  trace: Trace,
  maxBytes: number,
): Promise<FetchOutcome> {
  const { status, headers, wireBytes } = answered
  const { finalUrl, redirects, visibility } = trace
  const answer = { url, finalUrl, redirects, status, headers, visibility }
  if (status === 304 && isConditional) return { kind: 'not_modified', ...answer, timings: timingsOf(trace) }
  if (status < 200 || status >= 300) {
    const reason = status === 404 || status === 410 ? 'not_found' : 'http_status'
    throw new FetchError(reason, `the server answered ${status}`, { retryAfterMs: trace.retryAfterMs })
  }
  const body = await decodeBody(answered.body, headers['content-encoding'], maxBytes)
  const contentType = headers['content-type']?.split(';')[0]?.trim().toLowerCase() || null
  return { kind: 'page', ...answer, body, contentType, wireBytes, timings: timingsOf(trace) }
}
