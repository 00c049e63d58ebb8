import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect as connectSocket, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { buildConnector } from 'undici'
import { readSampleManifest, sampleFolder, type SamplePage } from './sample-manifest.ts'

export type SampleWeb = {
  port: number
  /** For undici's `connect` option: leads every host, http or https, to this server over plain HTTP. */
  connect: buildConnector.connector
  /** `METHOD url` of each request so far, in order, as a crawler's manners are judged by it. */
  requests: string[]
  /** From now on this is what stands at an address, whether anything did before or not. */
  publish(url: string, page: string): void
  close(): Promise<void>
}

type Answer = { status: number; headers: Record<string, string>; body: Buffer }

const html = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(`<!DOCTYPE html><title>${text}</title><h1>${text}</h1>`),
})

const httpDate = (day: string) => new Date(`${day}T06:00:00Z`).toUTCString()

function pageAnswer(page: SamplePage, headers: IncomingMessage['headers']): Answer {
  const body = readFileSync(join(sampleFolder, page.file))
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
  const shared = { etag, 'last-modified': httpDate(page.lastModified), 'cache-control': 'max-age=60' }
  const since = headers['if-modified-since']
  const fresh = headers['if-none-match']
    ? headers['if-none-match'] === etag
    : since !== undefined && Date.parse(since) >= Date.parse(shared['last-modified'])
  if (fresh) return { status: 304, headers: shared, body: Buffer.alloc(0) }
  return { status: 200, headers: { ...shared, 'content-type': page.contentType }, body }
}

/** The URL a request means: campaign parameters never change which page is served. */
function requestedUrl(request: IncomingMessage): string {
  const url = new URL(request.url ?? '/', `https://${(request.headers.host ?? '').replace(/:\d+$/, '')}`)
  for (const name of Array.from(url.searchParams.keys())) {
    if (name.startsWith('utm_')) url.searchParams.delete(name)
  }
  return url.href
}

/** Serves every host of the sample web on one loopback port, telling them apart by the Host header. */
export async function startSampleWeb(): Promise<SampleWeb> {
  const manifest = readSampleManifest()
  const pages = new Map(manifest.pages.map((page) => [page.url, page]))
  const redirects = new Map(manifest.redirects.map((redirect) => [redirect.url, redirect]))
  const errors = new Map(manifest.errors.map((error) => [error.url, error.status]))
  const requests: string[] = []
  const published = new Map<string, string>()

  function answer(request: IncomingMessage): Answer {
    if (request.method !== 'GET' && request.method !== 'HEAD') return html(405, 'Method not allowed')
    const url = requestedUrl(request)
    const news = published.get(url)
    if (news !== undefined) return { ...html(200, ''), body: Buffer.from(news) }
    const redirect = redirects.get(url)
    if (redirect) {
      const moved = html(redirect.status, 'Moved')
      return { ...moved, headers: { ...moved.headers, location: redirect.location } }
    }
    const page = pages.get(url)
    return page ? pageAnswer(page, request.headers) : html(errors.get(url) ?? 404, 'Not found')
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${requestedUrl(request)}`)
    const { status, headers, body } = answer(request)
    response.writeHead(status, status === 304 ? headers : { ...headers, 'content-length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // a listening TCP server has no other kind of address

  return {
    port,
    requests,
    publish: (url, page) => void published.set(url, page),
    connect(_options, callback) {
      const socket = connectSocket({ host: '127.0.0.1', port })
      socket.once('connect', () => callback(null, socket))
      socket.once('error', (error) => callback(error, null))
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
