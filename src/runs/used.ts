/** Counts by item, such as `{ search: 3, page: 12.5, token: 8000 }`. */
export type Used = Readonly<Record<string, number>>

export function addUsed(one: Used, other: Used): Used {
  const sum: Record<string, number> = { ...one }
  for (const [item, count] of Object.entries(other)) sum[item] = (sum[item] ?? 0) + count
  return sum
}

/** Whole billionths of a dollar. */
export function costOf(used: Used, prices: Used): number {
  let nanos = 0
  for (const [item, count] of Object.entries(used)) {
    const price = prices[item] ?? 0
    if (price > 0) nanos += count * price // and no 0 times infinity
  }
  return Math.round(nanos)
}
