/** The names most like the one that was meant, best first: letters in common count more than their order. */
export function closest(meant: string, names: readonly string[], count: number): string[] {
  const wanted = pairs(meant)
  return names
    .map((name) => ({ name, likeness: likeness(wanted, pairs(name)) }))
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, count)
    .map(({ name }) => name)
}

/** Sørensen–Dice over pairs of letters. */
function likeness(one: readonly string[], other: readonly string[]): number {
  const left = [...other]
  let shared = 0
  for (const pair of one) {
    const at = left.indexOf(pair)
    if (at < 0) continue
    left.splice(at, 1)
    shared++
  }
  return (2 * shared) / Math.max(one.length + other.length, 1)
}

function pairs(name: string): string[] {
  const letters = ` ${name.toLowerCase().replaceAll(/[^a-z]+/g, ' ')} `
  return Array.from({ length: letters.length - 1 }, (_, index) => letters.slice(index, index + 2))
}
