import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { codeOf, failure } from '../failures.ts'
import { damaged, END_OF_ROWS } from './format.ts'

const NEWLINE = 10
// A line this long is none of ours, which are lists of columns and of sequences.
const LONGEST_LINE = 16 * 1024 * 1024

export interface BackupReader {
  /** The next line, which must be as the schema says. */
  line<T extends z.ZodType>(schema: T): Promise<z.output<T>>
  /** The rows of a table, in pieces of any size. */
  rows(): AsyncGenerator<Buffer>
  /** Of everything read so far. */
  checksum(): string
  /** Whether nothing follows. */
  atEnd(): Promise<boolean>
  close(): void
}

/** Reads a backup from front to end without holding more than a piece of it. */
export function readBackup(file: string): BackupReader {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  const chunks = source.pipe(gunzip)[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const hash = createHash('sha256')
  let pending: Buffer = Buffer.alloc(0)

  /** Reads more; false at the end. */
  const more = async (): Promise<boolean> => {
    try {
      const { done, value } = await chunks.next()
      if (done) return false
      pending = pending.length === 0 ? value : Buffer.concat([pending, value])
      return true
    } catch (error) {
      throw explain(error, file)
    }
  }
  const take = (length: number): Buffer => {
    const taken = pending.subarray(0, length)
    pending = pending.subarray(length)
    return taken
  }

  return {
    async line(schema) {
      let end
      while ((end = pending.indexOf(NEWLINE)) === -1) {
        if (pending.length > LONGEST_LINE) throw damaged('a line is too long')
        if (!(await more())) throw damaged('it ends too early')
      }
      const text = take(end + 1)
      const parsed = schema.safeParse(parseJson(text.toString('utf8')))
      if (!parsed.success) throw damaged('a line is not what it should be', parsed.error)
      hash.update(text)
      return parsed.data
    },
    async *rows() {
      const marker = Buffer.from(`\n${END_OF_ROWS}`)
      // What came before the first row ended a line too, so a table may also begin with the end.
      if (await startsWith(END_OF_ROWS)) {
        hash.update(take(END_OF_ROWS.length))
        return
      }
      for (;;) {
        const at = pending.indexOf(marker)
        // Without the marker, all but what may be its beginning belongs to the rows.
        const length = at === -1 ? pending.length - marker.length : at + 1
        if (length > 0) {
          const piece = take(length)
          hash.update(piece)
          yield piece
        }
        if (at !== -1) break
        if (!(await more())) throw damaged('it ends too early')
      }
      hash.update(take(END_OF_ROWS.length))
    },
    checksum: () => hash.copy().digest('hex'),
    atEnd: async () => pending.length === 0 && !(await more()),
    close: () => void source.destroy(),
  }

  async function startsWith(text: string): Promise<boolean> {
    while (pending.length < text.length) if (!(await more())) throw damaged('it ends too early')
    return pending.toString('latin1', 0, text.length) === text
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function explain(error: unknown, file: string): unknown {
  const code = codeOf(error) ?? ''
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
    return failure(
      `The backup ${file} cannot be read (${code}).`,
      'Name a file that this user may read.',
      error,
    )
  }
  if (code === 'Z_BUF_ERROR') return damaged('it ends too early', error)
  if (code.startsWith('Z_')) return damaged('its compressed data is not valid', error)
  return error
}
