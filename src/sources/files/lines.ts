const newline = 0x0a

/** A line of a file, or null for one that is longer than allowed; it is then left out without being kept. */
export interface Line {
  readonly number: number
  readonly text: string | null
}

/** Lines of UTF-8 text, whatever the chunks; a byte order mark and carriage returns are dropped. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = []
  let size = 0
  let number = 0

  function finish(): Line {
    number++
    const text = size > maxBytes ? null : Buffer.concat(pieces).toString('utf8').replace(/\r$/, '')
    pieces = []
    size = 0
    return { number, text: number === 1 && text ? text.replace(/^\uFEFF/, '') : text }
  }
  function keep(piece: Uint8Array): void {
    size += piece.byteLength
    if (size <= maxBytes) pieces.push(piece)
    else pieces = []
  }

  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end))
      yield finish()
      start = end + 1
    }
    if (start < chunk.byteLength) keep(chunk.subarray(start))
  }
  if (size > 0) yield finish()
}
