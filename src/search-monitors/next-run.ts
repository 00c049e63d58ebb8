import { createHash } from 'node:crypto'
import { periodMs } from '../contract/search-monitors.ts'

const longestJitterMs = 30 * 60_000

interface Timed {
  readonly id: string
  readonly period: string | null
  readonly created_at: Date
}

/**
 * The first time after the given one. Times are counted from when the monitor was made, so they stay the same whatever
 * happens to it, and each monitor is late by an amount of its own, so that those made together do not run together.
 * Null for one that runs only when it is triggered.
 */
export function nextRunAt({ id, period, created_at: createdAt }: Timed, after: Date): Date | null {
  const every = period === null ? null : periodMs(period)
  if (every === null) return null
  const first = createdAt.getTime() + jitterMs(id)
  const periods = Math.max(1, Math.floor((after.getTime() - first) / every) + 1)
  return new Date(first + periods * every)
}

const jitterMs = (id: string): number =>
  createHash('sha256').update(id).digest().readUInt32BE(0) % longestJitterMs
