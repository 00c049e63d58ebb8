import { setTimeout as sleep } from 'node:timers/promises'
import type { Document, Documents } from '../../documents/index.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { Log } from '../../ports/log.ts'
import type { IndexFilter, IndexHit, SearchIndex } from '../../ports/search-index.ts'
import { createRecently } from './recently.ts'

/** Brings a page from the web into the records; null when it cannot be had. */
export type FetchPage = (teamId: string, url: string, signal: AbortSignal) => Promise<Document | null>

export interface LibraryNeeds {
  readonly index: SearchIndex
  readonly embedder: Embedder
  readonly documents: Pick<Documents, 'find' | 'load'>
  readonly fetchPage: FetchPage
  readonly clock: Clock
  readonly log: Log
}

/** Whose pages are looked through, and which of them. */
export type Shelf = Omit<IndexFilter, 'visibleTo'> & { readonly teamId: string }

export type Library = ReturnType<typeof createLibrary>

/** Pages in memory: enough for the entities under way. Their parts that are read again and again are parsed once. */
const mostPages = 300
const minuteMs = 60_000
const patienceMs = 200

/** The pages that a team may see: found by words and by meaning, and read. */
export function createLibrary({ index, embedder, documents, fetchPage, clock, log }: LibraryNeeds) {
  const pages = new Map<string, Document>()
  const vectors = createRecently<Float32Array | null>(clock, { most: 500, forMs: 60 * minuteMs })
  const names = createRecently<Document[]>(clock, { most: 200, forMs: minuteMs / 2 })
  const addresses = createRecently<Document | null>(clock, { most: 500, forMs: minuteMs })
  const fetches = createRecently<Document | null>(clock, { most: 500, forMs: 10 * minuteMs })

  return {
    // A signal of their own: one run asks for more at once than a signal likes to be listened to.
    byWords: (query: string, shelf: Shelf, limit: number, signal: AbortSignal): Promise<IndexHit[]> =>
      index.keyword(query, filterOf(shelf), limit, AbortSignal.any([signal])),

    /** Nothing when there is no model to be had: words have to do then. */
    async byMeaning(query: string, shelf: Shelf, limit: number, signal: AbortSignal): Promise<IndexHit[]> {
      const vector = await vectors(query, () => vectorOf(query)).catch(() => null)
      signal.throwIfAborted()
      return vector ? index.vector(vector, filterOf(shelf), limit, AbortSignal.any([signal])) : []
    },

    /** Whether the meanings of questions are known, or very soon. Otherwise they are being worked out meanwhile. */
    async hasMeanings(questions: readonly string[]): Promise<boolean> {
      const all = Promise.all(
        questions.map((question) => vectors(question, () => vectorOf(question)).catch(() => null)),
      )
      const timeout = new AbortController()
      try {
        return await Promise.race([
          all.then(() => true),
          sleep(patienceMs, false, { signal: timeout.signal, ref: false }),
        ])
      } finally {
        timeout.abort()
      }
    },

    /**
     * Pages that have a name in it, as it is written, the likeliest first. Asking for the best by its words and then
     * looking is many times cheaper than asking the index for exactly those.
     */
    naming(
      name: string,
      shelf: Shelf,
      most: number,
      signal: AbortSignal,
      isWorthReading?: (hit: IndexHit) => boolean,
    ): Promise<Document[]> {
      // What is verified is enriched next, and asks the same again.
      const key = JSON.stringify([name, shelf, most, isWorthReading === undefined])
      return names(key, () => this.findNaming(name, shelf, most, signal, isWorthReading))
    },

    async findNaming(
      name: string,
      shelf: Shelf,
      most: number,
      signal: AbortSignal,
      isWorthReading: (hit: IndexHit) => boolean = () => true,
    ): Promise<Document[]> {
      const hits = (await this.byWords(name, shelf, 5 * most, signal)).filter(isWorthReading)
      const best = [...new Map(hits.map((hit) => [hit.documentId, hit])).values()].slice(0, most)
      const pages = await this.read(shelf.teamId, best)
      return pages.filter(({ title, text }) => text.includes(name) || title?.includes(name))
    },

    /** The documents of hits, in their order and each once; those that are gone are left out. */
    async read(
      teamId: string,
      hits: readonly Pick<IndexHit, 'documentId' | 'version'>[],
    ): Promise<Document[]> {
      const keys = new Map(hits.map(({ documentId, version }) => [documentId, keyOf(documentId, version)]))
      const missing = [...keys].filter(([, key]) => !pages.has(key)).map(([id]) => id)
      const loaded = missing.length > 0 ? await documents.load(teamId, missing) : new Map<string, Document>()
      return [...keys].flatMap(([id, key]) => {
        const document = pages.get(key) ?? loaded.get(id)
        return document ? [keep(document)] : []
      })
    },

    /** The current version of a document; null when it is gone, or not the team's to see. */
    async document(teamId: string, id: string): Promise<Document | null> {
      const found = (await documents.load(teamId, [id])).get(id)
      return found ? keep(found) : null
    },

    /** The page at an address, if it is stored. */
    at: (teamId: string, url: string): Promise<Document | null> =>
      addresses(`${teamId} ${url}`, async () => {
        const found = await documents.find(teamId, url)
        return found && keep(found)
      }),

    /** The page at an address, from the web if need be. A site that is out of reach is not asked again at once. */
    async fetched(teamId: string, url: string, signal: AbortSignal): Promise<Document | null> {
      return fetches(`${teamId} ${url}`, async () => {
        const found = await fetchPage(teamId, url, signal)
        signal.throwIfAborted()
        return found && keep(found)
      })
    },
  }

  /** One object for one version, without the markup, which nobody here reads and which is most of the size. */
  function keep(document: Document): Document {
    const key = keyOf(document.id, document.version)
    const page = pages.get(key) ?? { ...document, html: null }
    pages.delete(key)
    pages.set(key, page)
    for (const oldest of pages.keys()) {
      if (pages.size <= mostPages) break
      pages.delete(oldest)
    }
    return page
  }

  // Without the caller's signal: others may wait for the same vector.
  async function vectorOf(query: string): Promise<Float32Array | null> {
    try {
      const [vector] = await embedder.embed([query], { kind: 'query' })
      return vector ?? null
    } catch (error) {
      log.warn({ err: error }, 'finding candidates by words alone: the embedder cannot be used')
      throw error
    }
  }
}

const filterOf = ({ teamId, ...filter }: Shelf): IndexFilter => ({ ...filter, visibleTo: ['public', teamId] })

/** A document's id is a team's own, so that what one team has read is never handed to another. */
const keyOf = (documentId: string, version: number): string => `${documentId} ${version}`
