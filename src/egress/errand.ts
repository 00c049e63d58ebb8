import { AsyncLocalStorage } from 'node:async_hooks'
import type { Jobs } from '../ports/jobs.ts'

/** On whose behalf something is done, for the record of what left this machine. */
export interface Errand {
  readonly teamId: string | null
  /** What asked: the name of an operation or of a workflow. */
  readonly purpose: string
  /** Which one: the id of a request, a run, a delivery. */
  readonly subject: string | null
  /** Of the approval without which it would not be done. */
  readonly approvalId?: string | null
}

/**
 * It goes along with the work rather than through the arguments of everybody on the way, because only the two ends are
 * concerned with it: who begins something, and who writes down that a request was made.
 */
const current = new AsyncLocalStorage<Errand>()

export const currentErrand = (): Errand | undefined => current.getStore()

/** What is not said is as it was on the errand that this one is a part of. */
export const onErrand = <T>(errand: Partial<Errand>, work: () => T): T =>
  current.run({ teamId: null, purpose: 'server', subject: null, ...current.getStore(), ...errand }, work)

/** Events are made when they are taken, by whoever takes them: this makes them on the errand that they belong to. */
export function eventsOnErrand<T>(errand: Partial<Errand>, source: AsyncIterable<T>): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const events = source[Symbol.asyncIterator]()
      return {
        next: () => onErrand(errand, () => events.next()),
        return: async (value?: unknown) =>
          onErrand(errand, async () => (await events.return?.(value)) ?? { done: true, value }),
      }
    },
  }
}

/** Jobs of which each workflow is an errand of its team. */
export const jobsOnErrand = (jobs: Jobs): Jobs => ({
  ...jobs,
  defineWorkflow(workflow) {
    jobs.defineWorkflow({
      ...workflow,
      run(context, payload: Parameters<typeof workflow.run>[1]) {
        const team = typeof payload.teamId === 'string' ? { teamId: payload.teamId } : {}
        return onErrand({ ...team, purpose: workflow.name, subject: context.workflowId }, () =>
          workflow.run(context, payload),
        )
      },
    })
  },
})
