import { expect, test } from 'vitest'
import { createRandom } from '../chaos/random.ts'
import { killableRuns } from './killed.ts'
import { expectWhole } from './whole.ts'

const seed = Date.now() % 1_000_000

// Two killings; `npm run test:long` has fifty.
test(`ten runs at once end whole, though their workers are killed in the middle (seed ${seed})`, async () => {
  const scene = await killableRuns()
  const outcome = await scene.work(createRandom(seed), 10, 2)
  expect(outcome.killed).toBe(2)
  await expectWhole(scene, outcome)
}, 180_000)
