/** So many at once; the others wait in the order in which they came. */
export function createSemaphore(permits: number) {
  let free = permits
  const waiting: (() => void)[] = []

  const acquire = async (): Promise<void> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const release = (): void => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return {
    acquire,
    release,
    async run<T>(work: () => Promise<T>): Promise<T> {
      await acquire()
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
