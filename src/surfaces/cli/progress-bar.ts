const width = 24

/** A share of the whole, drawn. */
export const bar = (share: number): string =>
  '█'.repeat(Math.round(Math.min(1, share) * width)).padEnd(width, '░')

export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
