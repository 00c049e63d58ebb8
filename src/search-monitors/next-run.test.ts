import { expect, test } from 'vitest'
import { nextRunAt } from './next-run.ts'

const hourMs = 3_600_000
const made = new Date('2026-03-01T12:00:00Z')
const monitor = (id: string, period: string | null = '6h') => ({ id, period, created_at: made })
const after = (hours: number) => new Date(made.getTime() + hours * hourMs)

test('times are counted from when it was made, late by up to half an hour, and the same whenever one asks', () => {
  const first = nextRunAt(monitor('a'), made)!
  const late = first.getTime() - made.getTime() - 6 * hourMs
  expect(late).toBeGreaterThanOrEqual(0)
  expect(late).toBeLessThan(hourMs / 2)
  expect(nextRunAt(monitor('a'), new Date(first.getTime() - 1))).toEqual(first)
  expect(nextRunAt(monitor('a'), first)).toEqual(new Date(first.getTime() + 6 * hourMs))
  expect(nextRunAt(monitor('a'), after(100))).toEqual(new Date(first.getTime() + 16 * 6 * hourMs))
})

test('monitors that were made together do not run together', () => {
  const times = Array.from({ length: 50 }, (_, at) => nextRunAt(monitor(`monitor ${at}`), made)?.getTime())
  expect(new Set(times).size).toBeGreaterThan(45)
})

test('without a period there is no next time', () => {
  expect(nextRunAt(monitor('a', null), made)).toBeNull()
})
