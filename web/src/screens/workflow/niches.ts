/** The map of a winnow: every combination of criteria has a place, and neighbours differ in one of them. */
export interface NicheMap {
  readonly rows: readonly (readonly boolean[])[]
  readonly columns: readonly (readonly boolean[])[]
  /** How many of the criteria are told apart by rows; the others by columns. */
  readonly rowCriteria: number
}

/** With the first half of the criteria downwards and the others to the right. All met is at the top left. */
export function nicheMapOf(criteria: number): NicheMap {
  const rowCriteria = Math.floor(criteria / 2)
  return { rows: combinations(rowCriteria), columns: combinations(criteria - rowCriteria), rowCriteria }
}

export const nicheOf = (row: readonly boolean[], column: readonly boolean[]): string =>
  [...row, ...column].map(Number).join(',')

/** In Gray order, beginning with everything met. */
function combinations(count: number): boolean[][] {
  if (count === 0) return [[]]
  const rest = combinations(count - 1)
  return [...rest.map((one) => [true, ...one]), ...rest.toReversed().map((one) => [false, ...one])]
}

export const letterOf = (at: number): string => String.fromCodePoint('A'.codePointAt(0)! + at)
