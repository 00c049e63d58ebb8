import { Index, type Table } from '@lancedb/lancedb'
import { indexTexts } from './tables.ts'

/** Other processes may still read a version for a moment after it was replaced. */
const keepVersionsMs = 60_000
const attempts = 2

/** Searching so many vectors one by one takes a few milliseconds: less than a graph is worth. */
export const flatVectors = 4_000
/** Each optimising adds a graph, and each graph must be searched. */
const maxGraphs = 3

/** Puts rows into the indexes, few large files in place of many, and old versions away. */
export async function compactTable(table: Table): Promise<void> {
  if (table.name.startsWith('vectors')) await indexVectors(table)
  else await indexTexts(table)
  await optimise(table)
}

/** Vectors that are not in a graph are searched one by one, so this may be late without harm. */
async function indexVectors(table: Table): Promise<void> {
  const graph = await table.indexStats('vector_idx')
  if ((graph?.numIndices ?? 0) > maxGraphs || (!graph && (await table.countRows()) > flatVectors)) {
    await table.createIndex('vector', {
      // On 21,000 tiled vectors two of five builds with the default of 20 neighbours left 5 % of queries with none
      // of their nearest (ef 250 and 400 alike); three with 32 left 1 %, three with 48 none.
      config: Index.hnswSq({ distanceType: 'cosine', numPartitions: 1, m: 48, efConstruction: 300 }),
    })
  }
}

/** A deletion that comes in between wins, and this tries again. */
async function optimise(table: Table): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await table.optimize({ cleanupOlderThan: new Date(Date.now() - keepVersionsMs) })
      return
    } catch (error) {
      if (attempt === attempts || !/conflict/i.test(String(error))) throw error
      await table.checkoutLatest()
    }
  }
}
