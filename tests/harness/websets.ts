import type { Caller } from '../../src/access/index.ts'
import { createIds } from '../../src/adapters/system/clock-and-ids.ts'
import { createLedger, createPrices, openMeter } from '../../src/billing/index.ts'
import { loadConfig, type SettingName } from '../../src/config.ts'
import type { WebsetEvent } from '../../src/contract/webset-events.ts'
import { CreateWebsetRequest, type Webset } from '../../src/contract/websets.ts'
import { CreateWebsetSearchRequest } from '../../src/contract/webset-searches.ts'
import { CreateEnrichmentRequest } from '../../src/contract/webset-enrichments.ts'
import { createDocuments } from '../../src/documents/index.ts'
import type { Records } from '../../src/ports/records.ts'
import { openWebsets, type WebsetEngine } from '../../src/websets/index.ts'
import { testDatabase } from './database.ts'
import { handJobs } from './hand-jobs.ts'
import { silentLog } from './log.ts'

/** Websets on a database of their own, whose work is done when the test says so, and whose time it moves. */
export async function testWebsets(
  engine: WebsetEngine,
  flags: Partial<Record<SettingName, unknown>> = {},
  shared?: { records: Records },
) {
  const { records } = shared ?? (await testDatabase())
  const { config } = loadConfig({ environment: {}, flags })
  let now = new Date('2026-03-01T00:00:00Z')
  const clock = { now: () => now }
  const ids = createIds()
  const documents = createDocuments({ records, clock, ids })
  const ledger = createLedger({ records, clock, ids })
  const hands = handJobs(async (ms) => advance(ms))
  const { concurrentWebsets, queuedWebsets } = config.limits
  const prices = createPrices(config.prices, config.llm)
  const websets = openWebsets({
    records,
    documents,
    engine,
    ledger,
    prices,
    clock,
    ids,
    jobs: hands.jobs,
    log: silentLog,
    dashboardUrl: (id) => `http://localhost/websets/${id}`,
    settings: {
      ...config.websets,
      limits: { maxConcurrent: concurrentWebsets || null, maxQueued: queuedWebsets || null },
    },
  })

  async function addTeam(name: string, budgetDollars: number | null = null): Promise<Caller> {
    const team = { id: ids.next('team'), name, created_at: now }
    await records.db
      .insertInto('teams')
      .values({ ...team, budget_nanos: budgetDollars === null ? null : Math.round(budgetDollars * 1e9) })
      .execute()
    const asked = { teamId: team.id, teamName: name, keyId: 'key_test', isOwner: false }
    return asked as Caller // the rest is not asked for
  }
  const caller = await addTeam('A')

  function advance(ms: number): void {
    now = new Date(now.getTime() + ms)
  }
  return {
    records,
    documents,
    ledger,
    websets,
    caller,
    addTeam,
    advance,
    /** As one who waits for the answer of a request asks. */
    asking: () => ({
      meter: openMeter({
        ledger,
        prices,
        account: caller,
        operation: 'test',
        requestId: 'test',
        later: () => {},
      }),
      signal: new AbortController().signal,
    }),
    /** Does what is queued, as workers would, until nothing is. */
    work: () => hands.work(records),
    /** Works in the background until stopped. */
    serve: () =>
      hands.serve(records, async ({ teamId, websetId, run }) => {
        const row = await records.db
          .selectFrom('websets')
          .select('run')
          .where('team_id', '=', String(teamId))
          .where('id', '=', String(websetId))
          .executeTakeFirst()
        return row !== undefined && row.run >= Number(run)
      }),
    /** Takes up a run once more, as happens to the work of a process that died. */
    repeat: (websetId: string, number: number) =>
      hands.run(records, `${websetId}.${number}`, 'webset.v1', {
        teamId: caller.teamId,
        websetId,
        run: number,
      }),
    create: (request: object, by = caller): Promise<Webset> =>
      websets.create(by, CreateWebsetRequest.parse(request)),
    search: (webset: string, request: object) =>
      websets.searches.create(caller, CreateWebsetSearchRequest.parse({ webset, ...request })),
    enrich: (webset: string, request: object) =>
      websets.enrichments.create(caller, CreateEnrichmentRequest.parse({ webset, ...request })),
    items: (websetId: string, by = caller) => websets.items.all(by.teamId, websetId),
    /** Everything that happened, in order. */
    async events(by = caller): Promise<WebsetEvent[]> {
      const all: WebsetEvent[] = []
      for (let cursor: string | undefined; ;) {
        const page = await websets.events.list(by, { limit: 200, cursor })
        all.push(...page.data)
        if (page.nextCursor === null) return all.toReversed()
        cursor = page.nextCursor
      }
    },
  }
}
