import { makeArrowTable, type Table } from '@lancedb/lancedb'
import type { IndexDocument, PassageVector } from '../../ports/search-index.ts'
import {
  commonColumns,
  commonRow,
  passageId,
  type Row,
  textRow,
  textSchema,
  vectorSchema,
} from './columns.ts'
import { isOneOf } from './filter-sql.ts'
import { versionsOf } from './read.ts'
import { indexTexts, type Tables } from './tables.ts'

let lastWritten = 0
/** Numbers rows in the order of writing, over restarts too as long as the clock does not go back. */
const nextWritten = (): number => (lastWritten = Math.max(lastWritten + 1, Date.now() * 1_000))

/** Rows of the documents, and of those vectors that are given or can be kept, ready to be written. */
export interface DocumentRows {
  readonly texts: Row[]
  readonly vectors: Row[]
}

export async function toRows(
  documents: readonly IndexDocument[],
  knownVectors: Table,
): Promise<DocumentRows> {
  const ids = documents.map((document) => document.id)
  const known: Row[] = await knownVectors
    .query()
    .where(isOneOf('document_id', ids))
    .select(['id', 'text_hash', 'vector'])
    .toArray()
  const vectorOf = new Map(known.map((row) => [`${String(row.id)} ${String(row.text_hash)}`, row.vector]))
  const texts: Row[] = []
  const vectors: Row[] = []
  for (const document of documents) {
    for (const passage of document.passages) {
      const common = { ...commonRow(document, passage), written: nextWritten() } as Row
      texts.push(textRow(common, document.language, passage))
      const kept = vectorOf.get(`${String(common.id)} ${String(common.text_hash)}`) as
        | Iterable<number>
        | undefined
      const vector = passage.vector ?? (kept && Float32Array.from(kept))
      if (vector) vectors.push({ ...common, vector })
    }
  }
  return { texts, vectors }
}

/**
 * Each step leaves an index that answers: first the new rows (from then on they win over the old ones), then the old
 * ones go, then the vectors follow.
 */
export async function writeDocuments(tables: Tables, given: readonly IndexDocument[]): Promise<number> {
  const newest = new Map<string, IndexDocument>()
  for (const document of given) {
    if ((newest.get(document.id)?.version ?? -Infinity) <= document.version) newest.set(document.id, document)
  }
  const [inFresh, inMain] = await Promise.all(
    [tables.fresh, tables.main].map((table) => versionsOf(table, 'document_id', [...newest.keys()])),
  )
  const documents = [...newest.values()].filter(
    ({ id, version }) => version >= Math.max(inFresh!.get(id) ?? -Infinity, inMain!.get(id) ?? -Infinity),
  )
  if (documents.length === 0) return 0

  const ids = documents.map((document) => document.id)
  const { texts, vectors } = await toRows(documents, tables.vectors)
  await indexTexts(tables.fresh, texts)
  if (texts.length > 0) {
    await tables.fresh
      .mergeInsert('id')
      .whenMatchedUpdateAll()
      .whenNotMatchedInsertAll()
      .whenNotMatchedBySourceDelete({ where: isOneOf('document_id', ids) })
      .execute(makeArrowTable(texts, { schema: textSchema }))
  } else {
    await tables.fresh.delete(isOneOf('document_id', ids))
  }
  const replaced = ids.filter((id) => inMain!.has(id))
  if (replaced.length > 0) await tables.main.delete(isOneOf('document_id', replaced))
  await replaceVectors(tables.vectors, isOneOf('document_id', ids), vectors)
  return texts.length
}

/** A crash between the two leaves passages without vectors, which are embedded again. */
async function replaceVectors(table: Table, where: string, rows: Row[]): Promise<void> {
  if ((await table.countRows(where)) > 0) await table.delete(where)
  await addVectors(table, rows)
}

export async function addVectors(table: Table, rows: Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const schema = vectorSchema((first.vector as Float32Array).length)
  await table.add(makeArrowTable(rows, { schema }))
}

export const addTexts = async (table: Table, rows: Row[]): Promise<void> => {
  if (rows.length > 0) await table.add(makeArrowTable(rows, { schema: textSchema }))
}

export async function removeDocuments(tables: Tables, ids: readonly string[]): Promise<void> {
  const where = isOneOf('document_id', ids)
  for (const table of [tables.fresh, tables.main, tables.vectors]) await table.delete(where)
}

export async function writeVectors(tables: Tables, given: readonly PassageVector[]): Promise<void> {
  const byId = new Map(given.map((entry) => [passageId(entry.documentId, entry.ordinal), entry]))
  const where = isOneOf('id', [...byId.keys()])
  const find = async (table: Table): Promise<Row[]> =>
    table
      .query()
      .where(where)
      .select([...commonColumns])
      .toArray()
  const found = (await Promise.all([find(tables.main), find(tables.fresh)])).flat()
  // The same row may stand in both tables.
  const rows = new Map<string, Row>()
  for (const row of found) {
    const entry = byId.get(row.id as string)
    if (entry?.version === row.version) rows.set(row.id as string, { ...plain(row), vector: entry!.vector })
  }
  if (rows.size > 0) await replaceVectors(tables.vectors, isOneOf('id', [...rows.keys()]), [...rows.values()])
}

/** A row that was read, as one that can be written: lists come as vectors of the engine. */
export function plain(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name === 'vector'
        ? Float32Array.from(value as Iterable<number>)
        : typeof value === 'object' && value !== null
          ? [...(value as Iterable<unknown>)]
          : value,
    ]),
  )
}
