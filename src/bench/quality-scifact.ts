import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Embedder } from '../ports/embedder.ts'
import type { IndexDocument, IndexHit, SearchIndex } from '../ports/search-index.ts'
import { fuseByRank, fuseByScore, rankDocuments, splitPassages } from '../search/index.ts'
import { mean, ndcg, recall, type Relevance } from './retrieval-metrics.ts'
import { openVectorCache } from './vector-cache.ts'

/** Anything that answers a query with document ids, best first: the index in this process, or a server. */
export interface Searcher {
  search(query: string, limit: number): Promise<string[]>
}

export interface QualityReport {
  readonly queries: number
  readonly ndcgAt10: number
  readonly recallAt100: number
}

const documentSchema = z.object({ id: z.coerce.string(), title: z.string(), text: z.string() })
const querySchema = z.object({ id: z.coerce.string(), text: z.string() })

const lines = (text: string): string[] => text.trim().split('\n')

/** SciFact: scientific abstracts, and claims that some of them support or refute. */
export async function loadScifact(evalFolder: string) {
  const folder = join(evalFolder, 'scifact')
  const documents = gunzipSync(await readFile(join(folder, 'documents.jsonl.gz'))).toString()
  const relevance = new Map<string, Map<string, number>>()
  for (const line of lines(await readFile(join(folder, 'qrels.tsv'), 'utf8'))) {
    const [query, document, grade] = line.split('\t')
    if (!query || !document || !(Number(grade) > 0)) continue // a header, or not relevant
    relevance.set(query, (relevance.get(query) ?? new Map<string, number>()).set(document, Number(grade)))
  }
  return {
    documents: lines(documents).map((line) => documentSchema.parse(JSON.parse(line))),
    queries: lines(await readFile(join(folder, 'queries.jsonl'), 'utf8'))
      .map((line) => querySchema.parse(JSON.parse(line)))
      .filter((query) => relevance.has(query.id)),
    relevance: relevance as ReadonlyMap<string, Relevance>,
  }
}

export async function measureScifact(evalFolder: string, searcher: Searcher): Promise<QualityReport> {
  const { queries, relevance } = await loadScifact(evalFolder)
  const scores: { ndcg: number; recall: number }[] = []
  for (const { id, text } of queries) {
    const ranked = await searcher.search(text, 100)
    scores.push({
      ndcg: ndcg(ranked, relevance.get(id)!, 10),
      recall: recall(ranked, relevance.get(id)!, 100),
    })
  }
  return {
    queries: scores.length,
    ndcgAt10: mean(scores.map((score) => score.ndcg)),
    recallAt100: mean(scores.map((score) => score.recall)),
  }
}

/** Puts the collection into an index, with vectors that are kept in a folder from one run to the next. */
export async function indexScifact(
  evalFolder: string,
  index: SearchIndex,
  embedder: Embedder,
  cacheFolder: string,
  report: (done: number, total: number) => void = () => {},
): Promise<void> {
  const { documents } = await loadScifact(evalFolder)
  const known = await openVectorCache(embedder, cacheFolder)
  const step = 64
  for (let start = 0; start < documents.length; start += step) {
    const some = documents
      .slice(start, start + step)
      .map((document) => ({ ...document, passages: splitPassages(document) }))
    const vectors = await known.embed(
      some.flatMap(({ passages }) => passages.map(({ text }) => text)),
      'passage',
    )
    let next = 0
    await index.upsert(
      some.map(({ id, title, passages }): IndexDocument => {
        const url = `https://scifact.example/${id}`
        return {
          id,
          version: 1,
          url,
          canonicalUrl: url,
          title,
          language: 'en',
          kind: 'paper',
          visibility: 'public',
          publishedAt: null,
          crawledAt: 0,
          contentHash: '',
          flags: [],
          passages: passages.map((passage) => ({ ...passage, vector: vectors[next++]! })),
        }
      }),
    )
    report(Math.min(start + step, documents.length), documents.length)
  }
  await index.maintain()
}

const everything = { visibleTo: ['public'] }
/** Passages taken from each list: enough for a hundred documents when some have several. */
const depth = 150

const searcher = (rank: (query: string) => Promise<ReturnType<typeof rankDocuments>>): Searcher => ({
  async search(query, limit) {
    return (await rank(query)).slice(0, limit).map(({ document }) => document.documentId)
  },
})

/** The ways to search that are compared, over one index. */
export async function scifactSearchers(
  index: SearchIndex,
  embedder: Embedder,
  cacheFolder: string,
): Promise<Record<string, Searcher>> {
  const known = await openVectorCache(embedder, cacheFolder)
  const byWords = (query: string): Promise<IndexHit[]> => index.keyword(query, everything, depth)
  const byMeaning = async (query: string): Promise<IndexHit[]> =>
    index.vector((await known.embed([query], 'query'))[0]!, everything, depth)
  const both = (fuse: Parameters<typeof rankDocuments>[1]): Searcher =>
    searcher(async (query) => {
      const [keyword, vector] = await Promise.all([byWords(query), byMeaning(query)])
      return rankDocuments({ keyword, vector }, fuse)
    })
  return {
    keyword: searcher(async (query) => rankDocuments({ keyword: await byWords(query) })),
    vector: searcher(async (query) => rankDocuments({ vector: await byMeaning(query) })),
    'both by rank, k 60': both(fuseByRank),
    'both by score': both(fuseByScore),
  }
}
