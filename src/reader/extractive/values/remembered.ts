/** Whole pages are not kept: sentences come again. */
const longest = 2000
const most = 4000

/** What was made of texts before: pages are read for one criterion after another, and sentence by sentence in several ways. */
export function remembered<T>(): (key: string, make: () => T) => T {
  const made = new Map<string, T>()
  return (key, make) => {
    if (key.length > longest) return make()
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make()
    if (made.size >= most) made.clear()
    made.set(key, value)
    return value
  }
}
