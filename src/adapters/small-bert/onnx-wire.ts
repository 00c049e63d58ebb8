/**
 * As much of ONNX's protobuf format as it takes to read the weights of one model and to write another graph
 * around them. Field numbers are those of onnx.proto.
 */
type Field = readonly [number: number, value: number | Uint8Array]

function* fields(bytes: Uint8Array): Generator<Field> {
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]!
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  const fixed = (length: number): Uint8Array => bytes.subarray(at, (at += length))
  while (at < bytes.length) {
    const key = varint()
    const wire = key & 7
    const number = Math.floor(key / 8)
    if (wire === 0) yield [number, varint()]
    else if (wire === 1) yield [number, fixed(8)]
    else if (wire === 2) yield [number, fixed(varint())]
    else if (wire === 5) yield [number, fixed(4)]
    else throw new Error(`unknown wire type ${wire}`)
  }
}

const decoder = new TextDecoder()
const blobs = (message: Uint8Array, number: number): Uint8Array[] =>
  [...fields(message)].flatMap(([found, value]) =>
    found === number && typeof value !== 'number' ? [value] : [],
  )
const strings = (message: Uint8Array, number: number): string[] =>
  blobs(message, number).map((bytes) => decoder.decode(bytes))

export interface Weights {
  /** A stored tensor by its own name. */
  named(name: string): Float32Array
  /** The second factor of the product that has this output. */
  factorOf(output: string): Float32Array
}

export function readWeights(model: Uint8Array): Weights {
  const [graph] = blobs(model, 7)
  if (!graph) throw new Error('the model has no graph')
  const tensors = new Map(blobs(graph, 5).map((tensor) => [strings(tensor, 8)[0], blobs(tensor, 9)[0]]))
  const nodes = new Map(blobs(graph, 1).map((node) => [strings(node, 2)[0], strings(node, 1)]))
  const named = (name: string): Float32Array => {
    const raw = tensors.get(name)
    if (!raw) throw new Error(`the model has no tensor ${name}`)
    return new Float32Array(new Uint8Array(raw).buffer) // a copy, because floats must be aligned
  }
  return { named, factorOf: (output) => named(nodes.get(output)?.[1] ?? `behind ${output}`) }
}

type Bytes = readonly Uint8Array[]
const encoder = new TextEncoder()

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

const lengthOf = (parts: Bytes): number => parts.reduce((sum, part) => sum + part.length, 0)
const int = (number: number, value: number): Bytes => [varint(number * 8), varint(value)]
const float = (number: number, value: number): Bytes => [
  varint(number * 8 + 5),
  new Uint8Array(Float32Array.of(value).buffer),
]
const message = (number: number, ...parts: Bytes[]): Bytes => {
  const body = parts.flat()
  return [varint(number * 8 + 2), varint(lengthOf(body)), ...body]
}
const text = (number: number, value: string): Bytes => message(number, [encoder.encode(value)])

const elementTypes = { float: 1, int8: 3, int32: 6 } as const
type ElementType = keyof typeof elementTypes

export function tensor(name: string, dims: number[], data: Float32Array | Int8Array | Int32Array): Bytes {
  const type = data instanceof Float32Array ? 'float' : data instanceof Int8Array ? 'int8' : 'int32'
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const shape = dims.flatMap((dim) => int(1, dim))
  return message(5, shape, int(2, elementTypes[type]), text(8, name), message(9, [raw]))
}

export interface NodeOptions {
  /** ONNX's own operators, or those of its runtime. */
  readonly domain?: '' | 'com.microsoft'
  readonly ints?: Readonly<Record<string, number>>
  readonly floats?: Readonly<Record<string, number>>
}

export function node(op: string, inputs: string[], outputs: string[], options: NodeOptions = {}): Bytes {
  const { domain = 'com.microsoft', ints = {}, floats = {} } = options
  return message(
    1,
    inputs.flatMap((name) => text(1, name)),
    outputs.flatMap((name) => text(2, name)),
    text(4, op),
    ...Object.entries(ints).map(([name, value]) => message(5, text(1, name), int(3, value), int(20, 2))),
    ...Object.entries(floats).map(([name, value]) => message(5, text(1, name), float(2, value), int(20, 1))),
    text(7, domain),
  )
}

/** An input or output of the graph; a dimension is a size or, when it varies, a name. */
export function port(
  direction: 'input' | 'output',
  name: string,
  type: ElementType,
  dims: (number | string)[],
): Bytes {
  const shape = dims.flatMap((dim) => message(1, typeof dim === 'number' ? int(1, dim) : text(2, dim)))
  const tensorType = message(1, int(1, elementTypes[type]), message(2, shape))
  return message(direction === 'input' ? 11 : 12, text(1, name), message(2, tensorType))
}

export function model(name: string, graph: Bytes[]): Uint8Array {
  const parts = [
    ...int(1, 8),
    ...message(7, text(2, name), ...graph),
    ...message(8, text(1, ''), int(2, 17)),
    ...message(8, text(1, 'com.microsoft'), int(2, 1)),
  ]
  const bytes = new Uint8Array(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
