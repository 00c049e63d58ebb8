import { AppError } from '../contract/errors.ts'
import type { Db } from '../ports/records.ts'
import { LimitReached } from './interruptions.ts'
import { eventsAfter, findRun, isDone, isOver, presentRun, stepsOf, type RunReference } from './run-row.ts'
import type { Run, RunContext, RunEvent, RunKind, Step, StoredEvent } from './run-kind.ts'
import { flowOf } from './script-context.ts'

/** The run went no further than this when it failed or was canceled. */
class NotRecorded extends Error {
  override readonly name = 'NotRecorded'
}

/**
 * Goes through the script of an ended run once more, with nothing but what its steps recorded: no search, no page, no
 * model. Answers the events that come of it, which are those that were told. Rejects with `conflict` for a run that
 * has not ended, and for one of which something else comes, because the program has changed since.
 */
export async function replayRun(db: Db, kind: RunKind, reference: RunReference): Promise<StoredEvent[]> {
  const row = await findRun(db, reference)
  if (!isOver(row)) throw new AppError('conflict', `The run ${row.id} has not ended yet.`)
  const run = presentRun(row)
  const steps = await stepsOf(db, reference.teamId, row.id)
  const told = new Map<number, readonly RunEvent[]>()
  const output = await kind.script(recordedRun(run, steps, told)).catch((error: unknown) => {
    if (error instanceof NotRecorded) return null
    throw error
  })
  const fresh: Run = {
    ...run,
    status: 'pending',
    stopReason: null,
    output: null,
    error: null,
    used: {},
    costNanos: 0,
    startedAt: null,
    finishedAt: null,
  }
  const { createdAt, startedAt } = run
  const events = numbered([
    [createdAt, kind.created?.(fresh) ?? []],
    ...(startedAt
      ? [[startedAt, kind.started?.({ ...fresh, status: 'running', startedAt }) ?? []] as const]
      : []),
    ...steps.flatMap(({ position, finished_at: at }) =>
      position === null ? [] : [[at, told.get(position) ?? []] as const],
    ),
    [run.finishedAt ?? createdAt, kind.ended(run)],
  ])
  const stored = await eventsAfter(db, reference, 0, row.event_count)
  if (JSON.stringify([events, output]) !== JSON.stringify([stored, run.output]))
    throw new AppError('conflict', `The run ${row.id} comes out otherwise: the program has changed since.`, {
      reason: 'REPLAY_DIFFERS',
    })
  return events
}

function recordedRun(
  { id, teamId, request, stopReason, createdAt, startedAt }: Run,
  steps: Awaited<ReturnType<typeof stepsOf>>,
  told: Map<number, readonly RunEvent[]>,
): RunContext {
  const recorded = new Map(steps.map((step) => [step.key, step]))
  const limits = ['budget_reached', 'time_limit_reached', 'stopped'] as const
  const limit = limits.find((reason) => reason === stopReason)
  let reached: typeof limit | null = null
  return {
    id,
    teamId,
    request,
    now: startedAt ?? createdAt,
    ...flowOf(() => reached ?? null),
    async step<Outcome>(step: Step<Outcome>): Promise<Outcome> {
      const known = recorded.get(step.key)
      if (!isDone(known)) {
        if (!limit) throw new NotRecorded()
        reached = limit
        throw new LimitReached(limit)
      }
      const outcome = known.outcome as Outcome // only the step of this key writes a row of this key
      told.set(known.position, step.events?.(outcome, known.finished_at) ?? [])
      return outcome
    },
  }
}

const numbered = (groups: readonly (readonly [Date, readonly RunEvent[]])[]): StoredEvent[] =>
  groups
    .flatMap(([createdAt, events]) => events.map((event) => ({ ...event, createdAt })))
    // As it comes back from storage: without what JSON leaves out.
    .map(({ name, data, createdAt }, index) => ({
      sequence: index + 1,
      name,
      data: JSON.parse(JSON.stringify(data)) as RunEvent['data'],
      createdAt,
    }))
