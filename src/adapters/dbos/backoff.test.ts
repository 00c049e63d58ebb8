import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

const ceilings = (policy: Parameters<typeof backoffMs>[0]) =>
  [1, 2, 3, 4, 5].map((failures) => backoffMs(policy, failures, () => 1))

test('grows by its factor up to its limit', () => {
  expect(ceilings({ attempts: 9, firstDelayMs: 100 })).toEqual([100, 200, 400, 800, 1_600])
  expect(ceilings({ attempts: 9, firstDelayMs: 100, factor: 3, maxDelayMs: 1_000 })).toEqual([
    100, 300, 900, 1_000, 1_000,
  ])
})

test('is anything between nothing and that', () => {
  const policy = { attempts: 9, firstDelayMs: 100 }
  expect(backoffMs(policy, 3, () => 0)).toBe(0)
  expect(backoffMs(policy, 3, () => 0.25)).toBe(100)
})
