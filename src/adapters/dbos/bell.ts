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
    async wait(limitMs: number): Promise<void> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, limitMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
    },
  }
}
