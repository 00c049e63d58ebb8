import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site of as many pages as it is told, each with some prose and links to a dozen others; a process of its own. */
const size = Number(process.argv[2])
const prose = '<p>Chaff is lighter than grain, so the wind takes it and leaves what feeds people.</p>'.repeat(
  60,
)

function pageOf(number: number): string {
  const links = Array.from({ length: 12 }, (_, at) => (number * 7 + at * 131 + 1) % size)
  const list = links.map((to) => `<li><a href="/page/${to}">Page ${to}</a></li>`).join('')
  return `<!DOCTYPE html><title>Page ${number}</title><nav><ul>${list}</ul></nav><main><h1>Page ${number}</h1>${prose}</main>`
}

const server = createServer((request, response) => {
  const number = /^\/page\/(\d+)$/.exec(request.url ?? '')?.[1]
  response.writeHead(number === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(number === undefined ? '' : pageOf(Number(number)))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) // listening on TCP, so never a string
})
