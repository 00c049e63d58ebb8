import { expect, test } from 'vitest'
import { median } from '../../src/bench/bench.ts'
import { runRounds } from './rounds.ts'

const rounds = Number(process.env.CHAOS_ROUNDS ?? 200)
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000)

test(`${rounds} rounds of writing, dying and coming back (CHAOS_SEED=${seed})`, async () => {
  const summary = await runRounds({ rounds, seed, progress: (line) => console.log(line) })
  const { asked, acknowledged, keys, recoveriesMs } = summary
  console.log(`${acknowledged} of ${asked} requests acknowledged, ${keys} keys`)
  console.log(
    `back after ${Math.round(median(recoveriesMs))} ms (median), ${Math.round(Math.max(...recoveriesMs))} ms (worst)`,
  )
  for (const [name, times] of summary.disasters) console.log(`${String(times).padStart(4)} × ${name}`)
  expect(acknowledged).toBeGreaterThan(rounds)
})
