import robotsParser from 'robots-parser'
import type { Clock } from '../../ports/clock.ts'
import { abortable } from './abortable.ts'

/** What a host's robots.txt says about a page (RFC 9309). */
export interface Robots {
  /** Rejects when the file can be neither had nor judged absent just now, and with the signal's reason. */
  check(url: URL, signal?: AbortSignal): Promise<RobotsVerdict>
}

interface RobotsVerdict {
  readonly isAllowed: boolean
  readonly crawlDelayMs: number | null
  /** Why not, for people. */
  readonly detail: string
}

/** What came of asking for the file. */
export type RobotsFile =
  | { readonly kind: 'found'; readonly text: string }
  /** There is none, in the sense of the RFC (4xx, too many redirects): everything is allowed. */
  | { readonly kind: 'absent' }
  /** There may be one (5xx, no connection): nothing is allowed. */
  | { readonly kind: 'unreachable'; readonly detail: string }

export interface RobotsOptions {
  /** Rejects when asking is not possible at the moment; that is not remembered. */
  readonly load: (url: URL) => Promise<RobotsFile>
  /** The name that robots.txt files know us by: the user agent up to the slash. */
  readonly product: string
  readonly clock: Clock
}

const hourMs = 3_600_000
/** The RFC's limit for a copy, unless the file cannot be reached. */
const freshMs = 24 * hourMs
/** An unreachable file is asked for again after this, then after twice as long, … */
const firstRetryMs = 60_000
const maxRetryMs = hourMs
/** After so long out of reach it may be taken for absent, the RFC says. */
const givenUpMs = 30 * 24 * hourMs
/** Of all texts that are remembered. */
const maxRememberedChars = 8 * 1024 * 1024
/** Pattern characters times path characters that a verdict may cost, some 50 ms: only a hostile file asks for more. */
const maxMatchingWork = 10_000_000

interface Rules {
  isAllowed(url: URL): boolean
  readonly crawlDelayMs: number | null
}

interface Entry {
  readonly rules: Rules | null
  readonly size: number
  readonly checkAgainAt: number
  readonly unreachable: { readonly since: number; readonly retryMs: number; readonly detail: string } | null
}

const allowAll: Rules = { isAllowed: () => true, crawlDelayMs: null }

export function createRobots({ load, product, clock }: RobotsOptions): Robots {
  /** By origin, the longest unused first. */
  const entries = new Map<string, Entry>()
  const loading = new Map<string, Promise<Entry>>()
  let rememberedChars = 0

  function forget(origin: string): void {
    rememberedChars -= entries.get(origin)?.size ?? 0
    entries.delete(origin)
  }

  function remember(origin: string, entry: Entry): void {
    forget(origin)
    for (const [oldest] of entries) {
      if (rememberedChars + entry.size <= maxRememberedChars) break
      forget(oldest)
    }
    entries.set(origin, entry)
    rememberedChars += entry.size
  }

  async function reload(origin: string): Promise<Entry> {
    const file = await load(new URL('/robots.txt', origin))
    const entry = toEntry(file, entries.get(origin), clock.now().getTime())
    remember(origin, entry)
    return entry
  }

  function toEntry(file: RobotsFile, previous: Entry | undefined, now: number): Entry {
    if (file.kind === 'absent')
      return { rules: allowAll, size: 100, checkAgainAt: now + freshMs, unreachable: null }
    if (file.kind === 'found') {
      const size = 100 + file.text.length
      return { rules: parseRules(file.text, product), size, checkAgainAt: now + freshMs, unreachable: null }
    }
    const since = previous?.unreachable?.since ?? now
    const retryMs = Math.min(
      previous?.unreachable ? previous.unreachable.retryMs * 2 : firstRetryMs,
      maxRetryMs,
    )
    return {
      // An old copy still counts while no newer one can be had.
      rules: previous?.rules ?? (now - since >= givenUpMs ? allowAll : null),
      size: previous?.size ?? 100,
      checkAgainAt: now + retryMs,
      unreachable: { since, retryMs, detail: file.detail },
    }
  }

  async function entryFor(origin: string, signal?: AbortSignal): Promise<Entry> {
    const known = entries.get(origin)
    if (known && clock.now().getTime() < known.checkAgainAt) {
      remember(origin, known)
      return known
    }
    let pending = loading.get(origin)
    if (!pending) {
      pending = reload(origin).finally(() => loading.delete(origin))
      loading.set(origin, pending)
    }
    return abortable(pending, signal)
  }

  return {
    async check(url, signal) {
      const { rules, unreachable } = await entryFor(url.origin, signal)
      if (!rules)
        return {
          isAllowed: false,
          crawlDelayMs: null,
          detail: `robots.txt cannot be read: ${unreachable?.detail}`,
        }
      return {
        isAllowed: rules.isAllowed(url),
        crawlDelayMs: rules.crawlDelayMs,
        detail: 'robots.txt asks not to fetch this page',
      }
    },
  }
}

// The module is the function; its types put it one level deeper, under `default`.
const parseRobots = robotsParser as unknown as typeof robotsParser.default

function parseRules(text: string, product: string): Rules {
  // The rules are the same for every origin that serves this text; the library wants one to compare with.
  const base = 'http://robots.invalid'
  const parsed = parseRobots(`${base}/robots.txt`, text)
  const delaySeconds = parsed.getCrawlDelay(product)
  const patternChars = text
    .split('\n')
    .reduce((sum, line) => (line.includes('*') ? sum + line.length : sum), 0)
  return {
    crawlDelayMs: delaySeconds !== undefined && delaySeconds > 0 ? delaySeconds * 1000 : null,
    isAllowed: ({ pathname, search }) => {
      if (pathname === '/robots.txt') return true
      if (patternChars * (pathname.length + search.length) > maxMatchingWork) return false
      return parsed.isAllowed(base + pathname + search, product) ?? true
    },
  }
}
