import type { Visibility } from '../../ports/fetcher.ts'
import type { OnRequest, OutboundRequest } from '../../ports/outbound.ts'
import { exchange, type Exchanged, type ExchangeRequest } from './exchange.ts'
import { RestrictedAddressError, toFetchError } from './fetch-error.ts'
import type { GuardedNetwork } from './guarded-network.ts'
import { withoutCredentials } from './parse-url.ts'

interface OneRequest extends Omit<ExchangeRequest, 'url'> {
  readonly reason: string
}

export interface Answered extends Exchanged {
  readonly visibility: Visibility
}

/**
 * Makes single requests under the guard and reports each one. A target is first sought in the public world, unless
 * its name says otherwise; only if it turns out to be allow-listed, before anything was sent, in the restricted one.
 * So an answer called public came over a connection that could not have reached a restricted address.
 */
export interface Requester {
  /** The guard's first look at an address; a refusal is reported like a request. */
  check(text: string, asked: { reason: string; method?: string; base?: string }): URL
  /** Rejects with a FetchError. A GET is repeated once when the connection ended before an answer. */
  request(url: URL, request: OneRequest): Promise<Answered>
}

export function createRequester(network: GuardedNetwork, onRequest: OnRequest = () => {}): Requester {
  const { guard } = network

  return {
    check(text, { reason, method = 'GET', base }) {
      try {
        const url = guard.checkUrl(text, base)
        guard.checkOpen()
        return url
      } catch (error) {
        const { reason: outcome } = toFetchError(error)
        onRequest({
          method,
          url: withoutCredentials(text, base),
          reason,
          outcome,
          status: null,
          visibility: null,
          bytes: 0,
          durationMs: 0,
        })
        throw error
      }
    },

    async request(url, request) {
      const deadline = performance.now() + request.limits.timeoutMs
      let world = guard.presumedVisibility(url)
      for (let attempt = 1; ;) {
        const startedAt = performance.now()
        const limits = { ...request.limits, timeoutMs: Math.max(1, deadline - startedAt) }
        const report = (rest: Pick<OutboundRequest, 'outcome' | 'status' | 'visibility' | 'bytes'>): void => {
          const { method = 'GET', reason } = request
          onRequest({ method, url: url.href, reason, durationMs: performance.now() - startedAt, ...rest })
        }
        try {
          const answered = await exchange(network.dispatcher(world), { ...request, url, limits })
          const { status, wireBytes } = answered
          report({ outcome: 'answered', status, visibility: world, bytes: wireBytes })
          return { ...answered, visibility: world }
        } catch (error) {
          if (error instanceof RestrictedAddressError && world === 'public') {
            world = 'restricted'
            continue
          }
          const { reason, status } = toFetchError(error)
          report({ outcome: reason, status, visibility: null, bytes: 0 })
          // Most likely the server closed an idle connection just as it was used again.
          const isWorthRepeating = reason === 'connection_reset' && (request.method ?? 'GET') === 'GET'
          if (!isWorthRepeating || attempt++ === 2) throw error
        }
      }
    },
  }
}
