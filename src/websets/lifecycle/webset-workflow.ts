import type { Clock } from '../../ports/clock.ts'
import type { WorkflowDefinition } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import type { Records } from '../../ports/records.ts'
import type { Course } from '../course.ts'
import type { EventLog } from '../event-log.ts'
import { websetWorkflowName, type Places } from '../places.ts'
import { lockTeam, lockWebset, updateWebset, type WebsetRow } from '../webset.ts'
import { createBell } from './bell.ts'
import type { EnrichmentWork } from './enrichment-work.ts'
import type { SearchWork } from './search-work.ts'
import { openSlice, type Payload } from './slice.ts'
import { OutOfBudget, type Spending } from './spending.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly log: Log
  readonly events: EventLog
  readonly course: Course
  readonly places: Places
  readonly spending: Spending
  readonly searchWork: SearchWork
  readonly enrichmentWork: EnrichmentWork
  readonly mayFetch: boolean
}

type Outcome = { state: 'more' | 'done' | 'failed' }

export const websetQueue = (concurrency: number) => ({ name: 'websets', concurrency })

const sliceMs = 4000
const firstRetryMs = 1000
const longestRetryMs = 60_000

/**
 * One run of a webset, from when work became due until nothing is. All state is in the tables and every outcome is
 * committed by itself, so that a slice which was killed only repeats what had no outcome yet. There is no way to fail:
 * what does not work now is tried again, until it works or somebody cancels.
 */
export function createWebsetWorkflow(needs: Needs): WorkflowDefinition<Payload> {
  const { records, log, events, course, places, spending, searchWork, enrichmentWork } = needs

  return {
    name: websetWorkflowName,
    queue: websetQueue(0).name,
    async run(context, payload) {
      for (let failures = 0; ;) {
        const { state } = await context.step('slice', (signal) => slice(payload, signal))
        if (state === 'done') return
        failures = state === 'failed' ? failures + 1 : 0
        if (failures > 0) await context.sleep(Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1)))
      }
    },
  }

  async function slice(payload: Payload, signal: AbortSignal): Promise<Outcome> {
    const webset = await begin(payload)
    if (!webset) return { state: 'done' }
    try {
      await work(webset, payload, signal)
      signal.throwIfAborted()
      return await finish(payload)
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof OutOfBudget) return pause(payload, error.nanos)
      log.error({ webset: payload.websetId, err: error }, 'the work of a webset failed and is tried again')
      return { state: 'failed' }
    }
  }

  /** Undefined when the run is over. */
  async function begin({ teamId, websetId, run }: Payload): Promise<WebsetRow | undefined> {
    return records.transaction(async (tx) => {
      const webset = await lockWebset(tx, teamId, websetId)
      if (webset?.run !== run || !webset.active) return undefined
      return webset.status === 'pending' ? updateWebset(tx, webset, { status: 'running' }) : webset
    })
  }

  /** Searches and enrichments side by side; what one of them fails with is thrown when both have stopped. */
  async function work(webset: WebsetRow, payload: Payload, signal: AbortSignal): Promise<void> {
    const failed = new AbortController()
    const { teamId, websetId } = payload
    const tokens = await spending.countTokens({ teamId, websetId, keyId: webset.key_id })
    const slice = openSlice(needs, payload, { signal, lastsMs: sliceMs, onUse: tokens.onUse })
    const careful = { ...slice, mayGoOn: () => !failed.signal.aborted && slice.mayGoOn() }
    const bell = createBell()
    let isOver = false
    const searching = searchWork(careful, webset, () => bell.ring())
      .catch(stop)
      .finally(() => {
        isOver = true
        bell.ring()
      })
    const enriching = enrichmentWork(careful, webset, { isOver: () => isOver, bell }).catch(stop)
    await Promise.all([searching, enriching])
    await tokens.book()
    failed.signal.throwIfAborted()

    function stop(error: unknown): void {
      failed.abort(error)
      bell.ring()
    }
  }

  /** Rests if nothing is left to do, and otherwise goes on. */
  async function finish({ teamId, websetId, run }: Payload): Promise<Outcome> {
    return records.transaction(async (tx) => {
      await lockTeam(tx, teamId)
      const webset = await lockWebset(tx, teamId, websetId)
      if (webset?.run !== run || webset.status !== 'running') return { state: 'done' }
      const settled = await course.settle(tx, webset)
      return { state: settled.status === 'idle' ? 'done' : 'more' }
    })
  }

  /** What is under way stays as it is, until the budget allows to go on. */
  async function pause({ teamId, websetId, run }: Payload, lacking: number): Promise<Outcome> {
    return records.transaction(async (tx) => {
      await lockTeam(tx, teamId)
      const webset = await lockWebset(tx, teamId, websetId)
      if (webset?.run !== run || webset.status !== 'running') return { state: 'done' }
      const lackingRow = await updateWebset(tx, webset, { lacking_nanos: lacking })
      await events.webset(tx, 'webset.paused', await places.leave(tx, lackingRow, 'paused'))
      return { state: 'done' }
    })
  }
}
