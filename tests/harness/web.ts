import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { openBrowser } from './chromium.ts'
import { runCli } from './cli.ts'
import { serverProcess } from './server-process.ts'

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A real browser, signed in at a real server with the sample web. What goes wrong in a page fails its test. */
export async function webApp(environment: Record<string, string> = {}) {
  const server = await serverProcess({ environment })
  await server.start()
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
  }
}

interface Axe {
  run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>
}

/** What a check of accessibility calls serious, on the screen as it is. */
export async function seriousBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axeScript)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: Axe }).axe.run())
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`)
}
