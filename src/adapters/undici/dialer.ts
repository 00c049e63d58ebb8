import {
  connect as netConnect,
  isIP,
  type LookupFunction,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net'
import type { Visibility } from '../../ports/fetcher.ts'
import type { AddressGuard, Admission } from './address-guard.ts'
import { abortError, type FetchError, RestrictedAddressError, toFetchError } from './fetch-error.ts'

interface Connection {
  readonly socket: Socket
  readonly visibility: Visibility
}

/**
 * Opens a TCP connection to an admitted address and says which world it is in. Asked on behalf of the public one, it
 * never opens one to an allow-listed address, so that what comes over it is public by construction; on behalf of the
 * restricted one it opens either. Rejects with a FetchError; a refusal comes before any packet is sent to the target.
 */
export type Dial = (
  target: { readonly hostname: string; readonly port: number },
  onBehalfOf: Visibility,
  signal?: AbortSignal,
) => Promise<Connection>

export type ConnectSocket = (options: TcpNetConnectOpts) => Socket

export interface DialerOptions {
  readonly guard: AddressGuard
  /** Opens the socket; tests count its calls. */
  readonly connect?: ConnectSocket
  /** For resolving and connecting together. */
  readonly timeoutMs: number
}

/** How long one address of several gets before the next is tried beside it. */
const attemptMs = 1000

export function createDialer({ guard, connect = netConnect, timeoutMs }: DialerOptions): Dial {
  return async ({ hostname, port }, onBehalfOf, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
    const admission = await admitFor(guard, onBehalfOf, hostname, port, limit)
    const socket = await openSocket(connect, admission, limit)
    try {
      guard.confirm(admission, socket.remoteAddress)
    } catch (error) {
      socket.destroy()
      throw error
    }
    return { socket, visibility: admission.visibility }
  }
}

/** Admission to one of the two worlds; an allow-listed target asked for as public is for the other one. */
export async function admitFor(
  guard: AddressGuard,
  onBehalfOf: Visibility,
  hostname: string,
  port: number,
  signal: AbortSignal,
): Promise<Admission> {
  const admission = await guard.admit(hostname, port, signal).catch((error: unknown) => {
    throw signal.aborted ? abortError(signal.reason) : error
  })
  if (onBehalfOf === 'public' && admission.visibility === 'restricted')
    throw new RestrictedAddressError(admission.hostname)
  return admission
}

function openSocket(connect: ConnectSocket, admission: Admission, signal: AbortSignal): Promise<Socket> {
  const { hostname, port, addresses } = admission
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port,
      lookup: answerWith(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: attemptMs,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    })
    const settle = (error?: FetchError): void => {
      signal.removeEventListener('abort', onAbort)
      socket.off('error', onError).off('connect', onConnect)
      if (!error) return resolve(socket)
      // A late error of a socket nobody holds must not end the process.
      socket.on('error', () => {}).destroy()
      reject(error)
    }
    const onConnect = (): void => settle()
    const onError = (error: Error): void => settle(toFetchError(error))
    const onAbort = (): void => settle(abortError(signal.reason))
    socket.once('connect', onConnect).once('error', onError)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}

/** Stands in for the resolver: the socket learns the addresses that were judged, and none else. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, options, callback) => {
    const [first] = entries
    if (options.all) callback(null, entries)
    else if (first) callback(null, first.address, first.family)
  }
}
