import { describe, expect, it } from 'vitest'
import { afterFailure, isDown } from './retries.ts'

const policy = { attempts: 8, firstDelayMs: 10_000, factor: 4.3 }
const minute = 60_000

describe('what follows a failure', () => {
  it('is a retry that comes ever later, over about a day, and then none', () => {
    const delays = Array.from(
      { length: 8 },
      (_, index) => afterFailure(policy, { tries: index + 1, failures: 1 }).retryInMs,
    )
    expect(delays.slice(0, 3)).toEqual([10_000, 43_000, 184_900])
    expect(delays[7]).toBeNull()
    const hours = delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0) / (60 * minute)
    expect(hours).toBeGreaterThan(20)
    expect(hours).toBeLessThan(26)
  })

  it('keeps the others back for the first retries, within a minute, and no longer', () => {
    expect(afterFailure(policy, { tries: 1, failures: 1 }).pauseMs).toBe(10_000)
    expect(afterFailure(policy, { tries: 2, failures: 2 }).pauseMs).toBe(43_000)
    expect(afterFailure(policy, { tries: 3, failures: 3 }).pauseMs).toBe(0)
    expect(afterFailure(policy, { tries: 5, failures: 1 }).pauseMs).toBe(0)
  })

  it('is a pause of minutes where it cannot be the fault of one message', () => {
    expect([3, 4].map(isDown)).toEqual([false, true])
    expect(afterFailure(policy, { tries: 1, failures: 4 }).pauseMs).toBe(184_900)
    for (const failures of [5, 8, 100, 10_000])
      expect(afterFailure(policy, { tries: 1, failures }).pauseMs).toBe(5 * minute)
  })

  it('keeps nobody back for what is given up', () => {
    const single = { ...policy, attempts: 1 }
    expect(afterFailure(single, { tries: 1, failures: 1 })).toEqual({ retryInMs: null, pauseMs: 0 })
  })
})
