import { describe, expect, test } from 'vitest'
import { nextTime, requireAtMostDaily } from './cron-times.ts'

/** Zones of all kinds: both hemispheres, changes at midnight, of half an hour, on other days, and none. */
const zones = [
  'Etc/UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Antarctica/Troll',
]
const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' })
  return (time: Date) => format.format(time)
}
const timeIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv', { timeZone, timeStyle: 'short' })
  return (time: Date) => format.format(time)
}

describe.each(zones)('%s', (timeZone) => {
  test.each(['0 0 * * *', '15 2 * * *', '45 23 * * *'])(
    '%s comes once on each day of a year, at its time or when the clock has leapt over it',
    (cron) => {
      const dayOf = dayIn(timeZone)
      const timeOf = timeIn(timeZone)
      const [minute = '', hour = ''] = cron.split(' ')
      const wanted = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
      const days: string[] = []
      const others: string[] = []
      const end = new Date('2027-01-01T12:00:00Z')
      for (let at = new Date('2026-01-01T12:00:00Z'); ;) {
        const next = nextTime({ cron, timeZone }, at)
        if (!next || next >= end) break
        days.push(dayOf(next))
        if (timeOf(next) !== wanted) others.push(`${dayOf(next)} ${timeOf(next)}`)
        at = next
      }
      expect(days).toHaveLength(365)
      expect(new Set(days).size).toBe(365)
      expect(others.length).toBeLessThanOrEqual(1)
      for (const other of others) expect(other.slice(-5) > wanted).toBe(true)
    },
  )

  test('whenever it is asked, the answer is the same time', () => {
    const times = { cron: '30 2 * * *', timeZone }
    for (const start of [
      '2026-03-07',
      '2026-03-28',
      '2026-04-03',
      '2026-10-03',
      '2026-10-24',
      '2026-10-31',
    ]) {
      const first = nextTime(times, new Date(`${start}T00:00:00Z`))!
      const second = nextTime(times, first)!
      for (let at = first.getTime() - 3_600_000; at < second.getTime(); at += 29 * 60_000) {
        const expected = at < first.getTime() ? first : second
        expect(nextTime(times, new Date(at))).toEqual(expected)
      }
    }
  })
})

test('a time that the clock leaps over counts when it has leapt, one that it shows twice counts once', () => {
  const berlin = { cron: '30 2 * * *', timeZone: 'Europe/Berlin' }
  const after = (moment: string) => nextTime(berlin, new Date(moment))?.toISOString()
  expect(after('2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
  expect(after('2026-03-29T01:00:00Z')).toBe('2026-03-30T00:30:00.000Z')
  expect(after('2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(after('2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
})

const now = new Date('2026-01-01T00:00:00Z')
const check = (cron: string) => requireAtMostDaily({ cron, timeZone: 'Etc/UTC' }, 'cadence.cron', now)

test.each([
  ['* * * * *', 'comes 1440 times'],
  ['0 * * * *', 'comes 24 times'],
  ['0 */6 * * *', 'comes 4 times'],
  ['0 9,17 * * 1', 'comes 2 times'],
  ['0,30 9 * * *', 'comes 2 times'],
  ['0 0-23/12 1 1 *', 'comes 2 times'],
  ['0 0 30 2 *', 'there is no such day'],
  ['60 0 * * *', 'Invalid value'],
  ['0 24 * * *', 'Invalid value'],
  ['0 0 32 * *', 'Invalid value'],
])('%s is refused: %s', (cron, reason) => {
  expect(() => check(cron)).toThrow(reason)
  expect(() => check(cron)).toThrow(/^Invalid request body \| "cadence.cron": .*received "/)
})

test.each([
  '0 9 * * *',
  '59 23 * * 1-5',
  '0 0 1 * *',
  '5,5 5 * * *',
  '*/60 5 * * *',
  '0 0 29 2 *',
  '0 12 13 * 5',
])('%s is taken', (cron) => expect(() => check(cron)).not.toThrow())
