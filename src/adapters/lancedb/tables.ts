import { type Connection, connect, Index, Session, type Table } from '@lancedb/lancedb'
import { createHash } from 'node:crypto'
import { type Row, scalarIndexes, textAnalysis, textColumns, textSchema, vectorSchema } from './columns.ts'

export interface IndexModel {
  readonly model: string
  readonly dimensions: number
}

/**
 * New and changed passages are written to `fresh`, which is small enough to be indexed at once, and are moved to
 * `main` in large batches, because to index anything there takes seconds. A row may stand in both. Vectors have a
 * table of their own, so that embedding a passage does not take its words out of the word index.
 */
export interface Tables {
  readonly fresh: Table
  readonly main: Table
  readonly vectors: Table
  close(): void
}

/** Default caches are meant for servers with much memory; these hold the hot part of a million passages. */
const session = (): Session => new Session(512n << 20n, 64n << 20n)

export async function openTables(folder: string, model: IndexModel): Promise<Tables> {
  // 0: every read sees what another process has committed, at .03 ms each.
  const connection = await connect(folder, { readConsistencyInterval: 0, session: session() })
  const existing = new Set(await connection.tableNames())
  const open = (name: string, schema: typeof textSchema): Promise<Table> =>
    existing.has(name) ? connection.openTable(name) : create(connection, name, schema)
  const [fresh, main, vectors] = await Promise.all([
    open('fresh', textSchema),
    open('main', textSchema),
    open(vectorTableName(model), vectorSchema(model.dimensions)),
  ])
  return {
    fresh,
    main,
    vectors,
    close() {
      for (const table of [fresh, main, vectors]) table.close()
      connection.close()
    },
  }
}

/** Vectors of different models are never in one table. */
const vectorTableName = ({ model }: IndexModel): string =>
  `vectors-${createHash('sha256').update(model).digest('hex').slice(0, 16)}`

/** Lets go of the vectors of former models. */
export async function dropOtherVectors(folder: string, model: IndexModel): Promise<void> {
  const connection = await connect(folder)
  for (const name of await connection.tableNames()) {
    if (name.startsWith('vectors-') && name !== vectorTableName(model)) await connection.dropTable(name)
  }
  connection.close()
}

async function create(connection: Connection, name: string, schema: typeof textSchema): Promise<Table> {
  const table = await connection.createEmptyTable(name, schema, { existOk: true, mode: 'create' })
  for (const [column, kind] of Object.entries(scalarIndexes)) {
    await table.createIndex(column, { config: Index[kind]() })
  }
  return table
}

/** The text columns that can be searched in a table: those of the languages that occur in it. */
export async function searchableColumns(table: Table): Promise<string[]> {
  const indexes = await table.listIndices()
  const indexed = new Set(indexes.flatMap((index) => index.columns))
  return textColumns.filter((column) => indexed.has(column))
}

/** Makes the word index of each language that occurs in the rows (or in the table) and has none yet. */
export async function indexTexts(table: Table, rows?: readonly Row[]): Promise<void> {
  const indexed = await searchableColumns(table)
  for (const column of textColumns) {
    if (indexed.includes(column)) continue
    const occurs = rows
      ? rows.some((row) => row[column] !== null)
      : (await table.query().where(`${column} IS NOT NULL`).limit(1).select(['id']).toArray()).length > 0
    if (occurs) await table.createIndex(column, { config: Index.fts(textAnalysis(column)) })
  }
}
