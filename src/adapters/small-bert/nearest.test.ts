import { describe, expect, it, test } from 'vitest'
import { createNearest, partsToRead } from './nearest.ts'

describe('the nearest sentences', () => {
  // Four words: two that mean nearly the same, one of its own, and one that stands everywhere.
  const [dog, hound, train, the] = [0, 1, 2, 3]
  const side = { turn: Float32Array.of(1, 0, 0, 1), weights: Float32Array.of(4, 5, 4, 0.1) }
  const vocabulary = {
    vectors: Float32Array.of(1, 0, 0.9, 0.1, 0, 1, 0.5, 0.5),
    width: 2,
    asked: side,
    said: side,
    power: 3,
    whole: 0,
    before: 0,
    after: 0,
  }
  const nearest = createNearest(vocabulary)

  it('are those with the closest word to each word of the claim', () => {
    const page = [[the], [train, the], [the, hound], [dog, train]]
    expect(nearest([dog], page)).toEqual([3, 2, 0, 1])
    expect(nearest([the, dog, train], page)[0]).toBe(3)
  })

  it('are those whose words together are like the claim, where that counts', () => {
    const page = [[dog, train, train], [hound]]
    expect(nearest([dog], page)).toEqual([0, 1])
    expect(createNearest({ ...vocabulary, whole: 1 })([dog], page)).toEqual([1, 0])
  })

  it('are those beside which something near stands, where that counts', () => {
    const page = [[train], [the], [the], [hound], [the]]
    expect(nearest([dog], page)).toEqual([3, 1, 2, 4, 0])
    expect(createNearest({ ...vocabulary, before: 0.2 })([dog], page)).toEqual([3, 4, 2, 1, 0])
    expect(createNearest({ ...vocabulary, after: 0.2 })([dog], page)).toEqual([3, 2, 1, 4, 0])
  })

  it('are found by what a word means on a page, which may be another thing than in a claim', () => {
    const crossed = { ...side, turn: Float32Array.of(0, 1, 1, 0) }
    expect(createNearest({ ...vocabulary, said: crossed })([dog], [[hound], [train]])).toEqual([1, 0])
  })

  it('are none on an empty page', () => {
    expect(nearest([dog], [])).toEqual([])
  })
})

const around = (place: number, page: number[][], room: number) => partsToRead([place], page, room, 1)[0]

describe('what is read with a sentence', () => {
  const page = [5, 5, 5, 5, 40].map((length) => Array.from({ length }, () => 0))

  it('is what stands before it, then after it, as far as there is room', () => {
    expect(around(2, page, 7)).toEqual([2])
    expect(around(2, page, 14)).toEqual([1, 2])
    expect(around(2, page, 21)).toEqual([1, 2, 3])
    expect(around(2, page, 28)).toEqual([0, 1, 2, 3])
  })

  it('leaves no gap, and begins and ends with the page', () => {
    expect(around(0, page, 30)).toEqual([0, 1])
    expect(around(3, page, 30)).toEqual([1, 2, 3])
    expect(around(4, page, 30)).toEqual([4])
    // The one before has no room, so the one before that would stand apart.
    const long = [[1], Array.from({ length: 50 }, () => 0), [2]]
    expect(around(2, long, 20)).toEqual([2])
  })
})

test('what is read is not read again', () => {
  const page = [5, 5, 5, 5, 5].map((length) => Array.from({ length }, () => 0))
  expect(partsToRead([2, 1, 4, 0], page, 21, 2)).toEqual([
    [1, 2, 3],
    [2, 3, 4],
  ])
  expect(partsToRead([2, 1, 4, 0], page, 21, 9)).toHaveLength(3)
})
