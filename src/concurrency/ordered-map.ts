/**
 * Works on several items at once and gives the results in the order of the items. Once `mayStart` says no, what is
 * under way is finished and given, and the rest is left: so what was given is always a beginning of the whole.
 */
export async function* orderedMap<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
  mayStart: () => boolean = () => true,
): AsyncGenerator<[Item, Result]> {
  const underWay: { item: Item; result: Promise<Result> }[] = []
  const rest = [...items]
  for (;;) {
    while (underWay.length < concurrency && rest.length > 0 && mayStart()) {
      const item = rest.shift() as Item // there is one
      const result = work(item)
      // It is awaited in its turn; a rejection before that is no surprise.
      result.catch(() => {})
      underWay.push({ item, result })
    }
    const first = underWay.shift()
    if (!first) return
    yield [first.item, await first.result]
  }
}
