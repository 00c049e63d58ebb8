import { blockFeatureNames, blockFeatures } from './block-features.ts'
import type { Block } from './blocks.ts'
import { loadModel } from './load-model.ts'
import type { PageFacts } from './page-signals.ts'
import { probability, score } from './trees.ts'

/** When not even the likeliest block reaches this, the page has no content: a shell, a wall, an empty result. */
const leastConfidence = 0.3
/** A block this long that was kept before is a copy for another screen size, not a repetition by the author. */
const leastCopyWords = 8

const model = loadModel('blocks.json', blockFeatureNames)

/** How likely each block is part of the main content. */
export function contentChances(facts: PageFacts, signals: Float64Array, kinds: readonly number[]): number[] {
  const chances: number[] = []
  for (const row of blockFeatures(facts, signals, kinds)) chances.push(probability(score(model, row)))
  return chances
}

/**
 * The blocks to keep: those that make the expected F1 of words greatest, which is everything above half of that
 * greatest F1. A confident page is cut sharply, a doubtful one generously.
 */
export function chooseBlocks(blocks: readonly Block[], chances: readonly number[]): boolean[] {
  const order = blocks.map(({ index }) => index).toSorted((a, b) => chance(b) - chance(a) || a - b)
  const kept = blocks.map(() => false)
  if (chance(order[0] ?? 0) < leastConfidence) return kept
  const expected = blocks.reduce((sum, { index, words }) => sum + words * chance(index), 0)
  let words = 0
  let right = 0
  let best = 0
  let bestSize = 0
  order.forEach((index, rank) => {
    const size = blocks[index]?.words ?? 0
    words += size
    right += size * chance(index)
    const f1 = (2 * right) / (words + expected)
    if (f1 > best) [best, bestSize] = [f1, rank + 1]
  })
  for (const index of order.slice(0, bestSize)) kept[index] = true
  const seen = new Set<string>()
  for (const { index, key, words } of blocks) {
    if (!kept[index]) continue
    if (words >= leastCopyWords && seen.has(key)) kept[index] = false
    seen.add(key)
  }
  return kept

  function chance(index: number): number {
    return chances[index] ?? 0
  }
}
