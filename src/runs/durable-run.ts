import type { Ledger } from '../billing/index.ts'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records } from '../ports/records.ts'
import { createAllowance } from './allowance.ts'
import { RunOver, SliceOver } from './interruptions.ts'
import { isDone, isOver, lockRun, presentRun, stepsOf, tell, updateRun, type RunRow } from './run-row.ts'
import type { RunContext, RunKind, Step } from './run-kind.ts'
import { flowOf } from './script-context.ts'
import { addUsed, costOf, type Used } from './used.ts'

export interface DurableNeeds {
  readonly records: Records
  readonly ledger: Ledger
  readonly clock: Clock
  /** Told after each commit. */
  readonly onChange: (runId: string) => void
}

interface Slice {
  readonly signal: AbortSignal
  /** Whether to begin something further in this slice. */
  readonly mayGoOn: () => boolean
}

interface Payment {
  readonly reservation: string | undefined
}

/**
 * A run whose steps are rows. A step's outcome, its events and its price are committed together, under the lock of the
 * run, so that whatever is killed leaves a step done with all that belongs to it, or not done at all. Two workers that
 * do the same step by mistake record it once, and both go on with what was recorded.
 */
export async function openDurableRun(
  { records, ledger, clock, onChange }: DurableNeeds,
  kind: RunKind,
  row: RunRow,
  slice: Slice,
): Promise<RunContext> {
  const { id, request } = presentRun(row)
  const { team_id: teamId, key_id: keyId } = row
  const startedAt = row.started_at ?? row.created_at
  const payer = { teamId, keyId }
  const prices = kind.prices(request)
  const limits = kind.limits(request)
  const recorded = new Map((await stepsOf(records.db, teamId, id)).map((step) => [step.key, step]))
  const allowance = createAllowance({ limits, prices, spent: row.used })
  if (row.stop_requested_at) allowance.end('stopped')
  const timeUp = untilTimeIsUp()
  const performing = AbortSignal.any([slice.signal, timeUp])

  return {
    id,
    teamId,
    request,
    now: startedAt,
    ...flowOf(allowance.reached),
    async step<Outcome>(step: Step<Outcome>): Promise<Outcome> {
      const known = recorded.get(step.key)
      // Only the step of this key writes a row of this key.
      if (isDone(known)) return known.outcome as Outcome
      slice.signal.throwIfAborted()
      if (!slice.mayGoOn()) throw new SliceOver()
      if (known) return (await record(step, known.outcome as Outcome, {})).outcome
      return step.isFree ? doFree(step) : doWithinLimits(step)
    },
  }

  function untilTimeIsUp(): AbortSignal {
    const { durationMs } = limits
    if (durationMs === undefined) return new AbortController().signal
    const leftMs = startedAt.getTime() + durationMs - clock.now().getTime()
    const signal = leftMs > 0 ? AbortSignal.timeout(Math.min(leftMs, longestTimer)) : AbortSignal.abort()
    if (signal.aborted) allowance.end('time_limit_reached')
    signal.addEventListener('abort', () => allowance.end('time_limit_reached'), { once: true })
    return signal
  }

  async function doFree<Outcome>(step: Step<Outcome>): Promise<Outcome> {
    const outcome = await step.perform({ signal: slice.signal, use: () => {} })
    return (await record(step, outcome, {})).outcome
  }

  async function doWithinLimits<Outcome>(step: Step<Outcome>): Promise<Outcome> {
    const { uses = {}, mayUse = uses } = step
    const place = await allowance.take({ uses, mayUse })
    let used: Used = {}
    try {
      slice.signal.throwIfAborted()
      const payment = await reserve(costOf(foreseen(mayUse), prices), costOf(known(mayUse, uses), prices))
      try {
        let told: Used | undefined
        const outcome = await step.perform({
          signal: performing,
          use: (item, count) => void (told = addUsed(told ?? {}, { [item]: count })),
        })
        const taken = await record(step, outcome, told ?? uses, payment)
        used = taken.used
        return taken.outcome
      } finally {
        // Nothing is left of it where the step was recorded and paid for.
        if (payment.reservation) await ledger.release(payer, payment.reservation)
      }
    } catch (error) {
      if (timeUp.aborted && !slice.signal.aborted) allowance.refuse('time_limit_reached')
      throw error
    } finally {
      place.done(used)
    }
  }

  /** A budget of the team or the key that does not allow the step is a limit like the run's own. */
  async function reserve(most: number, least: number): Promise<Payment> {
    if (most === 0) return { reservation: undefined }
    try {
      return { reservation: await ledger.reserve(payer, most, Math.max(1, least)) }
    } catch (error) {
      if (!(error instanceof AppError) || !error.code.endsWith('_budget_exceeded')) throw error
      return allowance.refuse('budget_reached')
    }
  }

  async function record<Outcome>(
    step: Step<Outcome>,
    outcome: Outcome,
    used: Used,
    payment?: Payment,
  ): Promise<{ outcome: Outcome; used: Used }> {
    const taken = await records.transaction(async (tx) => {
      const run = await lockRun(tx, teamId, id)
      if (!run || isOver(run)) throw new RunOver()
      if (run.stop_requested_at) allowance.end('stopped')
      const before = await tx
        .selectFrom('run_steps')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('run_id', '=', id)
        .where('key', '=', step.key)
        .executeTakeFirst()
      if (isDone(before)) return before
      const at = clock.now()
      const cost = costOf(used, prices)
      const saved = {
        position: run.step_count + 1,
        outcome: JSON.stringify(outcome),
        used: JSON.stringify(used),
        cost_nanos: cost,
        finished_at: at,
      }
      const document_ids = [...new Set(step.documents?.(outcome))]
      const done = await tx
        .insertInto('run_steps')
        .values({ run_id: id, key: step.key, team_id: teamId, kind: step.kind, document_ids, ...saved })
        .onConflict((conflict) => conflict.columns(['team_id', 'run_id', 'key']).doUpdateSet(saved))
        .returningAll()
        .executeTakeFirstOrThrow()
      const counted = await updateRun(tx, run, {
        step_count: saved.position,
        used: JSON.stringify(addUsed(run.used, used)),
        cost_nanos: run.cost_nanos + cost,
      })
      // As it was read back: a replay has nothing else to tell from.
      await tell(tx, counted, step.events?.(done.outcome as Outcome, at) ?? [], at)
      if (payment) {
        const { search = 0, page = 0, token = 0 } = used
        const counts = {
          searches: search,
          pages: Math.ceil(page),
          tokens: token,
          seconds: 0,
          costNanos: cost,
        }
        const entry = { ...counts, operation: `${kind.name}.${step.kind}`, requestId: id }
        await ledger.settle(payer, entry, payment.reservation, tx)
      }
      return done
    })
    recorded.set(step.key, taken)
    onChange(id)
    return { outcome: taken.outcome as Outcome, used: taken.used }
  }
}

/**
 * Of what nobody knows beforehand, what a call of a language model, or a page, takes at most as a rule. It is set aside
 * before the step begins, so that steps side by side, of one run or of many, do not all count on the same money.
 */
const asARule: Used = { token: 16_000, page: 10 }

/** What must be there at the least: all of it where that is known, else what is sure to be used. */
const known = (mayUse: Used, uses: Used): Used =>
  Object.values(mayUse).every((count) => Number.isFinite(count)) ? mayUse : uses

const foreseen = (mayUse: Used): Used =>
  Object.fromEntries(
    Object.entries(mayUse).map(([item, count]) => [
      item,
      Number.isFinite(count) ? count : (asARule[item] ?? 1),
    ]),
  )

/** What timers of the platform can count to. */
const longestTimer = 2 ** 31 - 1
