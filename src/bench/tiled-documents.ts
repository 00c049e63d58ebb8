/** Real texts with their vectors, from which any number of similar ones is made. */
export interface Sample {
  readonly texts: readonly string[]
  readonly vectors: readonly Float32Array[]
  /** How long the made ones are. */
  readonly words: number
}

export interface TiledDocument {
  readonly id: string
  readonly text: string
  readonly vector: Float32Array
  /** `one` for every hundredth, else `odd` or `even`: filters of about 1 % and 50 %. */
  readonly kind: 'one' | 'odd' | 'even'
}

/**
 * The document of a number: a real text with words of others mixed in, and a blend of two real vectors with noise.
 * The same number always gives the same document, so that none has to be kept.
 */
export function tiledDocument(sample: Sample, number: number): TiledDocument {
  const random = randomNumbers(number + 1)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const words = sample.texts[number % sample.texts.length]!.split(' ').slice(0, sample.words)
  for (let count = 0; count < sample.words / 10; count++) {
    words[Math.floor(random() * words.length)] = pick(pick(sample.texts).split(' '))
  }
  const kind = number % 100 === 0 ? 'one' : number % 2 === 0 ? 'even' : 'odd'
  return {
    id: `d${number}`,
    text: words.join(' '),
    vector: blend(pick(sample.vectors), pick(sample.vectors), random),
    kind,
  }
}

/** A query like the documents, but of none of them. */
export function tiledQuery(sample: Sample, number: number): { text: string; vector: Float32Array } {
  const { text, vector } = tiledDocument(sample, number + 1_000_000_007)
  const words = text.split(' ')
  const start = (number * 7) % Math.max(1, words.length - 8)
  return { text: words.slice(start, start + 8).join(' '), vector }
}

function blend(a: Float32Array, b: Float32Array, random: () => number): Float32Array {
  const share = random() * 0.5
  const mixed = a.map((value, index) => value * (1 - share) + b[index]! * share + (random() - 0.5) * 0.04)
  const norm = Math.hypot(...mixed)
  return mixed.map((value) => value / norm)
}

/** Numbers from 0 to 1 that look random and depend on the seed only (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
