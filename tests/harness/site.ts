import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterwards } from './afterwards.ts'

export interface SiteAnswer {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

type Answer = SiteAnswer | string | ((request: IncomingMessage) => SiteAnswer | string)

/** A small site on loopback. What it answers may be changed while it runs; a text is an HTML page. */
export async function testSite(pages: Record<string, Answer>) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push(path)
    const given = pages[path] ?? { status: 404, body: 'Not found' }
    const made = typeof given === 'function' ? given(request) : given
    const {
      status = 200,
      type = 'text/html; charset=utf-8',
      headers,
      body = '',
    } = typeof made === 'string' ? { body: made } : made
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  afterwards(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo // a listening TCP server has no other kind of address
  return { url: `http://127.0.0.1:${port}`, pages, requests }
}
