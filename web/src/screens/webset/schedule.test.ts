import { expect, test } from 'vitest'
import { MonitorCadence } from '../../../../src/contract/monitors.ts'
import { cronOf, scheduleInWords } from './schedule.ts'

const at = { time: '07:05', weekday: 1, dayOfMonth: 15 }

test.each([
  ['day', 'Every day at 07:05'],
  ['weekday', 'Every weekday at 07:05'],
  ['week', 'Every Monday at 07:05'],
  ['month', 'On day 15 of every month at 07:05'],
] as const)('every %s is understood by the server, and said as it was chosen', (every, words) => {
  const cron = cronOf({ ...at, every })
  expect(MonitorCadence.parse({ cron }).cron).toBe(cron)
  expect(scheduleInWords(cron)).toBe(words)
})

test('what has no words is shown as it is', () => {
  expect(scheduleInWords('0 7 1-7 * 1')).toBe('0 7 1-7 * 1')
})
