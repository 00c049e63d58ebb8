import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Caller } from '../src/access/index.ts'
import { createJobs } from '../src/adapters/dbos/create-jobs.ts'
import { createSourceFiles } from '../src/adapters/disk/source-files.ts'
import { createIds, systemClock } from '../src/adapters/system/clock-and-ids.ts'
import { loadConfig } from '../src/config.ts'
import { CreateIngestRequest } from '../src/contract/ingest.ts'
import { createDocuments } from '../src/documents/index.ts'
import { createIngestion } from '../src/sources/index.ts'
import { afterwards } from './harness/afterwards.ts'
import { testDatabase } from './harness/database.ts'
import { testFolder } from './harness/folder.ts'
import { silentLog } from './harness/log.ts'
import { plainReader } from './harness/plain-reader.ts'
import { testSite } from './harness/site.ts'
import { loopbackFetcher } from './harness/sources.ts'

const size = 160
const killings = 3
const caller = { teamId: 'team_a', isOwner: true } as Caller // the rest is not asked for

/** Queues work for workers in processes of their own, which are started and killed by the test. */
async function scene() {
  const { records, connectionString } = await testDatabase()
  const ids = createIds()
  const jobs = createJobs({ connectionString, records, role: 'api', log: silentLog })
  afterwards(() => jobs.close())
  const sources = createIngestion({
    records,
    documents: createDocuments({ records, clock: systemClock, ids }),
    fetcher: loopbackFetcher(),
    read: plainReader,
    files: createSourceFiles({ uploadFolder: await testFolder() }),
    clock: systemClock,
    ids,
    jobs,
    log: silentLog,
    discovery: undefined,
    settings: { ...loadConfig({ environment: {} }).config.ingest, concurrency: 1, uploadDays: 1 },
  })
  await jobs.start()
  await records.db
    .insertInto('teams')
    .values({ id: caller.teamId, name: 'A', budget_nanos: null, created_at: new Date() })
    .execute()

  async function startWorker() {
    const worker = spawn(
      process.execPath,
      ['tests/fixtures/crawl-worker.mjs', JSON.stringify({ connectionString })],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const gone = once(worker, 'exit')
    const kill = async () => {
      worker.kill('SIGKILL')
      await gone
    }
    afterwards(kill)
    await once(worker.stdout, 'data')
    return kill
  }
  const stored = async () => {
    const rows = await records.db
      .selectFrom('documents')
      .select('url')
      .where('team_id', '=', 'team_a')
      .execute()
    return rows.map(({ url }) => url)
  }

  return {
    stored,
    /** Kills the worker each time a further part is stored, and lets the last one finish. */
    runAndKill: async (source: object) => {
      const { id } = await sources.create(caller, CreateIngestRequest.parse({ source }))
      for (let killed = 0; killed < killings; killed++) {
        const kill = await startWorker()
        const enough = ((killed + 1) * size) / (killings + 1)
        for (let tries = 0; tries < 2000 && (await stored()).length < enough; tries++) await delay(10)
        await kill()
      }
      await startWorker()
      for (let tries = 0; tries < 400; tries++) {
        const job = await sources.get(caller, id)
        if (job.status !== 'running' && job.status !== 'queued') return job
        await delay(50)
      }
      throw new Error('it never ended')
    },
  }
}

test('a crawl whose worker is killed again and again ends with exactly the same pages', async () => {
  // Each page leads to two others, so that the order in which they are found matters.
  const pages = Object.fromEntries(
    Array.from({ length: size }, (_, number) => [
      `/${number}`,
      `<p>Page ${number}.</p><a href="/${2 * number + 1}">a</a><a href="/${2 * number + 2}">b</a>`,
    ]),
  )
  const site = await testSite(pages)
  const { runAndKill, stored } = await scene()
  const job = await runAndKill({ kind: 'crawl', urls: [`${site.url}/0`], maxDepth: 20, maxPages: size - 10 })
  expect(job).toMatchObject({
    status: 'completed',
    progress: { done: size - 10, stored: size - 10, failed: 0 },
  })
  const expected = Array.from({ length: size - 10 }, (_, number) => `${site.url}/${number}`)
  expect(new Set(await stored())).toEqual(new Set(expected))
  expect(site.requests.length).toBeGreaterThan(size)
}, 60_000)

test('so does a file', async () => {
  const lines = Array.from({ length: size }, (_, number) =>
    JSON.stringify({ url: `https://a.example/${number}`, text: `Page ${number}.` }),
  )
  const path = join(await testFolder(), 'pages.jsonl')
  await writeFile(path, `${lines.join('\n')}\n{broken\n`)
  const { runAndKill, stored } = await scene()
  const job = await runAndKill({ kind: 'file', path })
  expect(job).toMatchObject({ status: 'completed', progress: { done: size + 1, stored: size, failed: 1 } })
  expect(await stored()).toHaveLength(size)
}, 60_000)
