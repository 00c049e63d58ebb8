import type { Sessions } from './access/index.ts'
import type { AgentMonitorServices } from './agent-monitors/index.ts'
import type { Ledger } from './billing/index.ts'
import type { ToolCalls } from './agent-side/index.ts'
import type { Config } from './config.ts'
import type { EgressLog } from './egress/index.ts'
import type { Clock } from './ports/clock.ts'
import type { Jobs } from './ports/jobs.ts'
import type { Log } from './ports/log.ts'
import type { Readings } from './readings/index.ts'
import type { WebhookServices } from './webhooks/index.ts'
import type { Runs } from './runs/index.ts'
import type { SearchMonitorServices } from './search-monitors/index.ts'
import type { WebsetServices } from './websets/index.ts'

const dayMs = 24 * 60 * 60 * 1000

interface Needs {
  readonly jobs: Jobs
  readonly ledger: Ledger
  readonly readings: Readings
  readonly websets: Pick<WebsetServices, 'prune'>
  readonly sessions: Pick<Sessions, 'prune'>
  readonly webhooks: Pick<WebhookServices, 'prune'>
  readonly runs: Pick<Runs, 'prune' | 'expire'>
  readonly agentMonitors: Pick<AgentMonitorServices, 'backtests'>
  readonly searchMonitors: Pick<SearchMonitorServices, 'prune'>
  readonly egressLog: Pick<EgressLog, 'prune'>
  readonly toolCalls: Pick<ToolCalls, 'prune'>
  readonly clock: Clock
  readonly log: Log
  readonly retention: Config['retention']
}

/** What happens by the clock: money of dead processes comes back, and what is older than its retention goes. */
export function defineHousekeeping(needs: Needs): void {
  const { jobs, ledger, readings, websets, webhooks, sessions, runs, agentMonitors } = needs
  const { searchMonitors, toolCalls, egressLog, clock, log, retention } = needs
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs)

  jobs.defineSchedule({
    name: 'release-reservations',
    cron: '*/5 * * * *',
    async run() {
      const released = await ledger.releaseExpired()
      if (released > 0) log.info({ released }, 'reservations of dead processes were given back')
    },
  })
  jobs.defineSchedule({
    name: 'expire-runs',
    cron: '* * * * *',
    async run() {
      const expired = await runs.expire(clock.now())
      if (expired > 0) log.info({ expired }, 'runs of which nothing is kept were deleted')
    },
  })
  jobs.defineSchedule({
    name: 'retention',
    cron: '17 3 * * *',
    async run() {
      const usageEntries = await ledger.prune(daysAgo(retention.usageDays))
      const finishedJobs = await jobs.prune(daysAgo(retention.jobDays))
      const oldReadings = await readings.prune(daysAgo(retention.readingDays))
      const oldEvents = await websets.prune(daysAgo(retention.eventDays))
      const oldSessions = await sessions.prune()
      const oldRuns = await runs.prune(daysAgo(retention.runDays))
      const oldMonitorRuns = await searchMonitors.prune(daysAgo(retention.runDays))
      const oldToolCalls = await toolCalls.prune(daysAgo(retention.toolCallDays))
      await webhooks.prune(daysAgo(retention.eventDays))
      await agentMonitors.backtests.prune()
      await egressLog.prune(daysAgo(retention.egressDays))
      log.info(
        {
          usageEntries,
          finishedJobs,
          oldReadings,
          oldEvents,
          oldSessions,
          oldRuns,
          oldMonitorRuns,
          oldToolCalls,
        },
        'what was older than its retention was deleted',
      )
    },
  })
}
