import type { Authentication } from '../access/index.ts'
import type { Ledger } from '../billing/index.ts'
import type { Pages } from '../contents/index.ts'
import type { Documents } from '../documents/index.ts'
import type { createEvidence } from '../evidence/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records } from '../ports/records.ts'
import type { OpenReader } from '../reader/index.ts'
import { createTimetable } from '../scheduling/index.ts'
import { createAgentMonitors } from './agent-monitors.ts'
import { createBacktests } from './backtests.ts'
import { createLookUp } from './look-up.ts'
import { createRefreshWorkflow, refreshQueue } from './refresh-workflow.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Log
  readonly authentication: Pick<Authentication, 'recall'>
  readonly ledger: Ledger
  readonly evidence: ReturnType<typeof createEvidence>
  readonly documents: Documents
  readonly pages: Pages
  readonly reader: OpenReader
  readonly mayFetch: boolean
  readonly unitPrice: number
}

export type AgentMonitorServices = ReturnType<typeof openAgentMonitors>

/** Agent monitors with all that works for them; their jobs are defined here, so before the jobs are started. */
export function openAgentMonitors(needs: Needs) {
  const { jobs } = needs
  const lookUp = createLookUp(needs)
  const { entries, ...monitors } = createAgentMonitors(needs)
  const { workflow, ...backtests } = createBacktests({ ...needs, lookUp })
  jobs.defineQueue(refreshQueue)
  jobs.defineWorkflow(createRefreshWorkflow({ ...needs, lookUp }))
  jobs.defineWorkflow(workflow)
  return { ...monitors, backtests, ...createTimetable({ ...needs, name: 'agent-monitors', entries }) }
}
