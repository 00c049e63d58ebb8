/** How relevant each document is to a query; those that are not listed are not. */
export type Relevance = ReadonlyMap<string, number>

/** Rewards relevant documents the more the higher they stand; 1 is the best order possible. */
export function ndcg(ranked: readonly string[], relevance: Relevance, depth: number): number {
  const gain = (grades: readonly number[]): number =>
    grades.slice(0, depth).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)
  const ideal = gain([...relevance.values()].toSorted((a, b) => b - a))
  return ideal === 0 ? 0 : gain(ranked.map((id) => relevance.get(id) ?? 0)) / ideal
}

/** Which share of the relevant documents is among the first. */
export function recall(ranked: readonly string[], relevance: Relevance, depth: number): number {
  const found = ranked.slice(0, depth).filter((id) => relevance.has(id))
  return new Set(found).size / relevance.size
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
