import { connect } from 'node:net'

/** What a server answers to a GET, byte for byte after the head, with chunks put together. */
export async function rawGet(
  url: string,
  path: string,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ head: string; body: string }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  const lines = { host: `${hostname}:${port}`, 'x-api-key': key, connection: 'close', ...headers }
  const sent = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\n${sent.join('')}\r\n`)
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const answer = Buffer.concat(chunks).toString('utf8')
  const at = answer.indexOf('\r\n\r\n')
  const [head, rest] = [answer.slice(0, at), Buffer.from(answer.slice(at + 4), 'utf8')]
  return { head, body: /transfer-encoding: chunked/i.test(head) ? unchunked(rest) : rest.toString('utf8') }
}

function unchunked(body: Buffer): string {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const end = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, end), 16)
    if (!size) break
    parts.push(body.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return Buffer.concat(parts).toString('utf8')
}
