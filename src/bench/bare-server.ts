import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The least that a server in this language can do: answers every request with the bytes it was given. What a
 * request to Winnow takes beyond this is Winnow's own. Runs as a process of its own, as Winnow does.
 */
const [body = '{}'] = process.argv.slice(2)
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) // listening on TCP, so never a string
})
