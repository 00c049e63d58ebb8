import { describe, expect, it, test } from 'vitest'
import { createNearest, partsToRead } from './nearest.ts'

describe('the nearest sentences', () => {
  // Four words: two that mean nearly the same, one of its own, and one that stands everywhere.
  const [dog, hound, train, the] = [0, 1, 2, 3]
  const nearest = createNearest({
    vectors: Float32Array.of(1, 0, 0.9, 0.1, 0, 1, 0.5, 0.5),
    width: 2,
    rarity: Float32Array.of(4, 5, 4, 0.1),
  })

  it('are those with the closest word to each word of the claim', () => {
    const page = [[the], [train, the], [the, hound], [dog, train]]
    expect(nearest([dog], page)).toEqual([3, 2, 0, 1])
    expect(nearest([the, dog, train], page)[0]).toBe(3)
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
