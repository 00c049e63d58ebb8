import type { AddressGuard } from './address-guard.ts'
import type { ConnectSocket } from './dialer.ts'
import { createDirectRoute } from './direct-route.ts'
import { createProxyRoute } from './proxy-route.ts'
import type { Route } from './route.ts'

/** The one way out of the machine for everything that is requested on someone's behalf. */
export interface GuardedNetwork extends Route {
  readonly guard: AddressGuard
}

export interface GuardedNetworkOptions {
  readonly guard: AddressGuard
  /** HTTP proxy that everything goes through. */
  readonly proxy?: string
  /** For resolving and connecting together. */
  readonly connectTimeoutMs?: number
  readonly connectionsPerOrigin?: number
  /** Certificate authorities to trust instead of the system's. */
  readonly ca?: string
  /** Opens sockets, without a proxy; tests count its calls. */
  readonly connect?: ConnectSocket
}

export function createGuardedNetwork(options: GuardedNetworkOptions): GuardedNetwork {
  const { guard, proxy, connectTimeoutMs = 10_000, connectionsPerOrigin = 8, ca, connect } = options
  const limits = { guard, connectTimeoutMs, connectionsPerOrigin, ca }
  const route = proxy ? createProxyRoute({ ...limits, proxy }) : createDirectRoute({ ...limits, connect })
  return { ...route, guard }
}
