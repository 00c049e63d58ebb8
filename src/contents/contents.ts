import type { Caller } from '../access/index.ts'
import type { Meter } from '../billing/index.ts'
import type {
  ContentsOptions,
  ContentsRequest,
  ContentsStatus,
  HighlightOptions,
  Result,
  SummaryOptions,
} from '../contract/contents.ts'
import { AppError } from '../contract/errors.ts'
import { registrableDomain, type Document } from '../documents/index.ts'
import { chosenSections } from './chosen-sections.ts'
import { contentsToFill, withContext } from './combined-context.ts'
import { freshnessOf } from './freshness.ts'
import { foundHighlights } from './found-highlights.ts'
import type { Highlights } from './highlights-by-meaning.ts'
import type { PageOutcome, Pages } from './pages.ts'
import { isEmpty, renderResult } from './render.ts'
import type { Stretch } from './sentences.ts'
import { contentWords, wordsOf } from './words.ts'

const defaultTimeoutMs = 10_000
const mostSubpages = 100
/** Pages of one request that are read for summaries at the same time. */
const readAtOnce = 10

export type Contents = ReturnType<typeof createContents>

interface PageQuery {
  readonly caller: Caller
  readonly options: ContentsOptions
  readonly signal: AbortSignal
}

export interface FillRequest extends PageQuery {
  /** What highlights and summaries look for unless they have a query of their own. */
  readonly query: string | undefined
  /** The passage by which the page was found: near to the query, whatever its words. */
  readonly foundBy?: Stretch | undefined
  readonly meter: Meter
}

/** Writes summaries. It stands apart because it reads, and contents only shows what is there. */
export interface Summaries {
  /** Rejects with `invalid_json_schema` a schema that cannot be filled. */
  check(schema: Readonly<Record<string, unknown>>): void
  /** In the words of the page, or as the JSON text of an object by the schema; null when the page lacks what it requires. */
  summarise(
    document: Document,
    options: SummaryOptions,
    run: { meter: Meter; signal: AbortSignal },
  ): Promise<string | null>
}

interface Needs {
  readonly pages: Pages
  readonly summaries: Summaries
  readonly highlight: Highlights
}

export function createContents({ pages, summaries, highlight }: Needs) {
  return {
    /** The pages at the given addresses. One that cannot be had is a status, never a failure of the whole. */
    async get(
      caller: Caller,
      request: ContentsRequest,
      { meter, signal }: { meter: Meter; signal: AbortSignal },
    ) {
      const urls = request.urls ?? request.ids
      if (!urls) throw new AppError('invalid_request', 'Invalid request body | "urls" is required')
      checkOptions(request)
      const types = contentTypes(request)
      await meter.reserve('contentsPage', urls.length * Math.max(1, types.length))
      const options = contentsToFill({ contents: request }) ?? request
      const fill = { caller, options, query: undefined, signal, meter }
      const outcomes = await Promise.all(urls.map((url) => fetchPage(url, fill)))
      const statuses = outcomes.map((outcome, position) => statusOf(urls[position] ?? '', outcome))
      const found = outcomes.flatMap((outcome) => ('document' in outcome ? [outcome.document] : []))
      const results: Result[] = []
      for (let at = 0; at < found.length; at += readAtOnce) {
        const next = found.slice(at, at + readAtOnce)
        results.push(...(await Promise.all(next.map((document) => this.fill(document, fill)))))
      }
      for (const type of types)
        meter.charge(`contents.${type}`, type === 'summary' ? 'summary' : 'contentsPage', results.length)
      meter.count({ pages: results.length })
      return { ...withContext(results, { contents: request }), statuses }
    },

    /** A document as a result with everything that was asked for, subpages included. */
    async fill(document: Document, request: FillRequest): Promise<Result> {
      const { options } = request
      const result = await show(document, request)
      if (!options.subpages) return result
      const links = chooseSubpages(document, options.subpageTarget ?? [], options.subpages)
      const outcomes = await Promise.all(links.map((url) => fetchPage(url, request)))
      const subpages = await Promise.all(
        outcomes.flatMap((outcome) =>
          'document' in outcome ? [show(outcome.document, { ...request, foundBy: undefined })] : [],
        ),
      )
      return { ...result, subpages }
    },

    /** The same for a document that a search found: as fresh as was asked for, or as it is where that fails. */
    async fillFound(document: Document, request: FillRequest): Promise<Result> {
      const { maxAgeHours, livecrawl, snapshotAsOf } = request.options
      const asStored = maxAgeHours === undefined && livecrawl === undefined && snapshotAsOf === undefined
      const wanted = asStored ? null : await this.page(document.url, request)
      return this.fill(wanted ?? document, request)
    },

    /** One page by its address, as it is stored or else from the web; null when it cannot be had. */
    async page(url: string, request: PageQuery): Promise<Document | null> {
      const outcome = await fetchPage(url, request)
      return 'document' in outcome ? outcome.document : null
    },

    /** Pages by their addresses, with a status for each address in the same order. */
    async pages(urls: readonly string[], request: PageQuery) {
      const outcomes = await Promise.all(urls.map((url) => fetchPage(url, request)))
      return {
        documents: outcomes.flatMap((outcome) => ('document' in outcome ? [outcome.document] : [])),
        statuses: outcomes.map((outcome, position) => statusOf(urls[position] ?? '', outcome)),
      }
    },

    checkOptions,
    isEmpty,
  }

  async function show(document: Document, request: FillRequest): Promise<Result> {
    const { options, query, signal, meter } = request
    const snapshotAt = options.snapshotAsOf ? { snapshotAt: document.fetchedAt } : {}
    const result = renderResult(document, { contents: options, ...snapshotAt })
    const [marked, summary] = await Promise.all([
      options.highlights && mark(document, options.highlights, request),
      options.summary &&
        summaries.summarise(
          document,
          { ...options.summary, query: options.summary.query ?? query },
          { meter, signal },
        ),
    ])
    return { ...result, ...marked, ...(typeof summary === 'string' && { summary }) }
  }

  async function mark(
    document: Document,
    options: HighlightOptions,
    { query, foundBy, signal }: FillRequest,
  ): Promise<Pick<Result, 'highlights' | 'highlightScores'>> {
    const sought = options.query ?? query ?? document.title ?? ''
    const found =
      foundBy && options.query === undefined
        ? foundHighlights(document, sought, options, foundBy)
        : await highlight(document, sought, options, signal)
    return {
      highlights: found.map(({ start, end }) => document.text.slice(start, end)),
      highlightScores: found.map(({ score }) => score),
    }
  }

  /** What a caller may not combine, before anything is fetched or spent. */
  function checkOptions(options: ContentsOptions & Addresses): void {
    refuseConflicts(options)
    if (options.summary?.schema) summaries.check(options.summary.schema)
  }

  function fetchPage(url: string, { caller, options, signal }: PageQuery): Promise<PageOutcome> {
    return pages.get({
      teamId: caller.teamId,
      url,
      freshness: freshnessOf(options),
      asOf: options.snapshotAsOf,
      sections: chosenSections(options.text),
      timeoutMs: options.livecrawlTimeout ?? defaultTimeoutMs,
      reason: 'contents',
      signal,
    })
  }
}

interface Addresses {
  readonly urls?: readonly string[] | undefined
  readonly ids?: readonly string[] | undefined
}

const statusOf = (id: string, outcome: PageOutcome): ContentsStatus =>
  'error' in outcome
    ? { id, status: 'error', error: outcome.error }
    : { id, status: 'success', source: outcome.source }

function refuseConflicts(options: ContentsOptions & Addresses): void {
  freshnessOf(options)
  const pages = (options.urls ?? options.ids)?.length ?? 1
  if ((options.subpages ?? 0) * pages > mostSubpages && (options.urls ?? options.ids)) {
    throw new AppError(
      'subpages_limit_exceeded',
      `At most ${mostSubpages} subpages in all: ${options.subpages} for each of ${pages} pages is more.`,
    )
  }
  const { text } = options
  const needsFetch = text && (text.verbosity ?? text.includeSections ?? text.excludeSections)
  if (needsFetch && options.maxAgeHours !== 0) {
    throw new AppError('conflicting_options', '`verbosity` and sections need `maxAgeHours: 0`.')
  }
  if (options.highlights?.dynamic && options.highlights.maxCharacters !== undefined) {
    throw new AppError('conflicting_options', '`highlights.dynamic` does not go with `maxCharacters`.')
  }
}

function contentTypes(options: ContentsOptions): ('text' | 'highlights' | 'summary')[] {
  return (['text', 'highlights', 'summary'] as const).filter((type) => options[type] !== undefined)
}

/** Links to other pages of the site: those whose address or text speaks of a target first, then as they stand. */
function chooseSubpages(document: Document, targets: readonly string[], count: number): string[] {
  const site = registrableDomain(document.host)
  const words = targets.flatMap(contentWords)
  const candidates = new Map<string, number>()
  for (const { url, text } of document.details.links) {
    if (!URL.canParse(url)) continue
    const target = new URL(url)
    target.hash = ''
    if (
      !/^https?:$/.test(target.protocol) ||
      target.href === document.url ||
      registrableDomain(target.hostname) !== site
    )
      continue
    const said = new Set(wordsOf(`${decodeURIComponentSafely(target.pathname)} ${text}`))
    const score = words.filter((word) => said.has(word)).length
    candidates.set(target.href, Math.max(score, candidates.get(target.href) ?? 0))
  }
  return [...candidates]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([url]) => url)
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
