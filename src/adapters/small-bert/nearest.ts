/** A page as tokens: one list for each sentence, without the marks around it. */
export type Tokenised = readonly (readonly number[])[]

/** What words mean and how much each tells, before anything is read in context. */
export interface Vocabulary {
  /** The vectors of all tokens, one after another. */
  readonly vectors: Float32Array
  readonly width: number
  /** How seldom each token is: what stands everywhere tells nothing. */
  readonly rarity: Float32Array
}

/** The marks that stand around every sentence count as tokens of it. */
const marks = 2

/**
 * The sentences of a page, those first that come nearest to a claim: those with the closest word to each of its words.
 * Words are compared by what they mean, so that a sentence need not have the claim's own.
 */
export function createNearest({ vectors, width, rarity }: Vocabulary) {
  const lengths = new Map<number, number>()

  return function nearest(claim: readonly number[], page: Tokenised): number[] {
    const closeness = new Map<number, Float32Array>()
    const weight = claim.reduce((sum, token) => sum + rarity[token]!, 0)
    const scores = page.map((sentence) => {
      const best = new Float32Array(claim.length)
      for (const token of sentence) {
        let close = closeness.get(token)
        if (!close) closeness.set(token, (close = Float32Array.from(claim, (asked) => cosine(asked, token))))
        for (let at = 0; at < best.length; at++) best[at] = Math.max(best[at]!, close[at]!)
      }
      return best.reduce((sum, close, at) => sum + close ** 3 * rarity[claim[at]!]!, 0) / weight
    })
    return scores.map((_, place) => place).toSorted((a, b) => scores[b]! - scores[a]! || a - b)
  }

  function cosine(a: number, b: number): number {
    if (a === b) return 1
    let product = 0
    for (let d = 0; d < width; d++) product += vectors[a * width + d]! * vectors[b * width + d]!
    return product / (lengthOf(a) * lengthOf(b))
  }

  function lengthOf(token: number): number {
    const known = lengths.get(token)
    if (known !== undefined) return known
    let square = 0
    for (let d = 0; d < width; d++) square += vectors[token * width + d]! ** 2
    lengths.set(token, Math.sqrt(square))
    return Math.sqrt(square)
  }
}

/** What to read of a page: the best sentences, each with its neighbours, and none that is read already. */
export function partsToRead(
  best: readonly number[],
  page: Tokenised,
  room: number,
  most: number,
): number[][] {
  const parts: number[][] = []
  const read = new Set<number>()
  for (const place of best) {
    if (parts.length === most) break
    if (read.has(place)) continue
    const part = around(place, page, room)
    parts.push(part)
    for (const one of part) read.add(one)
  }
  return parts
}

/**
 * A sentence with its neighbours, as far as there is room: the one before it, which often says whom or what it is
 * about, then the one after it, then the one before that.
 */
function around(place: number, page: Tokenised, room: number): number[] {
  const chosen = [place]
  let used = page[place]!.length + marks
  for (const neighbour of [place - 1, place + 1, place - 2]) {
    const tokens = page[neighbour]
    const isCutOff = neighbour === place - 2 && !chosen.includes(place - 1)
    if (!tokens || isCutOff || used + tokens.length + marks > room) continue
    chosen.push(neighbour)
    used += tokens.length + marks
  }
  return chosen.toSorted((a, b) => a - b)
}
