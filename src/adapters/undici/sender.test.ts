import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { OutboundRequest } from '../../ports/outbound.ts'
import { hostileUrls } from './hostile-addresses.suite.ts'
import { openNetwork, serve, serveBytes, testAgent } from './loopback.suite.ts'
import { createSender } from './sender.ts'

function openSender(network = openNetwork()) {
  const log: OutboundRequest[] = []
  const sender = createSender({ network, userAgent: testAgent, onRequest: (request) => log.push(request) })
  const post = (url: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    sender.post(url, { reason: 'webhook', headers: { 'x-signature': 's' }, body: '{"id":1}', ...more })
  return { sender, post, log, network }
}

describe('a message', () => {
  it('is posted, and the answer comes back with its status', async () => {
    const server = await serve(async (request, response) => {
      response.statusCode = 500
      response.end(`${request.method} ${String(request.headers['x-signature'])} ${await text(request)}`)
    })
    const { post, log } = openSender()
    expect(await post(server.url)).toMatchObject({ kind: 'answered', status: 500, text: 'POST s {"id":1}' })
    expect(log).toMatchObject([{ method: 'POST', reason: 'webhook', outcome: 'answered', status: 500 }])
  })

  it('does not follow redirects, and keeps only the beginning of an answer', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/' }).end()
      else response.end('x'.repeat(1_000_000))
    })
    const { post } = openSender()
    expect(await post(`${server.url}moved`)).toMatchObject({ kind: 'answered', status: 302 })
    const answer = await post(server.url)
    expect(answer.kind === 'answered' && answer.text.length).toBe(16 * 1024)
  })

  it('is sent once, even if the connection breaks', async () => {
    const server = await serveBytes((socket) => socket.resetAndDestroy())
    const { post, log } = openSender()
    expect(await post(server.url)).toMatchObject({ kind: 'failed', reason: 'connection_reset' })
    expect(log).toHaveLength(1)
  })

  it('ends in time and on the signal', async () => {
    const server = await serve(() => {})
    const { post } = openSender()
    expect(await post(server.url, { timeoutMs: 30 })).toMatchObject({ reason: 'timeout' })
    expect(await post(server.url, { signal: AbortSignal.abort() })).toMatchObject({ reason: 'aborted' })
  })

  it('is refused beforehand where the spelling of an address says enough', () => {
    const { sender, network } = openSender(openNetwork({ guard: { allow: [] } }))
    expect(sender.refusal('https://example.com/hook')).toBeNull()
    for (const url of ['http://127.0.0.1/', 'http://[::ffff:10.0.0.1]/', 'ftp://example.com/', 'nowhere'])
      expect(sender.refusal(url)).toEqual(expect.any(String))
    expect(network.resolved).toEqual([])
  })

  it('goes to no hostile address', async () => {
    const { post, network } = openSender(openNetwork({ guard: { allow: [] } }))
    for (const [url] of hostileUrls) expect((await post(url)).kind).toBe('failed')
    expect(network.connected).toEqual([])
  })
})
