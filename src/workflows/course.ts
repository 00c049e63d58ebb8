import type { Exa } from 'exa-js'
import { record, toFailure, type Json, type TaskProgress, type Wait } from '../agent-side/index.ts'
import type { Clock } from '../ports/clock.ts'

export type StepStatus = 'ok' | 'timed_out' | 'failed' | 'skipped'
export type Made = 'webset' | 'enrichment' | 'research' | 'monitor' | 'run'

interface Step {
  readonly name: string
  readonly startedAt: number
  /** Null while it is under way. */
  duration: number | null
  status: StepStatus
}

/** Written before anything is created, so that whoever goes on knows that it may be there. */
interface Intent {
  readonly kind: Made
  readonly at: number
  id: string | null
}

/** What a task needs to go on where it stopped. What can be read again is not kept here: it is read again. */
export interface Checkpoint {
  readonly startedAt: number
  readonly steps: Step[]
  readonly intents: Record<string, Intent>
  readonly notes: Record<string, unknown>
}

/** A workflow that cannot go on, in words for whoever asked for it. */
export class WorkflowError extends Error {
  override readonly name = 'WorkflowError'
  readonly step: string
  readonly recoverable: boolean

  constructor(step: string, message: string, options: { recoverable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.step = step
    this.recoverable = options.recoverable
  }
}

/** Why work on a task ended before the task did; the reason of the aborted signal. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
  readonly why: 'cancelled' | 'closing' | 'lost'

  constructor(why: Stopped['why']) {
    super(`The work on the task ended: ${why}.`)
    this.why = why
  }
}

export interface CourseNeeds {
  readonly taskId: string
  readonly checkpoint: Json
  readonly exa: Exa
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly wait: Wait
  /** Durable when it answers; false when the task is somebody else's by now. */
  save(checkpoint: Json): Promise<boolean>
  report(progress: TaskProgress): Promise<void>
  keep(partial: Json): Promise<void>
}

export interface Creation {
  readonly kind: Made
  /** What an earlier attempt made, at the earliest at `since`; null where there is none. */
  find(since: number): Promise<string | null>
  make(): Promise<string>
}

export type Course = ReturnType<typeof openCourse>

/**
 * The course of one task: the steps it has taken, what it set out to create and what came of it, kept so that it can
 * be taken again from its beginning at any time and does nothing twice.
 */
export function openCourse(needs: CourseNeeds) {
  const { signal, clock } = needs
  const now = () => clock.now().getTime()
  const checkpoint = readCheckpoint(needs.checkpoint, now())
  const warnings = new Set<string>()
  const costs = new Map<string, number>()
  let saving: Promise<unknown> = Promise.resolve()

  /** One after the other: a later state must not be overtaken by an earlier one. */
  function save(): Promise<void> {
    const saved = saving.then(async () => {
      signal.throwIfAborted()
      if (!(await needs.save(structuredClone(checkpoint) as unknown as Json))) throw new Stopped('lost')
    })
    saving = saved.catch(() => {})
    return saved
  }

  return {
    taskId: needs.taskId,
    exa: needs.exa,
    signal,
    clock,
    wait: needs.wait,
    checkpoint,
    warn: (warning: string) => void warnings.add(warning),
    /** Notes what something has cost, if the server said so. Whoever goes on looks at it again, and notes it again. */
    noteCost(id: string, dollars: unknown): void {
      if (typeof dollars === 'number') costs.set(id, dollars)
    },
    /** What is known to have been spent; null where nothing is. */
    costDollars: (): number | null =>
      costs.size === 0 ? null : [...costs.values()].reduce((sum, one) => sum + one, 0),
    report: (progress: TaskProgress) => needs.report(progress),
    /** Remembers what there is so far, for those who cannot wait or whose task fails. */
    keep: (partial: Json) => needs.keep(partial),

    /** Takes a step. What it does must be fit to be done again; `since` is when it was first begun. */
    async step<T>(
      name: string,
      work: (step: { since: number; ends(status: StepStatus): void }) => Promise<T>,
    ): Promise<T> {
      signal.throwIfAborted()
      const step = checkpoint.steps.find((one) => one.name === name) ?? begin(name)
      if (step.duration === null) await save()
      try {
        const value = await work({
          since: step.startedAt,
          ends(status) {
            if (step.duration === null) step.status = status
          },
        })
        if (step.duration === null) {
          step.duration = now() - step.startedAt
          await save()
        }
        return value
      } catch (error) {
        signal.throwIfAborted()
        step.duration ??= now() - step.startedAt
        step.status = 'failed'
        throw located(error, name)
      }
    },

    skip(name: string): void {
      if (checkpoint.steps.some((one) => one.name === name)) return
      checkpoint.steps.push({ name, startedAt: now(), duration: 0, status: 'skipped' })
    },

    /** Does something whose outcome is to stay the same when the course is taken again. */
    async once<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (key in checkpoint.notes) return checkpoint.notes[key] as T // what the same work answered before
      const value = await work()
      checkpoint.notes[key] = value
      await save()
      return value
    },

    /**
     * Creates something at most once. Where an earlier attempt may have, it is looked for first; where it cannot be
     * known whether this one has, it is looked for too, and the failure stands when it is not found.
     */
    async create(key: string, creation: Creation): Promise<string> {
      const known = checkpoint.intents[key]
      if (known?.id) return known.id
      const intent: Intent = known ?? { kind: creation.kind, at: now(), id: null }
      if (known) intent.id = await creation.find(intent.at)
      else {
        checkpoint.intents[key] = intent
        await save()
      }
      intent.id ??= await creation.make().catch(async (error: unknown) => {
        signal.throwIfAborted()
        const found = mayHaveHappened(error) ? await creation.find(intent.at).catch(() => null) : null
        if (found === null) throw error
        return found
      })
      await save()
      return intent.id
    },

    /** When the intent to create it was written. */
    sinceIntent: (key: string): number => checkpoint.intents[key]?.at ?? now(),

    /** What every result carries. */
    finish(result: Json, summary: string): Json {
      const duration = now() - checkpoint.startedAt
      return {
        ...result,
        duration,
        steps: checkpoint.steps.map(({ name, duration: took, status }) => ({
          name,
          duration: took ?? 0,
          status,
        })),
        _summary: summary,
        ...(warnings.size > 0 && { _warnings: [...warnings] }),
      }
    },
  }

  function begin(name: string): Step {
    const step: Step = { name, startedAt: now(), duration: null, status: 'ok' }
    checkpoint.steps.push(step)
    return step
  }

  function located(error: unknown, step: string): unknown {
    if (error instanceof WorkflowError || error instanceof Stopped) return error
    const failure = toFailure(error)
    // The state of our own records is not the workflow's to explain.
    if (!failure || failure.category === 'internal') return error
    const { httpStatus, retryable = false } = failure.facts
    const made = Object.values(checkpoint.intents).some(({ id }) => id !== null)
    return new WorkflowError(step, failure.message + (httpStatus ? ` (${httpStatus})` : ''), {
      recoverable: made || retryable,
      cause: error,
    })
  }
}

/** A refusal means that nothing was made; a conflict that it was there; anything else may mean both. */
function mayHaveHappened(error: unknown): boolean {
  const failure = toFailure(error)
  return failure !== undefined && ['conflict', 'upstream', 'timeout'].includes(failure.category)
}

function readCheckpoint(written: Json, now: number): Checkpoint {
  if (typeof written.startedAt !== 'number') return { startedAt: now, steps: [], intents: {}, notes: {} }
  const { startedAt, steps, intents, notes } = structuredClone(written) as unknown as Checkpoint // ours, as it was saved
  return {
    startedAt,
    steps: steps ?? [],
    intents: record(intents) as Record<string, Intent>,
    notes: record(notes),
  }
}
