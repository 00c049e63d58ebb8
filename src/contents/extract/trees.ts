/**
 * A sum of small decision trees. Every level of a tree asks one question of the row (is this feature above that
 * threshold?), the same for all branches, so that the answers spell the number of the leaf.
 */
export interface Trees {
  /** The names of the features, in the order of a row. A model only fits rows made of the same ones. */
  readonly features: readonly string[]
  readonly bias: number
  readonly trees: readonly Tree[]
}

interface Tree {
  readonly features: readonly number[]
  readonly thresholds: readonly number[]
  readonly leaves: readonly number[]
}

/** Log-odds of the positive class. */
export function score(model: Trees, row: Float64Array): number {
  let sum = model.bias
  for (const { features, thresholds, leaves } of model.trees) {
    let leaf = 0
    for (let level = 0; level < features.length; level++) {
      // Levels exist in both lists, and a row has every feature: see load-model.ts.
      if ((row[features[level] as number] as number) > (thresholds[level] as number)) leaf |= 1 << level
    }
    sum += leaves[leaf] as number
  }
  return sum
}

export const probability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))
