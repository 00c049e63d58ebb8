import type { ContentsOptions } from '../contract/contents.ts'
import { AppError } from '../contract/errors.ts'

/** When to fetch a page anew, and whether what we have will do if that fails. */
export interface Freshness {
  /** A stored page older than this is fetched; 0 always, Infinity never while there is one. */
  readonly maxAgeMs: number
  readonly mayFetch: boolean
  readonly fallBackToStored: boolean
}

const whenMissing: Freshness = { maxAgeMs: Infinity, mayFetch: true, fallBackToStored: true }
const storedOnly: Freshness = { maxAgeMs: Infinity, mayFetch: false, fallBackToStored: true }
const always: Freshness = { maxAgeMs: 0, mayFetch: true, fallBackToStored: false }
const preferred: Freshness = { maxAgeMs: 0, mayFetch: true, fallBackToStored: true }

export function freshnessOf({ maxAgeHours, livecrawl, snapshotAsOf }: ContentsOptions): Freshness {
  if (maxAgeHours !== undefined && livecrawl !== undefined) {
    throw new AppError('conflicting_options', 'Use either `maxAgeHours` or `livecrawl`, not both.')
  }
  if (snapshotAsOf) return storedOnly
  switch (livecrawl) {
    case 'never':
      return storedOnly
    case 'always':
      return always
    case 'preferred':
      return preferred
    case 'fallback':
    case 'auto':
      return whenMissing
    case undefined:
      break
  }
  if (maxAgeHours === undefined) return whenMissing
  if (maxAgeHours === -1) return storedOnly
  if (maxAgeHours === 0) return always
  return { maxAgeMs: maxAgeHours * 3_600_000, mayFetch: true, fallBackToStored: true }
}
