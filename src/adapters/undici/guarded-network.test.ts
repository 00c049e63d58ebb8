import { spawnSync } from 'node:child_process'
import { connect as netConnect } from 'node:net'
import { pathToFileURL } from 'node:url'
import { fetch } from 'undici'
import { describe, expect, it } from 'vitest'
import { createAddressGuard } from './address-guard.ts'
import { createGuardedNetwork } from './guarded-network.ts'
import { hostileAnswers, hostileUrls } from './hostile-addresses.suite.ts'
import { openFetcher, openNetwork, serve, serveBytes } from './loopback.suite.ts'

const closedToAll = { guard: { allow: [] } }

describe('without an allow-list', () => {
  it.each(hostileUrls)('%j (%s) is neither resolved nor connected to', async (url, verdict) => {
    const network = openNetwork(closedToAll)
    const failure = await openFetcher({ network }).failure(url)
    expect(failure.reason).toBe(verdict === 'unsupported' ? 'unsupported_url' : 'blocked')
    expect([network.connected, network.resolved]).toEqual([[], []])
  })

  it.each(hostileAnswers)('a name that resolves to %s (%s) is not connected to', async (address) => {
    const network = openNetwork({ ...closedToAll, names: { 'www.example.org': [[address]] } })
    const fetcher = openFetcher({ network })
    expect(await fetcher.failure('http://www.example.org/')).toMatchObject({ reason: 'blocked' })
    expect(await fetcher.failure('https://www.example.org/')).toMatchObject({ reason: 'blocked' })
    expect(network.connected).toEqual([])
  })

  const targets = hostileUrls.filter(([url, verdict]) => verdict !== 'unsupported' && URL.canParse(url))

  it("undici's own fetch reaches none of them through the dispatchers", async () => {
    const network = openNetwork(closedToAll)
    for (const [url] of targets)
      for (const world of ['public', 'restricted'] as const)
        await expect(fetch(url.trim(), { dispatcher: network.dispatcher(world) })).rejects.toMatchObject({
          cause: { reason: 'blocked' },
        })
    expect(network.connected).toEqual([])
  })

  it('no tunnel can be dialled to any of them', async () => {
    const network = openNetwork(closedToAll)
    for (const [url] of targets)
      await expect(
        network.dial({ hostname: new URL(url).hostname, port: 443 }, 'restricted'),
      ).rejects.toMatchObject({
        reason: 'blocked',
      })
    expect(network.connected).toEqual([])
  })
})

describe('redirects that undici itself follows', () => {
  it('pass the guard as well', async () => {
    const server = await serve((request, response) =>
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    )
    const network = openNetwork()
    await expect(fetch(server.url, { dispatcher: network.dispatcher('restricted') })).rejects.toMatchObject({
      cause: { reason: 'blocked' },
    })
    expect(network.connected).toEqual(['127.0.0.1'])
  })
})

describe('rebinding', () => {
  it('a name is resolved once per connection, and connected to where it was judged to lead', async () => {
    const server = await serve((request, response) => response.end('x'))
    const network = openNetwork({ names: { 'www.example.org': [['127.0.0.1'], ['10.0.0.1']] } })
    const { socket, visibility } = await network.dial(
      { hostname: 'www.example.org', port: server.port },
      'restricted',
    )
    expect([socket.remoteAddress, visibility]).toEqual(['127.0.0.1', 'restricted'])
    socket.destroy()
    expect(network.resolved).toEqual(['www.example.org'])
  })

  it('a second answer is judged like the first', async () => {
    const server = await serve((request, response) => response.end('x'))
    const answers = [['127.0.0.1'], ['127.0.0.1'], ['127.0.0.9']]
    const network = openNetwork({ names: { 'www.example.org': answers } })
    const fetcher = openFetcher({ network })
    const url = `http://www.example.org:${server.port}/`
    // First asked as public, then, being allow-listed, as restricted.
    expect((await fetcher.page(url)).visibility).toBe('restricted')
    expect(await fetcher.failure(url.replace('http:', 'https:'))).toMatchObject({ reason: 'blocked' })
    expect(network.connected).toEqual(['www.example.org'])
  })

  it('a name that turns allow-listed after it was public is not taken for public', async () => {
    const server = await serve((request, response) => response.end('x'))
    const network = openNetwork({ names: { 'www.example.org': [['127.0.0.1']] } })
    await expect(
      fetch(`http://www.example.org:${server.port}/`, { dispatcher: network.dispatcher('public') }),
    ).rejects.toMatchObject({ cause: { name: 'RestrictedAddressError' } })
    expect(network.connected).toEqual([])
  })

  it('a socket that came out somewhere else is closed before it is used', async () => {
    let received = 0
    const server = await serveBytes(() => (received += 1))
    const network = createGuardedNetwork({
      guard: createAddressGuard({ resolver: { resolve: async () => ['1.1.1.1'] } }),
      // A stack that does not do as it is told.
      connect: () => netConnect(server.port, '127.0.0.1'),
    })
    const fetcher = openFetcher({ network: { ...network, connected: [], resolved: [] } })
    expect(await fetcher.failure('http://www.example.org/')).toMatchObject({ reason: 'blocked' })
    expect([server.connections(), received]).toEqual([1, 0])
    await network.close()
  })
})

describe('an address that does not answer', () => {
  it('does not keep the next one from being tried', async () => {
    const server = await serve((request, response) => response.end('x'))
    const network = openNetwork({
      names: { 'www.example.org': [['::1', '127.0.0.1']] },
      guard: { allow: ['127.0.0.1', '::1'] },
    })
    expect((await openFetcher({ network }).page(`http://www.example.org:${server.port}/`)).status).toBe(200)
  })
})

describe('in a network namespace without any interface', () => {
  const enter = [['--net'], ['--user', '--map-root-user', '--net']].find(
    (flags) => spawnSync('unshare', [...flags, 'true']).status === 0,
  )

  it.skipIf(!enter)(
    'every refusal comes before a connection is tried (needs unshare)',
    () => {
      const entry = pathToFileURL('dist/adapters/undici/index.js').href
      const child = spawnSync(
        'unshare',
        [...(enter ?? []), process.execPath, '--input-type=module', '-e', namespaceProgram(entry)],
        { encoding: 'utf8', input: JSON.stringify({ hostileUrls, hostileAnswers }), timeout: 60_000 },
      )
      expect(child.stderr).toBe('')
      expect(JSON.parse(child.stdout)).toEqual({
        // The control: an address that is let through fails in the kernel, so a refusal cannot be mistaken for that.
        control: 'unreachable',
        wrong: [],
        refused: hostileUrls.length + hostileAnswers.length,
      })
    },
    120_000,
  )
})

/** Runs on its own, so it is plain JavaScript; it stops at once if there is any network after all. */
const namespaceProgram = (entry: string): string => `
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { createAddressGuard, createFetcher, createGuardedNetwork } from ${JSON.stringify(entry)}
if (Object.keys(networkInterfaces()).length > 0) throw new Error('the namespace is not empty')
const { hostileUrls, hostileAnswers } = JSON.parse(await text(process.stdin))
let answer = []
const open = (allow) => {
  const guard = createAddressGuard({ resolver: { resolve: async () => answer }, allow })
  const network = createGuardedNetwork({ guard })
  const clock = { now: () => new Date() }
  const fetcher = createFetcher({ network, userAgent: 'Winnow/0', clock, politeness: { perSite: { intervalMs: 0 } } })
  return {
    reason: async (url) => (await fetcher.fetchPage(url, { reason: 'test', robots: 'ignore' })).reason,
    close: () => Promise.all([fetcher.close(), network.close()]),
  }
}
const controlled = open(['192.0.2.1'])
const closed = open([])
const control = await controlled.reason('http://192.0.2.1/')
const wrong = []
let refused = 0
const expectReason = async (url, expected, shown) => {
  const got = await closed.reason(url)
  if (got === expected) refused += 1
  else wrong.push([shown, got])
}
for (const [url, verdict] of hostileUrls)
  await expectReason(url, verdict === 'unsupported' ? 'unsupported_url' : 'blocked', url)
for (const [address] of hostileAnswers) {
  answer = [address]
  await expectReason('http://www.example.org/', 'blocked', address)
}
await Promise.all([controlled.close(), closed.close()])
console.log(JSON.stringify({ control, wrong, refused }))
`
