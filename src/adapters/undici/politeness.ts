import { getDomain } from 'tldts'
import { abortError, FetchError } from './fetch-error.ts'

/**
 * Who may send a request now. Each site (registrable domain) has its own queue, its own concurrency and a pause
 * between requests; sites take turns, so that one with a long queue does not hold up the others.
 */
export interface Politeness {
  /**
   * Resolves when it is the caller's turn. Rejects as `deferred`, at once, when the site is to be left alone for
   * longer than `maxWaitMs` or the queue is full; as `deferred` when the wait turns out too long; as `aborted` on
   * the signal or when closed.
   */
  enter(hostname: string, options?: { signal?: AbortSignal; maxWaitMs?: number }): Promise<Turn>
  /** The pause a site asked for (crawl-delay), kept if longer than the usual one. */
  slowDown(hostname: string, intervalMs: number): void
  /** What is going on, for metrics. */
  counts(): { readonly active: number; readonly waiting: number; readonly sites: number }
  close(): void
}

export interface Turn {
  /** Must be called once, when the request has ended. */
  leave(): void
  /** The site said "too many" or "not now": leaves it alone as long as it asked, else ever longer. */
  backOff(retryAfterMs: number | null): void
}

export interface PolitenessOptions {
  /** Requests under way over all sites. */
  readonly maxConcurrent?: number
  readonly perSite?: { readonly concurrency?: number; readonly intervalMs?: number }
  /** Callers that may wait, over all sites. */
  readonly maxWaiting?: number
  /** The longest pause a site can ask for by crawl-delay. */
  readonly maxIntervalMs?: number
  /** The longest time a site is left alone, whatever its Retry-After says. */
  readonly maxBackOffMs?: number
}

interface Waiter {
  readonly admit: () => void
  readonly reject: (error: FetchError) => void
}

interface Site {
  readonly name: string
  readonly waiters: Set<Waiter>
  active: number
  intervalMs: number
  /** Not before this time, because of the pause or of a back-off. */
  readyAt: number
  refusals: number
  isQueued: boolean
  timer: NodeJS.Timeout | undefined
}

const firstBackOffMs = 1000
/** Longer timers fire at once. */
const maxTimerMs = 2 ** 31 - 1
/** How long it is remembered, when nothing happens, what a site asked for. */
const forgetMs = 10 * 60_000

/** Sites on shared hosting (`user.github.io`) count as their own; an address is its own site. */
export const siteOf = (hostname: string): string =>
  getDomain(hostname, { allowPrivateDomains: true }) ?? hostname

export function createPoliteness(options: PolitenessOptions = {}): Politeness {
  const {
    maxConcurrent = 64,
    maxWaiting = 10_000,
    maxIntervalMs = 60_000,
    maxBackOffMs = 3_600_000,
  } = options
  const { concurrency = 2, intervalMs = 250 } = options.perSite ?? {}
  const sites = new Map<string, Site>()
  /** Sites with a waiter that may go as soon as there is room, in turn. */
  const queue: Site[] = []
  let active = 0
  let waiting = 0
  let isClosed = false

  function siteFor(hostname: string): Site {
    const name = siteOf(hostname)
    let site = sites.get(name)
    if (!site) {
      site = {
        name,
        waiters: new Set(),
        active: 0,
        intervalMs,
        readyAt: 0,
        refusals: 0,
        isQueued: false,
        timer: undefined,
      }
      sites.set(name, site)
    }
    return site
  }

  /** Puts a site where its state says it belongs: in the queue, on a timer, or out of memory. */
  function place(site: Site): void {
    clearTimeout(site.timer)
    if (isClosed || site.isQueued) return
    if (site.waiters.size === 0 && site.active === 0) {
      const isNotable = site.intervalMs !== intervalMs || site.refusals > 0
      const keepMs = Math.max(site.readyAt - Date.now(), isNotable ? forgetMs : 0)
      site.timer = setTimeout(() => sites.delete(site.name), keepMs).unref()
    } else if (site.waiters.size > 0 && site.active < concurrency) {
      const pauseMs = site.readyAt - Date.now()
      if (pauseMs > 0) {
        site.timer = setTimeout(wake, pauseMs, site)
      } else {
        site.isQueued = true
        queue.push(site)
      }
    }
  }

  function wake(site: Site): void {
    place(site)
    serve()
  }

  function serve(): void {
    while (active < maxConcurrent) {
      const site = queue.shift()
      if (!site) return
      site.isQueued = false
      const [waiter] = site.waiters
      if (waiter && site.readyAt <= Date.now()) {
        active += 1
        site.active += 1
        site.readyAt = Date.now() + site.intervalMs
        waiter.admit()
      }
      place(site)
    }
  }

  function takeTurn(site: Site): Turn {
    let hasLeft = false
    let isRefused = false
    return {
      leave: () => {
        if (hasLeft) return
        hasLeft = true
        active -= 1
        site.active -= 1
        if (!isRefused) site.refusals = 0
        wake(site)
      },
      backOff: (retryAfterMs) => {
        isRefused = true
        const pauseMs = retryAfterMs ?? firstBackOffMs * 2 ** Math.min(site.refusals, 20)
        site.refusals += 1
        site.readyAt = Math.max(site.readyAt, Date.now() + Math.min(pauseMs, maxBackOffMs))
      },
    }
  }

  return {
    enter(hostname, { signal, maxWaitMs = Infinity } = {}) {
      if (isClosed) return Promise.reject(new FetchError('aborted', 'the fetcher is closed'))
      if (signal?.aborted) return Promise.reject(abortError(signal.reason))
      const site = siteFor(hostname)
      const pauseMs = site.readyAt - Date.now()
      if (pauseMs > maxWaitMs || waiting >= maxWaiting) {
        place(site)
        return Promise.reject(deferred(site.name, waiting >= maxWaiting ? firstBackOffMs : pauseMs))
      }
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          waiting -= 1
          site.waiters.delete(waiter)
          clearTimeout(limit)
          signal?.removeEventListener('abort', onAbort)
        }
        const waiter: Waiter = {
          admit: () => {
            settle()
            resolve(takeTurn(site))
          },
          reject: (error) => {
            settle()
            place(site)
            reject(error)
          },
        }
        const onAbort = (): void => waiter.reject(abortError(signal?.reason))
        const limit = Number.isFinite(maxWaitMs)
          ? setTimeout(
              () => waiter.reject(deferred(site.name, Math.max(site.readyAt - Date.now(), site.intervalMs))),
              Math.min(maxWaitMs, maxTimerMs),
            )
          : undefined
        signal?.addEventListener('abort', onAbort, { once: true })
        waiting += 1
        site.waiters.add(waiter)
        wake(site)
      })
    },
    slowDown(hostname, askedMs) {
      const site = siteFor(hostname)
      site.intervalMs = Math.max(intervalMs, Math.min(askedMs, maxIntervalMs))
      place(site)
    },
    counts: () => ({ active, waiting, sites: sites.size }),
    close() {
      isClosed = true
      for (const site of sites.values()) {
        clearTimeout(site.timer)
        for (const waiter of site.waiters) waiter.reject(new FetchError('aborted', 'the fetcher is closed'))
      }
      sites.clear()
      queue.length = 0
    },
  }
}

const deferred = (site: string, retryAfterMs: number): FetchError =>
  new FetchError('deferred', `${site} is busy or asked to be left alone`, {
    retryAfterMs: Math.ceil(retryAfterMs),
  })
