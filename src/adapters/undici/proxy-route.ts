import type { Socket } from 'node:net'
import { Agent, Pool, type Dispatcher } from 'undici'
import type { Visibility } from '../../ports/fetcher.ts'
import { portOf, type AddressGuard } from './address-guard.ts'
import { admitFor, type Dial } from './dialer.ts'
import { abortError, FetchError, RestrictedAddressError, toFetchError } from './fetch-error.ts'
import { connectorOver, createTlsUpgrade, poolDefaults, type Route, type RouteOptions } from './route.ts'

export interface ProxyRouteOptions extends RouteOptions {
  readonly guard: AddressGuard
  /** `http://[user:password@]host:port`. The operator chose it, so its own address is not judged. */
  readonly proxy: string
}

/** Where names are the proxy's business there may be no resolver that answers, only one that stays silent. */
const resolveMs = 2000

/**
 * Goes through an outbound HTTP proxy: https by CONNECT, http by absolute addresses, as proxies commonly demand.
 * Literals are judged here, and names too where this machine can resolve them. The proxy resolves them again, so a
 * name that changes its answer in between is for the proxy's own rules to stop.
 */
export function createProxyRoute(options: ProxyRouteOptions): Route {
  const { guard, connectTimeoutMs, connectionsPerOrigin } = options
  const { origin: proxyOrigin, ...proxy } = parseProxy(options.proxy)
  const proxyPool = new Pool(proxyOrigin, { ...poolDefaults, connect: { timeout: connectTimeoutMs } })
  const secure = createTlsUpgrade(options)

  async function admit(world: Visibility, hostname: string, port: number, signal?: AbortSignal) {
    const timeout = AbortSignal.timeout(resolveMs)
    const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
    try {
      return (await admitFor(guard, world, hostname, port, limit)).visibility
    } catch (error) {
      if (signal?.aborted) throw abortError(signal.reason)
      const { reason } = toFetchError(error)
      if (reason !== 'dns' && reason !== 'timeout') throw error
    }
    const visibility = guard.admitUnresolved(hostname, port)
    if (world === 'public' && visibility === 'restricted') throw new RestrictedAddressError(hostname)
    return visibility
  }

  async function tunnel(target: { hostname: string; port: number }, signal?: AbortSignal): Promise<Socket> {
    const host = target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname
    const path = `${host}:${target.port}`
    const limit = AbortSignal.timeout(connectTimeoutMs)
    const { statusCode, socket } = await proxyPool
      .connect({
        path,
        headers: { ...proxy.headers, host: path },
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      .catch((error: unknown) => {
        if (signal?.aborted) throw abortError(signal.reason)
        throw limit.aborted ? abortError(limit.reason) : toFetchError(error)
      })
    // undici's type is wider; over a pool of TCP connections it is a socket.
    if (statusCode === 200) return socket as Socket
    socket.on('error', () => {}).destroy()
    throw new FetchError('unreachable', `the proxy answered ${statusCode} when asked for ${path}`)
  }

  const dial: Dial = async (target, onBehalfOf, signal) => {
    const visibility = await admit(onBehalfOf, target.hostname, target.port, signal)
    return { socket: await tunnel(target, signal), visibility }
  }

  const openAgent = (world: Visibility): Dispatcher => {
    const agent = new Agent({
      ...poolDefaults,
      connections: connectionsPerOrigin,
      connect: connectorOver((target) => tunnel(target), secure),
    })
    return agent.compose((tunnelled) => (request, handler) => {
      const target = new URL(String(request.origin))
      admit(world, target.hostname, portOf(target)).then(
        () =>
          target.protocol === 'https:'
            ? tunnelled(request, handler)
            : proxyPool.dispatch(
                {
                  ...request,
                  origin: proxyOrigin,
                  path: target.origin + request.path,
                  headers: { ...namedHeaders(request.headers), ...proxy.headers, host: target.host },
                },
                handler,
              ),
        // As undici's own interceptors do for what fails before a request starts; the type knows no such case.
        (error: unknown) => handler.onResponseError?.(null as never, toFetchError(error)),
      )
      return true
    })
  }
  const agents = { public: openAgent('public'), restricted: openAgent('restricted') }

  return {
    dispatcher: (world) => agents[world],
    dial,
    locate: (hostname, port, signal) => admit('restricted', hostname, port, signal),
    close: async () => {
      await Promise.all([agents.public.destroy(), agents.restricted.destroy(), proxyPool.destroy()])
    },
  }
}

function parseProxy(text: string): { origin: string; headers: Record<string, string> } {
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error('The outbound proxy must be an http:// or https:// address.')
  if (!url.username) return { origin: url.origin, headers: {} }
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    origin: url.origin,
    headers: { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` },
  }
}

/** undici takes headers as a flat list, as pairs or as an object. */
function namedHeaders(
  headers: Dispatcher.DispatchOptions['headers'],
): Record<string, string | string[] | undefined> {
  if (!headers) return {}
  if (!Array.isArray(headers))
    return Symbol.iterator in headers ? Object.fromEntries(headers) : { ...headers }
  const pairs: Record<string, string> = {}
  for (let i = 0; i < headers.length; i += 2) pairs[String(headers[i])] = String(headers[i + 1])
  return pairs
}
