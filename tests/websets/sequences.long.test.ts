import { expect, test } from 'vitest'
import { testDatabase } from '../harness/database.ts'
import { runSequence } from './sequence.ts'

const sequences = Number(process.env.SEQUENCES ?? 10_000)
const first = Number(process.env.SEQUENCES_SEED ?? Date.now() % 1_000_000)
const atOnce = 4
/** A database that has seen so many is left for a fresh one: the tables grow, and with them the time of each. */
const perDatabase = 1000

test(`${sequences} random sequences of what callers do (SEQUENCES_SEED=${first})`, async () => {
  let next = first
  for (let done = 0; done < sequences; done += perDatabase) {
    const database = await testDatabase()
    const last = Math.min(first + sequences, first + done + perDatabase)
    const player = async () => {
      while (next < last) await runSequence(next++, database)
    }
    await Promise.all(Array.from({ length: atOnce }, player))
    console.log(`${next - first} sequences`)
  }
  expect(next - first).toBe(sequences)
})
