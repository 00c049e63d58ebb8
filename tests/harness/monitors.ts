import type { Caller } from '../../src/access/index.ts'
import type { SettingName } from '../../src/config.ts'
import { CreateMonitorRequest, UpdateMonitorRequest, type Monitor } from '../../src/contract/monitors.ts'
import { openMonitors } from '../../src/monitors/index.ts'
import type { Records } from '../../src/ports/records.ts'
import type { WebsetEngine } from '../../src/websets/index.ts'
import { silentLog } from './log.ts'
import { testWebsets } from './websets.ts'

const noWeb = () => Promise.reject(new Error('there is no web here'))

/** Monitors on websets whose work is done when the test says so, and whose time it moves. */
export async function testMonitors(
  engine: WebsetEngine,
  flags: Partial<Record<SettingName, unknown>> = {},
  shared?: { records: Records },
) {
  const websets = await testWebsets(engine, flags, shared)
  const { records, clock, ids, jobs, caller } = websets

  /** As a process does that starts: all it knows is what is recorded. */
  const open = () =>
    openMonitors({
      records,
      clock,
      ids,
      jobs,
      log: silentLog,
      pages: { get: noWeb },
      documents: websets.documents,
      sources: { revisit: noWeb, areUnderWay: noWeb },
      websets: websets.websets,
      runs: websets.monitorRuns,
      mayFetch: false,
    })
  const monitors = open()

  return {
    ...websets,
    monitors,
    open,
    watch: (websetId: string, request: object = {}, by: Caller = caller): Promise<Monitor> =>
      monitors.create(by, CreateMonitorRequest.parse({ ...daily, ...request, websetId })),
    change: (id: string, changes: object): Promise<Monitor> =>
      monitors.update(caller, UpdateMonitorRequest.parse({ ...changes, id })),
    /** The oldest first. */
    runsOf: async (monitor: string) =>
      (await monitors.runs.list(caller, { monitor, limit: 10_000 })).data.toReversed(),
    eventsOf: async (prefix = 'monitor.') =>
      (await websets.events()).map(({ type }) => type).filter((type) => type.startsWith(prefix)),
  }
}

export const daily = {
  cadence: { cron: '0 9 * * *' },
  behavior: { type: 'search', config: { count: 5 } },
}
