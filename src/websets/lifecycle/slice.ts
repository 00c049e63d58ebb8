import type { Clock } from '../../ports/clock.ts'
import type { Records, Tx } from '../../ports/records.ts'
import type { Run } from '../engine.ts'
import { lockWebset, type WebsetRow } from '../webset.ts'

/** One run of a webset. */
export type Payload = { teamId: string; websetId: string; run: number }

/** A stretch of a run: short, so that it is recorded soon and a server that stops need not wait long. */
export interface Slice {
  readonly payload: Payload
  readonly signal: AbortSignal
  /** Whether to begin something further. What is under way is finished in any case. */
  mayGoOn(): boolean
  /** What each call of the engine is given. */
  engineRun(): Run
  /**
   * Commits one outcome under the lock of the webset. Undefined, and nothing is written, when the run is over: canceled,
   * deleted, or replaced by a later one. Outcomes that come while another is being committed go together, in their
   * order; where one of them fails, each by itself, so the body may run twice.
   */
  commit<T>(body: (tx: Tx, webset: WebsetRow) => Promise<T>): Promise<T | undefined>
}

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly mayFetch: boolean
}

interface Outcome {
  readonly body: (tx: Tx, webset: WebsetRow) => Promise<unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

const mostTogether = 16

export function openSlice(
  { records, clock, mayFetch }: Needs,
  payload: Payload,
  { signal, lastsMs, onUse }: { signal: AbortSignal; lastsMs: number; onUse: NonNullable<Run['onUse']> },
): Slice {
  const until = clock.now().getTime() + lastsMs
  const waiting: Outcome[] = []
  let isOver = false
  let isWriting = false

  /** One transaction at a time: waiting for the lock of the webset holds one connection at most. */
  async function write(outcomes: readonly Outcome[]): Promise<unknown[]> {
    return records.transaction(async (tx) => {
      signal.throwIfAborted()
      const webset = await lockWebset(tx, payload.teamId, payload.websetId)
      isOver = webset?.run !== payload.run || webset.status !== 'running'
      const results: unknown[] = []
      for (const { body } of outcomes) results.push(webset && !isOver ? await body(tx, webset) : undefined)
      return results
    })
  }

  async function writeAll(): Promise<void> {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      const together = waiting.splice(0, mostTogether)
      try {
        const results = await write(together)
        for (const [index, { resolve }] of together.entries()) resolve(results[index])
      } catch (error) {
        if (together.length === 1) together[0]?.reject(error)
        else
          for (const one of together) await write([one]).then(([result]) => one.resolve(result), one.reject)
      }
    }
    isWriting = false
  }

  return {
    payload,
    signal,
    mayGoOn: () => !isOver && !signal.aborted && clock.now().getTime() < until,
    engineRun: () => ({ signal, now: clock.now(), mayFetch, onUse }),
    commit: <T>(body: (tx: Tx, webset: WebsetRow) => Promise<T>) =>
      new Promise<T | undefined>((resolve, reject) => {
        // The result is that of this very body.
        waiting.push({ body, resolve: resolve as (result: unknown) => void, reject })
        void writeAll()
      }),
  }
}
