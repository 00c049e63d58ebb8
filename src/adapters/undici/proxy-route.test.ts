import { createServer, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { hostileAnswers, hostileUrls } from './hostile-addresses.suite.ts'
import { listen, openFetcher, openNetwork, serve, serveSecurely } from './loopback.suite.ts'
import { testCertificate } from './test-certificate.suite.ts'

/** A proxy such as companies run: knows names that we cannot resolve, and wants CONNECT for 443-like ports only. */
async function serveProxy(options: { port: () => number; status?: number }) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim())
    const { pathname } = new URL(request.url ?? '')
    httpRequest(
      { port: options.port(), host: '127.0.0.1', path: pathname, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      },
    ).end()
  })
  server.on('connect', (request, client) => {
    seen.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim())
    if (options.status) client.end(`HTTP/1.1 ${options.status} No\r\n\r\n`)
    const upstream = connect(options.port(), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      client.pipe(upstream).pipe(client)
    })
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
  })
  return { ...(await listen(server, 'http')), seen }
}

describe('an outbound proxy', () => {
  it('gets http by absolute address and https by CONNECT, with its credentials', async () => {
    const page = await serve((request, response) => response.end(`plain for ${request.headers.host}`))
    const securePage = await serveSecurely((request, response) => response.end('secure'))
    let port = page.port
    const proxy = await serveProxy({ port: () => port })
    const fetcher = openFetcher({
      network: openNetwork({ proxy: proxy.url.replace('//', '//me:p%40ss@'), ca: testCertificate }),
    })
    const plain = await fetcher.page('http://known-to-the-proxy.example.org/a?b=1')
    expect(Buffer.from(plain.body).toString()).toBe('plain for known-to-the-proxy.example.org')
    port = securePage.port
    const secure = await fetcher.page('https://secure.example.org/')
    expect([Buffer.from(secure.body).toString(), secure.visibility]).toEqual(['secure', 'public'])
    const credentials = `Basic ${Buffer.from('me:p@ss').toString('base64')}`
    expect(proxy.seen).toEqual([
      `GET http://known-to-the-proxy.example.org/a?b=1 ${credentials}`,
      `CONNECT secure.example.org:443 ${credentials}`,
    ])
  })

  it('does not get to see what the guard refuses', async () => {
    const proxy = await serveProxy({ port: () => 1 })
    const names = Object.fromEntries(hostileAnswers.map(([address], i) => [`n${i}.example.org`, [[address]]]))
    const network = openNetwork({ proxy: proxy.url, names, guard: { allow: [] } })
    const fetcher = openFetcher({ network })
    for (const [url, verdict] of hostileUrls)
      expect((await fetcher.failure(url)).reason).toBe(
        verdict === 'unsupported' ? 'unsupported_url' : 'blocked',
      )
    for (const name of Object.keys(names)) {
      expect(await fetcher.failure(`http://${name}/`)).toMatchObject({ reason: 'blocked' })
      expect(await fetcher.failure(`https://${name}/`)).toMatchObject({ reason: 'blocked' })
      await expect(network.dial({ hostname: name, port: 443 }, 'restricted')).rejects.toMatchObject({
        reason: 'blocked',
      })
    }
    expect([proxy.connections(), proxy.seen]).toEqual([0, []])
  })

  it('makes allow-listed pages restricted all the same', async () => {
    const page = await serve((request, response) => response.end('x'))
    const proxy = await serveProxy({ port: () => page.port })
    const fetcher = openFetcher({
      network: openNetwork({
        proxy: proxy.url,
        names: { 'by-address.example.org': [['10.1.2.3']] },
        guard: { allow: ['wiki', '10.0.0.0/8'] },
      }),
    })
    for (const host of ['wiki', '10.9.9.9', 'by-address.example.org'])
      expect((await fetcher.page(`http://${host}/`)).visibility).toBe('restricted')
    expect((await fetcher.page('http://www.example.org/')).visibility).toBe('public')
  })

  it('that refuses a tunnel makes the page unreachable, and so does one that is gone', async () => {
    const proxy = await serveProxy({ port: () => 1, status: 407 })
    const fetcher = openFetcher({ network: openNetwork({ proxy: proxy.url }) })
    expect(await fetcher.failure('https://www.example.org/')).toMatchObject({
      reason: 'unreachable',
      detail: expect.stringContaining('407'),
    })
  })
})
