/** What was made of texts before: pages are read for one criterion after another, and sentence by sentence in several ways. */
export function remembered<T>(most = 4000): (key: string, make: () => T) => T {
  const made = new Map<string, T>()
  return (key, make) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make()
    if (made.size >= most) made.clear()
    made.set(key, value)
    return value
  }
}
