import { AppError, errorKinds } from '../contract/errors.ts'
import type { WorkflowDefinition } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import { openDurableRun, type DurableNeeds } from './durable-run.ts'
import { endRun, type Ending } from './ending.ts'
import { RunOver, SliceOver } from './interruptions.ts'
import { isOver, lockRun, presentRun, tell, updateRun, type RunRow } from './run-row.ts'
import type { RunError, RunKind } from './run-kind.ts'

interface Needs extends DurableNeeds {
  readonly log: Log
  readonly kindOf: (name: string) => RunKind
}

export type RunPayload = { teamId: string; runId: string }

type Outcome = { state: 'more' | 'done' | 'failed' }

export const runWorkflowName = 'run.v1'
export const runQueue = (concurrency: number) => ({ name: 'runs', concurrency })

const sliceMs = 4000
const mostFailures = 4
const firstRetryMs = 1000

/**
 * Works on a run until it ends. Each slice goes through the script from its beginning; steps that are recorded answer
 * at once, so a slice that was killed repeats only the steps that were under way. Slices are short, so that a server
 * that stops need not wait long. What fails for a reason that may pass is tried again a few times.
 */
export function createRunWorkflow(needs: Needs): WorkflowDefinition<RunPayload> {
  const { records, clock, log, kindOf, onChange } = needs

  return {
    name: runWorkflowName,
    queue: runQueue(0).name,
    async run(context, payload) {
      for (let failures = 0; ;) {
        const isLastTry = failures + 1 >= mostFailures
        const { state } = await context.step('slice', (signal) => slice(payload, signal, isLastTry))
        if (state === 'done') return
        failures = state === 'failed' ? failures + 1 : 0
        if (failures > 0) await context.sleep(firstRetryMs * 2 ** (failures - 1))
      }
    },
  }

  async function slice(payload: RunPayload, signal: AbortSignal, isLastTry: boolean): Promise<Outcome> {
    const row = await begin(payload)
    if (!row) return { state: 'done' }
    const kind = kindOf(row.kind)
    const { deadlineMs } = kind.limits(presentRun(row).request)
    const startedAt = (row.started_at ?? row.created_at).getTime()
    const until = clock.now().getTime() + sliceMs
    try {
      if (deadlineMs !== undefined && clock.now().getTime() >= startedAt + deadlineMs) throw tookTooLong()
      const mayGoOn = () => !signal.aborted && clock.now().getTime() < until
      const run = await openDurableRun(needs, kind, row, { signal, mayGoOn })
      const output = await kind.script(run)
      return await end(payload, kind, { status: 'completed', stopReason: run.limit() ?? 'finished', output })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RunOver) return { state: 'done' }
      if (error instanceof SliceOver) return { state: 'more' }
      if (!isFinal(error) && !isLastTry) {
        log.warn({ run: payload.runId, err: error }, 'the work of a run failed and is tried again')
        return { state: 'failed' }
      }
      if (!isFinal(error)) log.error({ run: payload.runId, err: error }, 'a run failed')
      return end(payload, kind, { status: 'failed', stopReason: 'error', error: presentError(error) })
    }
  }

  /** Undefined when the run is over. */
  async function begin({ teamId, runId }: RunPayload): Promise<RunRow | undefined> {
    return records.transaction(async (tx) => {
      const run = await lockRun(tx, teamId, runId)
      if (!run || isOver(run)) return undefined
      if (run.status === 'running') return run
      const at = clock.now()
      const started = await updateRun(tx, run, { status: 'running', started_at: at })
      const told = await tell(tx, started, kindOf(run.kind).started?.(presentRun(started)) ?? [], at)
      onChange(runId)
      return told
    })
  }

  async function end({ teamId, runId }: RunPayload, kind: RunKind, ending: Ending): Promise<Outcome> {
    await records.transaction(async (tx) => {
      const run = await lockRun(tx, teamId, runId)
      if (run && !isOver(run)) await endRun(tx, { kind, clock }, run, ending)
    })
    onChange(runId)
    return { state: 'done' }
  }
}

const tookTooLong = () =>
  new AppError('deadline_exceeded', 'The run took longer than a run may.', { reason: 'TIMEOUT' })

/** Trying again cannot help. That the time is up stays so. */
const isFinal = (error: unknown): boolean =>
  error instanceof AppError && (!errorKinds[error.code].retryable || error.code === 'deadline_exceeded')

function presentError(error: unknown): RunError {
  if (!(error instanceof AppError))
    return { code: 'internal', message: 'Something went wrong on our side. The log has the details.' }
  const { code, reason, message, details } = error
  return { code, ...(reason !== undefined && { reason }), message, ...(details && { details }) }
}
