import { setTimeout as delay } from 'node:timers/promises'
import type { JobPayload, Jobs, WorkflowContext, WorkflowDefinition } from '../../src/ports/jobs.ts'
import type { Records } from '../../src/ports/records.ts'
import { idleJobs } from './idle-jobs.ts'

/** Jobs that are done when the test says so, in this process, one worker for each. */
export function handJobs(sleep: (durationMs: number) => Promise<void> = async () => {}) {
  const queue = new Map<string, { name: string; payload: JobPayload }>()
  const running = new Map<string, AbortController>()
  const workflows = new Map<string, WorkflowDefinition>()
  const jobs: Jobs = {
    ...idleJobs,
    // What a transaction that fails has enqueued is left here, too: workflows find that there is nothing to do.
    enqueue: async (_, { id, name, payload }) => void queue.set(id, { name, payload }),
    async cancel(id) {
      queue.delete(id)
      running.get(id)?.abort(new DOMException('canceled', 'AbortError'))
    },
    defineWorkflow: (definition) => void workflows.set(definition.name, definition),
  }

  async function run(records: Records, id: string, name: string, payload: JobPayload): Promise<void> {
    const controller = new AbortController()
    running.set(id, controller)
    const { signal } = controller
    const context: WorkflowContext = {
      workflowId: id,
      signal,
      async step(_, body) {
        signal.throwIfAborted()
        return body(signal)
      },
      transaction: (_, body) => records.transaction(body),
      sleep,
      receive: async () => null,
    }
    await workflows
      .get(name)
      ?.run(context, payload)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
  }

  return {
    jobs,
    /** Does what is queued until nothing is. */
    async work(records: Records): Promise<void> {
      for (let due = [...queue]; due.length > 0; due = [...queue]) {
        queue.clear()
        await Promise.all(due.map(([id, { name, payload }]) => run(records, id, name, payload)))
      }
    },
    run,
    /**
     * Works in the background until stopped: each job as soon as `isCommitted` says so. `crash` lets go of everything
     * under way, as a process does that is killed, and takes it up again.
     */
    serve(records: Records, isCommitted: (payload: JobPayload) => Promise<boolean>) {
      const underWay = new Map<string, { name: string; payload: JobPayload }>()
      const started = new Set<Promise<void>>()
      const over = new AbortController()
      const serving = (async () => {
        for (; !over.signal.aborted || queue.size > 0; await delay(1)) {
          for (const [id, job] of queue) {
            if (underWay.has(id) || !(await isCommitted(job.payload))) {
              if (over.signal.aborted) queue.delete(id)
              continue
            }
            queue.delete(id)
            underWay.set(id, job)
            const work = run(records, id, job.name, job.payload).finally(() => {
              underWay.delete(id)
              started.delete(work)
            })
            started.add(work)
          }
        }
      })()
      return {
        crash(): void {
          for (const [id, job] of underWay) {
            running.get(id)?.abort(new DOMException('killed', 'AbortError'))
            queue.set(id, job)
          }
        },
        isIdle: () => queue.size === 0 && underWay.size === 0,
        async stop(): Promise<void> {
          over.abort()
          await serving
          await Promise.all(started)
        },
      }
    },
  }
}
