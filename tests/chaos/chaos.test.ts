import { expect, test } from 'vitest'
import { disasters } from './disasters.ts'
import { runRounds } from './rounds.ts'

// One of each kind; `npm run test:long` has hundreds.
test('no disaster loses or doubles what was acknowledged, or leaves a process behind', async () => {
  const { acknowledged } = await runRounds({ rounds: disasters.length, seed: Date.now() % 1_000_000 })
  expect(acknowledged).toBeGreaterThan(0)
}, 120_000)
