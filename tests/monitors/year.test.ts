import { expect, test } from 'vitest'
import { liveThrough } from './year.ts'

// The days around each change of the clocks; `npm run test:long` has the whole year.
test.each([
  ['spring', '2026-03-27', '2026-04-06'],
  ['autumn', '2026-10-03', '2026-10-05'],
  ['late autumn', '2026-10-24', '2026-10-27'],
])(
  'monitors run once a day through %s, whenever the server is restarted',
  async (_, first, last) => {
    const runs = await liveThrough({
      from: new Date(`${first}T00:00:00Z`),
      until: new Date(`${last}T00:00:00Z`),
      zones: [
        ['Europe/Berlin', '02:30'],
        ['America/Santiago', '23:45'],
        ['Australia/Lord_Howe', '02:15'],
      ],
      // Through one night in three.
      isDown: (hour) => hour % 72 >= 48 && hour % 72 < 60,
    })
    expect(runs).toBeGreaterThan(5)
  },
  120_000,
)
