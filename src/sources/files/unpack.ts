import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '../../contract/errors.ts'
import { bunzip } from './bunzip.ts'

/** Real text packs ten to one, logs fifty to one; far beyond that only what was made to harm. */
const largestRatio = 300
const unsuspiciousBytes = 64 * 1024 * 1024

const startsWith = (bytes: Uint8Array, ...values: number[]) =>
  values.every((value, at) => bytes[at] === value)

/** The plain bytes of a file, packed or not. Rejects with `unprocessable` what is broken or packed otherwise. */
export async function* unpack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done) return
  let packedBytes = 0
  async function* counted(beginning: Uint8Array): AsyncGenerator<Uint8Array> {
    packedBytes += beginning.byteLength
    yield beginning
    for (let next = await source.next(); !next.done; next = await source.next()) {
      packedBytes += next.value.byteLength
      yield next.value
    }
  }
  const unpacking = unpackerFor(first.value)(counted(first.value))
  let plainBytes = 0
  try {
    for await (const chunk of unpacking) {
      plainBytes += chunk.byteLength
      if (plainBytes > unsuspiciousBytes && plainBytes > packedBytes * largestRatio)
        throw new AppError('unprocessable', `The file unpacks to over ${largestRatio} times its size.`)
      yield chunk
    }
  } finally {
    await source.return?.()
  }
}

type Unpacker = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

function unpackerFor(beginning: Uint8Array): Unpacker {
  if (startsWith(beginning, 0x50, 0x4b, 0x03, 0x04)) throw packed('a ZIP archive')
  if (startsWith(beginning, 0x28, 0xb5, 0x2f, 0xfd)) throw packed('packed with Zstandard')
  if (startsWith(beginning, 0x42, 0x5a, 0x68)) return bunzip
  if (startsWith(beginning, 0x1f, 0x8b)) return gunzip
  return (chunks) => chunks
}

const packed = (how: string) =>
  new AppError('unprocessable', `The file is ${how}. Unpack it, or use gzip or bzip2.`)

async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(chunks, { objectMode: false })
  const gunzipping = createGunzip({ chunkSize: 256 * 1024 })
  source.on('error', (error) => gunzipping.destroy(error))
  source.pipe(gunzipping)
  try {
    yield* gunzipping as AsyncIterable<Uint8Array>
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw new AppError('unprocessable', `The file is not whole gzip: ${(cause as Error).message}.`, {
        cause,
      })
    throw cause
  } finally {
    source.destroy()
    gunzipping.destroy()
  }
}
