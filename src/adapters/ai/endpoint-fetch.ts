import { Agent, fetch as undiciFetch, ProxyAgent, type Dispatcher } from 'undici'
import type { FailureReason } from '../../ports/fetcher.ts'
import type { OnRequest } from '../../ports/outbound.ts'

interface Options {
  readonly baseUrl: string
  readonly proxy?: string | undefined
  readonly onRequest?: OnRequest | undefined
}

/** Calls say when they have waited long enough; the connection has no patience of its own. */
const patient = { headersTimeout: 0, bodyTimeout: 0 }

/**
 * The way to the endpoint: through the operator's proxy, except to this machine itself, and reported like everything
 * that leaves. No guard stands here, because the operator chose the address, and a model at home is the usual case.
 */
export function createEndpointFetch({ baseUrl, proxy, onRequest }: Options) {
  const dispatcher: Dispatcher =
    proxy === undefined || isLoopback(new URL(baseUrl).hostname)
      ? new Agent(patient)
      : new ProxyAgent({ uri: proxy, proxyTunnel: baseUrl.startsWith('https:'), ...patient })

  async function endpointFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input)
    const startedAt = performance.now()
    let bytes = 0
    const report = (outcome: 'answered' | FailureReason, status: number | null): void =>
      onRequest?.({
        method: init.method ?? 'GET',
        url: `${url.origin}${url.pathname}`,
        reason: 'language model',
        outcome,
        status,
        visibility: null,
        bytes,
        durationMs: performance.now() - startedAt,
      })
    try {
      // Node's own fetch cannot use the dispatchers of a newer undici, whose types are its own.
      const response = await undiciFetch(url, { ...(init as object), dispatcher })
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

  return { fetch: endpointFetch, close: () => dispatcher.destroy() }
}

function failureOf(error: unknown, otherwise: FailureReason): FailureReason {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  if (name === 'TimeoutError') return 'timeout'
  if (name === 'AbortError') return 'aborted'
  const known: Readonly<Record<string, FailureReason>> = {
    ECONNREFUSED: 'connection_refused',
    ECONNRESET: 'connection_reset',
    ENOTFOUND: 'dns',
  }
  return known[cause?.code ?? ''] ?? otherwise
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
