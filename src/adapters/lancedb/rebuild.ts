import { AppError } from '../../contract/errors.ts'
import type { IndexDocument } from '../../ports/search-index.ts'
import type { Row } from './columns.ts'
import { isOneOf } from './filter-sql.ts'
import { recentRows } from './copy-rows.ts'
import { compact } from './maintain.ts'
import { indexTexts, type Tables } from './tables.ts'
import { addTexts, addVectors, plain, removeDocuments, toRows } from './write.ts'

const batchSize = 500

/** Fills the tables of a new generation and indexes them. Nobody reads them yet. */
export async function fillTables(
  next: { readonly folder: string; readonly tables: Tables },
  documents: AsyncIterable<IndexDocument>,
  knownVectors: Tables['vectors'],
  signal: AbortSignal,
): Promise<void> {
  const seen = new Set<string>()
  let batch: IndexDocument[] = []
  let recent: Row[] = []
  const write = async (): Promise<void> => {
    signal.throwIfAborted()
    const { texts, vectors } = await toRows(batch, knownVectors)
    await addTexts(next.tables.main, texts)
    await addVectors(next.tables.vectors, vectors)
    recent = [...recent, ...texts].slice(-recentRows)
    batch = []
  }
  for await (const document of documents) {
    signal.throwIfAborted()
    if (seen.has(document.id))
      throw new AppError('internal', `Document ${document.id} was given twice to a rebuild.`)
    seen.add(document.id)
    batch.push(document)
    if (batch.length === batchSize) await write()
  }
  if (batch.length > 0) await write()
  await addTexts(next.tables.fresh, recent)
  const { fresh, main, vectors } = next.tables
  for (const table of [fresh, main, vectors]) await compact(next.folder, table, signal)
}

/** Brings over what was written to the old generation while the new one was filled. */
export async function copyDocuments(from: Tables, to: Tables, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const some = ids.slice(start, start + batchSize)
    const where = isOneOf('document_id', some)
    const read = async (table: Tables['main']): Promise<Row[]> =>
      (await table.query().where(where).toArray()).map(plain)
    const [main, fresh, vectors] = await Promise.all([from.main, from.fresh, from.vectors].map(read))
    // Later entries win: fresh is never older than main.
    const texts = [...new Map([...main!, ...fresh!].map((row) => [row.id, row])).values()]
    await removeDocuments(to, some)
    await indexTexts(to.fresh, texts)
    await addTexts(to.fresh, texts)
    await addVectors(to.vectors, vectors!)
  }
}
