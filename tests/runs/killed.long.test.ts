import { expect, test } from 'vitest'
import { createRandom } from '../chaos/random.ts'
import { killableRuns } from './killed.ts'
import { expectWhole } from './whole.ts'

const rounds = Number(process.env.CHAOS_ROUNDS ?? 10)
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000)

test(`${rounds} times ten runs whose workers are killed at random moments (CHAOS_SEED=${seed})`, async () => {
  const random = createRandom(seed)
  let killings = 0
  const scene = await killableRuns()
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await scene.work(random, 10, 5)
    killings += outcome.killed
    await expectWhole(scene, outcome)
  }
  expect(killings).toBeGreaterThan(rounds)
})
