/** Room for a few at a time; the others wait in order. */
export interface Slots {
  /** Answers how to leave. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<() => void>
}

export function createSlots(count: number): Slots {
  const waiting = new Set<() => void>()
  let free = count

  function leave(): void {
    free += 1
    const [next] = waiting
    next?.()
  }

  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          waiting.delete(take)
          signal.removeEventListener('abort', giveUp)
        }
        const take = (): void => {
          settle()
          free -= 1
          resolve(leave)
        }
        const giveUp = (): void => {
          settle()
          reject(signal.reason as Error)
        }
        if (signal.aborted) giveUp()
        else if (free > 0) take()
        else {
          waiting.add(take)
          signal.addEventListener('abort', giveUp, { once: true })
        }
      }),
  }
}
