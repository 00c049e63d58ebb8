import { Agent, fetch as undiciFetch, ProxyAgent, type Dispatcher } from 'undici'
import { AppError } from '../../contract/errors.ts'
import type { FailureReason } from '../../ports/fetcher.ts'
import type { OnRequest } from '../../ports/outbound.ts'

interface Options {
  readonly proxy?: string | undefined
  readonly onRequest?: OnRequest | undefined
  /** Why nothing may be sent there; undefined where it may. */
  readonly denialOf?: (url: URL) => string | undefined
}

/** Calls say when they have waited long enough; the connection has no patience of its own. */
const patient = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 1000 }

/**
 * The way to endpoints that the operator named, such as a language model or a search engine: through the operator's
 * proxy, except to this machine itself, and reported like everything that leaves. No guard of addresses stands here,
 * because the operator chose them, and a model at home is the usual case.
 */
export function createEndpoints({ proxy, onRequest, denialOf = () => undefined }: Options = {}) {
  const direct = new Agent(patient)
  const proxies = new Map<string, Dispatcher>()

  /** A tunnel where what is inside is encrypted; else the proxy is asked for the address, as most demand. */
  function wayTo({ hostname, protocol }: URL): Dispatcher {
    if (proxy === undefined || isLoopback(hostname)) return direct
    const known = proxies.get(protocol)
    if (known) return known
    const opened = new ProxyAgent({ uri: proxy, proxyTunnel: protocol === 'https:', ...patient })
    proxies.set(protocol, opened)
    return opened
  }

  return {
    /** A `fetch` whose requests are made for this reason. Refusals of the operator reject with `forbidden`. */
    fetchFor(reason: string): typeof fetch {
      return async (input, init = {}) => {
        const url = new URL(input instanceof Request ? input.url : input)
        const startedAt = performance.now()
        let bytes = 0
        const report = (outcome: 'answered' | FailureReason, status: number | null): void =>
          onRequest?.({
            method: init.method ?? 'GET',
            url: `${url.origin}${url.pathname}`,
            reason,
            outcome,
            status,
            visibility: null,
            bytes,
            durationMs: performance.now() - startedAt,
          })
        const denial = denialOf(url)
        if (denial !== undefined) {
          report('egress_denied', null)
          throw new AppError('forbidden', denial, { reason: 'EGRESS_DENIED' })
        }
        try {
          // Node's own fetch cannot use the dispatchers of a newer undici, whose types are its own.
          const response = await undiciFetch(url, { ...(init as object), dispatcher: wayTo(url) })
          const { status, statusText, body } = response
          async function* counted(): AsyncGenerator<Uint8Array> {
            let outcome: 'answered' | FailureReason = 'answered'
            try {
              for await (const chunk of body ?? []) {
                bytes += (chunk as Uint8Array).byteLength
                yield chunk as Uint8Array
              }
            } catch (error) {
              outcome = failureOf(error, 'truncated')
              throw error
            } finally {
              report(outcome, status)
            }
          }
          if (!body) report('answered', status)
          return new Response(body && ReadableStream.from(counted()), {
            status,
            statusText,
            headers: Object.fromEntries(response.headers),
          })
        } catch (error) {
          report(failureOf(error, 'unreachable'), null)
          throw error
        }
      }
    },
    async close(): Promise<void> {
      await Promise.all([direct, ...proxies.values()].map((way) => way.destroy()))
    },
  }
}

function failureOf(error: unknown, otherwise: FailureReason): FailureReason {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  if (name === 'TimeoutError') return 'timeout'
  if (name === 'AbortError') return 'aborted'
  const known: Readonly<Record<string, FailureReason>> = {
    ECONNREFUSED: 'connection_refused',
    ECONNRESET: 'connection_reset',
    ENOTFOUND: 'dns',
    EGRESS_DENIED: 'egress_denied',
  }
  return known[cause?.code ?? ''] ?? otherwise
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
