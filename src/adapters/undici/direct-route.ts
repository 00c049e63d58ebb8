import { Agent, type Dispatcher } from 'undici'
import type { Visibility } from '../../ports/fetcher.ts'
import type { AddressGuard } from './address-guard.ts'
import { createDialer, type ConnectSocket } from './dialer.ts'
import { connectorOver, createTlsUpgrade, poolDefaults, type Route, type RouteOptions } from './route.ts'

export interface DirectRouteOptions extends RouteOptions {
  readonly guard: AddressGuard
  readonly connect?: ConnectSocket
}

/** Connects to the targets themselves: each connection is resolved, judged and confirmed on its own. */
export function createDirectRoute(options: DirectRouteOptions): Route {
  const { guard, connect, connectTimeoutMs, connectionsPerOrigin } = options
  const dial = createDialer({ guard, connect, timeoutMs: connectTimeoutMs })
  const secure = createTlsUpgrade(options)
  const openAgent = (world: Visibility): Dispatcher =>
    new Agent({
      ...poolDefaults,
      connections: connectionsPerOrigin,
      connect: connectorOver(async (target) => (await dial(target, world)).socket, secure),
    })
  const agents = { public: openAgent('public'), restricted: openAgent('restricted') }
  return {
    dispatcher: (world) => agents[world],
    dial,
    locate: async (hostname, port, signal) => (await guard.admit(hostname, port, signal)).visibility,
    close: async () => {
      await Promise.all([agents.public.destroy(), agents.restricted.destroy()])
    },
  }
}
