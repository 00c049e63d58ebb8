import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Exa } from 'exa-js'
import { expect, test } from 'vitest'
import { createJobs } from '../../src/adapters/dbos/create-jobs.ts'
import { createMetrics } from '../../src/adapters/prometheus/metrics.ts'
import type { IngestJob } from '../../src/contract/ingest.ts'
import type { MonitorRun } from '../../src/contract/monitors.ts'
import type { Jobs } from '../../src/ports/jobs.ts'
import { createExtractiveReader, openReader } from '../../src/reader/index.ts'
import { listen } from '../../src/surfaces/http/listen.ts'
import { afterwards } from '../harness/afterwards.ts'
import { testApi } from '../harness/api.ts'
import { wordEmbedder } from '../harness/engine.ts'
import { silentLog } from '../harness/log.ts'
import { sampleFolder } from '../harness/sample-manifest.ts'
import { startSampleWeb } from '../harness/sample-web.ts'
import { sampleFetcher } from '../harness/sources.ts'
import { story } from './story.ts'

const site = 'https://www.harbourwire.example'
const patience = { timeout: 60_000, pollInterval: 100 }

/** The whole API with its own reader, for which the sample web is the web. */
async function sampleServer(flags: Parameters<typeof testApi>[0] = {}) {
  const web = await startSampleWeb()
  afterwards(() => web.close())
  const reader = openReader({
    extractive: createExtractiveReader({ embedder: wordEmbedder }),
    model: undefined,
    log: silentLog,
    metrics: createMetrics(),
  })
  let jobs: Jobs | undefined
  const api = await testApi(
    { 'limits.websetsPerSecond': 0, 'limits.otherPerSecond': 0, ...flags },
    {
      reader,
      engine: null,
      fetcher: sampleFetcher(web),
      openJobs({ connectionString, records }) {
        jobs = createJobs({ connectionString, records, role: 'all', log: silentLog, sameMachine: true })
        return jobs
      },
    },
  )
  await api.documents.ensurePublicTeam()
  await jobs?.start()
  afterwards(async () => jobs?.close(1000))
  const listener = await listen(api.http, '127.0.0.1', 0)
  afterwards(() => listener.close(1000))
  return { ...api, web, exa: new Exa(api.ownerKey, listener.url) }
}

async function until<T extends { status: string }>(read: () => Promise<T>, ...ends: string[]): Promise<T> {
  for (const deadline = Date.now() + patience.timeout; ; await delay(patience.pollInterval)) {
    const seen = await read()
    if (ends.includes(seen.status)) return seen
    if (Date.now() > deadline) throw new Error(`still ${seen.status}`)
  }
}

test('a page that is published after the first search is found by the run of a monitor', async () => {
  const { web, exa, call } = await sampleServer()
  const { id: source } = await call<IngestJob>('POST', '/winnow/v1/ingest', {
    body: { source: { kind: 'crawl', urls: [`${site}/`], maxPages: 200 } },
  })
  await until(() => call<IngestJob>('GET', `/winnow/v1/ingest/${source}`), 'completed')
  const { id: websetId } = await exa.websets.create({
    search: {
      query: 'news about sodium batteries',
      count: 20,
      entity: { type: 'article' },
      criteria: [{ description: 'About sodium batteries' }],
    },
  })
  await exa.websets.waitUntilIdle(websetId, patience)
  const before = await exa.websets.items.getAll(websetId)
  expect(before.map(({ properties }) => properties.url)).toContain(`${site}/2025/06/24/voltaine-34-million`)

  const url = `${site}/2026/07/01/brinehold-sodium-plant`
  const headline = 'Brinehold builds a plant for sodium batteries in Esbjerg'
  web.publish(url, story(headline, 'Brinehold of Esbjerg will make sodium batteries for ferries, it said.'))
  const home = await readFile(join(sampleFolder, 'sites/www.harbourwire.example/index.html'), 'utf8')
  web.publish(
    `${site}/`,
    home.replace('<ul class="list">', `<ul class="list"><li><a href="${url}">${headline}</a></li>`),
  )

  const monitor = await exa.websets.monitors.create({
    websetId,
    cadence: { cron: '0 9 * * *', timezone: 'Europe/Copenhagen' },
    behavior: { type: 'search', config: { count: 5, behavior: 'append' as never } },
  })
  const { id: run } = await call<MonitorRun>('POST', `/winnow/v1/monitors/${monitor.id}/trigger`)
  const ended = await until(
    () => exa.websets.monitors.runs.get(monitor.id, run),
    'completed',
    'failed',
    'canceled',
  )
  expect(ended).toMatchObject({ status: 'completed', failedReason: null })
  await exa.websets.waitUntilIdle(websetId, patience)
  const after = await exa.websets.items.getAll(websetId)
  expect(after.map(({ properties }) => properties.url)).toEqual([
    ...before.map(({ properties }) => properties.url),
    url,
  ])
  const [evaluation] = after.at(-1)?.evaluations ?? []
  expect(evaluation?.references[0]?.snippet).toContain('sodium batteries')
  expect(await call<IngestJob>('GET', `/winnow/v1/ingest/${source}`)).toMatchObject({ run: 2 })
}, 120_000)
