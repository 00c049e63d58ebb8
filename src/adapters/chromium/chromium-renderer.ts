import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import { AppError } from '../../contract/errors.ts'
import type { FailureReason } from '../../ports/fetcher.ts'
import type { GuardedProxy, OnRequest, OutboundRequest } from '../../ports/outbound.ts'
import type { Renderer, RenderOutcome } from '../../ports/renderer.ts'
import { createSharedBrowser, type BrowserOptions } from './shared-browser.ts'
import { createSlots } from './slots.ts'

export interface ChromiumRendererOptions extends BrowserOptions {
  /** Opens the proxy that one page is loaded through. What it carries is reported to the given listener, too. */
  readonly openProxy: (reason: string, onRequest: OnRequest) => Promise<GuardedProxy>
  readonly userAgent: string
  /** Pages at once. */
  readonly maxPages?: number
  readonly timeoutMs?: number
  /** Of the finished document. */
  readonly maxHtmlChars?: number
}

/** Of no use for the text of a page. */
const unwanted: ReadonlySet<string> = new Set(['image', 'media', 'font'])

/** How long a page that has loaded may go on fetching before it is taken as it stands. */
const settleMs = 2000

/** How long a page's context may take to end. */
const closeMs = 3000

/** Datagrams would go past the proxy, so scripts get no way to send any; a window of their own could hold up ours. */
const withoutEscapes = `globalThis.open = () => null
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'])
  Object.defineProperty(globalThis, name, { value: undefined, configurable: false, writable: false })`

export function createChromiumRenderer(options: ChromiumRendererOptions): Renderer {
  const { openProxy, userAgent, maxPages = 2, maxHtmlChars = 10_000_000 } = options
  const browser = createSharedBrowser(options)
  const slots = createSlots(maxPages)
  /** Each rendering under way, with what ends it. */
  const running = new Map<Promise<RenderOutcome>, AbortController>()
  let isClosed = false

  async function renderWithin(url: string, reason: string, signal: AbortSignal): Promise<RenderOutcome> {
    const requests: OutboundRequest[] = []
    try {
      if (!isWebAddress(url))
        throw new RenderError('unsupported_url', 'only http and https addresses are rendered')
      const leave = await slots.enter(signal)
      try {
        const proxy = await openProxy(reason, (request) => requests.push(request))
        try {
          const loaded = await browser.use((live) =>
            inContext(live, proxy, userAgent, signal, (context) => loadPage(context, url, requests)),
          )
          if (loaded.html.length > maxHtmlChars)
            throw new RenderError('too_large', `the document is larger than ${maxHtmlChars} characters`)
          return { kind: 'page', url, ...loaded, visibility: proxy.visibility() }
        } finally {
          await proxy.close()
        }
      } finally {
        leave()
      }
    } catch (error) {
      if (error instanceof AppError) throw error
      return toFailure(url, signal.aborted ? abortReason(signal) : error, requests)
    }
  }

  return {
    async render(url, { reason, signal, timeoutMs = options.timeoutMs ?? 30_000 }) {
      const scope = new AbortController()
      const onAbort = (): void => scope.abort(signal?.reason)
      const onTimeout = (): void => scope.abort(new RenderError('timeout', `no page within ${timeoutMs} ms`))
      const timer = setTimeout(onTimeout, timeoutMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      if (signal?.aborted) onAbort()
      if (isClosed) scope.abort(closedError())
      const outcome = renderWithin(url, reason, scope.signal)
      running.set(outcome, scope)
      try {
        return await outcome
      } finally {
        running.delete(outcome)
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
    },
    async close() {
      isClosed = true
      for (const scope of running.values()) scope.abort(closedError())
      await Promise.allSettled(running.keys())
      await browser.close()
    },
  }
}

const closedError = (): RenderError => new RenderError('aborted', 'the renderer is closed')

class RenderError extends Error {
  override readonly name = 'RenderError'
  readonly reason: FailureReason
  readonly status: number | null
  constructor(reason: FailureReason, message: string, status: number | null = null) {
    super(message)
    this.reason = reason
    this.status = status
  }
}

/** A browser context of its own for one page: no cookies, no storage, no way out but the proxy. */
async function inContext<T>(
  browser: Browser,
  proxy: GuardedProxy,
  userAgent: string,
  signal: AbortSignal,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    proxy: { server: proxy.url, username: proxy.username, password: proxy.password },
    serviceWorkers: 'block',
    acceptDownloads: false,
    userAgent,
  })
  // Whatever the page is doing ends with its context; but a call that is under way then may never return.
  const done = new AbortController()
  const aborted = once(signal, 'abort', { signal: done.signal })
  aborted.catch(() => {})
  try {
    signal.throwIfAborted()
    return await Promise.race([work(context), aborted.then(() => Promise.reject(signal.reason as Error))])
  } finally {
    done.abort()
    // One that does not end is not worth waiting for: its browser goes with it, and the next page gets a new one.
    const isEnded = await Promise.race([
      context.close().then(() => true),
      delay(closeMs, false, { ref: false }),
    ])
    if (!isEnded) void browser.close().catch(() => {})
  }
}

async function loadPage(
  context: BrowserContext,
  url: string,
  requests: readonly OutboundRequest[],
): Promise<{ finalUrl: string; status: number; html: string }> {
  await context.addInitScript(withoutEscapes)
  await context.route('**/*', (route) =>
    unwanted.has(route.request().resourceType()) ? route.abort() : route.continue(),
  )
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
  context.on('page', (popup) => void popup.close().catch(() => {}))
  const response = await page.goto(url, { waitUntil: 'load', timeout: 0 })
  if (!response) throw new RenderError('protocol', 'the address leads to no page')
  const status = response.status()
  // An error page may be the proxy's own: then what it could not do is the reason.
  if (status >= 400) {
    const failed = requests.findLast(
      (request) => request.url === response.url() && request.outcome !== 'answered',
    )
    if (failed && failed.outcome !== 'answered')
      throw new RenderError(failed.outcome, 'the page could not be fetched')
    throw new RenderError(
      status === 404 || status === 410 ? 'not_found' : 'http_status',
      `the server answered ${status}`,
      status,
    )
  }
  await page.waitForLoadState('networkidle', { timeout: settleMs }).catch(() => {})
  const finalUrl = page.url()
  if (!isWebAddress(finalUrl)) throw new RenderError('unsupported_url', 'the page left the web')
  return { finalUrl, status, html: await page.content() }
}

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

function abortReason(signal: AbortSignal): RenderError {
  const reason: unknown = signal.reason
  if (reason instanceof RenderError) return reason
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? new RenderError('timeout', 'the time limit was reached')
    : new RenderError('aborted', 'the rendering was aborted')
}

function toFailure(url: string, error: unknown, requests: readonly OutboundRequest[]): RenderOutcome {
  if (error instanceof RenderError) {
    const { reason, message, status } = error
    return { kind: 'failed', url, reason, detail: message, status }
  }
  // A tunnel that was refused reaches the page only as a broken connection; the proxy knows why.
  const outcome = requests.findLast((request) => request.outcome !== 'answered')?.outcome
  const [detail = ''] = String(error).split('\n')
  return {
    kind: 'failed',
    url,
    reason: outcome && outcome !== 'answered' ? outcome : 'protocol',
    detail,
    status: null,
  }
}
