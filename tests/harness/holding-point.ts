function promised() {
  let resolve!: () => void
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Stops whoever comes to `wait` until it is opened, and tells when somebody has come. */
export function holdingPoint() {
  const opened = promised()
  const reached = promised()
  return {
    open: () => opened.resolve(),
    at: reached.promise,
    async wait(): Promise<void> {
      reached.resolve()
      await opened.promise
    },
  }
}
