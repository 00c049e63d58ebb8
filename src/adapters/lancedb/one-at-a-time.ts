/** Work that several may ask for, and that never runs twice at once. */
export interface OneAtATime {
  /** Starts it, or joins it while it runs. */
  run(): Promise<void>
  isRunning(): boolean
  /** When it rests again, however it ended. */
  rest(): Promise<void>
}

export function oneAtATime(work: () => Promise<void>): OneAtATime {
  let running: Promise<void> | undefined
  return {
    run: () => (running ??= work().finally(() => (running = undefined))),
    isRunning: () => running !== undefined,
    rest: async () => running?.catch(() => {}),
  }
}
