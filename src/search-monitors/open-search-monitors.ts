import type { Authentication } from '../access/index.ts'
import type { Digests } from '../answers/index.ts'
import type { Ledger, Prices } from '../billing/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Sender } from '../ports/outbound.ts'
import type { Records } from '../ports/records.ts'
import type { Readings } from '../readings/index.ts'
import { createTimetable } from '../scheduling/index.ts'
import type { Search } from '../search/index.ts'
import type { WebhookServices } from '../webhooks/index.ts'
import { createLook } from './look.ts'
import { createRunWorkflow, runQueue } from './run-workflow.ts'
import { createSearchMonitorRuns } from './runs.ts'
import { createSearchMonitors } from './search-monitors.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Log
  readonly sender: Pick<Sender, 'refusal'>
  readonly authentication: Pick<Authentication, 'recall'>
  readonly ledger: Ledger
  readonly prices: Prices
  readonly search: Search
  readonly documents: Documents
  readonly digest: Digests
  readonly readings: Pick<Readings, 'save'>
  readonly webhooks: Pick<WebhookServices, 'owned'>
}

export type SearchMonitorServices = ReturnType<typeof openSearchMonitors>

/** Search monitors with all that works for them; their jobs are defined here, so before the jobs are started. */
export function openSearchMonitors(needs: Needs) {
  const { jobs } = needs
  const hooks = needs.webhooks.owned
  const runs = createSearchMonitorRuns({ ...needs, hooks })
  const { entries, ...monitors } = createSearchMonitors({ ...needs, hooks, runs })
  jobs.defineQueue(runQueue)
  jobs.defineWorkflow(createRunWorkflow({ ...needs, runs, look: createLook(needs) }))
  return { ...monitors, ...createTimetable({ ...needs, name: 'search-monitors', entries }) }
}
