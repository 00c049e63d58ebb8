import { once } from 'node:events'
import { connect as netConnect } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as tlsConnect } from 'node:tls'
import { ProxyAgent, request } from 'undici'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { GuardedProxy, OutboundRequest } from '../../ports/outbound.ts'
import { openGuardedProxy, type GuardedProxyOptions } from './guarded-proxy.ts'
import { hostileAnswers, hostileUrls } from './hostile-addresses.suite.ts'
import { openNetwork, serve, serveBytes, serveSecurely, type TestNetwork } from './loopback.suite.ts'
import { testCertificate } from './test-certificate.suite.ts'

const patience = { timeout: 10_000 }

interface TestProxy extends GuardedProxy {
  readonly log: OutboundRequest[]
  readonly network: TestNetwork
  /** Sends the bytes and answers with all that comes back. */
  say(bytes: string): Promise<string>
  readonly auth: string
}

async function openProxy(
  options: Partial<Omit<GuardedProxyOptions, 'network'>> & { network?: TestNetwork } = {},
) {
  const log: OutboundRequest[] = []
  const network = options.network ?? openNetwork()
  const proxy = await openGuardedProxy({
    reason: 'render',
    onRequest: (each) => log.push(each),
    ...options,
    network,
  })
  onTestFinished(() => proxy.close())
  const auth = `Proxy-Authorization: Basic ${Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')}`
  const say = async (bytes: string): Promise<string> => {
    const socket = netConnect(Number(new URL(proxy.url).port), '127.0.0.1')
    socket.write(bytes)
    return text(socket)
  }
  return { ...proxy, log, network, say, auth } satisfies TestProxy
}

function clientOf(proxy: GuardedProxy, proxyTunnel = false): ProxyAgent {
  const token = `Basic ${Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')}`
  const agent = new ProxyAgent({ uri: proxy.url, token, proxyTunnel, requestTls: { ca: testCertificate } })
  onTestFinished(() => agent.destroy())
  return agent
}

describe('requests', () => {
  it('are passed on with method, headers and body, and so are the answers', async () => {
    const server = await serve(async (incoming, response) => {
      response.writeHead(201, { 'x-answer': 'yes', 'set-cookie': ['a=1', 'b=2'] })
      response.end(
        JSON.stringify({ method: incoming.method, headers: incoming.headers, body: await text(incoming) }),
      )
    })
    const proxy = await openProxy()
    const answer = await request(`${server.url}path?x=1`, {
      method: 'POST',
      headers: { 'x-own': '1' },
      body: 'hello',
      dispatcher: clientOf(proxy),
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.headers).toMatchObject({ 'x-answer': 'yes', 'set-cookie': ['a=1', 'b=2'] })
    const seen = (await answer.body.json()) as { headers: Record<string, string> }
    expect(seen).toMatchObject({ method: 'POST', body: 'hello', headers: { 'x-own': '1' } })
    expect(seen.headers['proxy-authorization']).toBeUndefined()
    expect(proxy.log).toMatchObject([
      { method: 'POST', url: `${server.url}path?x=1`, reason: 'render', outcome: 'answered', status: 201 },
    ])
    expect(proxy.visibility()).toBe('restricted')
  })

  it('go through a tunnel for https', async () => {
    const server = await serveSecurely((incoming, response) => response.end('secret'))
    const proxy = await openProxy({
      network: openNetwork({ names: { 'secure.example.org': [['127.0.0.1']] } }),
    })
    const answer = await request(`https://secure.example.org:${server.port}/`, {
      dispatcher: clientOf(proxy),
    })
    expect(await answer.body.text()).toBe('secret')
    await proxy.close()
    expect(proxy.log).toMatchObject([
      { method: 'CONNECT', url: `https://secure.example.org:${server.port}/`, outcome: 'answered' },
    ])
    expect(proxy.log[0]?.bytes).toBeGreaterThan(500)
    expect(proxy.visibility()).toBe('restricted')
  })

  it('need the password', async () => {
    const server = await serve((incoming, response) => response.end('x'))
    const proxy = await openProxy()
    const wrong = 'Proxy-Authorization: Basic d2lubm93Ondyb25n'
    for (const line of ['X: y', wrong]) {
      expect(
        await proxy.say(`GET ${server.url} HTTP/1.1\r\nHost: x\r\n${line}\r\nConnection: close\r\n\r\n`),
      ).toMatch(/^HTTP\/1.1 407[^]*Proxy-Authenticate: Basic/)
      expect(
        await proxy.say(`CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\nHost: x\r\n${line}\r\n\r\n`),
      ).toMatch(/^HTTP\/1.1 407[^]*Proxy-Authenticate: Basic/)
    }
    expect([server.connections(), proxy.log]).toEqual([0, []])
  })

  it('that are for the proxy itself are refused', async () => {
    const proxy = await openProxy()
    expect(
      await proxy.say(`GET / HTTP/1.1\r\nHost: x\r\n${proxy.auth}\r\nConnection: close\r\n\r\n`),
    ).toMatch(/^HTTP\/1.1 403/)
  })
})

describe('the guard', () => {
  const sayable = hostileUrls.filter(([url]) => /^[\x21-\x7e]+$/.test(url))

  it('refuses every hostile address, by request and by tunnel, without connecting', async () => {
    const proxy = await openProxy({ network: openNetwork({ guard: { allow: [] } }), maxRequests: 1000 })
    for (const [url] of sayable)
      expect(
        await proxy.say(`GET ${url} HTTP/1.1\r\nHost: x\r\n${proxy.auth}\r\nConnection: close\r\n\r\n`),
      ).toMatch(/^HTTP\/1.1 40[03]/)
    for (const [url] of sayable.filter(([, verdict]) => verdict !== 'unsupported')) {
      const host = url.replace(/^https?:[\\/]*/, '').replace(/[:\\/]*(8080)?[\\/].*$/, '')
      expect(await proxy.say(`CONNECT ${host}:443 HTTP/1.1\r\nHost: x\r\n${proxy.auth}\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 40[03]/,
      )
    }
    expect(proxy.network.connected).toEqual([])
  })

  it.each(hostileAnswers)('refuses names that resolve to %s', async (address) => {
    const network = openNetwork({ guard: { allow: [] }, names: { 'www.example.org': [[address]] } })
    const proxy = await openProxy({ network })
    expect(
      await proxy.say(
        `GET http://www.example.org/ HTTP/1.1\r\nHost: x\r\n${proxy.auth}\r\nConnection: close\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1.1 403/)
    expect(
      await proxy.say(`CONNECT www.example.org:443 HTTP/1.1\r\nHost: x\r\n${proxy.auth}\r\n\r\n`),
    ).toMatch(/^HTTP\/1.1 403/)
    expect(network.connected).toEqual([])
    expect(proxy.log.map(({ method, outcome }) => [method, outcome])).toEqual([
      ['GET', 'blocked'],
      ['CONNECT', 'blocked'],
    ])
  })

  it.each([
    '127.0.0.1',
    '127.0.0.1:',
    ':443',
    '127.0.0.1:443:443',
    '127.0.0.1:99999',
    '/',
    'http://127.0.0.1/',
    '[::1',
    '127.0.0.1:22',
    'a@127.0.0.1:443',
  ])('refuses a tunnel to %j', async (authority) => {
    const proxy = await openProxy()
    expect(await proxy.say(`CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n${proxy.auth}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 40[03]/,
    )
    expect(proxy.network.connected).toEqual([])
  })
})

describe('limits', () => {
  it('cut off what is too much, and then everything', async () => {
    const server = await serve((incoming, response) => response.end(Buffer.alloc(300_000)))
    const proxy = await openProxy({ maxBytes: 500_000 })
    const dispatcher = clientOf(proxy)
    expect((await (await request(server.url, { dispatcher })).body.bytes()).length).toBe(300_000)
    await expect(request(server.url, { dispatcher }).then(({ body }) => body.bytes())).rejects.toThrow()
    expect((await request(server.url, { dispatcher })).statusCode).toBe(403)
    expect(proxy.log.map(({ outcome }) => outcome)).toEqual(['answered', 'too_large', 'blocked'])
  })

  it('hold for tunnels, too', async () => {
    const server = await serveSecurely((incoming, response) => response.end(Buffer.alloc(3_000_000)))
    const proxy = await openProxy({ maxBytes: 1_000_000 })
    const attempt = request(server.url, { dispatcher: clientOf(proxy) }).then(({ body }) => body.bytes())
    await expect(attempt).rejects.toThrow()
    expect(proxy.log).toMatchObject([{ method: 'CONNECT', outcome: 'too_large' }])
  })

  it('end a tunnel in which nothing moves', async () => {
    const server = await serveBytes(() => {})
    const proxy = await openProxy({ idleMs: 50 })
    const heard = await proxy.say(
      `CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\nHost: x\r\n${proxy.auth}\r\n\r\nhello`,
    )
    expect(heard).toBe('HTTP/1.1 200 Connection Established\r\n\r\n')
  })

  it('count requests', async () => {
    const server = await serve((incoming, response) => response.end('x'))
    const proxy = await openProxy({ maxRequests: 2 })
    const dispatcher = clientOf(proxy)
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) {
      const { statusCode, body } = await request(server.url, { dispatcher })
      await body.dump()
      statuses.push(statusCode)
    }
    expect(statuses).toEqual([200, 200, 403, 403])
  })
})

describe('failures', () => {
  it('become a gateway error', async () => {
    const server = await serveBytes((socket) => socket.end('nonsense'))
    const proxy = await openProxy({ network: openNetwork({ names: { 'gone.example.org': [[]] } }) })
    const dispatcher = clientOf(proxy)
    for (const url of [server.url, 'http://gone.example.org/']) {
      const { statusCode, body } = await request(url, { dispatcher })
      await body.dump()
      expect(statusCode).toBe(502)
    }
    expect(proxy.log.map(({ outcome }) => outcome)).toEqual(['protocol', 'dns'])
  })

  it('closing ends tunnels and requests under way', async () => {
    const heard: string[] = []
    const silent = await serveBytes((_socket, bytes) => heard.push(bytes))
    const proxy = await openProxy()
    const tunnel = proxy.say(
      `CONNECT 127.0.0.1:${silent.port} HTTP/1.1\r\nHost: x\r\n${proxy.auth}\r\n\r\nhello`,
    )
    const pending = request(silent.url, { dispatcher: clientOf(proxy) }).catch(() => 'ended')
    await vi.waitFor(() => expect(heard).toHaveLength(2), patience)
    await proxy.close()
    expect(await tunnel).toContain('200')
    expect(await pending).toBe('ended')
  })

  it('a client that hangs up ends the tunnel behind it', async () => {
    const events: string[] = []
    const server = await serveSecurely((incoming) => {
      events.push('asked')
      incoming.socket.on('close', () => events.push('ended'))
    })
    const proxy = await openProxy()
    const socket = netConnect(Number(new URL(proxy.url).port), '127.0.0.1')
    socket.write(`CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\nHost: x\r\n${proxy.auth}\r\n\r\n`)
    await once(socket, 'data')
    const secured = tlsConnect({ socket, ca: testCertificate, host: '127.0.0.1' })
    await once(secured, 'secureConnect')
    secured.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await vi.waitFor(() => expect(events).toEqual(['asked']), patience)
    secured.destroy()
    await vi.waitFor(() => expect(events).toEqual(['asked', 'ended']), patience)
  })
})
