import { InferenceSession, Tensor } from 'onnxruntime-node'

/** How many numbers stand for a token, and for a text. */
export const width = 384

export async function openSession(model: string | Uint8Array, threads: number): Promise<InferenceSession> {
  const options = {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The graph is written as it runs fastest; further levels put its sums and normalisations together again.
    graphOptimizationLevel: 'basic',
  } as const
  // One overload for each kind of argument.
  return typeof model === 'string'
    ? InferenceSession.create(model, options)
    : InferenceSession.create(model, options)
}

/** Reads texts, given as tokens, together: for each the sum of what its tokens come to, one after another. */
export async function sumsOfTokens(
  session: InferenceSession,
  texts: readonly (readonly number[])[],
): Promise<Float32Array> {
  const lengths = Int32Array.from(texts, (ids) => ids.length)
  const longest = Math.max(...lengths)
  const ids = new Int32Array(texts.length * longest)
  for (const [row, rowIds] of texts.entries()) ids.set(rowIds, row * longest)
  const { hidden } = await session.run({
    ids: new Tensor('int32', ids, [texts.length, longest]),
    lengths: new Tensor('int32', lengths, [texts.length]),
  })
  const states = hidden!.data as Float32Array // the graph declares floats
  const sums = new Float32Array(texts.length * width)
  for (const [row, length] of lengths.entries()) {
    const sum = sums.subarray(row * width, (row + 1) * width)
    for (let token = 0; token < length; token++) {
      const offset = (row * longest + token) * width
      for (let d = 0; d < width; d++) sum[d]! += states[offset + d]!
    }
  }
  hidden!.dispose()
  return sums
}
