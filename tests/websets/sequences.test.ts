import { expect, test } from 'vitest'
import { testDatabase } from '../harness/database.ts'
import { runSequence } from './sequence.ts'

// Some hundreds here; `npm run test:long` has ten thousand.
const sequences = 80
const atOnce = 4
const first = Date.now() % 1_000_000

test(
  `${sequences} random sequences of what callers do keep every promise`,
  { timeout: 300_000 },
  async () => {
    const database = await testDatabase()
    let next = first
    const player = async () => {
      while (next < first + sequences) await runSequence(next++, database)
    }
    await Promise.all(Array.from({ length: atOnce }, player))
    expect(next).toBeGreaterThanOrEqual(first + sequences)
  },
)
