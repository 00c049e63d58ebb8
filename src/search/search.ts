import type { Caller } from '../access/index.ts'
import type { Meter } from '../billing/index.ts'
import type { Contents } from '../contents/index.ts'
import type { Result } from '../contract/contents.ts'
import { AppError } from '../contract/errors.ts'
import type {
  FindSimilarRequest,
  SearchExplanation,
  SearchFilters,
  SearchRequest,
} from '../contract/search.ts'
import { registrableDomain, type Document, type Documents } from '../documents/index.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Log } from '../ports/log.ts'
import type { IndexFilter, IndexHit, SearchIndex } from '../ports/search-index.ts'
import { resultCount, toIndexFilter } from './filters.ts'
import { findRanked, type Finder, type Found } from './find-ranked.ts'
import { locationMatch, preferLocation } from './prefer-location.ts'
import type { RankedDocument } from './rank.ts'
import { planOf } from './search-plan.ts'
import { resultEntities } from './result-entities.ts'
import { centroid } from './similar.ts'

interface Needs {
  readonly index: SearchIndex
  readonly embedder: Embedder
  readonly documents: Documents
  readonly contents: Contents
  readonly log: Log
}

interface Run {
  readonly meter: Meter
  readonly signal: AbortSignal
}

export type Search = ReturnType<typeof createSearch>

export function createSearch({ index, embedder, documents, contents, log }: Needs) {
  return {
    async search(caller: Caller, request: SearchRequest, run: Run) {
      const startedAt = performance.now()
      const { found, filter: _, wanted } = await find(caller, request, run)
      const results = await present(caller, found.documents, request, request.query, wanted, run)
      charge(run.meter, found.way === 'keyword' ? 'search.keyword' : 'search.neural', results, request)
      return answer(results, request, found.way, startedAt)
    },

    async findSimilar(caller: Caller, request: FindSimilarRequest, run: Run) {
      const startedAt = performance.now()
      const wanted = resultCount(request)
      if (request.contents) contents.checkOptions(request.contents)
      const filter = toIndexFilter(caller, request)
      await reserve(run.meter, wanted, request)
      const source = await contents.page(request.url, {
        caller,
        options: {},
        query: undefined,
        signal: run.signal,
      })
      if (!source)
        throw new AppError(
          'invalid_urls',
          `The page ${request.url} cannot be had, so nothing similar can be found.`,
        )
      const sourceSite = registrableDomain(source.host)
      const narrowed: IndexFilter = {
        ...filter,
        excludeDocuments: [source.id],
        ...(request.excludeSourceDomain && {
          excludeDomains: [...(filter.excludeDomains ?? []), sourceSite],
        }),
      }
      const meaning = await meaningOf(caller, source, run.signal)
      const prefer = (hits: IndexHit[]) => preferLocation(hits, request.userLocation)
      const finder: Finder = {
        vector: (limit) => index.vector(meaning, narrowed, limit, run.signal).then(prefer),
      }
      const found = await findRanked({ vector: finder.vector }, wanted)
      const results = await present(caller, found.documents, request, source.title ?? undefined, wanted, run)
      charge(run.meter, 'search.neural', results, request)
      return answer(results, request, 'neural', startedAt)
    },

    /** Why each result stands where it does. */
    async explain(
      caller: Caller,
      request: SearchRequest,
      run: Run,
    ): Promise<Omit<SearchExplanation, 'requestId' | 'costDollars'>> {
      const startedAt = performance.now()
      const { found, filter, wanted } = await find(caller, request, run)
      const shown = found.documents.slice(0, wanted)
      const loaded = await documents.load(
        caller.teamId,
        shown.map(({ document }) => document.documentId),
      )
      run.meter.charge(found.way === 'keyword' ? 'search.keyword' : 'search.neural', 'search')
      return {
        resolvedSearchType: found.way,
        filter: { ...filter, visibleTo: [...filter.visibleTo] },
        results: shown.flatMap((ranked, position) => {
          const document = loaded.get(ranked.document.documentId)
          return document ? [explainOne(ranked, document, position + 1, request.userLocation)] : []
        }),
        searchTime: performance.now() - startedAt,
      }
    },
  }

  async function find(caller: Caller, request: SearchRequest, { meter, signal }: Run) {
    const wanted = resultCount(request)
    const plan = planOf(request)
    if (request.contents) contents.checkOptions(request.contents)
    const filter = toIndexFilter(caller, request)
    await reserve(meter, wanted, request)
    meter.count({ searches: 1 })
    const prefer = (hits: IndexHit[]) => preferLocation(hits, request.userLocation)
    const keyword = (limit: number) => index.keyword(request.query, filter, limit, signal).then(prefer)
    const meaning = plan.usesMeaning ? await queryVector(request.query, plan.needsMeaning, signal) : null
    const vector = meaning && ((limit: number) => index.vector(meaning, filter, limit, signal).then(prefer))
    const finder: Finder = { ...(plan.usesWords && { keyword }), ...(vector && { vector }) }
    // Without a model, what needs both does with words alone, and says so.
    return {
      filter,
      wanted,
      found: await findRanked(Object.keys(finder).length > 0 ? finder : { keyword }, wanted),
    }
  }

  /** Null when the model cannot be had and the search can do without. */
  async function queryVector(
    query: string,
    needed: boolean,
    signal: AbortSignal,
  ): Promise<Float32Array | null> {
    try {
      const [vector] = await embedder.embed([query], { kind: 'query', signal })
      return vector ?? null
    } catch (error) {
      signal.throwIfAborted()
      if (needed) throw error
      log.warn({ err: error }, 'searching by words alone: the embedder cannot be used')
      return null
    }
  }

  /** The middle of what a page's passages mean; made now for a page that the index has not embedded yet. */
  async function meaningOf(caller: Caller, source: Document, signal: AbortSignal): Promise<Float32Array> {
    const stored = await index.vectorsOf(source.id, ['public', caller.teamId])
    if (stored.length > 0) return centroid(stored)
    const beginning = `${source.title ?? ''}\n${source.text.slice(0, 2000)}`
    return centroid(await embedder.embed([beginning], { kind: 'passage', signal }))
  }

  async function present(
    caller: Caller,
    ranked: readonly RankedDocument[],
    request: SearchFilters,
    query: string | undefined,
    wanted: number,
    { signal }: Run,
  ): Promise<Result[]> {
    const loaded = await documents.load(
      caller.teamId,
      ranked.map(({ document }) => document.documentId),
    )
    const results: Result[] = []
    const options = request.contents
    for (const { document: hit, score } of ranked) {
      if (results.length === wanted) break
      const document = loaded.get(hit.documentId)
      if (!document) continue
      const result = await contents.fillFound(document, { caller, options: options ?? {}, query, signal })
      if (options && options.filterEmptyResults !== false && contents.isEmpty(result, options)) continue
      const entities = resultEntities(document, request.category)
      results.push({ ...result, score, ...(entities && { entities }) })
    }
    return results
  }

  function answer(results: Result[], request: SearchFilters, way: Found['way'], startedAt: number) {
    const context = request.contents?.context
    return {
      results,
      resolvedSearchType: way,
      searchTime: performance.now() - startedAt,
      ...(context && { context: contents.renderContext(results, context.maxCharacters) }),
    }
  }
}

function explainOne(
  { document: hit, score, from, duplicates }: RankedDocument,
  document: Document,
  position: number,
  userLocation: string | undefined,
) {
  const { best } = hit
  const location = locationMatch(best, userLocation)
  return {
    position,
    url: document.url,
    title: document.title,
    score,
    lists: from,
    ...(location && { location }),
    passage: { start: best.start, end: best.end, text: document.text.slice(best.start, best.end) },
    passagesFound: hit.passages.length,
    duplicates: [...duplicates],
  }
}

async function reserve(meter: Meter, wanted: number, { contents: options }: SearchFilters): Promise<void> {
  await meter.reserve('search')
  if (wanted > 10) await meter.reserve('extraResult', wanted - 10)
  if (options?.summary) await meter.reserve('summary', wanted)
}

function charge(
  meter: Meter,
  part: 'search.keyword' | 'search.neural',
  results: readonly Result[],
  request: SearchFilters,
) {
  meter.charge(part, 'search')
  if (results.length > 10) meter.charge(part, 'extraResult', results.length - 10)
  if (request.contents?.summary) meter.charge('contents.summary', 'summary', results.length)
  if (request.contents) meter.count({ pages: results.length })
}
