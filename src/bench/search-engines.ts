import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import MiniSearch, { type SearchResult } from 'minisearch'
import * as sqliteVec from 'sqlite-vec'
import type { IndexDocument, IndexFilter, SearchIndex } from '../ports/search-index.ts'
import { fuseByRank, rankDocuments } from '../search/index.ts'
import type { TiledDocument } from './tiled-documents.ts'

/** What the comparison asks of an engine. Answers are document ids, best first; null where it has no such search. */
export interface Engine {
  readonly name: string
  add(documents: readonly TiledDocument[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** Whatever makes searches fast after writing. */
  settle(): Promise<void>
  keyword(text: string, kinds?: readonly string[]): Promise<string[]>
  vector: ((vector: Float32Array, kinds?: readonly string[]) => Promise<string[]>) | null
  both: ((text: string, vector: Float32Array, kinds?: readonly string[]) => Promise<string[]>) | null
  diskBytes(): Promise<number>
  close(): Promise<void>
}

const depth = 100

const filter = (kinds?: readonly string[]): IndexFilter => ({ visibleTo: ['public'], kinds })
const ids = (ranked: ReturnType<typeof rankDocuments>): string[] =>
  ranked.map(({ document }) => document.documentId)

export function indexEngine(index: SearchIndex): Engine {
  let version = 0
  const toDocument = ({ id, text, vector, kind }: TiledDocument): IndexDocument => ({
    id,
    version,
    url: `https://example.org/${id}`,
    canonicalUrl: '',
    title: null,
    language: 'en',
    kind,
    visibility: 'public',
    publishedAt: null,
    crawledAt: 0,
    contentHash: '',
    flags: [],
    passages: [{ ordinal: 0, start: 0, end: text.length, text, vector }],
  })
  return {
    name: 'Winnow (LanceDB)',
    add(documents) {
      version++
      return index.upsert(documents.map(toDocument))
    },
    remove: (removed) => index.delete(removed),
    settle: () => index.maintain(),
    keyword: async (text, kinds) =>
      ids(rankDocuments({ keyword: await index.keyword(text, filter(kinds), depth) })),
    vector: async (vector, kinds) =>
      ids(rankDocuments({ vector: await index.vector(vector, filter(kinds), depth) })),
    async both(text, vector, kinds) {
      const [byWords, byMeaning] = await Promise.all([
        index.keyword(text, filter(kinds), depth),
        index.vector(vector, filter(kinds), depth),
      ])
      return ids(rankDocuments({ keyword: byWords, vector: byMeaning }))
    },
    diskBytes: async () => (await index.statistics()).sizeBytes,
    close: () => index.close(),
  }
}

const condition = (table: string, kinds?: readonly string[]): string =>
  kinds ? `AND ${table}.kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})` : ''

/** FTS5 and sqlite-vec in one file, in SQLite as libsql builds it. */
export function sqliteEngine(folder: string, dimensions: number): Engine {
  const path = join(folder, 'comparison.sqlite')
  const database = new Database(path)
  sqliteVec.load(database)
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE documents (number INTEGER PRIMARY KEY, id TEXT UNIQUE, kind TEXT, text TEXT);
    CREATE VIRTUAL TABLE words USING fts5 (text, content = 'documents', content_rowid = 'number', tokenize = 'porter unicode61');
    CREATE VIRTUAL TABLE vectors USING vec0 (number INTEGER PRIMARY KEY, kind TEXT, vector FLOAT[${dimensions}] DISTANCE_METRIC = cosine);
  `)
  const statements = {
    document: database.prepare('INSERT INTO documents (id, kind, text) VALUES (?, ?, ?)'),
    words: database.prepare(
      'INSERT INTO words (rowid, text) SELECT number, text FROM documents WHERE id = ?',
    ),
    vector: database.prepare(
      'INSERT INTO vectors (number, kind, vector) SELECT number, kind, ? FROM documents WHERE id = ?',
    ),
    forgetWords: database.prepare(
      "INSERT INTO words (words, rowid, text) SELECT 'delete', number, text FROM documents WHERE id = ?",
    ),
    forgetVector: database.prepare(
      'DELETE FROM vectors WHERE number = (SELECT number FROM documents WHERE id = ?)',
    ),
    forget: database.prepare('DELETE FROM documents WHERE id = ?'),
  }
  const remove = (id: string): void => {
    for (const statement of [statements.forgetWords, statements.forgetVector, statements.forget])
      statement.run([id])
  }
  const inTransaction = (work: () => void): void => {
    database.exec('BEGIN')
    work()
    database.exec('COMMIT')
  }
  const rows = (sql: string, parameters: unknown[]): string[] =>
    (database.prepare(sql).all(parameters) as { id: string }[]).map(({ id }) => id) // every query selects it

  const keyword = async (text: string, kinds?: readonly string[]): Promise<string[]> => {
    const terms = text.match(/[\p{L}\p{N}]+/gu) ?? []
    const query = terms.map((term) => `"${term}"`).join(' OR ')
    return rows(
      `SELECT documents.id FROM words JOIN documents ON documents.number = words.rowid
       WHERE words MATCH ? ${condition('documents', kinds)} ORDER BY bm25(words) LIMIT ${depth}`,
      [query],
    )
  }
  const vector = async (given: Float32Array, kinds?: readonly string[]): Promise<string[]> =>
    rows(
      `SELECT documents.id FROM vectors JOIN documents ON documents.number = vectors.number
       WHERE vectors.vector MATCH ? AND k = ${depth} ${condition('vectors', kinds)} ORDER BY distance`,
      [Buffer.from(given.buffer)],
    )
  return {
    name: 'SQLite FTS5 + sqlite-vec',
    async add(documents) {
      inTransaction(() => {
        for (const { id, kind, text, vector: given } of documents) {
          remove(id)
          statements.document.run([id, kind, text])
          statements.words.run([id])
          statements.vector.run([Buffer.from(given.buffer), id])
        }
      })
    },
    remove: async (ids) => inTransaction(() => ids.forEach(remove)),
    async settle() {
      database.exec("INSERT INTO words (words) VALUES ('optimize')")
    },
    keyword,
    vector,
    async both(text, given, kinds) {
      const lists = [await keyword(text, kinds), await vector(given, kinds)].map((ids, index) => ({
        name: String(index),
        items: ids.map((item) => ({ item, score: 0 })),
      }))
      return fuseByRank(lists, (id) => id).map(({ item }) => item)
    },
    diskBytes: async () => statSync(path).size,
    async close() {
      database.close()
    },
  }
}

/** Words only, all in memory. */
export function miniSearchEngine(): Engine {
  const search = new MiniSearch<{ id: string; text: string; kind: string }>({
    fields: ['text'],
    storeFields: ['kind'],
  })
  return {
    name: 'MiniSearch',
    async add(documents) {
      for (const { id, text, kind } of documents) {
        if (search.has(id)) search.discard(id)
        search.add({ id, text, kind })
      }
    },
    remove: async (ids) => search.discardAll(ids),
    settle: () => search.vacuum(),
    async keyword(text, kinds) {
      // What is stored comes back without a type.
      const filter = kinds && ((result: SearchResult) => kinds.includes(result.kind as string))
      return search
        .search(text, { filter })
        .slice(0, depth)
        .map((result) => String(result.id))
    },
    vector: null,
    both: null,
    diskBytes: async () => 0,
    async close() {
      search.removeAll()
    },
  }
}
