import type { IndexHit } from '../ports/search-index.ts'
import { collapse } from './collapse.ts'
import { type DocumentHit, toDocuments } from './documents.ts'
import { type Fused, fuseByRank, type RankedList } from './fusion.ts'

export interface RankedDocument {
  readonly document: DocumentHit<IndexHit>
  readonly score: number
  /** Where each list had it. */
  readonly from: Fused<unknown>['from']
  /** Ids of documents that say the same and stand lower. */
  readonly duplicates: readonly string[]
}

type Fuse = (
  lists: readonly RankedList<DocumentHit<IndexHit>>[],
  key: (document: DocumentHit<IndexHit>) => string,
) => Fused<DocumentHit<IndexHit>>[]

/** From passages found in one or several ways, each best first, to one list of documents without copies. */
export function rankDocuments(
  found: Readonly<Record<string, readonly IndexHit[]>>,
  fuse: Fuse = fuseByRank,
): RankedDocument[] {
  const lists = Object.entries(found).map(([name, hits]) => ({
    name,
    items: toDocuments(hits).map((item) => ({ item, score: item.score })),
  }))
  const fused = fuse(lists, (document) => document.documentId)
  const marked = fused.map((entry) => ({
    ...entry,
    canonicalUrl: entry.item.best.canonicalUrl,
    contentHash: entry.item.best.contentHash,
  }))
  return collapse(marked).map(({ item: { item: document, score, from }, duplicates }) => ({
    document,
    score,
    from,
    duplicates: duplicates.map((duplicate) => duplicate.item.documentId),
  }))
}
