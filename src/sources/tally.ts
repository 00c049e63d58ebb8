import type { IngestFailure } from '../contract/ingest.ts'

/** What a run has done so far. */
export interface Counts {
  readonly done: number
  /** Null while nothing is known about the whole. */
  readonly total: number | null
  readonly stored: number
  readonly unchanged: number
  readonly removed: number
  readonly failed: number
  readonly bytes: number
  /** Of a file; null for a crawl. */
  readonly totalBytes: number | null
}

export type Failures = Readonly<Record<string, { count: number; examples: string[] }>>

export const nothingDone: Counts = {
  done: 0,
  total: null,
  stored: 0,
  unchanged: 0,
  removed: 0,
  failed: 0,
  bytes: 0,
  totalBytes: null,
}

const examplesKept = 5
/** Causes are named by our code; this bounds what a server's odd statuses could make of them. */
const causesKept = 100

export type Tally = ReturnType<typeof createTally>

/** Counts one batch; it is added to the source in the transaction that records the batch. */
export function createTally() {
  const counts = { done: 0, found: 0, stored: 0, unchanged: 0, removed: 0, failed: 0, bytes: 0 }
  const failures: Record<string, { count: number; examples: string[] }> = {}
  let totalBytes: number | null = null
  return {
    counts,
    fileHas: (bytes: number): void => void (totalBytes = bytes),
    fail(cause: string, example: string): void {
      counts.failed++
      const known = (failures[cause] ??= { count: 0, examples: [] })
      known.count++
      if (known.examples.length < examplesKept) known.examples.push(example.slice(0, 500))
    },
    addTo(before: { counts: Counts; failures: Failures }): { counts: Counts; failures: Failures } {
      const { found, ...added } = counts
      const total = before.counts.total === null && found === 0 ? null : (before.counts.total ?? 0) + found
      const sum = Object.fromEntries(
        Object.entries(added).map(([name, count]) => [
          name,
          before.counts[name as keyof typeof added] + count,
        ]),
      ) as Record<keyof typeof added, number> // the same names, each with its sum
      return {
        counts: { ...sum, total, totalBytes: totalBytes ?? before.counts.totalBytes },
        failures: merge(before.failures, failures),
      }
    },
  }
}

function merge(before: Failures, added: Failures): Failures {
  const merged: Record<string, { count: number; examples: string[] }> = { ...before }
  for (const [cause, { count, examples }] of Object.entries(added)) {
    const name = cause in merged || Object.keys(merged).length < causesKept ? cause : 'other'
    const known = merged[name] ?? { count: 0, examples: [] }
    merged[name] = {
      count: known.count + count,
      examples: [...known.examples, ...examples].slice(0, examplesKept),
    }
  }
  return merged
}

export const presentFailures = (failures: Failures): IngestFailure[] =>
  Object.entries(failures)
    .map(([cause, { count, examples }]) => ({ cause, count, examples }))
    .toSorted((left, right) => right.count - left.count || left.cause.localeCompare(right.cause))
