import { tmpdir } from 'node:os'
import type { Browser } from 'playwright-core'
import { AppError } from '../../contract/errors.ts'

export interface BrowserOptions {
  readonly executablePath: string
  /** Chromium's own sandbox does not work for root, and not in every container. */
  readonly sandbox?: boolean
  /** An unused browser is closed after this. */
  readonly idleMs?: number
}

/** A browser that is started when first needed, restarted if it dies, and closed when nobody used it for a while. */
export interface SharedBrowser {
  /** Runs with a live browser; it stays open at least as long. Rejects with `unavailable` when none can be started. */
  use<T>(work: (browser: Browser) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * The only way out is the proxy of each context: the browser itself is pointed at a port where nothing listens, it
 * resolves no names, and what could send datagrams past a proxy is off. Playwright turns off updates, metrics and
 * other talk in the background.
 */
const deadProxy = 'http://127.0.0.1:9'
const networkFlags = [
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-blink-features=WebTransport',
  '--dns-prefetch-disable',
  '--no-pings',
]

export function createSharedBrowser(options: BrowserOptions): SharedBrowser {
  const { executablePath, sandbox = process.getuid?.() !== 0, idleMs = 60_000 } = options
  let current: Promise<Browser> | undefined
  let users = 0
  let idle: NodeJS.Timeout | undefined

  async function launch(): Promise<Browser> {
    // Loaded only here: most installations never render.
    const { chromium } = await import('playwright-core')
    const launching = chromium.launch({
      executablePath,
      chromiumSandbox: sandbox,
      proxy: { server: deadProxy },
      args: networkFlags,
      // Our own environment holds secrets, and signals are for the server to handle.
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: tmpdir(), LANG: 'C.UTF-8' },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    const browser = await launching.catch((cause: unknown) => {
      throw new AppError('unavailable', `Chromium could not be started from ${executablePath}.`, { cause })
    })
    browser.once('disconnected', () => (current = undefined))
    return browser
  }

  async function close(): Promise<void> {
    clearTimeout(idle)
    const browser = current
    current = undefined
    await (await browser?.catch(() => undefined))?.close()
  }

  return {
    async use(work) {
      clearTimeout(idle)
      users += 1
      try {
        current ??= launch()
        current.catch(() => (current = undefined))
        return await work(await current)
      } finally {
        users -= 1
        if (users === 0 && current) idle = setTimeout(() => void close(), idleMs).unref()
      }
    },
    close,
  }
}
