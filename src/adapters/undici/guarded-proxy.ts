import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once, setMaxListeners } from 'node:events'
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform, type Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Visibility } from '../../ports/fetcher.ts'
import type { GuardedProxy, OnRequest, OutboundRequest } from '../../ports/outbound.ts'
import { portOf } from './address-guard.ts'
import { FetchError, toFetchError } from './fetch-error.ts'
import type { GuardedNetwork } from './guarded-network.ts'
import { withoutCredentials } from './parse-url.ts'

export interface GuardedProxyOptions {
  readonly network: GuardedNetwork
  /** Why requests are made through it, for the log. */
  readonly reason: string
  readonly onRequest?: OnRequest
  /** Of all that comes in through it; what exceeds it is cut off, and nothing more is fetched. */
  readonly maxBytes?: number
  readonly maxRequests?: number
  /** A tunnel in which nothing moves for so long is closed. */
  readonly idleMs?: number
}

/**
 * An HTTP proxy on loopback for a program whose own network access cannot be trusted: requests and CONNECT tunnels
 * pass the same guard as everything else. It asks for a password, so that other users of the machine cannot borrow
 * it, and has a budget, so that one page cannot make it a pump.
 */
export async function openGuardedProxy(options: GuardedProxyOptions): Promise<GuardedProxy> {
  const { network, reason, onRequest = () => {} } = options
  const { maxBytes = 50 * 1024 * 1024, maxRequests = 500, idleMs = 30_000 } = options
  const username = 'winnow'
  const password = randomBytes(24).toString('base64url')
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const running = new Set<Promise<void>>()
  /** The server lets go of a connection that became a tunnel. */
  const clients = new Set<Duplex>()
  let visibility: Visibility = 'public'
  let bytes = 0
  let requests = 0

  /** Throws unless the request may be made at all. */
  function admitRequest({ headers }: IncomingMessage): void {
    if (!isSame(headers['proxy-authorization'] ?? '', expected)) throw new UnknownClientError()
    requests += 1
    if (requests > maxRequests) throw new FetchError('blocked', `more than ${maxRequests} requests`)
    if (bytes >= maxBytes) throw new FetchError('blocked', `more than ${maxBytes} bytes`)
  }

  /** Remembers where data is about to come from, before any of it does. */
  function note(world: Visibility): Visibility {
    if (world === 'restricted') visibility = 'restricted'
    return world
  }

  function startReport(method: string, url: string): (record: Partial<OutboundRequest>) => void {
    const startedAt = performance.now()
    const blank = {
      method,
      url,
      reason,
      outcome: 'answered',
      status: null,
      visibility: null,
      bytes: 0,
    } as const
    return (record) => onRequest({ ...blank, ...record, durationMs: performance.now() - startedAt })
  }

  /** Passes data on and counts it, towards the budget of the whole proxy as well. */
  function createMeter(): { stream: Transform; bytes(): number } {
    let own = 0
    const stream = new Transform({
      transform(chunk: Buffer, _encoding, callback) {
        bytes += chunk.length
        own += chunk.length
        if (bytes > maxBytes) callback(new FetchError('too_large', `more than ${maxBytes} bytes`))
        else callback(null, chunk)
      },
    })
    return { stream, bytes: () => own }
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: text = '' } = request
    const report = startReport(method, withoutCredentials(text))
    const meter = createMeter()
    let world: Visibility | null = null
    let status: number | null = null
    try {
      admitRequest(request)
      const url = network.guard.checkUrl(text)
      world = note(await network.locate(url.hostname, portOf(url), closing.signal))
      const answer = await network.dispatcher(world).request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { ...endToEnd(request.headers), host: url.host },
        body: hasBody(request) ? request : null,
        signal: closing.signal,
      })
      status = answer.statusCode
      response.writeHead(status, endToEnd(answer.headers))
      await pipeline(answer.body, meter.stream, response)
      report({ status, visibility: world, bytes: meter.bytes() })
    } catch (error) {
      if (error instanceof UnknownClientError) return void response.writeHead(407, [...challenge]).end()
      const known = toFetchError(error)
      report({ outcome: known.reason, status, visibility: world, bytes: meter.bytes() })
      if (response.headersSent) response.destroy()
      else response.writeHead(statusFor(known), { 'content-type': 'text/plain' }).end(`${known.message}\n`)
    }
  }

  async function openTunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const report = startReport('CONNECT', `https://${request.url}/`)
    clients.add(client)
    client.on('error', () => {}).on('close', () => clients.delete(client))
    try {
      admitRequest(request)
      const target = parseAuthority(request.url ?? '')
      const { socket, visibility: world } = await network.dial(target, 'restricted', closing.signal)
      note(world)
      const meter = createMeter()
      socket.setTimeout(idleMs, () => socket.destroy())
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      socket.write(head)
      // Either side may hang up without ceremony; only a limit of ours is a failure.
      const error = await pipeline(client, socket, meter.stream, client).catch((reason: unknown) => reason)
      const outcome = error instanceof FetchError ? error.reason : 'answered'
      report({ outcome, visibility: world, bytes: meter.bytes() })
      socket.destroy()
      client.destroy()
    } catch (error) {
      if (error instanceof UnknownClientError)
        return void client.end(`${refusalHead(407)}${challengeLine}\r\n\r\n`)
      const known = toFetchError(error)
      report({ outcome: known.reason })
      client.end(`${refusalHead(statusFor(known))}\r\n`)
    }
  }

  /** Keeps hold of what is under way, so that closing can wait for it. */
  function track(work: Promise<void>): void {
    const forget = (): void => void running.delete(work)
    running.add(work)
    work.then(forget, forget)
  }

  const server = createServer((request, response) => track(forward(request, response)))
  server.on('connect', (request, client: Duplex, head: Buffer) => track(openTunnel(request, client, head)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server that listens has an address and a port.
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    username,
    password,
    visibility: () => visibility,
    close: async () => {
      closing.abort(new FetchError('aborted', 'the proxy is closed'))
      for (const client of clients) client.destroy()
      server.closeAllConnections()
      await Promise.allSettled(running)
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

const challenge = ['Proxy-Authenticate', 'Basic realm="winnow"'] as const
const challengeLine = challenge.join(': ')

const refusalHead = (status: number): string =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: 0\r\nConnection: close\r\n`

class UnknownClientError extends Error {
  override readonly name = 'UnknownClientError'
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function parseAuthority(text: string): { hostname: string; port: number } {
  const [, hostname, port] = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/.exec(text) ?? []
  if (!hostname || !port)
    throw new FetchError('unsupported_url', `${JSON.stringify(text)} is not a host and a port`)
  return { hostname, port: Number(port) }
}

const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])

/** What a proxy passes on; a Connection header may name more that it must not. */
function endToEnd(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const named = (headers.connection ?? '').toLowerCase().split(/\s*,\s*/)
  const kept: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !hopByHop.has(name) && !named.includes(name)) kept[name] = value
  return kept
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

function statusFor({ reason }: FetchError): number {
  if (reason === 'blocked' || reason === 'egress_denied' || reason === 'unsupported_url') return 403
  return reason === 'timeout' ? 504 : 502
}
