import { createAllowance } from './allowance.ts'
import type { RunContext, RunLimits, Step } from './run-kind.ts'
import { flowOf } from './script-context.ts'
import { addUsed, type Used } from './used.ts'

interface Options {
  readonly id: string
  readonly teamId: string
  readonly limits: Omit<RunLimits, 'deadlineMs'>
  readonly prices?: Used
  readonly now: Date
  readonly signal: AbortSignal
  /** Told what a step used. */
  readonly onUse?: (used: Used) => void
}

/**
 * A run that is done while its caller waits: the same scripts under the same limits, and nothing of it is kept. When
 * the time is up it makes a result of what it has.
 */
export function openImmediateRun(options: Options): RunContext {
  const { id, teamId, limits, prices = {}, now, signal, onUse = () => {} } = options
  const allowance = createAllowance({ limits, prices, spent: {} })
  const { durationMs } = limits
  const timeUp =
    durationMs === undefined ? new AbortController().signal : AbortSignal.timeout(Math.max(0, durationMs))
  timeUp.addEventListener('abort', () => allowance.end('time_limit_reached'), { once: true })
  const performing = AbortSignal.any([signal, timeUp])

  return {
    id,
    teamId,
    request: undefined,
    now,
    ...flowOf(allowance.reached),
    async step<Outcome>(step: Step<Outcome>): Promise<Outcome> {
      const { uses = {}, mayUse = uses } = step
      signal.throwIfAborted()
      if (step.isFree) return step.perform({ signal, use: () => {} })
      const place = await allowance.take({ uses, mayUse })
      let told: Used | undefined
      try {
        return await step.perform({
          signal: performing,
          use: (item, count) => void (told = addUsed(told ?? {}, { [item]: count })),
        })
      } catch (error) {
        if (timeUp.aborted && !signal.aborted) allowance.refuse('time_limit_reached')
        throw error
      } finally {
        const used = told ?? uses
        onUse(used)
        place.done(used)
      }
    },
  }
}
