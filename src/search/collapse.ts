interface Copy {
  readonly canonicalUrl: string
  readonly contentHash: string
}

export interface Collapsed<T> {
  readonly item: T
  /** Those of the same page or the same text that were ranked lower. */
  readonly duplicates: readonly T[]
}

/** Keeps the best ranked of what has the same canonical address or the same text. An empty mark is like no other. */
export function collapse<T extends Copy>(ranked: readonly T[]): Collapsed<T>[] {
  const groupOf = new Map<string, { item: T; duplicates: T[] }>()
  const groups: { item: T; duplicates: T[] }[] = []
  for (const item of ranked) {
    const marks = [
      item.canonicalUrl && `address ${item.canonicalUrl}`,
      item.contentHash && `text ${item.contentHash}`,
    ]
    const given = marks.filter((mark) => mark !== '')
    let group = given.map((mark) => groupOf.get(mark)).find((found) => found !== undefined)
    if (group) group.duplicates.push(item)
    else groups.push((group = { item, duplicates: [] }))
    for (const mark of given) if (!groupOf.has(mark)) groupOf.set(mark, group)
  }
  return groups
}
