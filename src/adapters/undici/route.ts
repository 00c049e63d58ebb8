import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector, type Dispatcher } from 'undici'
import type { Visibility } from '../../ports/fetcher.ts'
import type { Dial } from './dialer.ts'
import { FetchError, toFetchError } from './fetch-error.ts'

/** A way to reach targets under the guard: directly, or through a proxy. */
export interface Route {
  /**
   * HTTP to one of the two worlds. The public one refuses allow-listed targets (RestrictedAddressError) before it
   * connects; whatever it carries is public. Safe to hand to undici's own `fetch`: redirects pass the guard too.
   */
  dispatcher(world: Visibility): Dispatcher
  /** A bare connection, for tunnels. */
  readonly dial: Dial
  /** Which world a target is in, as far as can be told before a connection; rejects with a refusal. */
  locate(hostname: string, port: number, signal?: AbortSignal): Promise<Visibility>
  /** Ends every connection, also those in use. */
  close(): Promise<void>
}

export interface RouteOptions {
  readonly connectTimeoutMs: number
  readonly connectionsPerOrigin: number
  /** Certificate authorities to trust instead of the system's. */
  readonly ca?: string
}

/** What every pool has: timeouts for callers that set none, room for the headers that servers really send. */
export const poolDefaults = {
  pipelining: 1,
  keepAliveTimeout: 10_000,
  maxHeaderSize: 64 * 1024,
  headersTimeout: 30_000,
  bodyTimeout: 30_000,
} as const

type SecureSocket = (options: buildConnector.Options, socket: Socket) => Promise<Socket>

/** undici's connector on top of a dialer: plain sockets as they come, TLS laid over them for https. */
export function connectorOver(
  open: (target: { hostname: string; port: number }) => Promise<Socket>,
  secure: SecureSocket,
): buildConnector.connector {
  const connect = async (options: buildConnector.Options): Promise<Socket> => {
    const isSecure = options.protocol === 'https:'
    const socket = await open({
      hostname: options.hostname,
      port: Number(options.port || (isSecure ? 443 : 80)),
    })
    return isSecure ? secure(options, socket) : socket
  }
  const start = callbackify(connect)
  return (options, callback) =>
    start(options, (error, socket) => (error ? callback(toFetchError(error), null) : callback(null, socket)))
}

/** TLS with undici's session cache; whatever fails in the handshake, save time running out, is `tls`. */
export function createTlsUpgrade({ connectTimeoutMs, ca }: RouteOptions): SecureSocket {
  const upgrade = buildConnector({ timeout: connectTimeoutMs, ca })
  return (options, socket) =>
    new Promise((resolve, reject) => {
      upgrade({ ...options, httpSocket: socket }, (error, secured) => {
        if (secured) return resolve(secured)
        socket.destroy()
        const known = toFetchError(error)
        reject(
          known.reason === 'timeout'
            ? known
            : new FetchError('tls', `no secure connection: ${error?.message}`, { cause: error }),
        )
      })
    })
}
