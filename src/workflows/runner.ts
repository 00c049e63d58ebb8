import { randomUUID } from 'node:crypto'
import type { Exa } from 'exa-js'
import { record, type Json, type Wait } from '../agent-side/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Changes } from '../concurrency/index.ts'
import { openCourse, Stopped, WorkflowError, type Checkpoint, type Course } from './course.ts'
import { isTerminal, type TaskError, type TaskRecord, type Tasks } from './task-store.ts'
import { salvage, stopWhatItMade } from './unwind.ts'
import type { Workflow } from './workflow.ts'

export interface RunEnd {
  readonly task: TaskRecord
  readonly outcome: 'completed' | 'failed' | 'cancelled'
  readonly durationMs: number
  readonly result: Json | null
  /** As far as the server said; null where it did not. */
  readonly costDollars: number | null
}

export interface RunnerNeeds {
  readonly tasks: Tasks
  readonly workflows: ReadonlyMap<string, Workflow>
  /** The client that works on behalf of the owner of a task. */
  openExa(task: TaskRecord, signal: AbortSignal): Exa
  readonly changes: Changes
  readonly clock: Clock
  readonly wait: Wait
  readonly log: Log
  readonly maxConcurrent: number
  /** Told of every run that ended, for the record. */
  onEnd?(end: RunEnd): Promise<void>
  /** What this worker is called; by default something that nobody else is. */
  readonly worker?: string
  /** Whether it is certain that a worker has died. */
  isGone?(worker: string): boolean
  readonly beatMs?: number
  /** How long a worker may be silent before others take its tasks. */
  readonly staleMs?: number
  readonly cleanupMs?: number
}

interface Run {
  readonly stopping: AbortController
  readonly ended: Promise<void>
}

const mostAttempts = 5
const unwindMs = 60_000

export type Runner = ReturnType<typeof createRunner>

/** Works on tasks, so many at once, and goes on with those whose worker has died. */
export function createRunner(needs: RunnerNeeds) {
  const { tasks, workflows, changes, clock, log, maxConcurrent } = needs
  const { beatMs = 2000, staleMs = 15_000, cleanupMs = 5 * 60_000 } = needs
  const { worker = randomUUID() } = needs
  const running = new Map<string, Run>()
  let isClosed = false
  let filling: Promise<void> = Promise.resolve()

  // One at a time: while the records are slow, more of them would take the connections that the work needs.
  let isBeating = false
  const beating = setInterval(() => {
    if (isBeating) return
    isBeating = true
    void beat()
      .catch(complain('tasks cannot be looked after'))
      .finally(() => (isBeating = false))
  }, beatMs)
  const cleaning = setInterval(
    () => void tasks.cleanup().catch(complain('expired tasks cannot be deleted')),
    cleanupMs,
  )
  // Whoever has nothing else to do may end.
  beating.unref()
  cleaning.unref()

  return {
    /** Takes as many tasks as there is room for. */
    fill,
    beat,
    /** Goes on at once with what the dead have left, whose silence need not be waited for. */
    async resume(): Promise<void> {
      for (const other of await tasks.workers())
        if (other !== worker && needs.isGone?.(other)) await tasks.release(other)
      await beat()
    },
    get runningCount(): number {
      return running.size
    },
    /** Ends the work on a task that was cancelled, if it is done here. */
    stop: (id: string): void => running.get(id)?.stopping.abort(new Stopped('cancelled')),
    /** Resolves when nothing is under way here. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended))
      await filling
      if (running.size > 0) await this.idle()
    },
    /** Leaves what is under way to whoever comes next. */
    async close(): Promise<void> {
      isClosed = true
      clearInterval(beating)
      clearInterval(cleaning)
      await filling.catch(() => {})
      for (const { stopping } of running.values()) stopping.abort(new Stopped('closing'))
      await Promise.all([...running.values()].map(({ ended }) => ended))
      await tasks.release(worker).catch(complain('tasks could not be given up'))
    },
  }

  /** One at a time, so that two never count the same room. */
  function fill(): Promise<void> {
    filling = filling
      .catch(() => {})
      .then(async () => {
        const room = maxConcurrent - running.size
        if (isClosed || room <= 0) return
        const stale = new Date(clock.now().getTime() - staleMs)
        for (const task of await tasks.claim(worker, room, stale)) if (!running.has(task.id)) begin(task)
      })
    return filling
  }

  async function beat(): Promise<void> {
    const ids = [...running.keys()]
    const mine = ids.length > 0 ? await tasks.beat(worker, ids) : new Map<string, never>()
    for (const id of ids) {
      const status = mine.get(id)
      if (status === undefined) running.get(id)?.stopping.abort(new Stopped('lost'))
      else if (status === 'cancelled') running.get(id)?.stopping.abort(new Stopped('cancelled'))
    }
    await fill()
  }

  function begin(task: TaskRecord): void {
    const stopping = new AbortController()
    changes.tell(task.id)
    const ended = work(task, stopping.signal)
      .catch(complain('the work on a task broke off'))
      .then(() => {
        running.delete(task.id)
        changes.tell(task.id)
        if (!isClosed) void fill().catch(complain('tasks cannot be taken'))
      })
    running.set(task.id, { stopping, ended })
  }

  async function work(task: TaskRecord, signal: AbortSignal): Promise<void> {
    const { id, owner } = task
    let partial = task.partialResult ?? {}
    let checkpoint = task.checkpoint
    let begun: Course | undefined
    if (isTerminal(task.status)) return undo()
    const workflow = workflows.get(task.type)
    if (!workflow)
      return fail({ step: 'starting', message: `There is no workflow ${task.type}.`, recoverable: true })
    if (task.attempt > mostAttempts)
      return fail({
        step: task.progress?.step ?? 'starting',
        message: `It was begun ${mostAttempts} times and never got to its end.`,
        recoverable: true,
      })
    const course = openCourse({
      taskId: id,
      checkpoint,
      exa: needs.openExa(task, signal),
      signal,
      clock,
      wait: needs.wait,
      async save(next) {
        checkpoint = next
        return orLost(tasks.saveCheckpoint(worker, id, next))
      },
      async report(progress) {
        if (await orLost(tasks.updateProgress(owner, id, progress))) changes.tell(id)
      },
      async keep(next) {
        partial = next
        await orLost(tasks.setPartialResult(owner, id, next))
      },
    })
    begun = course
    try {
      const result = await workflow.run(course, workflow.args.parse(task.args))
      const isOurs = await orLost(tasks.setResult(owner, id, result))
      if (!isOurs) return await undo()
      await noteEnd('completed', result)
    } catch (error) {
      const stopped = signal.aborted ? signal.reason : error
      if (stopped instanceof Stopped) return stopped.why === 'cancelled' ? undo() : undefined
      checkpoint = course.checkpoint as unknown as Json
      const { step = 'working', recoverable } = error instanceof WorkflowError ? error : { recoverable: true }
      if (!(error instanceof WorkflowError)) log.error({ taskId: id, err: error }, 'a workflow failed')
      const message =
        error instanceof WorkflowError ? error.message : 'Something went wrong inside the server.'
      await keepWhatThereIs()
      await fail({ step, message, recoverable })
    }

    async function fail(error: TaskError): Promise<void> {
      if (await orLost(tasks.setError(owner, id, error))) await noteEnd('failed', null)
      else await undo()
    }

    /** Once cancelled: what it set in motion is stopped, what it found is kept. */
    async function undo(): Promise<void> {
      if ((await tasks.get(owner, id))?.status === 'cancelled') {
        const exa = needs.openExa(task, AbortSignal.timeout(unwindMs))
        await stopWhatItMade({ taskId: id, exa, checkpoint: intentsOf(checkpoint) }).catch(
          complain('what a cancelled task has made could not be stopped'),
        )
        await keepWhatThereIs()
        await noteEnd('cancelled', null)
      }
      await tasks.settle(worker, id)
    }

    async function keepWhatThereIs(): Promise<void> {
      const exa = needs.openExa(task, AbortSignal.timeout(unwindMs))
      const kept = await salvage({ taskId: id, exa, checkpoint: intentsOf(checkpoint) }, partial).catch(
        () => partial,
      )
      if (Object.keys(kept).length > 0) await orLost(tasks.setPartialResult(owner, id, kept))
    }

    async function noteEnd(outcome: RunEnd['outcome'], result: Json | null): Promise<void> {
      const durationMs = clock.now().getTime() - task.createdAt.getTime()
      const costDollars = begun?.costDollars() ?? null
      const end: RunEnd = { task, outcome, durationMs, result, costDollars }
      await needs.onEnd?.(end).catch(complain('a run could not be noted'))
    }
  }

  function complain(what: string) {
    return (error: unknown): void => log.warn({ err: error }, what)
  }
}

/** While the records cannot be reached nothing is decided: the task is taken up again when they can. */
async function orLost<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (cause) {
    throw Object.assign(new Stopped('lost'), { cause })
  }
}

const intentsOf = (checkpoint: Json): Pick<Checkpoint, 'intents'> => ({
  intents: record(checkpoint.intents) as Checkpoint['intents'], // ours, as it was saved
})
