import type { IndexHit } from '../../ports/search-index.ts'

/**
 * One list of what two tables found by words. A word's weight depends on how rare it is in its table, so scores of
 * the small one are scaled by what passages that were found in both got in each. (Merging by rank instead was
 * measured to cost .02 to .06 nDCG.)
 */
export function mergeHits(fresh: readonly IndexHit[], main: readonly IndexHit[], limit: number): IndexHit[] {
  const inMain = new Map(main.map((hit) => [hit.passageId, hit]))
  const ratios = fresh
    .flatMap((hit) => {
      const same = inMain.get(hit.passageId)
      return same?.version === hit.version ? [same.score / hit.score] : []
    })
    .toSorted((a, b) => a - b)
  const scale = ratios[ratios.length >> 1] ?? 1

  const merged = new Map<string, IndexHit>()
  const versions = new Map<string, number>()
  for (const hit of [...main, ...fresh.map((hit) => ({ ...hit, score: hit.score * scale }))]) {
    versions.set(hit.documentId, Math.max(hit.version, versions.get(hit.documentId) ?? 0))
    const other = merged.get(hit.passageId)
    if (!other || other.version < hit.version) merged.set(hit.passageId, hit)
  }
  // For the moment between two commits, a changed document stands in main as it was.
  return [...merged.values()]
    .filter((hit) => hit.version === versions.get(hit.documentId))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
}
