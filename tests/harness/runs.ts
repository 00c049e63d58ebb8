import type { Caller } from '../../src/access/index.ts'
import { createIds, systemClock } from '../../src/adapters/system/clock-and-ids.ts'
import { createLedger, toNanos } from '../../src/billing/index.ts'
import type { Clock } from '../../src/ports/clock.ts'
import { openRuns, type RunKind, type StoredEvent } from '../../src/runs/index.ts'
import { testDatabase } from './database.ts'
import { handJobs } from './hand-jobs.ts'
import { silentLog } from './log.ts'

/** The run engine on a database of its own, whose work is done when the test says so. */
export async function testRuns<Request extends object, Output>(
  kind: RunKind<Request, Output>,
  { clock = systemClock }: { clock?: Clock } = {},
) {
  const { records } = await testDatabase()
  const ids = createIds()
  const ledger = createLedger({ records, clock, ids })
  const hands = handJobs()
  const runs = openRuns({ records, ledger, clock, ids, jobs: hands.jobs, log: silentLog, running: 8 })
  const service = runs.define(kind)

  async function addTeam(name: string, budgetDollars: number | null = null): Promise<Caller> {
    const team = { id: ids.next('team'), name, created_at: clock.now() }
    const budget = budgetDollars === null ? null : toNanos(budgetDollars)
    await records.db
      .insertInto('teams')
      .values({ ...team, budget_nanos: budget })
      .execute()
    const asked = { teamId: team.id, teamName: name, keyId: 'key_test', isOwner: false }
    return asked as Caller // the rest is not asked for
  }
  const caller = await addTeam('A')

  return {
    records,
    ledger,
    runs,
    service,
    caller,
    addTeam,
    /** Does what is queued, as workers would, until nothing is. */
    work: () => hands.work(records),
    /** Takes up a run once more, as happens to the work of a process that died. */
    takeUp: (runId: string) => hands.run(records, runId, 'run.v1', { teamId: caller.teamId, runId }),
    serve: () => hands.serve(records, async ({ runId }) => isThere(String(runId))),
    all: (id: string) => service.events(caller.teamId, id, 0, 10_000),
    /** What a stream of it brings, to its end. */
    followed: async (id: string, after = 0, by = caller): Promise<StoredEvent[]> => {
      const events: StoredEvent[] = []
      for await (const event of service.follow(by.teamId, id, after, new AbortController().signal))
        events.push(event)
      return events
    },
  }

  async function isThere(id: string): Promise<boolean> {
    const row = await records
      .acrossTeams('a test')
      .selectFrom('runs')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    return row !== undefined
  }
}
