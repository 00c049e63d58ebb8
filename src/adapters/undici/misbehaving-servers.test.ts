import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { FailureReason, FetchOptions } from '../../ports/fetcher.ts'
import { hostileAnswers, hostileUrls } from './hostile-addresses.suite.ts'
import { openFetcher, openNetwork, serve, serveBytes, serveSecurely } from './loopback.suite.ts'

const small = { limits: { maxBytes: 1_000_000 } }
/** For servers that keep one waiting; the others get the usual time, so that a busy machine does not fail a test. */
const quick = { limits: { ...small.limits, timeoutMs: 300, headersMs: 150, idleMs: 150 } }
const serveEncoded = (body: Buffer, encoding: string) =>
  serve((request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))

function broken(data: Buffer): Buffer {
  const copy = Buffer.from(data)
  copy.fill(0xff, 12, 24)
  return copy
}

const redirectTo = (location: string) =>
  serve((request, response) => {
    response.statusCode = 302
    response.setHeader('location', Buffer.from(location).toString('latin1'))
    response.end()
  })

// Reached by an allow-listed name, so that its address is as hostile as any other.
const openAtHome = (answers: readonly string[] = []) => {
  const names = { 'home.example.org': [['127.0.0.1']], 'www.example.org': [answers] }
  return openFetcher({ ...small, network: openNetwork({ names, guard: { allow: ['home.example.org'] } }) })
}
const atHome = (server: { port: number }) => `http://home.example.org:${server.port}/`

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'

/** Sends a piece every few milliseconds until the other side has had enough. */
function drip(socket: Socket | Parameters<RequestListener>[1], piece: string): void {
  const timer = setInterval(() => socket.write(piece), 10)
  socket.on('close', () => clearInterval(timer)).on('error', () => clearInterval(timer))
}

interface Case {
  readonly bytes: (socket: Socket, request: string) => void
  readonly reason: FailureReason
  readonly options?: Partial<FetchOptions>
}

/** Each of these servers writes bytes of its own and ends in one outcome. */
const cases: Readonly<Record<string, Case>> = {
  'never answers': { bytes: () => {}, reason: 'timeout' },
  'sends its headers too slowly': {
    bytes: (socket) => (socket.write(head), drip(socket, 'X-A: b\r\n')),
    reason: 'timeout',
  },
  'sends interim answers without end': {
    bytes: (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
    reason: 'timeout',
  },
  'stalls in the body': {
    bytes: (socket) => socket.write(`${head}Content-Length: 9\r\n\r\nabc`),
    reason: 'timeout',
  },
  'drips its body for ever': {
    bytes: (socket) => (socket.write(`${head}Content-Length: 100000\r\n\r\n`), drip(socket, 'a')),
    reason: 'timeout',
  },
  'announces more than it sends': {
    bytes: (socket) => socket.end(`${head}Content-Length: 100\r\n\r\nabc`),
    reason: 'truncated',
  },
  'ends within a chunk': {
    bytes: (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nff\r\nabc`),
    reason: 'truncated',
  },
  'ends before the last chunk': {
    bytes: (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`),
    reason: 'truncated',
  },
  'resets within the body': {
    bytes: (socket) => {
      socket.write(`${head}Content-Length: 100\r\n\r\nabc`)
      setTimeout(() => socket.resetAndDestroy(), 30)
    },
    reason: 'truncated',
  },
  'resets before it answers': { bytes: (socket) => socket.resetAndDestroy(), reason: 'connection_reset' },
  'hangs up before it answers': { bytes: (socket) => socket.end(), reason: 'connection_reset' },
  'hangs up within the headers': { bytes: (socket) => socket.end(head), reason: 'connection_reset' },
  'speaks HTTP/0.9': { bytes: (socket) => socket.end('<html>hello</html>'), reason: 'protocol' },
  'speaks another protocol': { bytes: (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), reason: 'protocol' },
  'sends random bytes': {
    bytes: (socket) => socket.end(Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 73 + 11) % 256))),
    reason: 'protocol',
  },
  'names no number as its status': {
    bytes: (socket) => socket.end('HTTP/1.1 OK\r\n\r\n'),
    reason: 'protocol',
  },
  'sends a header line without a name': {
    bytes: (socket) => socket.end('HTTP/1.1 200 OK\r\n: oops\r\n\r\n'),
    reason: 'protocol',
  },
  'sends a broken chunk size': {
    bytes: (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n`),
    reason: 'protocol',
  },
  'names two lengths': {
    bytes: (socket) => socket.end(`${head}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`),
    reason: 'truncated',
  },
  'names a length and chunks': {
    bytes: (socket) =>
      socket.end(`${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`),
    reason: 'truncated',
  },
  'names a negative length': {
    bytes: (socket) => socket.end(`${head}Content-Length: -1\r\n\r\nabc`),
    reason: 'protocol',
  },
  'sends huge headers': {
    bytes: (socket) => socket.end(`${head}X-Large: ${'a'.repeat(200_000)}\r\n\r\nabc`),
    reason: 'protocol',
  },
  'sends thousands of headers': {
    bytes: (socket) => socket.end(`${head}${'X-Small: abcdefgh\r\n'.repeat(20_000)}\r\nabc`),
    reason: 'protocol',
  },
  'switches protocols unasked': {
    bytes: (socket) => socket.write('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    reason: 'protocol',
  },
  'announces a page that is too large': {
    bytes: (socket) => socket.write(`${head}Content-Length: 2000000\r\n\r\n`),
    reason: 'too_large',
  },
  'redirects without saying where': {
    bytes: (socket) => socket.end('HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n'),
    reason: 'http_status',
  },
}

describe('a server that', () => {
  it.each(Object.entries(cases))('%s', async (_name, { bytes, reason, options }) => {
    const server = await serveBytes(bytes)
    const startedAt = performance.now()
    const fetcher = openFetcher(reason === 'timeout' ? quick : small)
    expect(await fetcher.failure(server.url, options)).toMatchObject({ reason })
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  it('sends more than it announced delivers what it announced', async () => {
    const server = await serveBytes((socket) => socket.end(`${head}Content-Length: 3\r\n\r\nabcdef`))
    expect(Buffer.from((await openFetcher(small).page(server.url)).body).toString()).toBe('abc')
  })

  it('ends its body with the connection is understood', async () => {
    const server = await serveBytes((socket) => socket.end(`${head}\r\nabc`))
    expect(Buffer.from((await openFetcher(small).page(server.url)).body).toString()).toBe('abc')
  })

  it('closes an idle connection just as it is used again is asked once more', async () => {
    let requests = 0
    const server = await serveBytes((socket) => {
      requests += 1
      if (requests === 2) socket.resetAndDestroy()
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    })
    const fetcher = openFetcher(small)
    await fetcher.page(server.url)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await fetcher.page(server.url)).status).toBe(200)
    expect(requests).toBe(3)
  })

  it('is not there', async () => {
    const { url } = await serve(() => {})
    // The discard port's neighbour of a server under test: bound by nothing, since the kernel gave it to nobody.
    const closed = await closedPort()
    expect(await openFetcher(small).failure(url.replace(/:\d+/, `:${closed}`))).toMatchObject({
      reason: 'connection_refused',
    })
  })

  it('names no content type is a page of no type', async () => {
    const server = await serveBytes((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
    expect(await openFetcher(small).page(server.url)).toMatchObject({ contentType: null })
  })

  it('has no content is an empty page', async () => {
    const server = await serve((request, response) => response.writeHead(204).end())
    expect(await openFetcher(small).page(server.url)).toMatchObject({ status: 204, wireBytes: 0 })
  })

  it.each([
    [404, 'not_found'],
    [410, 'not_found'],
    [400, 'http_status'],
    [401, 'http_status'],
    [403, 'http_status'],
    [407, 'http_status'],
    [451, 'http_status'],
    [500, 'http_status'],
    [502, 'http_status'],
    [599, 'http_status'],
  ])('answers %i has %s', async (status, reason) => {
    const server = await serve((request, response) => response.writeHead(status).end('an error page'))
    expect(await openFetcher(small).failure(server.url)).toMatchObject({ reason, status })
  })

  it('sets cookies gets none back', async () => {
    const cookies: unknown[] = []
    const server = await serve((request, response) => {
      cookies.push(request.headers.cookie)
      response.setHeader('set-cookie', 'id=1')
      if (request.url === '/') response.writeHead(302, { location: '/a' }).end()
      else response.end('page')
    })
    const fetcher = openFetcher(small)
    expect((await fetcher.page(server.url)).headers['set-cookie']).toBeUndefined()
    await fetcher.page(server.url)
    expect(cookies).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('TLS', () => {
  it('fails for a certificate nobody vouches for', async () => {
    const server = await serveSecurely((request, response) => response.end('x'))
    expect(await openFetcher(small).failure(server.url)).toMatchObject({ reason: 'tls' })
  })

  it('fails for a server that speaks none, or hangs up', async () => {
    const plain = await serve((request, response) => response.end('x'))
    const silent = await serveBytes((socket) => socket.destroy())
    for (const { url } of [plain, silent])
      expect(await openFetcher(small).failure(url.replace('http:', 'https:'))).toMatchObject({
        reason: 'tls',
      })
  })

  it('times out when the handshake stalls', async () => {
    const server = await serveBytes(() => {})
    expect(await openFetcher(quick).failure(server.url.replace('http:', 'https:'))).toMatchObject({
      reason: 'timeout',
    })
  })
})

describe('compressed bodies', () => {
  const page = Buffer.from('<p>Hello, hello, hello, hello, hello</p>')

  it.each([
    ['gzip', gzipSync(page)],
    ['x-gzip', gzipSync(page)],
    ['GZIP', gzipSync(page)],
    ['deflate', deflateSync(page)],
    ['deflate', deflateRawSync(page)],
    ['br', brotliCompressSync(page)],
    ['identity', page],
    ['gzip, identity', gzipSync(page)],
    ['gzip, br', brotliCompressSync(gzipSync(page))],
    ['gzip', Buffer.concat([gzipSync(page.subarray(0, 9)), gzipSync(page.subarray(9))])],
    ['gzip', Buffer.alloc(0)],
  ])('in %s are decompressed', async (encoding, body) => {
    const server = await serveEncoded(body, encoding)
    const fetched = await openFetcher(small).page(server.url)
    expect(Buffer.from(fetched.body)).toEqual(body.length ? page : body)
    expect(fetched.wireBytes).toBe(body.length)
  })

  const bomb = Buffer.alloc(50_000_000)
  it.each<[string, string, Buffer, FailureReason]>([
    ['a bomb', 'gzip', gzipSync(bomb), 'decompression_limit'],
    ['a bomb of another make', 'br', brotliCompressSync(bomb, { params: { 1: 1 } }), 'decompression_limit'],
    ['a bomb in a bomb', 'gzip, gzip', gzipSync(gzipSync(bomb)), 'decompression_limit'],
    ['too many layers', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(page))), 'broken_encoding'],
    ['something else altogether', 'gzip', page, 'broken_encoding'],
    ['a broken middle', 'gzip', broken(gzipSync(page)), 'broken_encoding'],
    ['only the beginning', 'gzip', gzipSync(page).subarray(0, 20), 'broken_encoding'],
    ['only the beginning', 'br', brotliCompressSync(page).subarray(0, 20), 'broken_encoding'],
    ['an unknown encoding', 'compress', page, 'broken_encoding'],
    ['a name from the prototype', 'constructor', page, 'broken_encoding'],
  ])('with %s (%s) fail', async (_name, encoding, body, reason) => {
    const server = await serveEncoded(body, encoding)
    expect(await openFetcher(small).failure(server.url)).toMatchObject({ reason, status: 200 })
  })
})

describe('redirects', () => {
  it('are followed and remembered', async () => {
    const server = await serve((request, response) => {
      const next: Record<string, [number, string]> = {
        '/a': [301, 'b?x=1'],
        '/b?x=1': [302, '//127.0.0.1:PORT/c'.replace('PORT', String(server.port))],
        '/c': [303, '/d#part'],
        '/d': [307, '/é'],
        '/%C3%A9': [308, '?end'],
      }
      const [status, location] = next[request.url ?? ''] ?? [200, '']
      response.statusCode = status
      if (location) response.setHeader('location', Buffer.from(location).toString('latin1'))
      // Node writes headers as UTF-8 once more when they travel with a string.
      response.end(Buffer.from('x'))
    })
    const page = await openFetcher(small).page(`${server.url}a`)
    expect(page.finalUrl).toBe(`${server.url}%C3%A9?end`)
    expect(page.redirects.map(({ status, location }) => [status, location])).toEqual([
      [301, 'b?x=1'],
      [302, `//127.0.0.1:${server.port}/c`],
      [303, '/d#part'],
      [307, '/é'],
      [308, '?end'],
    ])
  })

  it('without end are ended', async () => {
    const server = await serve((request, response) =>
      response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end(),
    )
    const failure = await openFetcher(small).failure(server.url)
    expect(failure).toMatchObject({ reason: 'redirect_limit', status: 302 })
    expect(failure.redirects).toHaveLength(11)
  })

  it('in a circle are ended', async () => {
    const self = await serve((request, response) => response.writeHead(302, { location: '/' }).end())
    const pair = await serve((request, response) =>
      response.writeHead(302, { location: request.url === '/' ? '/b#x' : '/' }).end(),
    )
    for (const { url } of [self, pair])
      expect(await openFetcher(small).failure(url)).toMatchObject({ reason: 'redirect_loop' })
  })

  it('share one time limit', async () => {
    const server = await serve((request, response) => {
      setTimeout(() => response.writeHead(302, { location: `${request.url}a` }).end(), 80)
    })
    expect(await openFetcher(quick).failure(server.url)).toMatchObject({ reason: 'timeout' })
  })

  it('do not carry credentials to another origin', async () => {
    const seen: unknown[] = []
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization, request.headers.cookie, request.headers['x-kept'])
      response.end('x')
    })
    const first = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(302, { location: other.url }).end()
    })
    const headers = { Authorization: 'Bearer 1', Cookie: 'a=b', 'X-Kept': 'yes' }
    await openFetcher(small).page(first.url, { headers })
    expect(seen).toEqual(['Bearer 1', undefined, undefined, 'yes'])
  })

  // As a Location, what has no scheme of its own or no host is an address of the same site.
  const absolute = hostileUrls.filter(
    ([url]) => /^\w+:(\W|\w+:|\/var)/.test(url.trim()) && !url.startsWith('blob:'),
  )
  it.each(absolute)('to %j are refused as %s, and nothing connects', async (url, verdict) => {
    const server = await redirectTo(url)
    const fetcher = openAtHome()
    const failure = await fetcher.failure(atHome(server))
    expect(failure.reason).toBe(verdict === 'unsupported' ? 'unsupported_url' : 'blocked')
    expect(failure.redirects).toHaveLength(1)
    expect(fetcher.network.connected).toEqual(['home.example.org'])
  })

  it.each(hostileAnswers)(
    'to a name that resolves to %s are refused, and nothing connects',
    async (address) => {
      const server = await redirectTo('http://www.example.org/')
      const fetcher = openAtHome([address])
      expect(await fetcher.failure(atHome(server))).toMatchObject({ reason: 'blocked' })
      expect(fetcher.network.connected).toEqual(['home.example.org'])
    },
  )

  it('to a port that is not for pages are refused', async () => {
    const server = await redirectTo('http://127.0.0.1:6379/')
    const fetcher = openFetcher(small)
    expect(await fetcher.failure(server.url)).toMatchObject({ reason: 'blocked' })
    expect(fetcher.network.connected).toHaveLength(1)
  })
})

describe('a page of 100 MB', () => {
  const chunk = Buffer.alloc(64 * 1024, 'a')
  const serveLarge = (announce: boolean) =>
    serve((request, response) => {
      if (announce) response.setHeader('content-length', 1600 * chunk.length)
      let sent = 0
      const more = (): void => {
        while (sent++ < 1600) if (!response.write(chunk)) return void response.once('drain', more)
        response.end()
      }
      more()
    })

  it.each([true, false])('is stopped, announced: %s, and takes no memory', async (announce) => {
    const server = await serveLarge(announce)
    const fetcher = openFetcher()
    const before = process.memoryUsage().arrayBuffers
    for (let i = 0; i < 10; i++)
      expect(await fetcher.failure(server.url, { maxBytes: 1_000_000 })).toMatchObject({
        reason: 'too_large',
      })
    // Ten such pages would be a gigabyte; the buffers of the server in this process count too, until they are collected.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000)
  })
})

const used = (): number => process.memoryUsage().heapUsed + process.memoryUsage().external

describe('a page in pieces of one byte', () => {
  it('costs no more than any other', async () => {
    const pieces = '1\r\na\r\n'.repeat(10_000)
    const server = await serveBytes((socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
      for (let i = 0; i < 240; i++) socket.write(pieces)
      socket.end('0\r\n\r\n')
    })
    const fetcher = openFetcher()
    const before = used()
    let peak = 0
    const sampling = setInterval(() => (peak = Math.max(peak, used())), 5)
    const page = await fetcher.page(server.url)
    clearInterval(sampling)
    expect(page.body.length).toBe(2_400_000)
    // Kept one by one, the pieces would take more than 200 MB.
    expect(peak - before).toBeLessThan(80_000_000)
  })
})

async function closedPort(): Promise<number> {
  const { createServer } = await import('node:net')
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 1
}
