/** One list of results, best first, each with the score it had there. */
export interface RankedList<T> {
  /** Appears in explanations, such as `keyword` or `vector`. */
  readonly name: string
  readonly items: readonly { readonly item: T; readonly score: number }[]
  /** How much the list counts; 1 unless told. */
  readonly weight?: number
}

export interface Fused<T> {
  readonly item: T
  readonly score: number
  /** What each list that has it contributed, for explanations. */
  readonly from: Readonly<Record<string, { rank: number; score: number; contribution: number }>>
}

type Contribution = (score: number, rank: number) => number

/**
 * Fuses by `1 / (k + rank)`: the place counts, not the score, since scores of different lists mean different
 * things. A larger k makes less of the top. Keys tell items apart.
 */
export const fuseByRank = <T>(
  lists: readonly RankedList<T>[],
  key: (item: T) => string,
  k = 60,
): Fused<T>[] => fuse(lists, key, () => (_score, rank) => 1 / (k + rank))

/** Fuses by scores, stretched in each list to 0 for its last and 1 for its first. */
export const fuseByScore = <T>(lists: readonly RankedList<T>[], key: (item: T) => string): Fused<T>[] =>
  fuse(lists, key, ({ items }) => {
    const scores = items.map(({ score }) => score)
    const least = Math.min(...scores)
    const range = Math.max(...scores) - least
    // A list whose scores are all equal says that each belongs, not which is better.
    return (score) => (range === 0 ? 1 : (score - least) / range)
  })

function fuse<T>(
  lists: readonly RankedList<T>[],
  key: (item: T) => string,
  contributionIn: (list: RankedList<T>) => Contribution,
): Fused<T>[] {
  const fused = new Map<string, { item: T; score: number; from: Record<string, Fused<T>['from'][string]> }>()
  for (const list of lists) {
    const contribute = contributionIn(list)
    for (const [index, { item, score }] of list.items.entries()) {
      const entry = fused.get(key(item)) ?? { item, score: 0, from: {} }
      fused.set(key(item), entry)
      if (entry.from[list.name]) continue // its first place in a list is the one that counts
      const contribution = (list.weight ?? 1) * contribute(score, index + 1)
      entry.from[list.name] = { rank: index + 1, score, contribution }
      entry.score += contribution
    }
  }
  // Sorting is stable: of equals, what an earlier list had stands first.
  return [...fused.values()].toSorted((a, b) => b.score - a.score)
}
