import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterwards } from './afterwards.ts'

const megabyte = 1024 * 1024
const words = 'Some words of a page that can be read.'
const page = `<!doctype html><title>Page</title><main><h1>Page</h1><p>${words}</p></main>`

/** The bytes of a response, whatever its headers claim. */
const answer = (head: string, body: string | Uint8Array = '', status = '200 OK'): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\nConnection: close\r\n${head}\r\n\r\n`),
    Buffer.from(body),
  ])
const html = (body: string | Uint8Array, type = 'text/html', more = ''): Buffer =>
  answer(`Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}${more}`, body)
const redirect = (to: string): Buffer => answer(`Location: ${to}\r\nContent-Length: 0`, '', '302 Found')
const notFound = answer('Content-Length: 0', '', '404 Not Found')
const bomb = gzipSync(Buffer.alloc(64 * megabyte, 'a'))
const packed = gzipSync(page)

/** What each path answers: bytes to send before the connection ends, or what to do with the connection. */
const answers: Readonly<Record<string, Buffer | ((socket: Socket, path: string) => void)>> = {
  '/good': html(page),
  '/silent': () => {},
  '/headers-only': (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'),
  '/drip': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n')
    const dripping = setInterval(() => socket.write('a'), 50)
    socket.on('close', () => clearInterval(dripping))
  },
  '/hang-up': (socket) => void socket.destroy(),
  '/huge': (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${100 * megabyte}\r\n\r\n`)
    const chunk = Buffer.alloc(megabyte, 'x')
    let left = 100
    const pour = (): void => {
      while (left > 0) {
        left--
        if (!socket.write(chunk)) return void socket.once('drain', pour)
      }
      socket.end()
    }
    pour()
  },
  '/endless': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n')
    const chunk = Buffer.alloc(megabyte / 4, 'x')
    const pour = (): void => {
      while (socket.writable && socket.write(chunk));
      socket.once('drain', pour)
    }
    pour()
  },
  '/bomb': html(bomb, 'text/html', '\r\nContent-Encoding: gzip'),
  '/bomb-in-bomb': html(gzipSync(bomb), 'text/html', '\r\nContent-Encoding: gzip, gzip'),
  '/broken-gzip': html(
    Buffer.concat([packed.subarray(0, 30), Buffer.alloc(30, 7)]),
    'text/html',
    '\r\nContent-Encoding: gzip',
  ),
  '/cut-gzip': html(packed.subarray(0, 20), 'text/html', '\r\nContent-Encoding: gzip'),
  '/no-gzip': html(page, 'text/html', '\r\nContent-Encoding: gzip'),
  '/unknown-encoding': html(page, 'text/html', '\r\nContent-Encoding: martian'),
  '/cut': answer('Content-Type: text/html\r\nContent-Length: 100000', page),
  '/two-lengths': answer(`Content-Type: text/html\r\nContent-Length: 5\r\nContent-Length: 7`, page),
  '/bad-chunks': answer('Content-Type: text/html\r\nTransfer-Encoding: chunked', 'zzz\r\nnot a chunk'),
  '/not-http': Buffer.from('SSH-2.0-OpenSSH_9.0\r\n'),
  '/many-headers': answer(
    Array.from({ length: 5000 }, (_, n) => `X-${n}: ${'y'.repeat(20)}`).join('\r\n'),
    page,
  ),
  '/status-999': answer('Content-Length: 0', '', '999 Odd'),
  '/gone': answer('Content-Length: 0', '', '410 Gone'),
  '/missing': notFound,
  '/broken': answer('Content-Length: 0', '', '500 Oops'),
  '/teapot': answer('Content-Length: 0', '', "418 I'm a teapot"),
  '/loop': redirect('/loop'),
  '/loop-of-two': redirect('/loop-of-two-b'),
  '/loop-of-two-b': redirect('/loop-of-two'),
  '/to-file': redirect('file:///etc/passwd'),
  '/to-javascript': redirect('javascript:alert(1)'),
  '/to-nowhere': redirect('http://'),
  '/redirect-without': answer('Content-Length: 0', '', '302 Found'),
  '/utf16': html(page, 'text/html; charset=utf-16'),
  '/klingon': html(page, 'text/html; charset=klingon'),
  '/latin1': html(Buffer.from(page.replace('words', 'Wörter'), 'latin1'), 'text/html; charset=iso-8859-1'),
  '/nul': html(page.replace('words', 'wo\0rds')),
  '/invalid-utf8': html(Buffer.concat([Buffer.from(page), Buffer.from([0xff, 0xfe, 0xc0, 0x80])])),
  '/empty': html(''),
  '/no-type': answer(`Content-Length: ${Buffer.byteLength(page)}`, page),
  '/image': html(Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image/png'),
  '/zip': html(Buffer.from('504b0304140000000000', 'hex'), 'application/zip'),
  '/image-as-html': html(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
  '/broken-pdf': html('%PDF-1.7\n1 0 obj << /Type /Catalog', 'application/pdf'),
  '/html-as-pdf': html(page, 'application/pdf'),
  '/broken-json': html('{"a": [1, 2', 'application/json'),
  '/deep': html(`<main>${'<div>'.repeat(50_000)}${words}${'</div>'.repeat(50_000)}</main>`),
  '/unclosed': html(`<main>${'<p><b><i>'.repeat(5000)}${words}`),
  '/attributes': html(
    `<main><p ${Array.from({ length: 20_000 }, (_, n) => `a${n}="b"`).join(' ')}>${words}</p></main>`,
  ),
  '/metas': html(`<head>${'<meta name="citation_author" content="A, B">'.repeat(20_000)}</head>${page}`),
  '/broken-json-ld': html(`<script type="application/ld+json">${'{"a":'.repeat(20_000)}</script>${page}`),
  '/entities': html(`${page}${'&#x110000;&#0;&bogus;'.repeat(10_000)}`),
}

/** A server on loopback that does everything wrong that can be done. */
export async function hostileSite() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.once('data', (data) => {
      const path = /^\S+ (\S+)/.exec(data.toString('latin1'))?.[1] ?? ''
      const hops = /^\/chain\/(\d+)$/.exec(path)?.[1]
      const given = hops === undefined ? answers[path] : redirect(`/chain/${Number(hops) + 1}`)
      if (typeof given === 'function') given(socket, path)
      else socket.end(given ?? notFound)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo // a listening TCP server has no other kind of address
  return { url: `http://127.0.0.1:${port}` }
}
