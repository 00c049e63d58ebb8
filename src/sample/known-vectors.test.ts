import { expect, test } from 'vitest'
import type { Embedder } from '../ports/embedder.ts'
import { readKnownVectors, withKnownVectors, writeKnownVectors } from './known-vectors.ts'

const unit = (...values: number[]) => {
  const length = Math.hypot(...values)
  return Float32Array.from(values, (value) => value / length)
}
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, position) => sum + value * b[position]!, 0)

const made = new Map([
  ['one', unit(1, 2, 3)],
  ['two', unit(-3, 0.1, 2)],
])

test('vectors come back as they were, nearly', () => {
  const { model, vectors } = readKnownVectors(writeKnownVectors('m:3', 3, made))
  expect(model).toBe('m:3')
  expect(vectors.size).toBe(2)
  expect(writeKnownVectors('m:3', 3, made)).toEqual(
    writeKnownVectors('m:3', 3, new Map([...made].toReversed())),
  )
})

test('what is known is not asked for, and the order is kept', async () => {
  const asked: string[] = []
  const model: Embedder = {
    model: 'm:3',
    dimensions: 3,
    embed: async (texts) => texts.map((text) => (asked.push(text), unit(0, 0, 1))),
    close: async () => {},
  }
  const embedder = withKnownVectors(model, readKnownVectors(writeKnownVectors('m:3', 3, made)))
  const vectors = await embedder.embed(['new', 'two', 'one'], { kind: 'passage' })
  expect(asked).toEqual(['new'])
  expect(cosine(vectors[1]!, made.get('two')!)).toBeGreaterThan(0.9999)
  expect(cosine(vectors[2]!, made.get('one')!)).toBeGreaterThan(0.9999)
  await embedder.embed(['one'], { kind: 'query' })
  expect(asked).toEqual(['new', 'one'])
  expect(
    withKnownVectors({ ...model, model: 'other:3' }, readKnownVectors(writeKnownVectors('m:3', 3, made)))
      .model,
  ).toBe('other:3')
})

test('a damaged file is refused', () => {
  const file = writeKnownVectors('m:3', 3, made)
  expect(() => readKnownVectors(file.subarray(0, -1))).toThrow(/damaged/)
  expect(() => readKnownVectors(Buffer.from('something else'))).toThrow(/damaged/)
})
