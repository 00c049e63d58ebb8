/** A page as tokens: one list for each sentence, without the marks around it. */
export type Tokenised = readonly (readonly number[])[]

/** What words mean before anything is read in context, and what training has found to matter of it. */
export interface Vocabulary {
  /** The vectors of all tokens, one after another. */
  readonly vectors: Float32Array
  readonly width: number
  readonly asked: Side
  readonly said: Side
  /** How fast likeness wears off, as a power of it. */
  readonly power: number
  /** How much all words together count beside each by itself. */
  readonly whole: number
  /** How much of the sentence before and of the one after counts with one: they are read together. */
  readonly before: number
  readonly after: number
}

/** A claim has the general word and a page the particular one, so that each is seen in its own way. */
export interface Side {
  /** Turns the vector of a token into a shorter one, row by row; those of both sides are compared. */
  readonly turn: Float32Array
  /** How much each token tells: what stands everywhere tells nothing. */
  readonly weights: Float32Array
}

/** The marks that stand around every sentence count as tokens of it. */
const marks = 2

/**
 * The sentences of a page, those first that come nearest to a claim: those with the closest word to each of its words,
 * and whose words together are like its own.
 */
export function createNearest({ vectors, width, asked, said, power, whole, before, after }: Vocabulary) {
  const askedVector = turning(asked.turn)
  const saidVector = turning(said.turn)

  return function nearest(claim: readonly number[], page: Tokenised): number[] {
    const closeness = new Map<number, Float32Array>()
    const claimWeight = claim.reduce((sum, token) => sum + asked.weights[token]!, 0)
    const claimWhole = together(claim, askedVector, asked.weights)
    const alone = page.map((sentence) => {
      const best = new Float32Array(claim.length)
      for (const token of sentence) {
        let close = closeness.get(token)
        if (!close) closeness.set(token, (close = Float32Array.from(claim, (word) => likeness(word, token))))
        for (let at = 0; at < best.length; at++) best[at] = Math.max(best[at]!, close[at]!)
      }
      const words = best.reduce((sum, close, at) => sum + close ** power * asked.weights[claim[at]!]!, 0)
      return words / claimWeight + whole * product(claimWhole, together(sentence, saidVector, said.weights))
    })
    const scores = alone.map(
      (own, place) => own + before * (alone[place - 1] ?? own) + after * (alone[place + 1] ?? own),
    )
    return scores.map((_, place) => place).toSorted((a, b) => scores[b]! - scores[a]! || a - b)
  }

  function likeness(word: number, token: number): number {
    return word === token ? 1 : Math.max(0, product(askedVector(word), saidVector(token)))
  }

  /** The vectors of tokens seen from one side, of length 1. Pages have most of their words in common. */
  function turning(turn: Float32Array): (token: number) => Float32Array {
    const side = turn.length / width
    const known = new Map<number, Float32Array>()
    return (token) => {
      const turned = known.get(token)
      if (turned) return turned
      const vector = new Float32Array(side)
      for (let d = 0; d < width; d++) {
        const value = vectors[token * width + d]!
        for (let at = 0; at < side; at++) vector[at]! += value * turn[d * side + at]!
      }
      const unit = ofLengthOne(vector)
      known.set(token, unit)
      return unit
    }
  }
}

/** What tokens mean together, each as much as it tells. */
function together(
  tokens: readonly number[],
  vectorOf: (token: number) => Float32Array,
  weights: Float32Array,
): Float32Array {
  const sum = new Float32Array(vectorOf(0).length)
  for (const token of tokens) {
    const vector = vectorOf(token)
    for (let at = 0; at < sum.length; at++) sum[at]! += vector[at]! * weights[token]!
  }
  return ofLengthOne(sum)
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}

function ofLengthOne(vector: Float32Array): Float32Array {
  const length = Math.sqrt(product(vector, vector))
  return length === 0 ? vector : vector.map((value) => value / length)
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
