import { expect, test } from 'vitest'
import { createRandom } from '../chaos/random.ts'
import { killableWebsets } from './killed.ts'

const rounds = Number(process.env.CHAOS_ROUNDS ?? 100)
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000)

test(`${rounds} websets whose workers are killed at random moments (CHAOS_SEED=${seed})`, async () => {
  const random = createRandom(seed)
  const websets = await killableWebsets()
  const { outcome: expected } = await websets.run(random, 0)
  expect(expected.items).toHaveLength(50)
  let killings = 0
  for (let round = 1; round <= rounds; round++) {
    const { killed, outcome } = await websets.run(random, 1 + random.whole(6))
    expect(outcome).toEqual(expected)
    killings += killed
    if (round % 10 === 0) console.log(`${round} rounds, ${killings} killings`)
  }
  expect(killings).toBeGreaterThan(rounds)
})
