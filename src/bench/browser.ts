import packed from '@sparticuz/chromium'
import { spawnSync } from 'node:child_process'
import { chromium, type Browser, type Page } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The browser of this machine, or else the one that comes as a package. */
export async function findChromium(): Promise<string> {
  const own = ['chromium', 'chromium-browser', 'google-chrome']
    .map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim())
    .find((path) => path !== '')
  if (own !== undefined) return own
  // Nothing is drawn that needs it, and it brings libraries that some machines cannot load.
  packed.setGraphicsMode = false
  return packed.executablePath()
}

/** A browser that talks to nobody but the pages it is told to open. Whoever opens it closes it. */
export async function launchBrowser(executablePath?: string): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? (await findChromium()),
    args: [
      '--no-sandbox',
      '--no-zygote',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-domain-reliability',
      '--no-pings',
    ],
  })
}

interface Axe {
  run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>
}

let axeScript: string | undefined

/** What a check of accessibility calls serious, on the screen as it is. */
export async function seriousBarriers(page: Page): Promise<string[]> {
  axeScript ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await page.evaluate(axeScript)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: Axe }).axe.run())
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`)
}
