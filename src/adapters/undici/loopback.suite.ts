import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type LookupFunction,
  type Server,
  type Socket,
} from 'node:net'
import { onTestFinished } from 'vitest'
import type { FetchFailure, FetchOptions, FetchedPage } from '../../ports/fetcher.ts'
import type { OutboundRequest } from '../../ports/outbound.ts'
import { createAddressGuard, type AddressGuardOptions } from './address-guard.ts'
import { createFetcher, type FetcherOptions, type PoliteFetcher } from './fetcher.ts'
import { createGuardedNetwork, type GuardedNetwork, type GuardedNetworkOptions } from './guarded-network.ts'
import { testCertificate, testKey } from './test-certificate.suite.ts'

export interface LoopbackServer {
  readonly url: string
  readonly port: number
  /** How many connections were made to it. */
  connections(): number
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** Servers on 127.0.0.1 that end with the test that opened them. */
export const serve = (handler: Handler, address?: string): Promise<LoopbackServer> =>
  listen(
    createHttpServer({ keepAliveTimeout: 60_000 }, (request, response) => void handler(request, response)),
    'http',
    address,
  )

export const serveSecurely = (handler: Handler): Promise<LoopbackServer> =>
  listen(
    createHttpsServer(
      { key: testKey, cert: testCertificate },
      (request, response) => void handler(request, response),
    ),
    'https',
  )

/** One that may say anything: the callback gets each connection as soon as a request's first bytes came. */
export const serveBytes = (answer: (socket: Socket, request: string) => void): Promise<LoopbackServer> =>
  listen(
    createTcpServer((socket) => {
      socket.on('data', (data) => answer(socket, data.toString('latin1')))
    }),
    'http',
  )

export async function listen(server: Server, scheme: string, address = '127.0.0.1'): Promise<LoopbackServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(0, address)
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  // A TCP server that listens has an address and a port.
  const { port } = server.address() as AddressInfo
  const host = address.includes(':') ? `[${address}]` : address
  return { url: `${scheme}://${host}:${port}/`, port, connections: () => connections }
}

export interface TestNetwork extends GuardedNetwork {
  /** Hosts that a socket was opened for. */
  readonly connected: string[]
  /** Names the resolver was asked for. */
  readonly resolved: string[]
}

export interface TestNetworkOptions extends Omit<GuardedNetworkOptions, 'guard' | 'connect'> {
  /** What each name resolves to; asked again, the next answer, and the last one from then on. */
  readonly names?: Readonly<Record<string, readonly (readonly string[])[]>>
  readonly guard?: Partial<AddressGuardOptions>
}

/** A network whose resolver is a table, and that may reach 127.0.0.1 and nothing else. */
export function openNetwork({ names = {}, guard, ...options }: TestNetworkOptions = {}): TestNetwork {
  const connected: string[] = []
  const resolved: string[] = []
  const network = createGuardedNetwork({
    guard: createAddressGuard({
      allow: ['127.0.0.1'],
      resolver: {
        resolve: async (name) => {
          const answers = names[name] ?? []
          const asked = resolved.filter((other) => other === name).length
          resolved.push(name)
          return answers[Math.min(asked, answers.length - 1)] ?? []
        },
      },
      ...guard,
    }),
    // The last line of defence of the tests themselves: whatever the guard does, nothing leaves loopback.
    connect: (options) => {
      connected.push(String(options.host))
      return connect({
        ...options,
        ...(options.host === '127.0.0.1' ? {} : { lookup: onlyLoopback(options.lookup) }),
      })
    },
    ...options,
  })
  onTestFinished(() => network.close())
  return { ...network, connected, resolved }
}

function onlyLoopback(lookup: LookupFunction | undefined): LookupFunction {
  return (hostname, options, callback) => {
    if (!lookup) throw new Error(`the test tried to connect to ${hostname}`)
    lookup(hostname, options, (error, address, family) => {
      const addresses = typeof address === 'string' ? [address] : address.map((entry) => entry.address)
      if (addresses.some((each) => each !== '127.0.0.1' && each !== '::1'))
        throw new Error(`the test tried to connect to ${addresses.join(', ')}`)
      callback(error, address, family)
    })
  }
}

export interface TestFetcher extends PoliteFetcher {
  readonly network: TestNetwork
  readonly log: OutboundRequest[]
  page(url: string, options?: Partial<FetchOptions>): Promise<FetchedPage>
  failure(url: string, options?: Partial<FetchOptions>): Promise<FetchFailure>
}

export const testAgent = 'Winnow/0.0.0 (+https://example.org/)'

/** A fetcher in no hurry to be polite, that ignores robots.txt unless told otherwise. */
export function openFetcher(
  options: Partial<Omit<FetcherOptions, 'network'>> & { readonly network?: TestNetwork } = {},
): TestFetcher {
  const log: OutboundRequest[] = []
  const network = options.network ?? openNetwork()
  const fetcher = createFetcher({
    userAgent: testAgent,
    clock: { now: () => new Date() },
    politeness: { perSite: { concurrency: 16, intervalMs: 0 } },
    onRequest: (request) => log.push(request),
    ...options,
    network,
  })
  onTestFinished(() => fetcher.close())
  const fetch = (url: string, more: Partial<FetchOptions> = {}) =>
    fetcher.fetchPage(url, { reason: 'test', robots: 'ignore', ...more })
  return {
    ...fetcher,
    network,
    log,
    page: async (url, more) => {
      const outcome = await fetch(url, more)
      if (outcome.kind === 'page') return outcome
      throw new Error(`no page: ${JSON.stringify(outcome)}`)
    },
    failure: async (url, more) => {
      const outcome = await fetch(url, more)
      if (outcome.kind === 'failed') return outcome
      throw new Error(`no failure: ${outcome.kind} ${outcome.status}`)
    },
  }
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
