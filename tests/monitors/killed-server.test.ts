import { setTimeout as delay } from 'node:timers/promises'
import { Exa } from 'exa-js'
import { expect, test } from 'vitest'
import type { IngestJob } from '../../src/contract/ingest.ts'
import type { IndexStatus } from '../../src/contract/index-status.ts'
import type { MonitorRun } from '../../src/contract/monitors.ts'
import { createRandom } from '../chaos/random.ts'
import { serverProcess } from '../harness/server-process.ts'
import { testSite } from '../harness/site.ts'
import { story } from './story.ts'

const seed = Date.now() % 1_000_000
const ownerKey = 'the-owner-key-of-this-test'
const patienceMs = 120_000

/** Asks until it is so; what fails meanwhile is a server that is not there. */
async function until<T>(read: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + patienceMs; ; await delay(100)) {
    const seen = await read().catch(() => undefined)
    if (seen !== undefined && isSo(seen)) return seen
    if (Date.now() > deadline) throw new Error(`never came to be so: ${JSON.stringify(seen)}`)
  }
}

test(`a run that is killed again and again ends once, with one search (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const pages: Parameters<typeof testSite>[0] = {
    '/': story('Harbour news', 'Stories from harbours, on weekdays.', '/voltaine'),
    '/voltaine': story(
      'Voltaine raises 34 million for sodium batteries',
      'Voltaine makes sodium batteries in Dunkirk.',
    ),
  }
  const site = await testSite(pages)
  const server = await serverProcess({
    environment: {
      WINNOW_API_KEY: ownerKey,
      WINNOW_SAMPLE: 'off',
      WINNOW_FETCH_ALLOW: '127.0.0.1',
      // The site is the only one there is.
      WINNOW_WEBSETS_LIVE_FETCH: 'on',
    },
    flags: ['--log-level', 'warn'],
  })
  await server.start()
  const exa = () => new Exa(ownerKey, server.url)
  const { id: source } = await exa().request<IngestJob>('/winnow/v1/ingest', 'POST', {
    source: { kind: 'crawl', urls: [`${site.url}/`] },
  })
  await until(
    () => exa().request<IngestJob>(`/winnow/v1/ingest/${source}`, 'GET'),
    ({ status }) => status === 'completed',
  )
  await until(
    () => exa().request<IndexStatus>('/winnow/v1/index', 'GET'),
    ({ documents, backlog }) => documents >= 2 && backlog.documents === 0,
  )
  const search = {
    query: 'news about sodium batteries',
    count: 5,
    entity: { type: 'article' as const },
    criteria: [{ description: 'About sodium batteries' }],
  }
  const { id: websetId } = await exa().websets.create({ search })
  await exa().websets.waitUntilIdle(websetId, { timeout: patienceMs, pollInterval: 100 })
  const urls = async () =>
    (await exa().websets.items.getAll(websetId)).map(({ properties }) => properties.url)
  expect(await urls()).toEqual([`${site.url}/voltaine`])

  pages['/'] = story('Harbour news', 'Stories from harbours, on weekdays.', '/voltaine', '/brinehold')
  pages['/brinehold'] = story(
    'Brinehold builds a plant for sodium batteries in Esbjerg',
    'Brinehold makes sodium batteries for ferries.',
  )
  const monitor = await exa().websets.monitors.create({
    websetId,
    cadence: { cron: '0 9 * * *', timezone: 'Etc/UTC' },
    behavior: { type: 'search', config: { count: 5, behavior: 'append' as never } },
  })
  const { id } = await exa().request<MonitorRun>(`/winnow/v1/monitors/${monitor.id}/trigger`, 'POST')
  for (let killings = 0; killings < 3; killings++) {
    await delay(random.between(0, 1200))
    await server.kill()
    await server.start()
  }
  const ended = await until(
    () => exa().websets.monitors.runs.get(monitor.id, id),
    ({ status }) => !['created', 'running'].includes(status as string),
  )
  expect(ended).toMatchObject({ status: 'completed', failedReason: null })
  await exa().websets.waitUntilIdle(websetId, { timeout: patienceMs, pollInterval: 100 })
  expect(await urls()).toEqual([`${site.url}/voltaine`, `${site.url}/brinehold`])
  expect((await exa().websets.get(websetId)).searches).toHaveLength(2)
  expect((await exa().websets.monitors.runs.list(monitor.id)).data).toHaveLength(1)
  const events = await exa().websets.events.getAll({ limit: 200 })
  expect(
    events
      .map(({ type }) => type as string)
      .filter((type) => type.startsWith('monitor.'))
      .toReversed(),
  ).toEqual(['monitor.created', 'monitor.run.created', 'monitor.run.completed'])
}, 300_000)
