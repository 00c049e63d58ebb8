import { afterAll, onTestFinished } from 'vitest'

/** Cleans up after the current test, or outside of one after the last of the file. */
export function afterwards(cleanUp: () => Promise<void>): void {
  try {
    onTestFinished(cleanUp)
  } catch {
    afterAll(cleanUp)
  }
}
