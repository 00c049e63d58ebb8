import { describe, expect, test } from 'vitest'
import { estimateRecall } from './recall.ts'

const found = (byWords: number, byMeaning: number, byBoth: number) => [
  ...Array.from({ length: byBoth }, () => ({ keyword: true, vector: true })),
  ...Array.from({ length: byWords - byBoth }, () => ({ keyword: true, vector: false })),
  ...Array.from({ length: byMeaning - byBoth }, () => ({ keyword: false, vector: true })),
]

describe('recall', () => {
  test('follows Chapman, with bounds around it and never below what was found', () => {
    const estimate = estimateRecall(found(30, 40, 20))
    // (31 · 41) / 21 − 1 = 59.5
    expect(estimate?.expected.total).toBe(60)
    expect(estimate?.expected.bounds.min).toBeGreaterThanOrEqual(50)
    expect(estimate?.expected.bounds.min).toBeLessThan(60)
    expect(estimate?.expected.bounds.max).toBeGreaterThan(60)
    expect(estimate?.expected.bounds.max).toBeLessThan(100)
    expect(estimate?.reasoning).toContain('30')
  })

  test('is what was found when one way missed nothing that the other had', () => {
    expect(estimateRecall(found(20, 14, 14))?.expected).toEqual({
      total: 20,
      confidence: 'high',
      bounds: { min: 20, max: 20 },
    })
  })

  test('is trusted less the less the captures overlap', () => {
    const order = ['high', 'medium', 'low']
    const trust = (...numbers: [number, number, number]) =>
      order.indexOf(estimateRecall(found(...numbers))?.expected.confidence ?? '')
    expect(trust(100, 100, 90)).toBe(0)
    expect(trust(100, 100, 90)).toBeLessThanOrEqual(trust(30, 30, 20))
    expect(trust(30, 30, 20)).toBeLessThan(trust(20, 20, 3))
  })

  test('is not estimated from too little', () => {
    expect(estimateRecall([])).toBeNull()
    expect(estimateRecall(found(10, 10, 0))).toBeNull()
    expect(estimateRecall(found(30, 2, 2))).toBeNull()
  })
})
