import { expect, it } from 'vitest'
import { ndcg, recall } from './retrieval-metrics.ts'

const relevance = new Map([
  ['a', 2],
  ['b', 1],
])

it('gives the best order 1 and others less', () => {
  expect(ndcg(['a', 'b', 'x'], relevance, 10)).toBe(1)
  expect(ndcg(['b', 'a'], relevance, 10)).toBeCloseTo((1 + 2 / Math.log2(3)) / (2 + 1 / Math.log2(3)), 9)
  expect(ndcg(['x', 'a', 'b'], relevance, 1)).toBe(0)
})

it('counts what was found', () => {
  expect(recall(['x', 'a', 'b'], relevance, 2)).toBe(0.5)
  expect(recall(['a', 'a', 'x'], relevance, 3)).toBe(0.5)
})
