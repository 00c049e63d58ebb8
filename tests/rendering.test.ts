import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createChromiumRenderer } from '../src/adapters/chromium/index.ts'
import { openGuardedProxy } from '../src/adapters/undici/index.ts'
import { openNetwork, serve, sleep } from '../src/adapters/undici/loopback.suite.ts'
import type { OutboundRequest } from '../src/ports/outbound.ts'
import type { Renderer, RenderOptions } from '../src/ports/renderer.ts'
import { chromiumPath } from './harness/chromium.ts'

const executablePath = await chromiumPath()

const home = 'home.example.org'

function openRenderer(options: { timeoutMs?: number } = {}) {
  const log: OutboundRequest[] = []
  // Reached by name, so that its own address, and every other one, is hostile to the page.
  const network = openNetwork({
    names: { [home]: [['127.0.0.1']], 'rebound.example.org': [['10.0.0.1']] },
    guard: { allow: [home] },
  })
  const renderer = createChromiumRenderer({
    executablePath,
    userAgent: 'Winnow/0',
    openProxy: (reason, onRequest) =>
      openGuardedProxy({ network, reason, onRequest: (request) => (log.push(request), onRequest(request)) }),
    ...options,
  })
  onTestFinished(() => renderer.close())
  return { render: renderCall(renderer), renderer, log, network }
}

const renderCall =
  (renderer: Renderer) =>
  (url: string, options: Partial<RenderOptions> = {}) =>
    renderer.render(url, { reason: 'render', ...options })

const serveHtml = async (html: string | ((url: string) => string)) => {
  const server = await serve((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(typeof html === 'string' ? html : html(request.url ?? ''))
  })
  return { ...server, named: `http://${home}:${server.port}/` }
}

describe('a browser behind the guard', () => {
  it('shows what the scripts of a page made', async () => {
    const site = await serveHtml((url) =>
      url === '/data'
        ? 'from a script'
        : `<body><script>fetch('/data').then(r => r.text()).then(t => document.body.append(t))</script>`,
    )
    const { render, log } = openRenderer()
    const page = await render(site.named)
    expect(page).toMatchObject({ kind: 'page', status: 200, finalUrl: site.named, visibility: 'restricted' })
    expect(page.kind === 'page' && page.html).toContain('from a script')
    expect(log.map(({ url, reason, outcome }) => [url, reason, outcome])).toContainEqual([
      `${site.named}data`,
      'render',
      'answered',
    ])
  })

  it('reaches nothing that the guard refuses, whatever the page tries', async () => {
    const victim = await serve((request, response) => response.end('secret'))
    const datagrams = createSocket('udp4')
    let received = 0
    datagrams.on('message', () => (received += 1)).bind(0, '127.0.0.1')
    await once(datagrams, 'listening')
    onTestFinished(() => void datagrams.close())
    const { port: udpPort } = datagrams.address()
    const targets = [
      `127.0.0.1:${victim.port}`,
      `localhost:${victim.port}`,
      `[::1]:${victim.port}`,
      '10.0.0.1',
      'rebound.example.org',
    ]
    const site = await serveHtml(`<body>
      <link rel="dns-prefetch" href="//127.0.0.1:${victim.port}"><link rel="preconnect" href="http://127.0.0.1:${victim.port}">
      <link rel="prefetch" href="http://127.0.0.1:${victim.port}/"><link rel="stylesheet" href="http://127.0.0.1:${victim.port}/a.css">
      <script>
        const seen = []
        const note = (name) => (value) => seen.push(name + ': ' + value)
        const tries = ${JSON.stringify(targets)}.flatMap((host) => [
          fetch('http://' + host + '/', { mode: 'no-cors' }).then(() => 'opaque').then(note('fetch'), () => {}),
          fetch('https://' + host + '/', { mode: 'no-cors' }).then(note('fetch'), () => {}),
          new Promise((done) => { try { const s = new WebSocket('ws://' + host + '/'); s.onopen = () => done(note('socket')('open')); s.onerror = done } catch { done() } }),
          new Promise((done) => { const f = document.createElement('iframe'); f.src = 'http://' + host + '/'; f.onload = done; document.body.append(f) }),
        ])
        navigator.sendBeacon('http://127.0.0.1:${victim.port}/beacon', 'x')
        try {
          const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udpPort}' }] })
          peer.createDataChannel('x'); peer.createOffer().then((o) => peer.setLocalDescription(o))
        } catch (error) { seen.push('no peers') }
        try { new WebTransport('https://127.0.0.1:${udpPort}/') } catch (error) { seen.push('no transport') }
        Promise.all(tries).then(() => document.body.append('done ' + seen.join(', ')))
      </script>`)
    const { render, network, log } = openRenderer()
    const page = await render(site.named)
    expect(page.kind === 'page' && page.html).toContain('no peers, no transport')
    expect([victim.connections(), received]).toEqual([0, 0])
    expect(new Set(network.connected)).toEqual(new Set([home]))
    expect(log.some(({ outcome }) => outcome === 'blocked')).toBe(true)
  })

  it('does not send datagrams even where scripts get at the means', async () => {
    const datagrams = createSocket('udp4')
    let received = 0
    datagrams.on('message', () => (received += 1)).bind(0, '127.0.0.1')
    await once(datagrams, 'listening')
    onTestFinished(() => void datagrams.close())
    const { port } = datagrams.address()
    const site = await serveHtml(`<body><script>
      const frame = document.createElement('iframe'); document.body.append(frame)
      const Peer = frame.contentWindow.RTCPeerConnection
      document.title = typeof Peer
      if (Peer) { const peer = new Peer({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }); peer.createDataChannel('x'); peer.createOffer().then((o) => peer.setLocalDescription(o)) }
    </script>`)
    await openRenderer().render(site.named)
    await sleep(200)
    expect(received).toBe(0)
  })

  it.each([
    ['http://127.0.0.1:8099/', 'blocked'],
    ['https://127.0.0.1/', 'blocked'],
    ['http://10.0.0.1/', 'blocked'],
    ['https://10.0.0.1/', 'blocked'],
    ['http://rebound.example.org/', 'blocked'],
    ['https://rebound.example.org/', 'blocked'],
    ['http://unknown.example.org/', 'dns'],
    ['file:///etc/passwd', 'unsupported_url'],
    ['chrome://version/', 'unsupported_url'],
    ['data:text/html,hello', 'unsupported_url'],
    ['view-source:http://127.0.0.1/', 'unsupported_url'],
  ])('%s ends as %s', async (url, reason) => {
    const { render, network } = openRenderer()
    expect(await render(url)).toMatchObject({ kind: 'failed', reason })
    expect(network.connected).toEqual([])
  })

  it('is led nowhere by redirects', async () => {
    const victim = await serve((request, response) => response.end('secret'))
    const target = `http://127.0.0.1:${victim.port}/`
    const server = await serve((request, response) => {
      if (request.url === '/302') response.writeHead(302, { location: target }).end()
      else if (request.url === '/404') response.writeHead(404).end('gone')
      else if (request.url === '/meta')
        response.end(`<meta http-equiv="refresh" content="0;url=${target}">text`)
      else response.end(`<script>location = 'file:///etc/passwd'</script>text`)
    })
    const { render } = openRenderer()
    const at = (path: string) => render(`http://${home}:${server.port}/${path}`)
    expect(await at('302')).toMatchObject({ kind: 'failed', reason: 'blocked' })
    expect(await at('404')).toMatchObject({ kind: 'failed', reason: 'not_found', status: 404 })
    for (const path of ['meta', 'file']) {
      const outcome = await at(path)
      expect(JSON.stringify(outcome)).not.toMatch(/secret|root:/)
    }
    expect(victim.connections()).toBe(0)
  })

  it('is not held up by a page that never ends, nor by its dialogs', async () => {
    const site = await serveHtml((url) =>
      url === '/loop'
        ? '<script>for (;;) {}</script>'
        : '<body><script>alert(1); confirm(2); open("/loop"); document.body.append("after")</script>',
    )
    const { render } = openRenderer()
    expect(await render(`${site.named}loop`, { timeoutMs: 1500 })).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
    })
    const page = await render(site.named)
    expect(page.kind === 'page' && page.html).toContain('after')
    expect(await render(site.named, { signal: AbortSignal.abort() })).toMatchObject({ reason: 'aborted' })
  })

  it('keeps nothing from one page to the next', async () => {
    const site = await serveHtml(
      '<body><script>document.body.append("[" + document.cookie + localStorage.a + "]"); document.cookie = "a=1"; localStorage.a = 1</script>',
    )
    const { render } = openRenderer()
    for (let i = 0; i < 2; i++) {
      const page = await render(site.named)
      expect(page.kind === 'page' && page.html).toContain('[undefined]')
    }
  })

  it('ends what is under way when it is closed', async () => {
    const server = await serve(() => {})
    const { render, renderer } = openRenderer()
    const pending = Promise.all([1, 2, 3].map(() => render(`http://${home}:${server.port}/`)))
    await sleep(300)
    await renderer.close()
    expect((await pending).map((outcome) => outcome.kind === 'failed' && outcome.reason)).toEqual([
      'aborted',
      'aborted',
      'aborted',
    ])
  })
})

describe('without a browser', () => {
  it('says so', async () => {
    const renderer = createChromiumRenderer({
      executablePath: '/nowhere/chromium',
      userAgent: 'Winnow/0',
      openProxy: (reason, onRequest) => openGuardedProxy({ network: openNetwork(), reason, onRequest }),
    })
    await expect(renderer.render('http://www.example.org/', { reason: 'test' })).rejects.toMatchObject({
      code: 'unavailable',
    })
    await renderer.close()
  })
})
