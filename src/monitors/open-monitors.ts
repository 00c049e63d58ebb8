import type { Pages } from '../contents/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records } from '../ports/records.ts'
import { createTimetable } from '../scheduling/index.ts'
import type { Ingestion } from '../sources/index.ts'
import type { WebsetServices } from '../websets/index.ts'
import { createLookAgain } from './look-again.ts'
import { createMonitors } from './monitors.ts'
import { createMonitorRunWorkflow, monitorQueue } from './run-workflow.ts'
import type { MonitorRuns } from './runs.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Log
  readonly pages: Pages
  readonly documents: Pick<Documents, 'isIndexBehind'>
  readonly sources: Pick<Ingestion, 'revisit' | 'areUnderWay'>
  readonly websets: Pick<WebsetServices, 'renewal'>
  /** The same that the websets are attached to. */
  readonly runs: MonitorRuns
  readonly mayFetch: boolean
}

export type MonitorServices = ReturnType<typeof openMonitors>

/** Monitors with all that works for them; their jobs are defined here, so before the jobs are started. */
export function openMonitors(needs: Needs) {
  const { jobs, mayFetch, websets } = needs
  const { renewal } = websets
  const { entries, ...monitors } = createMonitors({ ...needs, renewal })
  const lookAgain = mayFetch ? createLookAgain({ ...needs, renewal }) : undefined
  jobs.defineQueue(monitorQueue)
  jobs.defineWorkflow(createMonitorRunWorkflow({ ...needs, renewal, lookAgain }))
  const timetable = createTimetable({ ...needs, name: 'monitors', entries })
  return { ...monitors, ...timetable }
}
