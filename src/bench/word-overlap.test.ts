import { expect, test } from 'vitest'
import { alignWords } from './align-words.ts'
import { tokens, wordOverlap } from './word-overlap.ts'

test('words count as often as they stand in both', () => {
  expect(wordOverlap(tokens('The cat, the dog'), tokens('the CAT'))).toEqual({
    precision: 0.5,
    recall: 1,
    f1: 2 / 3,
  })
  expect(wordOverlap([], ['a']).f1).toBe(0)
  expect(wordOverlap(['b'], ['a']).f1).toBe(0)
  expect(wordOverlap([], []).f1).toBe(1)
  expect(wordOverlap(['a'], []).f1).toBe(0)
})

test('words are aligned where they stand in the story, not wherever they occur', () => {
  const page = tokens('home about the river is low about the ferry home')
  expect([...alignWords(page, tokens('the river is low the ferry'))]).toEqual([0, 0, 1, 1, 1, 1, 0, 1, 1, 0])
})
