import type { Meter } from '../billing/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { ModelUse, Reading } from '../reader/index.ts'

/** How a service runs: on whose account, and until when. */
export interface Run {
  readonly meter: Meter
  readonly signal: AbortSignal
}

/** What a reader is given besides its task; what a language model uses goes to the ledger. */
export const readingOf = (
  clock: Clock,
  { meter, signal }: Run,
  onUse: (use: ModelUse) => void = () => {},
): Reading => ({
  now: clock.now(),
  signal,
  onUse(use) {
    meter.countTokens(use)
    onUse(use)
  },
})
