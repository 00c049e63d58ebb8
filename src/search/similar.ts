/** The direction in which vectors point together, of length 1. */
export function centroid(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) for (const [position, value] of vector.entries()) sum[position]! += value
  const length = Math.hypot(...sum) || 1
  return sum.map((value) => value / length)
}
