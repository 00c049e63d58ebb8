import type { Clock } from '../ports/clock.ts'
import { records, record, type Json } from './json.ts'
import type { Wait } from './upstream.ts'

interface Polling<T> {
  readonly clock: Clock
  readonly wait: Wait
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly pollMs: number
  /** Asks once; answers whether that was the end. */
  poll(): Promise<{ readonly value: T; readonly done: boolean }>
}

/** Polls until the end or until time is up, whichever comes first; running out of time is an answer too. */
export async function pollUntil<T>(polling: Polling<T>): Promise<{ value: T; timedOut: boolean }> {
  const deadline = polling.clock.now().getTime() + polling.timeoutMs
  for (;;) {
    const { value, done } = await polling.poll()
    if (done) return { value, timedOut: false }
    const left = deadline - polling.clock.now().getTime()
    if (left <= 0) return { value, timedOut: true }
    await polling.wait(Math.min(polling.pollMs, left), polling.signal)
  }
}

const endedSearch = new Set<unknown>(['completed', 'canceled'])
const endedEnrichment = new Set<unknown>(['completed', 'canceled'])

/**
 * Whether all the work of a webset is done. It may be idle for a moment between a search and an enrichment that was
 * just added, so those that are waited for must have ended as well.
 */
export function isAtRest(webset: Json, enrichmentIds: readonly string[] = []): boolean {
  if (webset.status !== 'idle') return false
  if (!records(webset.searches).every(({ status }) => endedSearch.has(status))) return false
  return records(webset.enrichments)
    .filter(({ id }) => typeof id === 'string' && enrichmentIds.includes(id))
    .every(({ status }) => endedEnrichment.has(status))
}

/** How far the searches of a webset are, in a line. */
export function describeProgress(webset: Json): string {
  const searches = records(webset.searches).map(({ progress }) => record(progress))
  const sum = (name: string) => searches.reduce((total, one) => total + Number(one[name] ?? 0), 0)
  return `${String(webset.status)}: ${sum('found')} found of ${sum('analyzed')} analysed`
}
