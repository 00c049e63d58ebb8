import { describe, expect, it } from 'vitest'
import { fuseByRank, fuseByScore, type RankedList } from './fusion.ts'

const list = (name: string, entries: Record<string, number>, weight?: number): RankedList<string> => ({
  name,
  items: Object.entries(entries).map(([item, score]) => ({ item, score })),
  weight,
})
const same = (item: string): string => item
const order = (fused: { item: string }[]): string[] => fused.map(({ item }) => item)

describe('fusing by rank', () => {
  it('prefers what several lists have, and says where each stood', () => {
    const fused = fuseByRank([list('keyword', { a: 9, b: 8 }), list('vector', { c: 0.9, b: 0.8 })], same, 1)
    expect(order(fused)).toEqual(['b', 'a', 'c'])
    expect(fused[0]).toEqual({
      item: 'b',
      score: 2 / 3,
      from: {
        keyword: { rank: 2, score: 8, contribution: 1 / 3 },
        vector: { rank: 2, score: 0.8, contribution: 1 / 3 },
      },
    })
  })

  it('lets a list count more', () => {
    expect(order(fuseByRank([list('keyword', { a: 1 }), list('vector', { b: 1 }, 2)], same))).toEqual([
      'b',
      'a',
    ])
  })

  it('counts the first place of an item that a list repeats', () => {
    const items = ['a', 'b', 'b', 'b'].map((item) => ({ item, score: 1 }))
    expect(order(fuseByRank([{ name: 'keyword', items }], same, 1))).toEqual(['a', 'b'])
  })

  it('makes nothing of nothing', () => {
    expect(fuseByRank([], same)).toEqual([])
    expect(fuseByScore([list('keyword', {})], same)).toEqual([])
  })
})

describe('fusing by score', () => {
  it('lets a clear lead in one list outweigh places', () => {
    const lists = [list('keyword', { a: 100, b: 12, c: 10 }), list('vector', { b: 0.9, a: 0.89, c: 0.2 })]
    expect(order(fuseByScore(lists, same))).toEqual(['a', 'b', 'c'])
    expect(fuseByScore(lists, same)[0]?.score).toBeCloseTo(1 + 0.69 / 0.7, 9)
  })

  it('gives all of a list the same when their scores are', () => {
    const fused = fuseByScore([list('keyword', { a: 3, b: 3 })], same)
    expect(fused.map(({ score }) => score)).toEqual([1, 1])
  })
})
