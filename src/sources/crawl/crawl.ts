import type { CrawlSource } from '../../contract/ingest.ts'
import {
  addressKey,
  fetchedPageToSave,
  tidyUrl,
  type Documents,
  type PageReader,
  type PageToSave,
} from '../../documents/index.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FetchedPage, Fetcher } from '../../ports/fetcher.ts'
import type { Records } from '../../ports/records.ts'
import { orderedMap } from '../../concurrency/index.ts'
import type { Outcome } from '../outcome.ts'
import { lockRun, recordProgress, type Source } from '../source.ts'
import { createTally, type Tally } from '../tally.ts'
import { confirmationsOfAbsence, nextInterval } from './cadence.ts'
import { createFrontier, type Found, type FrontierPage, type Settled } from './frontier.ts'
import { crawlScope } from './scope.ts'
import { createVisitor, type Visit } from './visit.ts'

export interface CrawlNeeds {
  readonly records: Records
  readonly documents: Documents
  readonly fetcher: Fetcher
  readonly read: PageReader
  readonly clock: Clock
  /** Pages under way at once; how many of them on one host is the fetcher's to say. */
  readonly concurrency: number
  /** Before a page that failed for a passing reason is tried again; each time four times as long. */
  readonly retryDelayMs: number
}

const batchSize = 50
const attemptsPerRun = 3
/** A host that asks for more patience is left to the next run. */
const longestWaitMs = 600_000

/** Pages that nobody asked to be visited again are left alone until somebody does. */
const noCadenceMs = 30 * 86_400_000

export type Crawler = ReturnType<typeof createCrawler>

/**
 * Crawls in batches. A batch visits pages, stores them one by one, and then records them all in one transaction with
 * what they led to. Killed before that, it is done again: the same pages in the same order, stored once.
 */
export function createCrawler(needs: CrawlNeeds) {
  const { records, documents, clock, concurrency, retryDelayMs } = needs
  const frontier = createFrontier(needs)
  const visit = createVisitor(needs)
  const later = (ms: number): Date => new Date(clock.now().getTime() + ms)

  return {
    /** Begins a run, at the places that are asked for only if it has not begun. Safe to do twice. */
    async begin(source: Source, spec: CrawlSource, starts: () => Promise<Found[]>): Promise<void> {
      if (source.checkpoint.begun === source.run) return
      const found = await starts()
      await records.transaction(async (tx) => {
        const tally = createTally()
        tally.counts.found = await frontier.begin(tx, source, found, spec)
        await recordProgress(tx, clock, source, tally, { begun: source.run })
      })
    },

    /** Visits the next pages; begins no further one once the deadline has passed. */
    async batch(source: Source, spec: CrawlSource, deadline: Date, signal: AbortSignal): Promise<Outcome> {
      const pages = await frontier.next(source, batchSize)
      if (pages.length === 0) {
        const until = await frontier.nextDue(source)
        return until === null ? { state: 'over' } : { state: 'wait', until }
      }
      const crawl = { teamId: source.teamId, spec, scope: crawlScope(spec) }
      const tally = createTally()
      const settled: Settled[] = []
      const visits = orderedMap(
        pages,
        concurrency,
        async (page) => store(source, page, await visit(crawl, page, signal)),
        () => settled.length === 0 || clock.now() < deadline,
      )
      for await (const [page, seen] of visits) settled.push(await keep(source, page, seen, tally))
      signal.throwIfAborted()
      const recorded = await records.transaction(async (tx) => {
        if (!(await lockRun(tx, source))) return false
        tally.counts.found = await frontier.settle(tx, source, settled, spec)
        return recordProgress(tx, clock, source, tally)
      })
      return { state: recorded ? 'more' : 'cancelled' }
    },
  }

  /**
   * Stores a page at once if it goes by the address it was found under: no other can be stored there. One that goes by
   * another name has to wait for its turn, so that of several that claim one name always the same is stored.
   */
  async function store(source: Source, page: FrontierPage, seen: Visit): Promise<Stored> {
    if (seen.kind !== 'page') return seen
    const toSave = fetchedPageToSave(seen.fetched, seen.page, {
      teamId: source.teamId,
      source: 'crawl',
      at: clock.now(),
    })
    const isTwin = addressKey(toSave.url) !== page.key
    return { ...seen, toSave, changed: isTwin ? null : (await documents.save(toSave)).changed }
  }

  /** Says what becomes of an address after a visit, and does what has to be done in order. */
  async function keep(source: Source, page: FrontierPage, seen: Stored, tally: Tally): Promise<Settled> {
    if (seen.kind === 'failed' && seen.passing) {
      const waitMs = seen.retryAfterMs ?? retryDelayMs * 4 ** page.attempts
      // To be put off is no attempt: the host is busy, and with our own requests as a rule.
      const attempts = page.attempts + (seen.cause === 'deferred' ? 0 : 1)
      if (attempts < attemptsPerRun && waitMs <= longestWaitMs)
        return { ...page, page, state: 'waiting', attempts, dueAt: later(waitMs), found: [] }
    }
    if (seen.kind === 'page') return keepPage(source, page, seen, tally)
    if (page.role === 'page') tally.counts.done++
    if (seen.kind === 'unchanged') {
      const { document } = seen
      await documents.save({ ...document, aliases: [page.url], source: 'crawl', fetchedAt: clock.now() })
      tally.counts.stored++
      tally.counts.unchanged++
      return visited(source, page, { changed: false, found: [] })
    }
    tally.counts.bytes += seen.bytes
    if (seen.kind === 'listing') return visited(source, page, { changed: true, found: seen.found })
    if (seen.kind === 'noindex') {
      tally.fail('noindex', page.url)
      await remove(source, page, tally)
      return { ...visited(source, page, { changed: false, found: seen.found }), state: 'failed' }
    }
    // Listings are looked for where there may be none.
    if (page.role === 'page') tally.fail(seen.cause, page.url)
    const absences = seen.cause === 'not_found' ? page.absences + 1 : 0
    const isGone = absences >= confirmationsOfAbsence
    if (isGone) await remove(source, page, tally)
    const dueAt = later(source.recrawlMs ?? noCadenceMs)
    return {
      ...page,
      page,
      state: isGone ? 'gone' : 'failed',
      attempts: 0,
      absences,
      dueAt,
      found: seen.found,
    }
  }

  async function keepPage(
    source: Source,
    page: FrontierPage,
    { fetched, toSave, changed, found }: Extract<Stored, { kind: 'page' }>,
    tally: Tally,
  ): Promise<Settled> {
    const twin = changed === null ? await keepTwin(source, page, fetched, toSave) : null
    if (twin === 'undecided')
      return {
        ...page,
        page,
        state: 'waiting',
        attempts: page.attempts + 1,
        dueAt: later(retryDelayMs),
        found,
      }
    tally.counts.done++
    tally.counts.bytes += fetched.wireBytes
    const isChanged = twin ? twin.changed : changed === true
    if (!twin || twin.isStored) {
      tally.counts.stored++
      if (!isChanged) tally.counts.unchanged++
    }
    const settled = visited(source, page, { changed: isChanged, found })
    if (!twin || twin.url === page.url) return settled
    return {
      ...settled,
      state: 'alias',
      twin: twin.isStored ? { url: twin.url, visited: twin.visited } : undefined,
    }
  }

  /**
   * A page under another name: where a redirect led, or what the page claims to be. What is known under that name
   * speaks for itself, and is not overwritten by another that claims to be it; where it turned out to be dead, the
   * claim is void. While that is not known, the page is put off, once.
   */
  async function keepTwin(source: Source, page: FrontierPage, fetched: FetchedPage, toSave: PageToSave) {
    const key = addressKey(toSave.url) ?? ''
    const isThere = addressKey(fetched.finalUrl) === key
    const state = await frontier.stateOf(source, key)
    if (state === 'waiting' && !isThere && page.attempts === 0) return 'undecided'
    if (state === 'done' || (state === 'waiting' && !isThere))
      return { url: toSave.url, isStored: false, visited: isThere, changed: false }
    const isVoid = (state === 'failed' || state === 'gone') && !isThere
    const url = isVoid ? (tidyUrl(fetched.finalUrl) ?? toSave.url) : toSave.url
    const { changed } = await documents.save({ ...toSave, url })
    // Where no redirect led elsewhere, its own address is the very one that was visited.
    const own = addressKey(url) === page.key ? page.url : url
    return { url: own, isStored: true, visited: isThere || isVoid, changed }
  }

  function visited(
    source: Source,
    page: FrontierPage,
    { changed, found }: { changed: boolean; found: readonly Found[] },
  ): Settled {
    const intervalMs =
      source.recrawlMs === null ? null : nextInterval(page.intervalMs, changed, source.recrawlMs)
    const dueAt = later(intervalMs ?? noCadenceMs)
    return { page, state: 'done', attempts: 0, absences: 0, dueAt, intervalMs, found }
  }

  async function remove(source: Source, page: FrontierPage, tally: Tally): Promise<void> {
    const stored = await documents.find(source.teamId, page.url)
    if (stored) tally.counts.removed += await documents.forget(stored.teamId, { url: stored.url })
  }
}

/** A visit, after which a page under its own name is stored; `changed` is null while one under another is not. */
type Stored =
  | Exclude<Visit, { kind: 'page' }>
  | (Extract<Visit, { kind: 'page' }> & { readonly toSave: PageToSave; readonly changed: boolean | null })

/** The pages that were named, and the robots.txt of their hosts, which names the sitemaps. */
export function crawlStarts({ urls, maxDepth, sitemaps }: CrawlSource): Found[] {
  const origins = maxDepth > 0 && sitemaps ? new Set(urls.map((url) => new URL(url).origin)) : []
  return [
    ...urls.map((url): Found => ({ url, role: 'page', depth: 0 })),
    ...[...origins].map((origin): Found => ({ url: `${origin}/robots.txt`, role: 'robots', depth: 0 })),
  ]
}
