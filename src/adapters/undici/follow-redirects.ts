import type { Clock } from '../../ports/clock.ts'
import type { FetchTimings, Redirect, Visibility } from '../../ports/fetcher.ts'
import type { ExchangeLimits } from './exchange.ts'
import { FetchError } from './fetch-error.ts'
import type { Politeness } from './politeness.ts'
import type { HeadersForHop } from './request-headers.ts'
import type { Answered, Requester } from './requester.ts'
import { parseRetryAfter } from './retry-after.ts'

/** What happened so far: a failure tells it as well as a success. */
export interface Trace {
  readonly startedAt: number
  readonly redirects: Redirect[]
  finalUrl: string
  /** Restricted as soon as one hop is. */
  visibility: Visibility
  waitedMs: number
  firstByteMs: number | null
  status: number | null
  retryAfterMs: number | undefined
}

export const newTrace = (url: string): Trace => ({
  startedAt: performance.now(),
  redirects: [],
  finalUrl: url,
  visibility: 'public',
  waitedMs: 0,
  firstByteMs: null,
  status: null,
  retryAfterMs: undefined,
})

export const timingsOf = ({ startedAt, waitedMs, firstByteMs }: Trace): FetchTimings => ({
  waitedMs,
  firstByteMs,
  totalMs: performance.now() - startedAt,
})

/** One call, over all its hops. */
interface FollowedCall {
  readonly reason: string
  readonly headersFor: (url: URL) => HeadersForHop
  readonly limits: FollowLimits
  readonly signal: AbortSignal
  /** Rejects when a page must not be fetched. */
  readonly checkRobots?: (url: URL) => Promise<void>
}

export interface FollowLimits extends ExchangeLimits {
  readonly maxRedirects: number
  readonly maxWaitMs: number
}

export interface Followed {
  readonly answered: Answered
  readonly isConditional: boolean
}

/**
 * Requests a page and what it redirects to; every hop passes guard, robots.txt and politeness like the first.
 * Rejects with a FetchError; the trace tells how far it came.
 */
export type FollowRedirects = (start: string, call: FollowedCall, trace: Trace) => Promise<Followed>

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export function createRedirectFollower(needs: {
  readonly requester: Requester
  readonly politeness: Politeness
  readonly clock: Clock
}): FollowRedirects {
  const { requester, politeness, clock } = needs

  async function takeTurn(
    url: URL,
    headers: HeadersForHop['headers'],
    call: FollowedCall,
    budgetMs: number,
    trace: Trace,
  ) {
    const { limits, signal, reason } = call
    const waitingFrom = performance.now()
    const turn = await politeness.enter(url.hostname, { signal, maxWaitMs: limits.maxWaitMs })
    const startedAt = performance.now()
    trace.waitedMs += startedAt - waitingFrom
    try {
      const answered = await requester.request(url, {
        reason,
        headers,
        signal,
        limits: { ...limits, timeoutMs: budgetMs },
      })
      trace.firstByteMs = answered.firstByteMs
      trace.status = answered.status
      if (answered.status === 429 || answered.status === 503) {
        const retryAfterMs = parseRetryAfter(answered.headers['retry-after'], clock.now())
        turn.backOff(retryAfterMs)
        trace.retryAfterMs = retryAfterMs ?? undefined
      }
      return { answered, spentMs: performance.now() - startedAt }
    } finally {
      turn.leave()
    }
  }

  return async (start, call, trace) => {
    const { limits, reason } = call
    const visited = new Set<string>()
    let budgetMs = limits.timeoutMs
    let url = requester.check(start, { reason })
    for (;;) {
      trace.finalUrl = url.href
      visited.add(url.href)
      await call.checkRobots?.(url)
      const { headers, isConditional } = call.headersFor(url)
      const { answered, spentMs } = await takeTurn(url, headers, call, budgetMs, trace)
      if (answered.visibility === 'restricted') trace.visibility = 'restricted'

      const location = redirectStatuses.has(answered.status) ? answered.headers['location'] : undefined
      if (location === undefined) return { answered, isConditional }
      budgetMs -= spentMs
      trace.redirects.push({ url: url.href, status: answered.status, location: fromLatin1(location) })
      if (trace.redirects.length > limits.maxRedirects)
        throw new FetchError('redirect_limit', `more than ${limits.maxRedirects} redirects`)
      url = requester.check(fromLatin1(location), { reason, base: url.href })
      if (visited.has(url.href)) throw new FetchError('redirect_loop', 'the redirects go in a circle')
      if (budgetMs <= 0) throw new FetchError('timeout', `no page within ${limits.timeoutMs} ms`)
    }
  }
}

/** undici reads header bytes as Latin-1, servers write addresses in UTF-8. */
const fromLatin1 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8')
