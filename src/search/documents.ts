interface PassageHit {
  readonly documentId: string
  readonly version: number
  readonly score: number
}

/** A document, by the passages of it that were found. */
export interface DocumentHit<T> {
  readonly documentId: string
  /** The best of its passages, whose score is the document's. */
  readonly best: T
  readonly score: number
  /** Best first. */
  readonly passages: readonly T[]
}

/**
 * Turns passages, best first, into documents, best first. A document is as good as its best passage: to add up
 * would favour long ones. Passages of an older version than the newest found are left out.
 */
export function toDocuments<T extends PassageHit>(hits: readonly T[]): DocumentHit<T>[] {
  const newest = new Map<string, number>()
  for (const { documentId, version } of hits)
    newest.set(documentId, Math.max(version, newest.get(documentId) ?? version))
  const groups = new Map<string, T[]>()
  for (const hit of hits) {
    if (hit.version !== newest.get(hit.documentId)) continue
    const passages = groups.get(hit.documentId)
    if (passages) passages.push(hit)
    else groups.set(hit.documentId, [hit])
  }
  return [...groups].map(([documentId, passages]) => {
    const best = passages[0]! // a group is made with its first
    return { documentId, best, score: best.score, passages }
  })
}
