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
      step: (_, body) => body(signal),
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
  }
}
