import { jobsBehaviourSuite } from './jobs-behaviour.suite.ts'
import { jobsProcessSuite } from './jobs-processes.suite.ts'
import { createScene } from './jobs-scene.suite.ts'
import type { JobsSubject } from './jobs-scene.suite.ts'

/** What every adapter of the jobs port does. */
export function jobsSuite(open: () => Promise<JobsSubject>): void {
  const scene = createScene(open)
  jobsBehaviourSuite(scene)
  jobsProcessSuite(scene)
}
