import type { Allowance } from './allowance.ts'
import { LimitReached } from './interruptions.ts'
import type { RunContext } from './run-kind.ts'

/** The part of a context that is the same however steps are done. */
export const flowOf = (limit: Allowance['reached']): Pick<RunContext, 'all' | 'untilLimit' | 'limit'> => ({
  limit,

  async all<T>(tasks: readonly (() => Promise<T>)[]) {
    const settled = await Promise.allSettled(tasks.map((task) => task()))
    const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    // A limit can be dealt with; what cannot goes first.
    const worst = failures.find((reason) => !(reason instanceof LimitReached)) ?? failures[0]
    if (worst !== undefined) throw worst
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  },

  async untilLimit(body) {
    try {
      return await body()
    } catch (error) {
      if (error instanceof LimitReached) return undefined
      throw error
    }
  },
})
