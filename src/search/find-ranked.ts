import type { IndexHit } from '../ports/search-index.ts'
import { rankDocuments, type RankedDocument } from './rank.ts'

/** The ways in which passages are found; each answers its best ones. */
export interface Finder {
  readonly keyword?: (limit: number) => Promise<IndexHit[]>
  readonly vector?: (limit: number) => Promise<IndexHit[]>
}

export interface Found {
  readonly documents: RankedDocument[]
  /** Which ways were taken. */
  readonly way: 'keyword' | 'neural' | 'hybrid'
}

const fewestPassages = 100
const mostPassages = 3200

/**
 * Finds enough passages for the number of documents that is wanted. Several passages may be of one document and
 * several documents copies of each other, so if too few are left it looks further, as long as there is more.
 */
export async function findRanked(finder: Finder, wanted: number): Promise<Found> {
  const way = finder.keyword && finder.vector ? 'hybrid' : finder.vector ? 'neural' : 'keyword'
  for (let limit = Math.max(fewestPassages, wanted * 2); ; limit *= 2) {
    const [keyword, vector] = await Promise.all([finder.keyword?.(limit), finder.vector?.(limit)])
    const documents = rankDocuments({ ...(keyword && { keyword }), ...(vector && { vector }) })
    const mayHaveMore = [keyword, vector].some((hits) => hits?.length === limit)
    if (documents.length >= wanted || !mayHaveMore || limit >= mostPassages) return { documents, way }
  }
}
