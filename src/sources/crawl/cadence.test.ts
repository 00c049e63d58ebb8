import { expect, test } from 'vitest'
import { nextInterval } from './cadence.ts'

const hour = 3_600_000

test('a page that stays the same is left alone ever longer, up to a month', () => {
  let interval = nextInterval(null, true, hour)
  expect(interval).toBe(hour)
  interval = nextInterval(interval, false, hour)
  expect(interval).toBe(1.5 * hour)
  for (let visits = 0; visits < 50; visits++) interval = nextInterval(interval, false, hour)
  expect(interval).toBe(30 * 24 * hour)
})

test('one that changes is visited twice as often, down to the configured interval', () => {
  expect(nextInterval(8 * hour, true, hour)).toBe(4 * hour)
  expect(nextInterval(1.2 * hour, true, hour)).toBe(hour)
})
