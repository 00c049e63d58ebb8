import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { AppError } from '../../contract/errors.ts'
import { createByteReader } from './byte-reader.ts'
import { addressOf, dateOf, malformed, maxRecordBytes, type FileRecord } from './file-record.ts'

const maxHeadBytes = 64 * 1024
const blank = [0x0d, 0x0a]
const readable = /html|^text\/|pdf|xml/

/** Web archives: pages as servers sent them (`response`), as files (`resource`) and as text (`conversion`, WET). */
export async function* readWarc(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileRecord> {
  const reader = createByteReader(chunks)
  try {
    for (let number = 1; ; number++) {
      await reader.skip(blank)
      if (await reader.isAtEnd()) return
      const head = await reader.until('\r\n\r\n', maxHeadBytes)
      const fields = head && parseHead(head)
      const length = Number(fields?.headers['content-length'])
      // Records say where the next one begins, so after a broken one there is no telling.
      if (!fields?.firstLine.startsWith('WARC/') || !Number.isSafeInteger(length) || length < 0) {
        if (number === 1)
          throw new AppError('unprocessable', 'This is no web archive: it has no WARC header.')
        yield malformed('broken_archive', `record ${number}; what follows was not read`)
        return
      }
      const block = await reader.take(length, maxRecordBytes)
      if (block.byteLength < Math.min(length, maxRecordBytes)) {
        yield malformed('truncated_archive', `record ${number}`)
        return
      }
      const record = await recordOf(fields.headers, block, length)
      if (record) yield record
    }
  } finally {
    await reader.close()
  }
}

/** The page in a record; null for the many that hold none: requests, metadata, images, errors. */
async function recordOf(
  headers: Readonly<Record<string, string>>,
  block: Uint8Array,
  length: number,
): Promise<FileRecord | null> {
  const { 'warc-type': type, 'content-type': contentType = '' } = headers
  if (type !== 'response' && type !== 'resource' && type !== 'conversion') return null
  const target = headers['warc-target-uri']?.replace(/^<|>$/g, '')
  const url = addressOf(target, undefined)
  if (url === null) return malformed('no_address', target ?? 'a record without an address')
  if (length > maxRecordBytes) return malformed('record_too_long', url)
  const fetchedAt = dateOf(headers['warc-date'])
  const about = { kind: 'page' as const, url, ...(fetchedAt && { fetchedAt }) }
  if (type === 'conversion' || !/^application\/http/i.test(contentType))
    return readable.test(contentType) ? { ...about, contentType, body: block } : null
  const http = splitHttp(block)
  if (!http) return malformed('broken_response', url)
  const isPage = http.status === 200 && readable.test(http.headers['content-type'] ?? 'text/html')
  if (!isPage) return null
  const body = await decodeBody(http.body, http.headers)
  if (body === null) return malformed('broken_encoding', url)
  return { ...about, contentType: http.headers['content-type'] ?? null, headers: http.headers, body }
}

function splitHttp(block: Uint8Array) {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength)
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0 || end > maxHeadBytes) return null
  const { firstLine, headers } = parseHead(bytes.subarray(0, end))
  const status = Number(/^HTTP\/[\d.]+ (\d{3})/.exec(firstLine)?.[1])
  return Number.isNaN(status) ? null : { status, headers, body: bytes.subarray(end + 4) }
}

function parseHead(head: Uint8Array): { firstLine: string; headers: Record<string, string> } {
  const [firstLine = '', ...lines] = Buffer.from(head).toString('utf8').split(/\r?\n/)
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const at = line.indexOf(':')
    if (at > 0) headers[line.slice(0, at).trim().toLowerCase()] = line.slice(at + 1).trim()
  }
  return { firstLine, headers }
}

const decoders: Readonly<Record<string, (body: Uint8Array) => Promise<Uint8Array>>> = {
  gzip: (body) => promisify(gunzip)(body, { maxOutputLength: maxRecordBytes }),
  'x-gzip': (body) => promisify(gunzip)(body, { maxOutputLength: maxRecordBytes }),
  deflate: (body) => promisify(inflate)(body, { maxOutputLength: maxRecordBytes }),
  br: (body) => promisify(brotliDecompress)(body, { maxOutputLength: maxRecordBytes }),
}

/**
 * Archives keep bodies as they came, chunked and packed, or already undone with the headers left standing: what does
 * not look packed is taken as it is. Null for what cannot be unpacked.
 */
async function decodeBody(
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<Uint8Array | null> {
  const whole = /chunked/i.test(headers['transfer-encoding'] ?? '') ? (dechunk(body) ?? body) : body
  const encoding = headers['content-encoding']?.toLowerCase() ?? ''
  const decode = decoders[encoding]
  const looksPlain = encoding.endsWith('gzip') && !(whole[0] === 0x1f && whole[1] === 0x8b)
  if (!decode || looksPlain) return whole
  return decode(whole).catch(() => null)
}

function dechunk(body: Uint8Array): Uint8Array | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const pieces: Uint8Array[] = []
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = /^[\da-f]{1,8}(?=;|$)/i.exec(bytes.toString('latin1', at, Math.min(lineEnd, at + 100)))?.[0]
    if (lineEnd < 0 || size === undefined) return null
    const length = Number.parseInt(size, 16)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length))
    at = lineEnd + 2 + length + 2
  }
}
