import { expect, test } from 'vitest'
import { createRandom } from '../chaos/random.ts'
import { killableWebsets } from './killed.ts'

const seed = Date.now() % 1_000_000

// Two runs; `npm run test:long` has a hundred.
test(`fifty items with three enrichments end the same, however often the worker is killed (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const websets = await killableWebsets()
  const { outcome: expected } = await websets.run(random, 0)
  expect(expected).toMatchObject({ status: 'idle', enrichments: ['completed', 'completed', 'completed'] })
  expect(expected.items).toHaveLength(50)
  expect(expected.events).toHaveLength(4 + 50 + 150)
  expect(expected.last).toBe('webset.idle ')
  for (let round = 0; round < 2; round++) {
    const { killed, outcome } = await websets.run(random, 2)
    expect(killed).toBeGreaterThan(0)
    expect(outcome).toEqual(expected)
  }
}, 180_000)
