import { expect, test } from 'vitest'
import { probability, score } from '../contents/extract/trees.ts'
import { trainTrees } from './train-trees.ts'

const options = { trees: 60, depth: 2, rate: 0.2, featureShare: 1, groupShare: 0.8, l2: 1, seed: 1 }
const grid = Array.from({ length: 400 }, (_, at) =>
  Float64Array.of((at % 20) / 20, Math.floor(at / 20) / 20, at % 3),
)
const examples = (label: (row: Float64Array) => boolean) => ({
  rows: grid,
  labels: grid.map((row) => (label(row) ? 1 : 0)),
  weights: grid.map(() => 1),
  groups: grid.map((_, at) => at % 7),
})

const isOdd = ([x = 0, y = 0]: Float64Array): boolean => x > 0.5 !== y > 0.5

test('two questions asked together find what neither finds alone', () => {
  const model = trainTrees(['x', 'y', 'noise'], examples(isOdd), options)
  const right = grid.filter((row) => probability(score(model, row)) > 0.5 === isOdd(row))
  expect(right.length / grid.length).toBeGreaterThan(0.97)
})

test('the same seed gives the same model, and it survives being written down', () => {
  const set = examples(([x = 0]) => x > 0.3)
  const model = trainTrees(['x', 'y', 'noise'], set, options)
  expect(trainTrees(['x', 'y', 'noise'], set, options)).toEqual(model)
  expect(JSON.parse(JSON.stringify(model))).toEqual(model)
})
