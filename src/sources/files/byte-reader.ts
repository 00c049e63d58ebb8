const empty = new Uint8Array(0)

/** Reads a stream of chunks by lines and lengths, never holding more than was asked for and one chunk. */
export function createByteReader(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]()
  let held: Uint8Array = empty

  async function more(): Promise<boolean> {
    const { done, value } = await source.next()
    if (done) return false
    held = held.byteLength === 0 ? value : Buffer.concat([held, value])
    return true
  }

  return {
    /** The bytes up to the mark, which is taken too; null when it does not come within so many bytes. */
    async until(mark: string, maxBytes: number): Promise<Uint8Array | null> {
      for (;;) {
        const at = Buffer.from(held.buffer, held.byteOffset, held.byteLength).indexOf(mark)
        if (at >= 0 && at <= maxBytes) {
          const found = held.subarray(0, at)
          held = held.subarray(at + mark.length)
          return found
        }
        if (held.byteLength > maxBytes || !(await more())) return null
      }
    },
    /** So many bytes; fewer only at the end. Those beyond `keep` are passed over. */
    async take(length: number, keep = length): Promise<Uint8Array> {
      const pieces: Uint8Array[] = []
      let left = length
      let kept = 0
      while (left > 0 && (held.byteLength > 0 || (await more()))) {
        const piece = held.subarray(0, left)
        held = held.subarray(piece.byteLength)
        left -= piece.byteLength
        const wanted = piece.subarray(0, keep - kept)
        kept += wanted.byteLength
        if (wanted.byteLength > 0) pieces.push(wanted)
      }
      return Buffer.concat(pieces)
    },
    /** Passes over bytes of these values. */
    async skip(values: readonly number[]): Promise<void> {
      for (;;) {
        const at = held.findIndex((byte) => !values.includes(byte))
        held = at < 0 ? empty : held.subarray(at)
        if (at >= 0 || !(await more())) return
      }
    },
    async isAtEnd(): Promise<boolean> {
      return held.byteLength === 0 && !(await more())
    },
    close: async (): Promise<void> => void (await source.return?.()),
  }
}
