import { expect, it } from 'vitest'
import { toBatches } from './batches.ts'

it('keeps every text once, with its place', () => {
  const texts = Array.from({ length: 50 }, (_, index) => 'x'.repeat((index * 37) % 900))
  const batches = toBatches(texts)
  const seen = batches.flatMap((batch) =>
    batch.places.map((place, index) => [place, batch.texts[index]] as const),
  )
  expect(new Map(seen)).toEqual(new Map(texts.entries()))
  expect(seen).toHaveLength(50)
})

it('puts few long texts or some short ones together, never long beside short', () => {
  const batches = toBatches(['a'.repeat(2_000), 'b', 'c'.repeat(2_000), 'd', 'e'])
  expect(batches.map((batch) => batch.texts.length)).toEqual([3, 1, 1])
  expect(toBatches(Array.from({ length: 20 }, () => 'short')).map((batch) => batch.texts.length)).toEqual([
    8, 8, 4,
  ])
})

it('gives no batches for no texts', () => {
  expect(toBatches([])).toEqual([])
})
