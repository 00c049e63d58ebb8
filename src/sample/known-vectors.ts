import { createHash } from 'node:crypto'
import { AppError } from '../contract/errors.ts'
import type { Embedder } from '../ports/embedder.ts'

/** Vectors that were made before, by the text they were made of. */
export interface KnownVectors {
  readonly model: string
  readonly dimensions: number
  readonly vectors: ReadonlyMap<string, Float32Array>
}

const magic = Buffer.from('WVEC1\n')
const keyBytes = 16
const keyOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, keyBytes * 2)

/**
 * One line of JSON, then for each vector its key, a scale and a byte for each dimension: a fourth of the size, at a
 * cosine of .9999 to the original.
 */
export function writeKnownVectors(
  model: string,
  dimensions: number,
  made: ReadonlyMap<string, Float32Array>,
): Buffer {
  const header = Buffer.from(`${JSON.stringify({ model, dimensions, count: made.size })}\n`)
  const records = [...made].map(([text, vector]) => {
    const scale = Math.max(...vector.map((value) => Math.abs(value))) / 127 || 1
    const record = Buffer.alloc(keyBytes + 4 + dimensions)
    record.write(keyOf(text), 'hex')
    record.writeFloatLE(scale, keyBytes)
    for (const [position, value] of vector.entries())
      record.writeInt8(Math.round(value / scale), keyBytes + 4 + position)
    return record
  })
  // In the order of keys, so that the same vectors always give the same file.
  return Buffer.concat([magic, header, ...records.toSorted((one, other) => one.compare(other))])
}

export function readKnownVectors(file: Buffer): KnownVectors {
  const end = file.indexOf('\n', magic.length)
  if (!file.subarray(0, magic.length).equals(magic) || end < 0) throw damaged()
  const { model, dimensions, count } = JSON.parse(file.toString('utf8', magic.length, end)) as {
    model: string
    dimensions: number
    count: number
  }
  const size = keyBytes + 4 + dimensions
  if (file.length !== end + 1 + count * size) throw damaged()
  const vectors = new Map<string, Float32Array>()
  for (let at = end + 1; at < file.length; at += size) {
    const scale = file.readFloatLE(at + keyBytes)
    const vector = new Float32Array(dimensions)
    for (let position = 0; position < dimensions; position++) {
      vector[position] = file.readInt8(at + keyBytes + 4 + position) * scale
    }
    const length = Math.hypot(...vector) || 1
    vectors.set(
      file.toString('hex', at, at + keyBytes),
      vector.map((value) => value / length),
    )
  }
  return { model, dimensions, vectors }
}

const damaged = () => new AppError('internal', 'The file of known vectors is damaged.')

/** Answers from what is known and asks the model for the rest. Vectors of another model are not used. */
export function withKnownVectors(embedder: Embedder, known: KnownVectors): Embedder {
  if (known.model !== embedder.model) return embedder
  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    async embed(texts, options) {
      const answers = texts.map((text) =>
        options.kind === 'passage' ? known.vectors.get(keyOf(text)) : undefined,
      )
      const unknown = texts.filter((_, position) => answers[position] === undefined)
      const made = unknown.length > 0 ? await embedder.embed(unknown, options) : []
      const rest = made.values()
      return answers.map((answer) => answer ?? (rest.next().value as Float32Array)) // one was made for each unknown
    },
    close: () => embedder.close(),
  }
}
