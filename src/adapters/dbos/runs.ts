import { setMaxListeners } from 'node:events'

/** One execution of a workflow in this process. */
export interface Run {
  readonly id: string
  /** The token under which it may record; another execution of the same workflow has another. */
  readonly owner: string
  readonly signal: AbortSignal
}

/** A promise of nothing: it holds no timer and no connection, and is forgotten with whoever waits for it. */
const never = (): Promise<never> => new Promise(() => {})

/**
 * The executions in this process, and how they end with it. While draining, what is under way may finish, but
 * nothing new begins: a workflow that asks for its next step is left waiting for ever instead of being told,
 * because an error is something its code could act upon, and stopping the process is none of its business.
 */
export function createRuns() {
  const running = new Map<Run, AbortController>()
  let draining = false
  let released = false
  let underWay = 0
  let idle: (() => void) | undefined

  const isReleased = () => released
  const abort = (run: Run, reason: string) => running.get(run)?.abort(new DOMException(reason, 'AbortError'))

  /** After the release nobody learns any more how the work ended. */
  async function unlessReleased<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      return isReleased() ? never() : result
    } catch (error) {
      if (isReleased()) return never()
      throw error
    }
  }

  /** Work that may last, such as a wait for a message: a drain does not wait for it. */
  async function lasting<T>(run: Run, work: () => Promise<T>): Promise<T> {
    // No await before `work`: DBOS numbers steps in the order in which they are begun.
    if (draining) return never()
    run.signal.throwIfAborted()
    return unlessReleased(work)
  }

  return {
    begin(id: string, owner: string): Run {
      const controller = new AbortController()
      // Steps side by side all listen to it, and that is no leak.
      setMaxListeners(0, controller.signal)
      const run = { id, owner, signal: controller.signal }
      running.set(run, controller)
      return run
    },
    end: (run: Run): boolean => running.delete(run),
    list: (): Run[] => [...running.keys()],
    abort,
    unlessReleased,
    lasting,
    /** Work that a drain waits for: a step and the record of it. */
    async brief<T>(run: Run, work: () => Promise<T>): Promise<T> {
      if (draining) return never()
      underWay += 1
      try {
        return await lasting(run, work)
      } finally {
        underWay -= 1
        if (underWay === 0) idle?.()
      }
    },
    /** Begins nothing more; resolves when nothing is under way, or when the time has run out. */
    async drain(limitMs: number): Promise<void> {
      draining = true
      if (underWay === 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs)
        idle = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
    /**
     * Lets go of what is still under way, and tells it to stop only when the work has been handed on: a step that
     * stops while the work is still ours would be recorded as a failed one.
     */
    async release(handOn: () => Promise<unknown>): Promise<void> {
      draining = true
      released = true
      await handOn()
      for (const run of running.keys()) abort(run, 'This process is stopping.')
    },
  }
}

export type Runs = ReturnType<typeof createRuns>
