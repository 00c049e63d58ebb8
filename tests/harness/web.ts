import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { openBrowser } from './chromium.ts'
import { runCli } from './cli.ts'
import { serverProcess } from './server-process.ts'

export { seriousBarriers } from '../../src/bench/browser.ts'

interface Circumstances {
  readonly hasSample?: boolean
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * A real browser, signed in at a real server with the sample web, or with nothing in its index. What goes wrong in a
 * page fails its test.
 */
export async function webApp({ hasSample = true, environment = {} }: Circumstances = {}) {
  // The same address after a restart: a page that is open has no other.
  const server = await serverProcess({
    hasSample,
    flags: ['--port', String(await freePort())],
    environment: { WINNOW_SAMPLE: hasSample ? 'on' : 'off', ...environment },
  })
  await server.start()
  const key = await server.ownerKey()
  const browser = await openBrowser()
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const link = await runCli(['open', '--data-dir', server.dataDir], { cwd: server.folder })
  const faults: string[] = []
  /** Requests that left the server: there must be none. */
  const elsewhere: string[] = []
  context.on('weberror', (fault) => faults.push(String(fault.error())))
  context.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !/^(?:data|blob):/.test(request.url()))
      elsewhere.push(request.url())
  })
  await context.addInitScript(answerAsNewerBrowsersDo)
  const page = await context.newPage()
  await page.goto(link.stdout.trim())
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  return {
    server,
    browser,
    context,
    page,
    faults,
    elsewhere,
    open: (path: string) => page.goto(server.url + path),
    /** Asks the server itself, for what a screen is to show. */
    api: async <Answer>(method: string, path: string, body?: object | string): Promise<Answer> => {
      const response = await fetch(server.url + path, {
        method,
        headers: {
          'x-api-key': key,
          ...(typeof body === 'object' && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as Answer // the contract says what it is
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo // it listens at a port
  probe.close()
  await once(probe, 'close')
  return port
}

/** Scrolling answers with a promise in newer browsers than the packaged one; who passes that on to React breaks the page. */
const answerAsNewerBrowsersDo = `for (const name of ['scrollIntoView', 'scrollTo', 'scrollBy']) {
  const scroll = Element.prototype[name]
  Element.prototype[name] = function (...given) { return Promise.resolve(scroll.apply(this, given)) }
}`
