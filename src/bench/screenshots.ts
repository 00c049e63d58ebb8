import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { apiClient, ownerKey } from './api-client.ts'
import { launchBrowser } from './browser.ts'
import { inFolder } from './evaluation.ts'
import { startServerChild } from './server-child.ts'
import { makeScene, screens, signIn, type Scene } from './web-screens.ts'

const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
}
const target = 'docs/screenshots'

/** Draws every screen, or those that are named, in light, in dark and on a phone. */
await inFolder(async (folder) => {
  const names = process.argv.slice(2)
  const unknown = names.find((name) => !screens.some((screen) => screen.name === name))
  if (unknown !== undefined)
    throw new Error(`There is no screen "${unknown}": ${screens.map(({ name }) => name).join(', ')}.`)
  const server = startServerChild({
    dataDir: join(folder, 'data'),
    cwd: folder,
    environment: { WINNOW_API_KEY: ownerKey },
  })
  const browser = await launchBrowser()
  try {
    const url = await server.ready
    const scene = await makeScene(apiClient(url))
    await mkdir(target, { recursive: true })
    for (const [look, options] of Object.entries(looks)) await draw(browser, url, scene, look, options, names)
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
})

async function draw(
  browser: Browser,
  url: string,
  scene: Scene,
  look: string,
  options: BrowserContextOptions,
  names: readonly string[],
): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce', locale: 'en-GB' })
  const page = await context.newPage()
  await signIn(page, url, ownerKey)
  for (const screen of screens) {
    if (names.length > 0 && !names.includes(screen.name)) continue
    await page.goto(url + screen.path(scene))
    await screen.settle(page)
    const path = join(target, `${screen.name}-${look}.webp`)
    await writeFile(path, await picture(page))
    console.log(path)
  }
  await context.close()
}

/** As WebP, which is a third of the size. */
async function picture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await session.detach()
  return Buffer.from(data, 'base64')
}
