import { LimitReached, type LimitReason } from './interruptions.ts'
import type { RunLimits } from './run-kind.ts'
import { addUsed, costOf, type Used } from './used.ts'

interface Needs {
  readonly limits: Pick<RunLimits, 'costNanos' | 'units'>
  readonly prices: Used
  /** What recorded steps used before. */
  readonly spent: Used
}

/** What a step takes of the allowance. */
interface Wish {
  readonly uses: Used
  readonly mayUse: Used
}

export type Allowance = ReturnType<typeof createAllowance>

/**
 * Decides which steps may begin. One is refused that is sure not to fit; steps run side by side as long as all of them
 * fit even if each uses the most it may; one of which nobody knows that waits until it is alone. So a limit is never
 * exceeded by more than the one step under way. Once something was refused, everything is.
 */
export function createAllowance({ limits, prices, spent: before }: Needs) {
  const underWay = new Set<Wish>()
  let spent = before
  /** Why nothing further may begin, and why something did not. */
  let ended: LimitReason | null = null
  let reached: LimitReason | null = null
  let wake: (() => void)[] = []

  const fits = (used: Used): boolean =>
    costOf(used, prices) <= (limits.costNanos ?? Infinity) &&
    Object.entries(limits.units ?? {}).every(([item, most]) => (used[item] ?? 0) <= most)

  /** What is spent to the last leaves nothing for what may cost, however little that is. */
  const isSpentFor = ({ mayUse }: Wish): boolean =>
    costOf(mayUse, prices) > 0 && costOf(spent, prices) >= (limits.costNanos ?? Infinity)

  function refuse(reason: LimitReason): never {
    ended ??= reason
    reached ??= ended
    throw new LimitReached(reached)
  }

  return {
    /** The limit that first kept something from being done; null as long as none did. */
    reached: () => reached,
    refuse,

    /** Ends everything that costs from here on. */
    end(reason: LimitReason): void {
      ended ??= reason
      for (const go of wake.splice(0)) go()
    },

    /** Resolves when the step may begin; to be told then what it used, or that nothing came of it. */
    async take(wish: Wish): Promise<{ done(used: Used): void }> {
      for (;;) {
        if (ended) refuse(ended)
        if (!fits(addUsed(spent, wish.uses)) || isSpentFor(wish)) refuse('budget_reached')
        const most = [...underWay, wish].reduce((sum, { mayUse }) => addUsed(sum, mayUse), spent)
        if (underWay.size === 0 || fits(most)) break
        await new Promise<void>((resolve) => wake.push(resolve))
      }
      underWay.add(wish)
      return {
        done(used) {
          underWay.delete(wish)
          spent = addUsed(spent, used)
          for (const go of wake.splice(0)) go()
        },
      }
    },
  }
}
