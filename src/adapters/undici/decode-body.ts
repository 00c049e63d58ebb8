import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { FetchError } from './fetch-error.ts'

type Decompress = (
  data: Uint8Array,
  options: { maxOutputLength: number; chunkSize: number },
) => Promise<Buffer>

const inflate: Decompress = promisify(zlib.inflate)
const inflateRaw: Decompress = promisify(zlib.inflateRaw)

const decoders: Record<string, Decompress> = {
  gzip: promisify(zlib.gunzip),
  br: promisify(zlib.brotliDecompress),
  // Some servers leave out the two bytes of the zlib header, whose low four bits say 8.
  deflate: (data, options) => (((data[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(data, options),
}
// Node 20 has no zstd; where there is one (22.15, 24), the types this is compiled with do not know it yet.
const zstd = (zlib as { zstdDecompress?: typeof zlib.gunzip }).zstdDecompress
if (zstd) decoders['zstd'] = promisify(zstd)

/** What may be asked for. */
export const acceptEncoding: string = Object.keys(decoders).join(', ')

const aliases: Readonly<Record<string, string>> = { 'x-gzip': 'gzip', 'x-deflate': 'deflate' }

/** Nobody compresses a page more than twice, save to make someone else work. */
const maxLayers = 2

/**
 * Undoes a Content-Encoding. The output is bounded layer by layer, so that a small body cannot become a large one;
 * rejects with `decompression_limit` then, and with `broken_encoding` for data that does not decode or ends early.
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const layers = (contentEncoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
    .map((name) => aliases[name] ?? name)
  if (layers.length === 0 || body.length === 0) return body
  if (layers.length > maxLayers)
    throw new FetchError('broken_encoding', `the body is compressed ${layers.length} times`)
  let decoded = body
  for (const name of layers.toReversed()) {
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined
    if (!decode)
      throw new FetchError('broken_encoding', `the encoding ${JSON.stringify(name)} is not supported`)
    decoded = await decode(decoded, { maxOutputLength: maxBytes, chunkSize: 64 * 1024 }).catch(
      (cause: unknown) => {
        throw cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
          ? new FetchError('decompression_limit', `the body decompresses to more than ${maxBytes} bytes`, {
              cause,
            })
          : new FetchError('broken_encoding', `the ${name} data is broken: ${String(cause)}`, { cause })
      },
    )
  }
  return decoded
}
