import type { IndexStatus } from '../contract/index-status.ts'
import type { Projection } from '../documents/index.ts'
import type { SearchIndex } from '../ports/search-index.ts'

export type IndexReports = ReturnType<typeof createIndexReports>

export function createIndexReports({ index, projection }: { index: SearchIndex; projection: Projection }) {
  return {
    async status(): Promise<IndexStatus> {
      // In this order: what is written in between is then counted as waiting, and never as neither.
      const { waiting } = await projection.counts()
      const { documents, passages, embedded, sizeBytes, model } = await index.statistics()
      return {
        object: 'index',
        documents,
        passages,
        embeddedShare: passages === 0 ? 1 : embedded / passages,
        backlog: { documents: waiting, passages: passages - embedded },
        sizeBytes,
        model,
      }
    },
  }
}
