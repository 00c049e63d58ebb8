import { AppError } from '../../contract/errors.ts'

/**
 * The plainest tar there is: regular files of no particular owner, time or mode. Not compressed, because what a
 * compressor makes differs between its versions, and a bundle of the same webset is the same bytes everywhere.
 */

const block = 512
const end = Buffer.alloc(2 * block)

export interface Entry {
  readonly name: string
  readonly content: Buffer
}

/** What POSIX calls ustar; every field that could differ is fixed. */
function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block)
  header.write(name, 0, 100, 'latin1')
  header.write('0000644\0', 100, 'latin1')
  header.write('0000000\0', 108, 'latin1')
  header.write('0000000\0', 116, 'latin1')
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  header.write('00000000000\0', 136, 'latin1')
  header.write('        ', 148, 'latin1')
  header.write('0', 156, 'latin1')
  header.write('ustar\u000000', 257, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

const paddingOf = (size: number): number => (block - (size % block)) % block

export function* packed({ name, content }: Entry): Generator<Uint8Array> {
  yield headerOf(name, content.length)
  yield content
  yield Buffer.alloc(paddingOf(content.length))
}

export const endOfArchive: Uint8Array = end

/**
 * The entries of an archive of this kind, one by one in memory. Every byte counts: an archive that `packed` would not
 * have written so is refused with `unprocessable`, and so is one with an entry that is larger than allowed.
 */
export async function* unpacked(
  source: AsyncIterable<Uint8Array>,
  { maxEntryBytes }: { maxEntryBytes: number },
): AsyncGenerator<Entry> {
  const bytes = byteReader(source)
  for (;;) {
    const header = await bytes.take(block)
    if (header.every((byte) => byte === 0)) break
    const name = /^[a-z0-9./]+/.exec(header.toString('latin1', 0, 100))?.[0] ?? ''
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
    if (!Number.isSafeInteger(size) || !header.equals(headerOf(name, size))) throw spoiled()
    if (size > maxEntryBytes)
      throw new AppError('too_large', `An entry of a bundle may have ${maxEntryBytes} bytes at most.`)
    const content = await bytes.take(size)
    if ((await bytes.take(paddingOf(size))).some((byte) => byte !== 0)) throw spoiled()
    yield { name, content }
  }
  if ((await bytes.take(block)).some((byte) => byte !== 0) || !(await bytes.isOver())) throw spoiled()
}

const spoiled = () => new AppError('unprocessable', 'This is no bundle, or one that was changed or cut off.')

function byteReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  let held: Uint8Array[] = []
  let length = 0

  async function more(): Promise<boolean> {
    const { done, value } = await chunks.next()
    if (done) return false
    held.push(value)
    length += value.byteLength
    return true
  }
  return {
    async take(size: number): Promise<Buffer> {
      while (length < size) if (!(await more())) throw spoiled()
      const [only, ...further] = held
      const all =
        only && further.length === 0
          ? Buffer.from(only.buffer, only.byteOffset, only.byteLength)
          : Buffer.concat(held, length)
      held = [all.subarray(size)]
      length -= size
      return all.subarray(0, size)
    },
    async isOver(): Promise<boolean> {
      while (length === 0) if (!(await more())) return true
      return false
    },
  }
}
