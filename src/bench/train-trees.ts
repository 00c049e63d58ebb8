import type { Trees } from '../contents/extract/trees.ts'

export interface Examples {
  readonly rows: readonly Float64Array[]
  /** 0 or 1. */
  readonly labels: ArrayLike<number>
  readonly weights: ArrayLike<number>
  /** Rows of the same group (the same page) are drawn together. */
  readonly groups: ArrayLike<number>
}

export interface TrainingOptions {
  readonly trees: number
  readonly depth: number
  readonly rate: number
  readonly featureShare: number
  readonly groupShare: number
  readonly l2: number
  readonly seed: number
}

const mostBins = 48

/** Gradient boosting of symmetric trees for a yes-or-no question. The seed decides everything that is drawn. */
export function trainTrees(names: readonly string[], examples: Examples, options: TrainingOptions): Trees {
  const { rows, labels, weights, groups } = examples
  const size = rows.length
  const random = generator(options.seed)
  const columns = names.map((_, feature) => bin(rows, feature))
  const usable = names.map((_, feature) => feature).filter((feature) => columns[feature]!.edges.length > 0)
  const positive = sumOver(size, (row) => weights[row]! * labels[row]!)
  const total = sumOver(size, (row) => weights[row]!)
  const bias = Math.log(positive / (total - positive))
  const logOdds = new Float64Array(size).fill(bias)
  const gradients = new Float64Array(size)
  const curvatures = new Float64Array(size)
  const leafOf = new Uint8Array(size)
  const allGroups = [...new Set(Array.from(groups))]
  const trees: Trees['trees'][number][] = []

  for (let round = 0; round < options.trees; round++) {
    for (let row = 0; row < size; row++) {
      const chance = 1 / (1 + Math.exp(-logOdds[row]!))
      gradients[row] = weights[row]! * (labels[row]! - chance)
      curvatures[row] = weights[row]! * chance * (1 - chance)
    }
    const drawnGroups = new Set(allGroups.filter(() => random() < options.groupShare))
    const drawn = Uint32Array.from({ length: size }, (_, row) => row).filter((row) =>
      drawnGroups.has(groups[row]!),
    )
    const candidates = usable.filter(() => random() < options.featureShare)
    leafOf.fill(0)
    const splits: { feature: number; bin: number }[] = []
    for (let level = 0; level < options.depth; level++) {
      const split = bestSplit(candidates, 1 << level, drawn)
      if (!split) break
      splits.push(split)
      const { bins } = columns[split.feature]!
      for (let row = 0; row < size; row++) if (bins[row]! > split.bin) leafOf[row]! |= 1 << level
    }
    if (splits.length === 0) continue
    const leaves = leafValues(1 << splits.length, drawn)
    for (let row = 0; row < size; row++) logOdds[row]! += leaves[leafOf[row]!]!
    trees.push({
      features: splits.map(({ feature }) => feature),
      thresholds: splits.map(({ feature, bin }) => columns[feature]!.edges[bin]!),
      leaves,
    })
  }
  return { features: names, bias: rounded(bias), trees }

  function bestSplit(
    candidates: readonly number[],
    leafCount: number,
    drawn: Uint32Array,
  ): { feature: number; bin: number } | null {
    let best = 1e-9
    let split: { feature: number; bin: number } | null = null
    const gradient = new Float64Array(leafCount * mostBins)
    const curvature = new Float64Array(leafCount * mostBins)
    for (const feature of candidates) {
      const { bins, edges } = columns[feature]!
      gradient.fill(0)
      curvature.fill(0)
      for (const row of drawn) {
        const at = leafOf[row]! * mostBins + bins[row]!
        gradient[at]! += gradients[row]!
        curvature[at]! += curvatures[row]!
      }
      const gains = new Float64Array(edges.length)
      for (let leaf = 0; leaf < leafCount; leaf++) {
        const from = leaf * mostBins
        let allGradient = 0
        let allCurvature = 0
        for (let bin = 0; bin <= edges.length; bin++) {
          allGradient += gradient[from + bin]!
          allCurvature += curvature[from + bin]!
        }
        const whole = allGradient ** 2 / (allCurvature + options.l2)
        let leftGradient = 0
        let leftCurvature = 0
        for (let bin = 0; bin < edges.length; bin++) {
          leftGradient += gradient[from + bin]!
          leftCurvature += curvature[from + bin]!
          gains[bin]! +=
            leftGradient ** 2 / (leftCurvature + options.l2) +
            (allGradient - leftGradient) ** 2 / (allCurvature - leftCurvature + options.l2) -
            whole
        }
      }
      gains.forEach((gain, bin) => {
        if (gain > best) [best, split] = [gain, { feature, bin }]
      })
    }
    return split
  }

  function leafValues(leafCount: number, drawn: Uint32Array): number[] {
    const gradient = new Float64Array(leafCount)
    const curvature = new Float64Array(leafCount)
    for (const row of drawn) {
      gradient[leafOf[row]!]! += gradients[row]!
      curvature[leafOf[row]!]! += curvatures[row]!
    }
    return Array.from(gradient, (sum, leaf) =>
      rounded((options.rate * sum) / (curvature[leaf]! + options.l2)),
    )
  }
}

/** Cuts a feature into bins of about equal size. `edges[n]` is the greatest value of bin n. */
function bin(rows: readonly Float64Array[], feature: number): { bins: Uint8Array; edges: number[] } {
  const values = Float64Array.from(rows, (row) => row[feature]!)
  const sorted = values.toSorted()
  const edges: number[] = []
  for (let part = 1; part < mostBins; part++) {
    const edge = rounded(sorted[Math.floor((part * sorted.length) / mostBins)]!)
    if (edge < sorted.at(-1)! && edge !== edges.at(-1)) edges.push(edge)
  }
  const bins = Uint8Array.from(values, (value) => {
    let low = 0
    let high = edges.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (value > edges[middle]!) low = middle + 1
      else high = middle
    }
    return low
  })
  return { bins, edges }
}

const rounded = (value: number): number => Number(value.toPrecision(4))

function sumOver(size: number, value: (at: number) => number): number {
  let sum = 0
  for (let at = 0; at < size; at++) sum += value(at)
  return sum
}

/** Mulberry32. */
export function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
