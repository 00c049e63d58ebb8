import { expect, test } from 'vitest'
import { liveThrough } from './year.ts'

test('monitors in eight zones run once on each day of a year, with a restart at every hour of it', async () => {
  const began = performance.now()
  const runs = await liveThrough({
    from: new Date('2026-01-01T00:00:00Z'),
    until: new Date('2027-01-01T00:00:00Z'),
    zones: [
      ['Etc/UTC', '00:00'],
      ['Europe/Berlin', '02:30'],
      ['Europe/London', '01:15'],
      ['America/New_York', '02:00'],
      ['America/Santiago', '23:45'],
      ['Africa/Cairo', '00:00'],
      ['Australia/Lord_Howe', '02:15'],
      ['Pacific/Auckland', '02:45'],
    ],
    // Now and then for a night, or for three days.
    isDown: (hour) => (hour % 500 >= 400 && hour % 500 < 410) || (hour % 3000 >= 2000 && hour % 3000 < 2072),
  })
  expect(runs).toBeGreaterThan(8 * 350)
  console.log(`${runs} runs in ${Math.round((performance.now() - began) / 1000)} s`)
})
