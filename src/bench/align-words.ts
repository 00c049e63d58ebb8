/**
 * For each word of `found`, whether it stands in `expected` at the same place of the story: the longest common
 * run is fixed first, then what lies before and after it, and so on.
 */
export function alignWords(found: readonly string[], expected: readonly string[]): Uint8Array {
  const aligned = new Uint8Array(found.length)
  const places = new Map<string, number[]>()
  expected.forEach((word, at) => {
    const list = places.get(word)
    if (list) list.push(at)
    else places.set(word, [at])
  })
  const open: [number, number, number, number][] = [[0, found.length, 0, expected.length]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [foundFrom, foundTo, expectedFrom, expectedTo] = span
    if (foundFrom >= foundTo || expectedFrom >= expectedTo) continue
    const run = longestRun(found, places, span)
    if (run.length === 0) continue
    aligned.fill(1, run.found, run.found + run.length)
    open.push(
      [foundFrom, run.found, expectedFrom, run.expected],
      [run.found + run.length, foundTo, run.expected + run.length, expectedTo],
    )
  }
  return aligned
}

function longestRun(
  found: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  [foundFrom, foundTo, expectedFrom, expectedTo]: readonly [number, number, number, number],
): { found: number; expected: number; length: number } {
  let best = { found: foundFrom, expected: expectedFrom, length: 0 }
  let ending = new Map<number, number>()
  for (let at = foundFrom; at < foundTo; at++) {
    const next = new Map<number, number>()
    for (const place of places.get(found[at]!) ?? []) {
      if (place < expectedFrom) continue
      if (place >= expectedTo) break
      const length = (ending.get(place - 1) ?? 0) + 1
      next.set(place, length)
      if (length > best.length) best = { found: at - length + 1, expected: place - length + 1, length }
    }
    ending = next
  }
  return best
}
