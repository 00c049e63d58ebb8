import { setTimeout as delay } from 'node:timers/promises'
import { Exa } from 'exa-js'
import { beforeAll, expect, test } from 'vitest'
import { createRandom } from '../chaos/random.ts'
import { serverProcess } from '../harness/server-process.ts'

/** The program itself, on the sample web with its own reader, killed while a webset fills. */
const ownerKey = 'the-owner-key-of-this-test'
const server = await serverProcess({
  hasSample: true,
  // The sample's pages are nowhere but in it.
  environment: { WINNOW_API_KEY: ownerKey },
  flags: ['--log-level', 'warn'],
})
const client = () => new Exa(ownerKey, server.url)
const seed = Date.now() % 1_000_000

beforeAll(() => server.start())

const parameters = {
  search: {
    query: 'Young European makers of batteries or solar products',
    // More than there are: which of many come first depends on whether the model is loaded yet.
    count: 10,
    entity: { type: 'company' as const },
    criteria: ['Headquartered in Europe', 'Makes batteries or solar cells', 'Founded after 2015'].map(
      (description) => ({ description }),
    ),
  },
  enrichments: [{ description: 'Number of employees' }, { description: 'Name of the CEO' }],
}
const idle = { pollInterval: 200, timeout: 120_000 }

async function outcomeOf(id: string) {
  const { items = [], searches } = await client().websets.get(id, ['items'])
  const events = await client().websets.events.getAll({ limit: 200 })
  return {
    progress: searches.map(({ status, progress }) => [status, progress.found]),
    items: items
      .map(({ properties, evaluations, enrichments }) => ({
        url: properties.url,
        verdicts: evaluations.map(({ satisfied, references }) => [satisfied, references]),
        results: enrichments?.map(({ status, result }) => [status, result]),
      }))
      .toSorted((one, other) => one.url.localeCompare(other.url)),
    events: events
      .filter(({ data }) => data.id === id || ('websetId' in data && data.websetId === id))
      .map(({ type }) => type)
      .filter((type) => type !== 'webset.search.updated')
      .toSorted(),
  }
}

test(`a webset ends the same when the server is killed while it fills (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const { id: calm } = await client().websets.create(parameters)
  await client().websets.waitUntilIdle(calm, idle)
  const expected = await outcomeOf(calm)
  expect(expected.items.length).toBeGreaterThanOrEqual(2)
  const { id } = await client().websets.create(parameters)
  for (let killings = 0; killings < 2; killings++) {
    await delay(random.between(50, 1500))
    await server.kill()
    await server.start()
  }
  await client().websets.waitUntilIdle(id, idle)
  expect(await outcomeOf(id)).toEqual(expected)
}, 300_000)
