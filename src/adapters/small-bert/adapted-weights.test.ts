import { describe, expect, it } from 'vitest'
import { adapted, readAdapter } from './adapted-weights.ts'

/** A file with a tensor of floats and one of two columns in four bits. */
function file(): Uint8Array {
  const head = new TextEncoder().encode(
    JSON.stringify([
      { name: 'bias', length: 3 },
      { name: 'product', length: 4, columns: 2 },
    ]),
  )
  const start = Math.ceil((4 + head.length) / 4) * 4
  const bytes = new Uint8Array(start + 12 + 8 + 2 + 2)
  new DataView(bytes.buffer).setUint32(0, head.length, true)
  bytes.set(head, 4)
  new Float32Array(bytes.buffer, start, 5).set([1, -2, 0.5, 0.25, 2])
  // 8 is nothing; 15 and 1 are the largest and the least.
  bytes.set([8 | (15 << 4), 1 | (9 << 4)], start + 20)
  return bytes
}

describe('an adapter', () => {
  it('has floats as they are, and four bits times the scale of their column', () => {
    const adapter = readAdapter(file())
    expect([...adapter.tensor('bias')!]).toEqual([1, -2, 0.5])
    expect([...adapter.tensor('product')!]).toEqual([0, 14, -1.75, 2])
    expect(adapter.tensor('other')).toBeUndefined()
  })

  it('is added to the weights that it names', () => {
    const weights = adapted(
      { named: () => Float32Array.of(1, 1, 1), factorOf: () => Float32Array.of(1, 1, 1, 1) },
      readAdapter(file()),
    )
    expect([...weights.named('bias')]).toEqual([2, -1, 1.5])
    expect([...weights.named('untouched')]).toEqual([1, 1, 1])
    expect([...weights.factorOf('product')]).toEqual([1, 15, -0.75, 3])
  })
})
