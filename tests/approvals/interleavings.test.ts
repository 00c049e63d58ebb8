import { expect, test } from 'vitest'
import { approvalWorld } from '../harness/approval-desk.ts'
import { interleave } from './interleaving.ts'

test('no call runs without an approval of its own, whatever happens in whatever order', async () => {
  const world = await approvalWorld()
  const first = Math.floor(Math.random() * 1e9)
  let ran = 0
  for (let course = 0; course < 12; course++) ran += await interleave(world, first + course, 30)
  expect(ran).toBeGreaterThan(0)
}, 120_000)
