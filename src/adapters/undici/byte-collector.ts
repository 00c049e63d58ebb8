/** Gathers pieces into one buffer as they come. */
export interface ByteCollector {
  add(piece: Uint8Array): void
  /** What was gathered; the collector is not to be used afterwards. */
  take(): Buffer
}

/** How much is set aside on the word of a server before anything has come. */
const maxFirstBytes = 256 * 1024

/**
 * Copies each piece instead of keeping it: a body sent in pieces of one byte would otherwise cost a hundred times its
 * size.
 */
export function createByteCollector(expectedBytes = 16 * 1024): ByteCollector {
  let buffer = Buffer.allocUnsafe(Math.min(expectedBytes, maxFirstBytes))
  let length = 0
  return {
    add(piece) {
      const needed = length + piece.length
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(needed, 2 * buffer.length))
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      buffer.set(piece, length)
      length = needed
    },
    take: () => (length === buffer.length ? buffer : Buffer.from(buffer.subarray(0, length))),
  }
}
