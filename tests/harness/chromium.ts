import { findChromium, launchBrowser } from '../../src/bench/browser.ts'
import { afterwards } from './afterwards.ts'

/** The browser that WINNOW_TEST_CHROMIUM names, or else what there is. */
export const chromiumPath = async (): Promise<string> =>
  process.env.WINNOW_TEST_CHROMIUM ?? (await findChromium())

/** A browser that is closed after the test, or the file. */
export async function openBrowser() {
  const browser = await launchBrowser(await chromiumPath())
  afterwards(() => browser.close())
  return browser
}
