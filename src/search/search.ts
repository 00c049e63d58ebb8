import type { Caller, Viewer } from '../access/index.ts'
import type { Meter } from '../billing/index.ts'
import { contentsToFill, withContext, type Contents } from '../contents/index.ts'
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
import { chargeSearch, reserveSearch } from './charges.ts'
import { resultCount, toIndexFilter } from './filters.ts'
import { findRanked, type Finder } from './find-ranked.ts'
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

/** What a search looks for. Lists for several of these are fused by rank. */
export interface Looks {
  /** The first one counts as much as all others together. */
  readonly queries: readonly string[]
  /** Documents whose meaning is looked for as well. */
  readonly like?: readonly Document[]
}

export interface Found {
  readonly documents: readonly RankedDocument[]
  /** Which ways were taken. */
  readonly way: 'keyword' | 'neural' | 'hybrid'
}

export function createSearch({ index, embedder, documents, contents, log }: Needs) {
  return {
    async search(caller: Caller, request: SearchRequest, run: Run) {
      const startedAt = performance.now()
      const wanted = this.check(caller, request)
      await reserveSearch(run.meter, wanted, request)
      run.meter.count({ searches: 1 })
      const found = await find(caller, request, { queries: [request.query] }, run.signal)
      const results = await present(caller, found.documents, request, request.query, run)
      chargeSearch(run.meter, found.way === 'keyword' ? 'search.keyword' : 'search.neural', results, request)
      return answer(results, request, found.way, startedAt)
    },

    /** Finds without showing, metering or charging: for services that read what is found. */
    find,
    present,

    /** The found documents themselves, best first. */
    async load(viewer: Viewer, found: Found, count: number): Promise<Document[]> {
      const ids = found.documents.slice(0, count).map(({ document }) => document.documentId)
      const loaded = await documents.load(viewer.teamId, ids)
      return ids.flatMap((id) => loaded.get(id) ?? [])
    },

    /** What a request may not ask for, before anything is spent; answers how many results it wants. */
    check(caller: Caller, request: SearchFilters): number {
      const wanted = resultCount(request)
      if (request.contents) contents.checkOptions(request.contents)
      toIndexFilter(caller, request)
      return wanted
    },

    async findSimilar(caller: Caller, request: FindSimilarRequest, run: Run) {
      const startedAt = performance.now()
      const wanted = resultCount(request)
      if (request.contents) contents.checkOptions(request.contents)
      const filter = toIndexFilter(caller, request)
      await reserveSearch(run.meter, wanted, request)
      const source = await contents.page(request.url, {
        caller,
        options: {},
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
      const find: Finder['find'] = (limit) => index.vector(meaning, narrowed, limit, run.signal).then(prefer)
      const similar = await findRanked([{ name: 'vector', find }], wanted)
      const results = await present(caller, similar, request, source.title ?? undefined, run)
      chargeSearch(run.meter, 'search.neural', results, request)
      return answer(results, request, 'neural', startedAt)
    },

    /** Why each result stands where it does. */
    async explain(
      caller: Caller,
      request: SearchRequest,
      run: Run,
    ): Promise<Omit<SearchExplanation, 'requestId' | 'costDollars'>> {
      const startedAt = performance.now()
      const wanted = resultCount(request)
      const filter = toIndexFilter(caller, request)
      await reserveSearch(run.meter, wanted, request)
      run.meter.count({ searches: 1 })
      const found = await find(caller, request, { queries: [request.query] }, run.signal)
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

  async function find(
    viewer: Viewer,
    request: SearchFilters & Pick<SearchRequest, 'type'>,
    { queries, like = [] }: Looks,
    signal: AbortSignal,
  ): Promise<Found> {
    const plan = planOf(request.type)
    const filter = toIndexFilter(viewer, request)
    const prefer = (hits: IndexHit[]) => preferLocation(hits, request.userLocation)
    const byWords = queries.map((query, at): Finder => ({
      name: listName('keyword', at),
      weight: weightOf(at, queries.length + like.length),
      find: (limit) => index.keyword(query, filter, limit, signal).then(prefer),
    }))
    const meanings = plan.usesMeaning ? await queryVectors(queries, plan.needsMeaning, signal) : null
    const likeness = await Promise.all(like.map((document) => meaningOf(viewer, document, signal)))
    const byMeaning = [...(meanings ?? []), ...(meanings ? likeness : [])].map((vector, at): Finder => ({
      name: listName('vector', at),
      weight: weightOf(at, queries.length + like.length),
      find: (limit) => index.vector(vector, filter, limit, signal).then(prefer),
    }))
    // Without a model, what needs both does with words alone, and says so.
    const usesWords = plan.usesWords || byMeaning.length === 0
    const finders = [...(usesWords ? byWords : []), ...byMeaning]
    const way = usesWords ? (byMeaning.length > 0 ? 'hybrid' : 'keyword') : 'neural'
    return { documents: await findRanked(finders, resultCount(request)), way }
  }

  /** Null when the model cannot be had and the search can do without. */
  async function queryVectors(
    queries: readonly string[],
    needed: boolean,
    signal: AbortSignal,
  ): Promise<Float32Array[] | null> {
    try {
      return await embedder.embed(queries, { kind: 'query', signal })
    } catch (error) {
      signal.throwIfAborted()
      if (needed) throw error
      log.warn({ err: error }, 'searching by words alone: the embedder cannot be used')
      return null
    }
  }

  /** The middle of what a page's passages mean; made now for a page that the index has not embedded yet. */
  async function meaningOf(viewer: Viewer, source: Document, signal: AbortSignal): Promise<Float32Array> {
    const stored = await index.vectorsOf(source.id, ['public', viewer.teamId])
    if (stored.length > 0) return centroid(stored)
    const beginning = `${source.title ?? ''}\n${source.text.slice(0, 2000)}`
    return centroid(await embedder.embed([beginning], { kind: 'passage', signal }))
  }

  /** As many of the documents as are wanted, with the contents that were asked for. */
  async function present(
    caller: Caller,
    ranked: readonly RankedDocument[],
    request: SearchFilters,
    query: string | undefined,
    { signal, meter }: Run,
  ): Promise<Result[]> {
    const wanted = resultCount(request)
    const results: Result[] = []
    const options = contentsToFill(request)
    for (let at = 0; at < ranked.length && results.length < wanted;) {
      const next = ranked.slice(at, (at += Math.min(atOnce, wanted - results.length)))
      const loaded = await documents.load(
        caller.teamId,
        next.map(({ document }) => document.documentId),
      )
      const filled = await Promise.all(
        next.map(async ({ document: { documentId, best }, score }): Promise<Result | null> => {
          const document = loaded.get(documentId)
          if (!document) return null
          const foundBy = document.version === best.version ? best : undefined
          const filling = { caller, options: options ?? {}, query, foundBy, signal, meter }
          const entities = resultEntities(document, request.category)
          return { ...(await contents.fillFound(document, filling)), score, ...(entities && { entities }) }
        }),
      )
      for (const result of filled) {
        const isWanted = !options || options.filterEmptyResults === false
        if (result && (isWanted || !contents.isEmpty(result, options))) results.push(result)
      }
    }
    return results
  }
}

function answer(results: Result[], request: SearchFilters, way: Found['way'], startedAt: number) {
  return {
    ...withContext(results, request),
    resolvedSearchType: way,
    searchTime: performance.now() - startedAt,
  }
}

/** Pages that are loaded, and read for summaries, at the same time. */
const atOnce = 10

const listName = (way: string, at: number): string => (at === 0 ? way : `${way} ${at + 1}`)
const weightOf = (at: number, count: number): number => (at === 0 ? Math.max(1, count - 1) : 1)

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
