/** Seconds or a date; null for anything else. A date that has passed means now. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
