import { pollUntil, type Json } from '../agent-side/index.ts'
import type { Course } from './course.ts'

/** How long to wait before looking again. */
export const pollMs = 2000

/**
 * Looks at something until it is done, or until so long after a moment, which is no failure. A task that goes on after
 * a restart does not begin its time again.
 */
export function waitFor(
  { clock, wait, signal }: Course,
  { since, timeoutMs }: { readonly since: number; readonly timeoutMs: number },
  look: () => Promise<{ value: Json; done: boolean }>,
): Promise<{ value: Json; timedOut: boolean }> {
  const spent = clock.now().getTime() - since
  return pollUntil<Json>({
    clock,
    wait,
    signal,
    timeoutMs: Math.max(timeoutMs - spent, 0),
    pollMs,
    async poll() {
      signal.throwIfAborted()
      return look()
    },
  })
}
