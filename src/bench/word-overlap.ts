export const tokens = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

export interface Overlap {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Two bags of words. Nothing found where nothing was to be found is perfect. */
export function wordOverlap(found: readonly string[], expected: readonly string[]): Overlap {
  if (expected.length === 0) {
    const perfect = found.length === 0 ? 1 : 0
    return { precision: perfect, recall: perfect, f1: perfect }
  }
  const left = new Map<string, number>()
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count > 0) {
      shared++
      left.set(word, count - 1)
    }
  }
  if (shared === 0) return { precision: 0, recall: 0, f1: 0 }
  const precision = shared / found.length
  const recall = shared / expected.length
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}
