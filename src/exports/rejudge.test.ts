import { expect, test } from 'vitest'
import type { DisagreementList, Rejudgement } from '../contract/exports.ts'
import type { WebsetItem } from '../contract/webset-items.ts'
import { openReader, spanOf } from '../reader/index.ts'
import { createMetrics } from '../adapters/prometheus/metrics.ts'
import { exportsScene } from '../../tests/harness/exports-scene.ts'
import { silentLog } from '../../tests/harness/log.ts'
import { wordReader } from '../../tests/harness/word-reader.ts'

/** Contradicts whatever it is asked, with a quote. */
const contrary = openReader({
  extractive: wordReader,
  model: {
    ...wordReader,
    name: 'contrary',
    async judge({ sources }) {
      const [page] = sources
      const spans = page ? [spanOf(page, { start: 0, end: 10 })] : []
      return { satisfied: 'no', confidence: 0.9, reasoning: 'I think not.', spans }
    },
  },
  log: silentLog,
  metrics: createMetrics(),
})
const scene = await exportsScene(
  ['One', 'Two', 'Three'].map((name) => ({
    name,
    traits: ['shines brightly'],
    facts: { colour: `the colour is ${name}` },
  })),
  { reader: contrary },
)
const webset = await scene.makeWebset({
  search: { query: 'things', count: 10, criteria: [{ description: 'shines brightly' }] },
  enrichments: [{ description: 'colour' }],
})
const items = async () =>
  (await scene.call<{ data: WebsetItem[] }>('GET', `/websets/v0/websets/${webset.id}/items`)).data

async function rejudge(body: object) {
  const path = `/winnow/v1/websets/${webset.id}`
  const { id } = await scene.call<Rejudgement>('POST', `${path}/rejudge`, { body })
  await scene.work()
  const rejudgement = await scene.call<Rejudgement>('GET', `${path}/rejudgements/${id}`)
  const list = (query = '') =>
    scene.call<DisagreementList>('GET', `${path}/rejudgements/${id}/disagreements${query}`)
  return { rejudgement, list }
}

test('a reader that sees it differently is heard, and nothing is changed', async () => {
  const before = await items()
  const { rejudgement, list } = await rejudge({})
  expect(rejudgement).toMatchObject({
    status: 'completed',
    reader: 'current',
    progress: { items: 3, total: 3 },
    claims: 6,
    agreed: 3,
    disagreed: 3,
    unreadable: 0,
  })
  const { data } = await list()
  const verdicts = data.filter(({ kind }) => kind === 'verdict')
  expect(verdicts).toHaveLength(3)
  expect(verdicts[0]).toMatchObject({
    item: { name: 'One' },
    criterion: 'shines brightly',
    stored: { satisfied: 'yes', reader: 'world', references: [{ snippet: 'One shines brightly' }] },
    second: {
      satisfied: 'no',
      reader: 'contrary',
      reasoning: 'I think not.',
      references: [{ snippet: '# One\n\nOne' }],
    },
  })
  const first = await list('?limit=2')
  const rest = await list(`?limit=2&cursor=${first.nextCursor}`)
  expect([...first.data, ...rest.data]).toEqual(data)
  expect(await items()).toEqual(before)
})

test('the extractive reader can be asked by itself', async () => {
  const { rejudgement, list } = await rejudge({ reader: 'extractive' })
  expect(rejudgement).toMatchObject({ status: 'completed', claims: 6, agreed: 6, disagreed: 0 })
  expect((await list()).data).toEqual([])
})

test('pages that are forgotten leave no disagreement behind that quotes them', async () => {
  const { list } = await rejudge({})
  await scene.call('POST', '/winnow/v1/forget', { body: { url: 'https://two.example/' } })
  expect((await list()).data.map(({ item }) => item.name)).not.toContain('Two')
  expect((await list()).data.length).toBeGreaterThan(0)
  // What it said is put back for the other tests, which come in any order.
  await scene.put({ name: 'Two', traits: ['shines brightly'], facts: { colour: 'the colour is Two' } })
  await scene.call('POST', `/websets/v0/websets/${webset.id}/searches`, {
    body: { query: 'things', count: 10, behavior: 'append', criteria: [{ description: 'shines brightly' }] },
  })
  await scene.work()
  expect(await items()).toHaveLength(3)
})

test('a language model that is not there is not asked', async () => {
  const plain = await exportsScene([{ name: 'One', traits: ['shines'] }])
  const { id } = await plain.makeWebset()
  const response = await plain.request('POST', `/winnow/v1/websets/${id}/rejudge`, {
    key: plain.ownerKey,
    body: { reader: 'model' },
  })
  expect(response.status).toBe(422)
})
