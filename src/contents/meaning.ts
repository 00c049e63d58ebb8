import type { Embedder } from '../ports/embedder.ts'

/**
 * How near each text is in meaning to a query, from 0 to 1. What the model calls nought is far above it for any two
 * texts of one language, so its range is stretched to what tells texts apart.
 */
export async function nearnessOf(
  embedder: Embedder,
  query: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<number[]> {
  if (texts.length === 0) return []
  const [[asked], vectors] = await Promise.all([
    embedder.embed([query], { kind: 'query', signal }),
    embedder.embed(texts, { kind: 'passage', signal }),
  ])
  if (!asked) return texts.map(() => 0)
  return vectors.map((vector) => stretch(dot(asked, vector)))
}

const least = 0.72
const most = 0.92
const stretch = (similarity: number): number =>
  Math.min(1, Math.max(0, (similarity - least) / (most - least)))

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
