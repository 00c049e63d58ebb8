import { setTimeout as delay } from 'node:timers/promises'
import type { RetryPolicy } from '../../ports/jobs.ts'

/** Full jitter: anything from nothing to the delay's ceiling, so that those who failed together do not return together. */
export function backoffMs(policy: RetryPolicy, failures: number, random: () => number = Math.random): number {
  const { firstDelayMs, factor = 2, maxDelayMs = 60_000 } = policy
  return random() * Math.min(maxDelayMs, firstDelayMs * factor ** (failures - 1))
}

/** Rejects with the signal's reason when it ends early. */
export async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  // Timers reach 24.8 days; whoever needs longer pauses again.
  const bounded = Math.min(Math.max(0, durationMs), 2 ** 31 - 1)
  await delay(bounded, undefined, { signal }).catch(() => signal.throwIfAborted())
}
