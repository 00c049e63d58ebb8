import packed from '@sparticuz/chromium'
import { spawnSync } from 'node:child_process'
import { chromium } from 'playwright-core'
import { afterwards } from './afterwards.ts'

/** The browser of this machine, the one named by WINNOW_TEST_CHROMIUM, or else the one that comes as a package. */
export async function chromiumPath(): Promise<string> {
  const own =
    process.env.WINNOW_TEST_CHROMIUM ??
    ['chromium', 'chromium-browser', 'google-chrome']
      .map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim())
      .find((path) => path !== '')
  if (own !== undefined) return own
  // Nothing is drawn that needs it, and it brings libraries that some machines cannot load.
  packed.setGraphicsMode = false
  return packed.executablePath()
}

/** A browser that talks to nobody but the pages it is told to open; closed after the test, or the file. */
export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
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
  afterwards(() => browser.close())
  return browser
}
