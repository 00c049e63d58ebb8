/** A record of a web archive. */
export const warcRecord = (
  type: string,
  url: string,
  block: string,
  { contentType = 'application/http; msgtype=response', date = '2026-01-05' } = {},
): string =>
  `WARC/1.0\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${url}\r\nWARC-Date: ${date}T00:00:00Z\r\n` +
  `Content-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(block)}\r\n\r\n${block}\r\n\r\n`

/** A response as a server sent it. */
export const httpResponse = (body: string, head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html'): string =>
  `${head}\r\n\r\n${body}`
