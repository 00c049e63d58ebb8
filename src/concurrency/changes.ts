export type Changes = ReturnType<typeof createChanges>

/** Who wants to know when something happens to something, within this process. */
export function createChanges() {
  const listeners = new Map<string, Set<() => void>>()

  const listen = (id: string, onChange: () => void): (() => void) => {
    const all = listeners.get(id) ?? new Set()
    listeners.set(id, all.add(onChange))
    return () => {
      all.delete(onChange)
      if (all.size === 0) listeners.delete(id)
    }
  }
  return {
    listen,
    tell(id: string): void {
      for (const listener of listeners.get(id) ?? []) listener()
    },
    /** Until the next change, or so long: other processes change things too. Aborting ends it early. */
    async next(id: string, atMostMs: number, signal: AbortSignal): Promise<void> {
      if (signal.aborted) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, atMostMs)
        const stop = listen(id, done)
        signal.addEventListener('abort', done, { once: true })
        function done() {
          clearTimeout(timer)
          stop()
          signal.removeEventListener('abort', done)
          resolve()
        }
      })
    },
  }
}
