/** Lets one loop wait for another. Who waits says how many rings it has heard, so that none is missed in between. */
export function createBell() {
  let rings = 0
  const waiting: (() => void)[] = []
  return {
    ring(): void {
      rings += 1
      for (const wake of waiting.splice(0)) wake()
    },
    heard: (): number => rings,
    /** Resolves when it has rung more often than that. */
    async after(heard: number): Promise<void> {
      if (rings <= heard) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

export type Bell = ReturnType<typeof createBell>
