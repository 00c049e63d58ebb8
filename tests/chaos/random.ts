export type Random = ReturnType<typeof createRandom>

/** Chance that can be repeated: the same seed gives the same choices (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** At least `from`, less than `to`. */
    between: (from: number, to: number): number => from + next() * (to - from),
    whole: (below: number): number => Math.floor(next() * below),
    /** Undefined only for an empty list. */
    one: <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)],
    /** A generator of its own for each of several that run side by side: their order must not matter. */
    split: () => createRandom(Math.floor(next() * 2 ** 32)),
  }
}
