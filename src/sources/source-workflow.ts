import { AppError } from '../contract/errors.ts'
import type { CrawlSource, DiscoverySource } from '../contract/ingest.ts'
import { tidyUrl } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Discovery } from '../ports/discovery.ts'
import type { RetryPolicy, WorkflowContext, WorkflowDefinition } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records } from '../ports/records.ts'
import type { SourceFiles } from '../ports/source-files.ts'
import { crawlStarts, type Crawler } from './crawl/crawl.ts'
import type { Found } from './crawl/frontier.ts'
import type { FileLoader } from './files/load-file.ts'
import type { Outcome } from './outcome.ts'
import { loadSource, toSource, type Source } from './source.ts'
import { nothingDone, presentFailures } from './tally.ts'

export const sourceWorkflowName = 'source.v1'
export const sourceQueue = { name: 'sources', concurrency: 4 }

export const runId = ({ id, run }: { id: string; run: number }): string => `${id}.${run}`

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly log: Log
  readonly files: SourceFiles
  readonly discovery: Discovery | undefined
  readonly crawler: Crawler
  readonly loader: FileLoader
}

type Payload = { teamId: string; sourceId: string; run: number }

/** How long a step works before it is recorded: short enough to wait for when the server stops. */
const sliceMs = 5000
const longestPauseMs = 30_000
const retry: RetryPolicy = { attempts: 5, firstDelayMs: 1000, factor: 3, maxDelayMs: 60_000 }

/**
 * One run of a source. Its state is in the tables, each batch committed there as a whole, so a step that is killed and
 * done again goes on where the last batch ended.
 */
export function createSourceWorkflow(needs: Needs): WorkflowDefinition<Payload> {
  const { records, clock, log, files, discovery, crawler, loader } = needs

  return {
    name: sourceWorkflowName,
    queue: sourceQueue.name,
    async run(context, payload) {
      try {
        await work(context, payload)
      } catch (error) {
        if (context.signal.aborted) throw error
        log.error({ source: payload.sourceId, err: error }, 'a source failed')
        await context.step('fail', () => finish(payload, 'failed', describe(error)))
      }
    },
  }

  async function work(context: WorkflowContext, payload: Payload): Promise<void> {
    await context.step('begin', () => begin(payload), retry)
    for (;;) {
      const { waitMs } = await context.step('slice', (signal) => slice(payload, signal), retry)
      if (waitMs === null) break
      if (waitMs > 0) await context.sleep(waitMs)
    }
    await context.step('complete', () => complete(payload), retry)
  }

  async function begin({ teamId, sourceId, run }: Payload): Promise<null> {
    const now = clock.now()
    await records.db
      .updateTable('sources')
      .set({
        status: 'running',
        counts: JSON.stringify(nothingDone),
        failures: '{}',
        error: null,
        started_at: now,
        ended_at: null,
        updated_at: now,
      })
      .where('team_id', '=', teamId)
      .where('id', '=', sourceId)
      .where('run', '=', run)
      .where('status', '=', 'queued')
      .execute()
    return null
  }

  /** Works for a while; answers how long to wait before going on, null when there is nothing left. */
  async function slice(payload: Payload, signal: AbortSignal): Promise<{ waitMs: number | null }> {
    const deadline = new Date(clock.now().getTime() + sliceMs)
    for (;;) {
      signal.throwIfAborted()
      const row = await loadSource(records, payload.teamId, payload.sourceId)
      if (!row || row.status !== 'running' || row.run !== payload.run) return { waitMs: null }
      const outcome = await batch(toSource(row), deadline, signal)
      if (outcome.state === 'wait') {
        const waitMs = Math.max(0, outcome.until.getTime() - clock.now().getTime())
        return { waitMs: Math.min(longestPauseMs, waitMs) }
      }
      if (outcome.state !== 'more') return { waitMs: null }
      if (clock.now() >= deadline) return { waitMs: 0 }
    }
  }

  async function batch(source: Source, deadline: Date, signal: AbortSignal): Promise<Outcome> {
    const { spec } = source
    if (spec.kind === 'file' || spec.kind === 'common_crawl') return loader.batch(source, spec, signal)
    if (spec.kind === 'crawl') {
      await crawler.begin(source, spec, async () => crawlStarts(spec))
      return crawler.batch(source, spec, deadline, signal)
    }
    const crawl = discoveryCrawl(spec)
    await crawler.begin(source, crawl, () => discover(spec, signal))
    return crawler.batch(source, crawl, deadline, signal)
  }

  /** What the search engine answers to each question; asked again by every run, so that new pages come in. */
  async function discover({ queries, numResults }: DiscoverySource, signal: AbortSignal): Promise<Found[]> {
    if (!discovery) throw new AppError('not_implemented', 'No search engine is configured any more.')
    const found: Found[] = []
    for (const query of queries) {
      const urls = await discovery.find(query, { limit: numResults, signal })
      found.push(...urls.map((url): Found => ({ url, role: 'page', depth: 0 })))
    }
    return found.filter(({ url }) => tidyUrl(url) !== null)
  }

  async function complete(payload: Payload): Promise<null> {
    const row = await loadSource(records, payload.teamId, payload.sourceId)
    if (!row) return null
    const { spec } = toSource(row)
    const { done = 0, stored = 0, failed = 0 } = row.counts
    const [worst] = presentFailures(row.failures)
    // Of a crawl every page may be refused and the crawl be right; a file of which nothing can be read is a wrong one.
    const isFile = spec.kind === 'file' || spec.kind === 'common_crawl'
    if (isFile && stored === 0 && failed === done && worst) {
      const reason = `${worst.cause} (${worst.examples[0]})`
      return finish(payload, 'failed', `None of the ${done} records could be read: ${reason}.`)
    }
    await finish(payload, 'completed', null)
    // One that failed is kept: it may be read again as another format.
    if (spec.kind === 'file' && spec.upload && row.recrawl_ms === null)
      await files.removeUpload(payload.teamId, spec.upload)
    return null
  }

  async function finish(
    { teamId, sourceId, run }: Payload,
    status: 'completed' | 'failed',
    error: string | null,
  ): Promise<null> {
    const row = await loadSource(records, teamId, sourceId)
    const now = clock.now()
    await records.db
      .updateTable('sources')
      .set({
        status,
        error,
        ended_at: now,
        updated_at: now,
        ...(row && {
          due_at: row.recrawl_ms === null ? null : new Date(now.getTime() + row.recrawl_ms),
          // What was found on the way and proved to be known makes no difference any more.
          ...(status === 'completed' && {
            counts: JSON.stringify({ ...row.counts, total: row.counts.done }),
          }),
        }),
      })
      .where('team_id', '=', teamId)
      .where('id', '=', sourceId)
      .where('run', '=', run)
      .where('status', '=', 'running')
      .execute()
    return null
  }
}

/** The pages that were discovered, and nothing beyond them. */
const discoveryCrawl = ({ queries, numResults }: DiscoverySource): CrawlSource => ({
  kind: 'crawl',
  urls: [],
  maxDepth: 0,
  maxPages: queries.length * numResults,
  scope: 'any',
  include: [],
  exclude: [],
  sitemaps: false,
  feeds: false,
})

const describe = (error: unknown): string =>
  error instanceof AppError && error.code !== 'internal'
    ? error.message
    : 'Something went wrong on our side. The log has the details.'
