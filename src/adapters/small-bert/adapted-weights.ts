import type { Weights } from './onnx-wire.ts'

/**
 * What training has added to the weights of a packaged model, and what it has put on top of it. Large tensors keep
 * four bits for each value and a scale for each column: what was added is small beside what it is added to.
 */
export interface Adapter {
  /** Undefined: there is none of this name. */
  tensor(name: string): Float32Array | undefined
}

interface Entry {
  readonly name: string
  readonly length: number
  /** Set where values are kept in four bits. */
  readonly columns?: number
}

/** The file: the length of its head, the head as JSON, and the tensors in the order of the head. */
export function readAdapter(file: Uint8Array): Adapter {
  const bytes = new Uint8Array(file) // a copy, because floats must be aligned
  const headLength = new DataView(bytes.buffer).getUint32(0, true)
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + headLength))) as Entry[] // as it was written
  const places = new Map<string, Entry & { at: number }>()
  let at = aligned(4 + headLength)
  for (const entry of head) {
    places.set(entry.name, { ...entry, at })
    const { columns, length } = entry
    at = aligned(at + (columns === undefined ? 4 * length : 4 * columns + length / 2))
  }
  return {
    tensor(name) {
      const place = places.get(name)
      if (!place) return undefined
      const { columns, length } = place
      if (columns === undefined) return new Float32Array(bytes.buffer, place.at, length)
      const scales = new Float32Array(bytes.buffer, place.at, columns)
      const nibbles = bytes.subarray(place.at + 4 * columns, place.at + 4 * columns + length / 2)
      const values = new Float32Array(length)
      for (let index = 0; index < length; index++) {
        const pair = nibbles[index >> 1]!
        values[index] = ((index % 2 === 0 ? pair & 15 : pair >> 4) - 8) * scales[index % columns]!
      }
      return values
    },
  }
}

/** A tensor that has to be there. */
export function tensorOf(adapter: Adapter, name: string): Float32Array {
  const found = adapter.tensor(name)
  if (!found) throw new Error(`the model has no ${name}`)
  return found
}

const aligned = (at: number): number => Math.ceil(at / 4) * 4

/** The weights with what was added to them. */
export function adapted(weights: Weights, adapter: Adapter): Weights {
  const add = (base: Float32Array, name: string): Float32Array => {
    const added = adapter.tensor(name)
    return added ? base.map((value, index) => value + added[index]!) : base
  }
  return {
    named: (name) => add(weights.named(name), name),
    factorOf: (output) => add(weights.factorOf(output), output),
  }
}
