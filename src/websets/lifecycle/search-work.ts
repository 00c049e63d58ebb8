import { setImmediate as othersTurn } from 'node:timers/promises'
import { orderedMap } from '../../concurrency/index.ts'
import { AppError, errorKinds } from '../../contract/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Log } from '../../ports/log.ts'
import type { Records } from '../../ports/records.ts'
import type { Attached } from '../attached.ts'
import type { Candidate, Verified, WebsetEngine } from '../engine.ts'
import type { EventLog } from '../event-log.ts'
import { isUnfinished, loadSearches, specOf, type SearchRow } from '../search.ts'
import type { WebsetRow } from '../webset.ts'
import { beginSearch, isUnderstood, understandSearch } from './begin-search.ts'
import { completeSearch } from './complete-search.ts'
import type { Imported } from '../imported.ts'
import type { Outstanding } from '../outstanding.ts'
import type { Barring } from './barred.ts'
import { drawCandidates } from './draw-candidates.ts'
import type { Slice } from './slice.ts'
import type { Payment, Spending } from './spending.ts'
import { takeVerdict, type CandidateRow } from './take-verdict.ts'

interface Needs {
  readonly records: Records
  readonly engine: WebsetEngine
  readonly spending: Spending
  readonly events: EventLog
  readonly attached: Attached
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly imported: Imported
  readonly excluded: Barring
  readonly outstanding: Outstanding
  /** Candidates that are verified at once. */
  readonly concurrency: number
}

/** A search looks at so many candidates for each item that is wanted, and then gives up. */
const patience = 50
const mostAnalyzed = ({ count, seeds }: SearchRow): number => patience * count + seeds
const candidatesAtOnce = 64

type Outcome =
  | { readonly payment: Payment; readonly verified: Verified | null }
  | { readonly payment: Payment | undefined; readonly failure: unknown }

export type SearchWork = ReturnType<typeof createSearchWork>

/**
 * Does what the searches of a webset have to do, one after another. Candidates are verified side by side, and their
 * outcomes taken in the order in which they were drawn: the same candidates make the same items, however often the
 * work was interrupted.
 */
export function createSearchWork(needs: Needs) {
  const { records, engine, spending, events, clock, log, concurrency, outstanding, attached } = needs

  /** What came of a verification; a failure that may pass is told, not thrown, for others are under way. */
  async function verify(
    slice: Slice,
    webset: WebsetRow,
    search: SearchRow,
    candidate: CandidateRow,
  ): Promise<Outcome> {
    const payer = { teamId: webset.team_id, keyId: webset.key_id, websetId: webset.id }
    let payment: Payment | undefined
    try {
      payment = await spending.reserve(payer, 'websetCandidate')
      // Reading can keep this thread busy: requests and connections come in between.
      await othersTurn()
      return {
        payment,
        verified: await engine.verify(specOf(search), toCandidate(candidate), slice.engineRun()),
      }
    } catch (failure) {
      if (!payment || slice.signal.aborted || isPassing(failure)) return { payment, failure }
      // One candidate that cannot be judged must not hold up all the others for ever.
      log.error({ search: search.id, url: candidate.url, err: failure }, 'a candidate could not be verified')
      return { payment, verified: null }
    }
  }

  /** Works on the candidates at hand; false when there are none. */
  async function verifyWaiting(
    slice: Slice,
    webset: WebsetRow,
    search: SearchRow,
    onItem: () => void,
  ): Promise<boolean> {
    const waiting = await records.db
      .selectFrom('webset_candidates')
      .selectAll()
      .where('team_id', '=', search.team_id)
      .where('search_id', '=', search.id)
      .where('state', '=', 'waiting')
      .$if(search.found >= search.count, (query) => query.where('is_seed', '=', true))
      .orderBy('position')
      .limit(Math.min(candidatesAtOnce, mostAnalyzed(search) - search.analyzed))
      .execute()
    let wanted = true
    const failures: unknown[] = []
    const outcomes = orderedMap(
      waiting,
      concurrency,
      (candidate) => verify(slice, webset, search, candidate),
      () => wanted && slice.mayGoOn(),
    )
    for await (const [candidate, outcome] of outcomes) {
      if ('failure' in outcome) failures.push(outcome.failure)
      const taken =
        wanted && !('failure' in outcome)
          ? await slice.commit((tx, current) =>
              takeVerdict(tx, current, { candidate, ...outcome }, { ...needs, log: events }),
            )
          : false
      if (taken) onItem()
      else {
        // What comes after it waits for its turn, too.
        wanted = false
        await outcome.payment?.release()
      }
    }
    if (failures.length > 0) throw failures[0]
    return waiting.length > 0
  }

  /** Until there is no search left, or the slice ends. `onItem` is told when there may be something to enrich. */
  return async function searchWork(slice: Slice, webset: WebsetRow, onItem: () => void): Promise<void> {
    const { teamId, websetId } = slice.payload
    let { title } = webset
    while (slice.mayGoOn()) {
      const search = (await loadSearches(records.db, teamId, [websetId])).find(isUnfinished)
      if (!search || (await outstanding.isAwaiting(records.db, webset, search))) return
      if (search.status !== 'running') await beginSearch(slice, search, clock)
      else if (!isUnderstood(search) || title === null) {
        await understandSearch(slice, search, engine, clock)
        title = ''
      } else if (search.analyzed >= mostAnalyzed(search)) {
        await completeSearch(slice, search, { engine, clock, log: events, attached })
      } else if (!(await verifyWaiting(slice, webset, search, onItem))) {
        const isOver = search.draw_position === null || search.found >= search.count
        if (isOver) await completeSearch(slice, search, { engine, clock, log: events, attached })
        else await drawCandidates(slice, search, needs)
      }
    }
  }
}

const toCandidate = (row: CandidateRow): Candidate => ({
  entityKey: row.entity_key,
  url: row.url,
  name: row.name,
  documentId: row.document_id,
  foundBy: { keyword: row.by_keyword, vector: row.by_vector },
})

/** What may be well the next time: the model is out of reach, the database away. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AppError && errorKinds[error.code].retryable && error.code !== 'internal'
