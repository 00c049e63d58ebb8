import { AppError } from '../../contract/errors.ts'
import type { Clock } from '../../ports/clock.ts'

interface Limits {
  /** Calls at once. */
  readonly concurrency: number
  readonly maxTokensPerHour?: number | undefined
  readonly maxTokensPerDay?: number | undefined
}

export interface Admission {
  /**
   * Waits for a turn, in order, and sets tokens aside. Answers how to leave: with what was really used. Rejects with
   * `unavailable` when an allowance does not hold that many, and with the signal's reason.
   */
  enter(tokens: number, signal: AbortSignal): Promise<(used: number) => void>
}

const hourMs = 3_600_000

/** Lets a few calls in at a time, and no more of them than the allowances of this process hold. */
export function createAdmission(limits: Limits, clock: Clock): Admission {
  const allowances = [
    createAllowance('hour', hourMs, limits.maxTokensPerHour, clock),
    createAllowance('day', 24 * hourMs, limits.maxTokensPerDay, clock),
  ]
  const waiting = new Set<() => void>()
  let free = limits.concurrency

  function leave(): void {
    free += 1
    const [next] = waiting
    next?.()
  }

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        waiting.delete(take)
        signal.removeEventListener('abort', giveUp)
      }
      const take = (): void => {
        settle()
        free -= 1
        resolve()
      }
      const giveUp = (): void => {
        settle()
        reject(signal.reason as Error)
      }
      if (signal.aborted) giveUp()
      else if (free > 0) take()
      else {
        waiting.add(take)
        signal.addEventListener('abort', giveUp, { once: true })
      }
    })

  return {
    async enter(tokens, signal) {
      await turn(signal)
      try {
        for (const allowance of allowances) allowance.check(tokens)
      } catch (error) {
        leave()
        throw error
      }
      const settles = allowances.map((allowance) => allowance.take(tokens))
      return (used) => {
        for (const settle of settles) settle(used)
        leave()
      }
    },
  }
}

/** Tokens per hour or day of the clock. */
function createAllowance(name: string, periodMs: number, limit: number | undefined, clock: Clock) {
  let period = 0
  let used = 0
  const now = (): number => Math.floor(clock.now().getTime() / periodMs)
  const turnOver = (): void => {
    if (now() === period) return
    period = now()
    used = 0
  }

  return {
    check(tokens: number): void {
      turnOver()
      if (limit === undefined || used + tokens <= limit) return
      const retryAfterSeconds = Math.ceil(((period + 1) * periodMs - clock.now().getTime()) / 1000)
      throw new AppError('unavailable', `its allowance of ${limit} tokens a ${name} is spent`, {
        retryAfterSeconds,
      })
    },
    /** Answers how to say what it really was. */
    take(tokens: number): (really: number) => void {
      const taken = period
      used += tokens
      return (really) => {
        turnOver()
        used += period === taken ? really - tokens : 0
      }
    },
  }
}
