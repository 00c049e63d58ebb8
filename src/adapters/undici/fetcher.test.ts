import { describe, expect, it } from 'vitest'
import { openFetcher, openNetwork, serve, serveSecurely, testAgent } from './loopback.suite.ts'
import { testCertificate } from './test-certificate.suite.ts'

const text = (body: Uint8Array): string => Buffer.from(body).toString('utf8')

describe('a page', () => {
  it('comes with bytes, headers, type, timings and visibility', async () => {
    const server = await serve((request, response) => {
      response.setHeader('X-Twice', ['a', 'b'])
      response.setHeader('Content-Type', 'Text/HTML; charset=windows-1252')
      response.end(Buffer.from('caf\xe9', 'latin1'))
    })
    const page = await openFetcher().page(`${server.url}a?b=c#d`)
    expect(page).toMatchObject({
      kind: 'page',
      url: `${server.url}a?b=c#d`,
      finalUrl: `${server.url}a?b=c`,
      redirects: [],
      status: 200,
      contentType: 'text/html',
      visibility: 'restricted',
      wireBytes: 4,
    })
    expect(page.headers['content-type']).toBe('Text/HTML; charset=windows-1252')
    expect(page.headers['x-twice']).toBe('a, b')
    expect([...page.body]).toEqual([0x63, 0x61, 0x66, 0xe9])
    expect(page.timings.totalMs).toBeGreaterThanOrEqual(page.timings.firstByteMs ?? Infinity)
  })

  it('is asked for by our name, with the encodings that can be undone', async () => {
    const server = await serve((request, response) => response.end(JSON.stringify(request.headers)))
    const page = await openFetcher().page(server.url, { headers: { 'X-Extra': '1', Host: 'evil', TE: 'x' } })
    const sent = JSON.parse(text(page.body)) as Record<string, string>
    expect(sent).toMatchObject({ 'user-agent': testAgent, 'x-extra': '1', host: `127.0.0.1:${server.port}` })
    expect(sent['te']).toBeUndefined()
    expect(sent['accept-encoding']).toContain('gzip')
    expect(sent['accept-encoding']?.includes('zstd')).toBe(
      'createZstdDecompress' in (await import('node:zlib')),
    )
  })

  it('comes over TLS when the certificate is trusted', async () => {
    const server = await serveSecurely((request, response) => response.end('secret'))
    const network = openNetwork({ ca: testCertificate, names: { 'secure.example.org': [['127.0.0.1']] } })
    const fetcher = openFetcher({ network })
    expect(text((await fetcher.page(server.url)).body)).toBe('secret')
    const named = await fetcher.page(`https://secure.example.org:${server.port}/`)
    expect(text(named.body)).toBe('secret')
    expect(await fetcher.failure(`https://other.example.org:${server.port}/`)).toMatchObject({
      reason: 'dns',
    })
  })

  it('comes from an IPv6 address as well', async ({ skip }) => {
    const server = await serve((request, response) => response.end('six'), '::1').catch(() => null)
    skip(server === null, 'this machine has no IPv6')
    const network = openNetwork({ guard: { allow: ['::1'] } })
    expect(text((await openFetcher({ network }).page(server?.url ?? '')).body)).toBe('six')
  })

  it('is not asked for with a header that would break out of its line', async () => {
    const server = await serve((request, response) => response.end('x'))
    const failure = await openFetcher().failure(server.url, { headers: { 'x-bad': 'a\r\nhost: evil' } })
    expect(failure.reason).toBe('unsupported_url')
    expect(server.connections()).toBe(0)
  })

  it('reports each request that left', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/next' }).end()
      else response.end('12345')
    })
    const fetcher = openFetcher()
    await fetcher.page(server.url, { reason: 'contents' })
    await fetcher.failure('http://user:secret@127.0.0.1/')
    await fetcher.failure('http://10.0.0.1/')
    expect(
      fetcher.log.map(({ url, reason, outcome, status, bytes }) => [url, reason, outcome, status, bytes]),
    ).toEqual([
      [server.url, 'contents', 'answered', 302, 0],
      [`${server.url}next`, 'contents', 'answered', 200, 5],
      ['http://127.0.0.1/', 'test', 'unsupported_url', null, 0],
      ['http://10.0.0.1/', 'test', 'blocked', null, 0],
    ])
  })

  it('reuses connections', async () => {
    const server = await serve((request, response) => response.end('x'))
    const fetcher = openFetcher()
    for (let i = 0; i < 20; i++) await fetcher.page(server.url)
    // Two, because undici lets a connection rest for a moment after each answer.
    expect(server.connections()).toBeLessThanOrEqual(2)
  })
})

describe('conditional requests', () => {
  const etag = '"v1"'
  const serveVersions = () =>
    serve((request, response) => {
      const isKnown = request.headers['if-none-match'] === etag || request.headers['if-modified-since']
      if (request.url === '/old') response.writeHead(301, { location: '/new' }).end()
      else if (isKnown) response.writeHead(304, { etag }).end()
      else response.writeHead(200, { etag }).end('new text')
    })

  it('say that nothing changed', async () => {
    const { url } = await serveVersions()
    const fetcher = openFetcher()
    const lastModified = 'Thu, 01 Jan 2026 00:00:00 GMT'
    for (const conditional of [{ etag }, { lastModified }]) {
      const outcome = await fetcher.fetchPage(`${url}new`, { reason: 'test', robots: 'ignore', conditional })
      expect(outcome).toMatchObject({ kind: 'not_modified', status: 304, headers: { etag } })
    }
    expect((await fetcher.page(`${url}new`, { conditional: { etag: '"v0"' } })).status).toBe(200)
  })

  it('go only to the address that the validators came from', async () => {
    const { url } = await serveVersions()
    const fetcher = openFetcher()
    const options = { reason: 'test', robots: 'ignore' } as const
    expect(await fetcher.fetchPage(`${url}old`, { ...options, conditional: { etag } })).toMatchObject({
      kind: 'page',
    })
    const conditional = { etag, url: `${url}new` }
    expect(await fetcher.fetchPage(`${url}old`, { ...options, conditional })).toMatchObject({
      kind: 'not_modified',
      finalUrl: `${url}new`,
    })
  })

  it('unasked, "not modified" is no page', async () => {
    const { url } = await serve((request, response) => response.writeHead(304).end())
    expect(await openFetcher().failure(url)).toMatchObject({ reason: 'http_status', status: 304 })
  })
})

describe('visibility', () => {
  it('is public only for what a public connection brought', async () => {
    // Nothing public can be reached from a test; what is checked is that no allow-listed target passes for it.
    const server = await serve((request, response) => response.end('intranet'))
    const network = openNetwork({ names: { 'www.example.org': [['127.0.0.1']] } })
    const page = await openFetcher({ network }).page(`http://www.example.org:${server.port}/`)
    expect(page.visibility).toBe('restricted')
    await expect(
      network.dial({ hostname: 'www.example.org', port: server.port }, 'public'),
    ).rejects.toMatchObject({ reason: 'blocked', name: 'RestrictedAddressError' })
    expect(server.connections()).toBe(1)
  })
})

describe('cancelling', () => {
  it('ends a request under way, and one that has not begun', async () => {
    const server = await serve(() => {})
    const fetcher = openFetcher()
    const abort = new AbortController()
    const pending = fetcher.failure(server.url, { signal: abort.signal })
    setTimeout(() => abort.abort(), 30)
    expect(await pending).toMatchObject({ reason: 'aborted' })
    expect(await fetcher.failure(server.url, { signal: AbortSignal.abort() })).toMatchObject({
      reason: 'aborted',
    })
  })

  it('by a time limit is a timeout', async () => {
    const server = await serve(() => {})
    expect(await openFetcher().failure(server.url, { signal: AbortSignal.timeout(30) })).toMatchObject({
      reason: 'timeout',
    })
  })

  it('by closing ends everything, also what waits', async () => {
    const server = await serve(() => {})
    const fetcher = openFetcher({ politeness: { perSite: { concurrency: 1, intervalMs: 0 } } })
    const pending = [fetcher.failure(server.url), fetcher.failure(server.url), fetcher.failure(server.url)]
    setTimeout(() => void fetcher.close(), 30)
    expect((await Promise.all(pending)).map(({ reason }) => reason)).toEqual([
      'aborted',
      'aborted',
      'aborted',
    ])
    expect(await fetcher.failure(server.url)).toMatchObject({ reason: 'aborted' })
  })
})
