import type { IndexHit } from '../ports/search-index.ts'
import { fuseByRank } from './fusion.ts'
import { rankDocuments, type RankedDocument } from './rank.ts'

/** A way in which passages are found; it answers its best ones. */
export interface Finder {
  /** Appears in explanations. */
  readonly name: string
  /** How much its list counts; 1 unless told. */
  readonly weight?: number
  find(limit: number): Promise<IndexHit[]>
}

const fewestPassages = 100
const mostPassages = 3200

/**
 * Finds enough passages for the number of documents that is wanted. Several passages may be of one document and
 * several documents copies of each other, so if too few are left it looks further, as long as there is more.
 */
export async function findRanked(finders: readonly Finder[], wanted: number): Promise<RankedDocument[]> {
  const weights = new Map(finders.map(({ name, weight = 1 }) => [name, weight]))
  const fuse: Parameters<typeof rankDocuments>[1] = (lists, key) =>
    fuseByRank(
      lists.map((list) => ({ ...list, weight: weights.get(list.name) ?? 1 })),
      key,
    )
  for (let limit = Math.max(fewestPassages, wanted * 2); ; limit *= 2) {
    const found = await Promise.all(
      finders.map(async (finder): Promise<[string, IndexHit[]]> => [finder.name, await finder.find(limit)]),
    )
    const documents = rankDocuments(Object.fromEntries(found), fuse)
    const mayHaveMore = found.some(([, hits]) => hits.length === limit)
    if (documents.length >= wanted || !mayHaveMore || limit >= mostPassages) return documents
  }
}
