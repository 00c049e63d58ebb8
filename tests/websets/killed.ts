import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '../../src/access/index.ts'
import { createJobs } from '../../src/adapters/dbos/create-jobs.ts'
import { createIds, systemClock } from '../../src/adapters/system/clock-and-ids.ts'
import { createLedger, createPrices } from '../../src/billing/index.ts'
import { loadConfig } from '../../src/config.ts'
import { CreateWebsetRequest } from '../../src/contract/websets.ts'
import { createImported } from '../../src/imports/index.ts'
import { createDocuments } from '../../src/documents/index.ts'
import { openWebsets } from '../../src/websets/index.ts'
import type { Random } from '../chaos/random.ts'
import { steadyEngine } from '../fixtures/steady-engine.mjs'
import { afterwards } from '../harness/afterwards.ts'
import { testDatabase } from '../harness/database.ts'
import { silentLog } from '../harness/log.ts'

const caller = { teamId: 'team_a', teamName: 'A', keyId: 'key_a', isOwner: false } as Caller // the rest is not asked for
const patienceMs = 60_000

const request = CreateWebsetRequest.parse({
  search: {
    query: 'fifty things',
    count: 50,
    entity: { type: 'custom', description: 'things' },
    criteria: [{ description: 'is no multiple of three' }],
  },
  enrichments: [{ description: 'colour' }, { description: 'size' }, { description: 'origin' }],
})

/** Queues websets for workers in processes of their own, which are started and killed at will. */
export async function killableWebsets() {
  const { records, connectionString } = await testDatabase()
  const { config } = loadConfig({ environment: {} })
  const ids = createIds()
  const jobs = createJobs({ connectionString, records, role: 'api', log: silentLog })
  afterwards(() => jobs.close())
  const websets = openWebsets({
    records,
    documents: createDocuments({ records, clock: systemClock, ids }),
    engine: steadyEngine,
    imported: createImported({ clock: systemClock, ids }),
    ledger: createLedger({ records, clock: systemClock, ids }),
    prices: createPrices(config.prices, config.llm),
    clock: systemClock,
    ids,
    jobs,
    log: silentLog,
    dashboardUrl: (id) => `http://localhost/websets/${id}`,
    settings: { ...config.websets, limits: { maxConcurrent: null, maxQueued: null } },
  })
  await jobs.start()
  await records.db
    .insertInto('teams')
    .values({ id: caller.teamId, name: 'A', budget_nanos: null, created_at: new Date() })
    .execute()

  /** On a machine with too much to do one may give up before it has reached the database; the next one is lucky. */
  async function startWorker(attempts = 5): Promise<() => Promise<void>> {
    const settings = JSON.stringify({ connectionString })
    const worker = spawn(process.execPath, ['tests/fixtures/webset-worker.mjs', settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gone = once(worker, 'exit')
    const kill = async () => {
      worker.kill('SIGKILL')
      await gone
    }
    afterwards(kill)
    const ready = once(worker.stdout, 'data').then(() => true)
    if (await Promise.race([ready, gone.then(() => false)])) return kill
    if (attempts === 1) throw new Error('no worker starts')
    return startWorker(attempts - 1)
  }
  const statusOf = async (id: string) => (await websets.get(caller, id, [])).status

  return {
    /** Makes a webset whose workers are killed at random moments, so many times; answers what it ends with. */
    async run(random: Random, killings: number) {
      const { id } = await websets.create(caller, request)
      let killed = 0
      for (; killed < killings && (await statusOf(id)) !== 'idle'; killed++) {
        const kill = await startWorker()
        await delay(random.between(0, 700))
        await kill()
      }
      const kill = await startWorker()
      const deadline = Date.now() + patienceMs
      while ((await statusOf(id)) !== 'idle') {
        if (Date.now() > deadline) throw new Error('it never came to rest')
        await delay(20)
      }
      await kill()
      return { killed, outcome: await outcomeOf(id) }
    },
  }

  /** Everything but ids and times, and but how often its progress was told. */
  async function outcomeOf(id: string) {
    const { items = [], ...webset } = await websets.get(caller, id, ['items'])
    const events: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await websets.events.list(caller, { limit: 200, cursor })
      for (const { type, data } of page.data) {
        if (data.id !== id && data.websetId !== id) continue
        const subject = type.startsWith('webset.item.')
          ? (data as { properties: { url: string } }).properties.url
          : ''
        if (type !== 'webset.search.updated') events.push(`${type} ${subject}`)
      }
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    return {
      status: webset.status,
      searches: webset.searches.map(({ status, progress, criteria }) => ({ status, progress, criteria })),
      enrichments: webset.enrichments.map(({ status }) => status),
      items: items.map(({ properties, evaluations, enrichments }) => [
        properties.url,
        evaluations.map(({ satisfied }) => satisfied),
        enrichments?.map(({ status, result }) => [status, result]),
      ]),
      last: events[0],
      events: events.toSorted(),
    }
  }
}
