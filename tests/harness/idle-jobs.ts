import type { Jobs } from '../../src/ports/jobs.ts'

/** Takes work and never does it, for tests of what is around it. */
export const idleJobs: Jobs = {
  defineQueue: () => {},
  defineWorkflow: () => {},
  defineSchedule: () => {},
  start: async () => {},
  enqueue: async () => {},
  send: async () => {},
  cancel: async () => {},
  status: async () => null,
  settled: () => Promise.reject(new Error('nothing is ever done here')),
  prune: async () => 0,
  close: async () => {},
}
