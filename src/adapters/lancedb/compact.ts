import type { Table } from '@lancedb/lancedb'
import { indexTexts } from './tables.ts'
import { indexVectors } from './vector-index.ts'

/** Other processes may still read a version for a moment after it was replaced. */
const keepVersionsMs = 60_000
const attempts = 2

/** Puts rows into the indexes, few large files in place of many, and old versions away. */
export async function compactTable(table: Table): Promise<void> {
  if (table.name.startsWith('vectors')) await indexVectors(table)
  else await indexTexts(table)
  await optimise(table)
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
