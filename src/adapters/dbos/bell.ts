/** A wait that somebody else can end. Rung while nobody waits, it ends the next wait at once. */
export function createBell() {
  let rung = false
  let stopped = false
  let wake: (() => void) | undefined

  const ring = (): void => {
    rung = true
    wake?.()
  }

  return {
    ring,
    /** Rings for the last time: whoever waits in a loop ends it. */
    stop(): void {
      stopped = true
      ring()
    },
    get stopped(): boolean {
      return stopped
    },
    /** True if it was rung, false if the time ran out. */
    async wait(limitMs: number): Promise<boolean> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, limitMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      const answer = rung
      rung = false
      return answer
    },
  }
}
