import { expect, test } from 'vitest'
import { manyThings, worldEngine } from '../../../tests/harness/webset-world.ts'
import { testWebsets } from '../../../tests/harness/websets.ts'

const shining = {
  query: 'things that shine',
  count: 3,
  entity: { type: 'company' },
  criteria: [{ description: 'shines' }],
}

test('a search fills a webset, enrichments follow, and it rests', async () => {
  const { engine } = worldEngine(manyThings(20, 2))
  const { create, work, websets, items, caller, ...scene } = await testWebsets(engine)
  const made = await create({ search: shining, enrichments: [{ description: 'colour' }] })
  expect(made).toMatchObject({ status: 'pending', title: null, searches: [{ status: 'created' }] })
  await work()
  const webset = await websets.get(caller, made.id, [])
  expect(webset).toMatchObject({
    status: 'idle',
    title: 'Things that shine',
    searches: [
      {
        status: 'completed',
        progress: { found: 3, analyzed: 5, completion: 100, timeLeft: 0 },
        criteria: [{ description: 'shines', successRate: 60 }],
      },
    ],
    enrichments: [{ status: 'completed', format: 'text' }],
  })
  const found = await items(made.id)
  expect(found.map(({ properties, enrichments }) => [properties.url, enrichments?.[0]?.result])).toEqual([
    ['https://thing-1.example/', ['colour 1']],
    ['https://thing-3.example/', ['colour 3']],
    ['https://thing-5.example/', ['colour 5']],
  ])
  const types = (await scene.events()).map(({ type }) => type)
  expect(types.slice(0, 2)).toEqual(['webset.created', 'webset.search.created'])
  expect(types.at(-1)).toBe('webset.idle')
  expect(types.filter((type) => type === 'webset.item.created')).toHaveLength(3)
  expect(types.filter((type) => type === 'webset.item.enriched')).toHaveLength(3)
  expect(types.filter((type) => type === 'webset.idle')).toHaveLength(1)
})
