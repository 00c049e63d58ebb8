import { expect, test } from 'vitest'
import { approvalWorld } from '../harness/approval-desk.ts'
import { interleave } from './interleaving.ts'

test('no call runs without an approval of its own, in hundreds of courses', async () => {
  const world = await approvalWorld()
  let ran = 0
  for (let seed = 1; seed <= 400; seed++) ran += await interleave(world, seed, 60)
  expect(ran).toBeGreaterThan(400)
}, 1_800_000)
