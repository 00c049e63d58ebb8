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
   * deleted, or replaced by a later one. One at a time, so that waiting for the lock holds one connection at most.
   */
  commit<T>(body: (tx: Tx, webset: WebsetRow) => Promise<T>): Promise<T | undefined>
}

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly mayFetch: boolean
}

export function openSlice(
  { records, clock, mayFetch }: Needs,
  payload: Payload,
  { signal, lastsMs }: { signal: AbortSignal; lastsMs: number },
): Slice {
  const until = clock.now().getTime() + lastsMs
  let isOver = false
  let last: Promise<unknown> = Promise.resolve()

  return {
    payload,
    signal,
    mayGoOn: () => !isOver && !signal.aborted && clock.now().getTime() < until,
    engineRun: () => ({ signal, now: clock.now(), mayFetch }),
    commit(body) {
      const mine = last.then(() =>
        records.transaction(async (tx) => {
          signal.throwIfAborted()
          const webset = await lockWebset(tx, payload.teamId, payload.websetId)
          if (webset?.run === payload.run && webset.status === 'running') return body(tx, webset)
          isOver = true
          return undefined
        }),
      )
      last = mine.catch(() => {})
      return mine
    },
  }
}
