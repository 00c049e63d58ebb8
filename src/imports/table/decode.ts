import type { ImportTable } from '../../contract/imports.ts'
import { TableProblem } from './table-problem.ts'

type Encoding = ImportTable['encoding']

export type Chunks = AsyncIterable<Uint8Array>

/** How files of other kinds begin that are taken for tables. */
const otherKinds: readonly (readonly [kind: string, ...bytes: number[]])[] = [
  ['a ZIP archive or an Excel workbook', 0x50, 0x4b, 0x03, 0x04],
  ['an old Excel workbook', 0xd0, 0xcf, 0x11, 0xe0],
  ['packed with gzip', 0x1f, 0x8b],
  ['packed with bzip2', 0x42, 0x5a, 0x68],
  ['packed with Zstandard', 0x28, 0xb5, 0x2f, 0xfd],
  ['a 7-Zip archive', 0x37, 0x7a, 0xbc, 0xaf],
  ['a PDF', 0x25, 0x50, 0x44, 0x46],
  ['a Parquet file', 0x50, 0x41, 0x52, 0x31],
  ['an SQLite database', 0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66],
  ['a PNG image', 0x89, 0x50, 0x4e, 0x47],
  ['a JPEG image', 0xff, 0xd8, 0xff],
  ['a GIF image', 0x47, 0x49, 0x46, 0x38],
  ['an RTF document', 0x7b, 0x5c, 0x72, 0x74, 0x66],
  ['text in UTF-32', 0xff, 0xfe, 0x00, 0x00],
  ['text in UTF-32', 0x00, 0x00, 0xfe, 0xff],
]

const beginsWith = (bytes: Uint8Array, ...values: number[]): boolean =>
  values.every((value, at) => bytes[at] === value)

const sampleBytes = 4096
/** Of a text in UTF-16 that is mostly Latin, nearly half of the bytes are zero. */
const mostlyLatin = 0.2

/**
 * Says how a text is encoded, having looked at all of it: what is not UTF-8 from beginning to end is taken for
 * Windows-1252, in which everything is some text. Rejects with a `TableProblem` what is no text.
 */
export async function sniffEncoding(chunks: Chunks): Promise<Encoding> {
  let encoding: Encoding | undefined
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  for await (const chunk of chunks) {
    encoding ??= encodingByBeginning(chunk)
    if (encoding === 'utf-16le' || encoding === 'utf-16be') return encoding
    if (chunk.includes(0)) throw noText('it holds binary data')
    if (isUtf8) isUtf8 = canDecode(utf8, chunk)
  }
  if (encoding === undefined) throw new TableProblem('invalid_file_content', 'The file is empty.')
  return isUtf8 && canDecode(utf8) ? 'utf-8' : 'windows-1252'
}

function encodingByBeginning(first: Uint8Array): Encoding {
  const other = otherKinds.find(([, ...bytes]) => beginsWith(first, ...bytes))
  if (other) throw noText(`it is ${other[0]}`)
  if (beginsWith(first, 0xff, 0xfe)) return 'utf-16le'
  if (beginsWith(first, 0xfe, 0xff)) return 'utf-16be'
  const sample = first.subarray(0, sampleBytes)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even = 0, odd = 0] = zeros.map((count) => count / sample.length)
  if (odd > mostlyLatin && even < 0.01) return 'utf-16le'
  if (even > mostlyLatin && odd < 0.01) return 'utf-16be'
  return 'utf-8'
}

function canDecode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

const noText = (why: string) =>
  new TableProblem('invalid_format', `The file is no CSV: ${why}. Save it as CSV and upload that.`)

/** The text of a file piece by piece, without its byte order mark, with the bytes that were read for it so far. */
export async function* decode(
  chunks: Chunks,
  encoding: Encoding,
): AsyncGenerator<{ readonly text: string; readonly bytes: number }> {
  const decoder = new TextDecoder(encoding)
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    yield { text: decoder.decode(chunk, { stream: true }), bytes }
  }
  yield { text: decoder.decode(), bytes }
}

/** Rejects text that is not a table but a document of another kind. */
export function refuseDocuments(beginning: string): void {
  const text = beginning.trimStart()
  if (/^<(?:!doctype|html|\?xml|!--|[a-z]+[\s>])/i.test(text)) throw noText('it is HTML or XML')
  if (/^(?:\{\s*["}]|\[\s*(?:[[{"\]]|-?\d+\s*[,\]]|true|false|null))/.test(text)) throw noText('it is JSON')
}
