import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '../../../tests/harness/folder.ts'

const guard = new URL('../../../dist/adapters/system/socket-guard.js', import.meta.url)

/** Counts who comes, which nobody should. */
async function listener() {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // a listening TCP server has no other kind of address
  return { port, connections: () => connections }
}

/** Every way that Node has to reach somebody; answers what became of each. Runs in a process, a thread and a child. */
const program = `
import { spawnSync } from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net, { connect } from 'node:net'
import tls from 'node:tls'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
const [port, permitted, where = 'process'] = process.argv.slice(2)
const at = '127.0.0.1:' + port
const failed = (emitter) => new Promise((resolve) => {
  emitter.on('error', (error) => resolve(error.code))
  for (const event of ['connect', 'secureConnect']) emitter.on(event, () => resolve('connected'))
})
const answered = (ask) => new Promise((resolve) => ask((error) => resolve(error ? error.code : 'answered')))
const ways = {
  fetch: () => fetch('http://' + at).then(() => 'answered', (error) => error.cause.code),
  fetchName: () => fetch('https://nobody.invalid/').then(() => 'answered', (error) => error.cause.code),
  http: () => failed(http.get('http://' + at)),
  https: () => failed(https.get('https://' + at)),
  // A session says that it is connected before its socket is.
  http2: () => new Promise((resolve) => http2.connect('http://' + at).on('error', (error) => resolve(error.code))),
  tls: () => failed(tls.connect(Number(port), '127.0.0.1')),
  connect: () => failed(connect({ port, host: '127.0.0.1' })),
  connectByName: () => failed(connect(Number(port))),
  socket: () => failed(new net.Socket().connect(port, '127.0.0.1')),
  lookup: () => lookup('nobody.invalid').then(() => 'answered', (error) => error.code),
  lookupWithCallback: () => answered((done) => dns.lookup('nobody.invalid', done)),
  resolve: () => answered((done) => dns.resolve4('nobody.invalid', done)),
  resolver: () => new dns.promises.Resolver().resolveTxt('nobody.invalid').then(() => 'answered', (error) => error.code),
  datagram: async () => {
    const socket = dgram.createSocket('udp4')
    try { socket.send('x', Number(port), '127.0.0.1'); return 'sent' } catch (error) { return error.code } finally { socket.close() }
  },
  permitted: () => failed(connect(Number(permitted), '127.0.0.1')),
}
const found = {}
for (const [name, way] of Object.entries(ways)) found[name] = await way()
const report = { [where]: found }
if (where === 'process') {
  const thread = new Worker(new URL(import.meta.url), { argv: [port, permitted, 'thread'] })
  Object.assign(report, await new Promise((resolve) => thread.once('message', resolve)))
  await thread.terminate()
  Object.assign(report, JSON.parse(spawnSync(process.execPath, [process.argv[1], port, permitted, 'child']).stdout))
}
if (isMainThread) { process.stdout.write(JSON.stringify(report)); process.exit() }
else parentPort.postMessage(report)
`

test('no code of a process, its threads and its children reaches what is not permitted', async () => {
  const [closed, open] = [await listener(), await listener()]
  const file = join(await testFolder(), 'every-way.mjs')
  await writeFile(file, program)
  guard.searchParams.set('permit', `127.0.0.1:${open.port}`)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [file, String(closed.port), String(open.port)],
    { env: { NODE_OPTIONS: `--import ${guard.href}` } },
  )
  const report = JSON.parse(stdout) as Record<string, Record<string, string>>
  expect(Object.keys(report)).toEqual(['process', 'thread', 'child'])
  for (const { permitted, ...others } of Object.values(report)) {
    expect(permitted).toBe('connected')
    expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, 'EGRESS_DENIED'])))
  }
  expect([closed.connections(), open.connections()]).toEqual([0, 3])
})
