import { beforeEach, expect, test } from 'vitest'
import type { Change, Difference } from '../contract/exports.ts'
import type { WebsetItem } from '../contract/webset-items.ts'
import { exportsScene } from '../../tests/harness/exports-scene.ts'

const criteria = [{ description: 'shines' }]
const scene = await exportsScene([
  { name: 'Still', traits: ['shines'], facts: { colour: 'grey' } },
  { name: 'Gone', traits: ['shines'], facts: { colour: 'black' } },
  { name: 'Repainted', traits: ['shines'], facts: { colour: 'red' } },
  { name: 'Dimmed', traits: ['shines', 'is round'], facts: { colour: 'white' } },
])

beforeEach(() => scene.letRead('world'))

const between = (id: string, from: string, to: string, rest = '') =>
  scene.call<Difference>('GET', `/winnow/v1/websets/${id}/difference?from=${from}&to=${to}${rest}`)
const named = (changes: readonly Change[]) => changes.map(({ kind, item }) => `${kind} ${item.name}`)

/** Judged anew by the same criteria, near misses kept. */
async function judgeAgain(id: string): Promise<void> {
  const search = {
    query: 'things',
    count: 100,
    behavior: 'override',
    criteria: [...criteria, { description: 'is round' }],
  }
  await scene.call('POST', `/websets/v0/websets/${id}/searches`, { body: search })
  await scene.work()
}

test('what was added, removed, flipped and changed between two moments is told, with why', async () => {
  const { id, enrichments } = await scene.makeWebset({
    metadata: { retain: 'partial' },
    search: { query: 'things', count: 100, criteria: [...criteria, { description: 'is round' }] },
  })
  const first = await scene.between()
  const items = async () =>
    (await scene.call<{ data: WebsetItem[] }>('GET', `/websets/v0/websets/${id}/items`)).data
  expect(await items()).toHaveLength(4)
  expect((await between(id, first, first)).data).toEqual([])

  // The page of one says something else, and a new one appears; then somebody else reads.
  await scene.put({ name: 'Dimmed', traits: ['not shines', 'is round'], facts: { colour: 'white' } })
  await scene.put({ name: 'New', traits: ['shines'], facts: {} })
  await judgeAgain(id)
  const second = await scene.between()
  scene.letRead('another')
  await scene.put({ name: 'Repainted', traits: ['shines'], facts: { colour: 'green' } })
  await scene.call('PATCH', `/websets/v0/websets/${id}/enrichments/${enrichments[0]!.id}`, {
    body: { description: 'colour', options: [{ label: 'red' }, { label: 'green' }], format: 'options' },
  })
  await scene.work()
  const gone = (await items()).find(({ properties }) => properties.url.includes('gone'))
  await scene.call('DELETE', `/websets/v0/websets/${id}/items/${gone?.id}`)
  const third = await scene.between()

  const early = await between(id, first, second)
  expect(named(early.data)).toEqual(['flipped Dimmed', 'added New'])
  expect(early.data[0]).toMatchObject({
    criterion: 'shines',
    before: { satisfied: 'yes', references: [{ snippet: 'Dimmed shines' }] },
    after: { satisfied: 'no', references: [{ snippet: 'Dimmed shines' }] },
    why: { pageChanged: true, readerChanged: false, questionChanged: false },
  })
  const [page] = (early.data[0] as Extract<Change, { kind: 'flipped' }>).why.pages
  expect(page).toMatchObject({
    url: 'https://dimmed.example/',
    before: { version: 1 },
    after: { version: 2 },
  })
  expect(page?.before?.hash).not.toBe(page?.after?.hash)

  const late = await between(id, second, third)
  expect(named(late.data)).toEqual(['removed Gone', 'changed Repainted'])
  expect(late.data[1]).toMatchObject({
    description: 'colour',
    before: { result: ['red'], reader: 'world', references: [{ snippet: 'red' }] },
    after: { result: ['green'], reader: 'another', references: [{ snippet: 'green' }] },
    why: { pageChanged: true, readerChanged: true, questionChanged: true },
  })

  const whole = await between(id, first, third)
  expect(named(whole.data).toSorted()).toEqual(
    ['added New', 'changed Repainted', 'flipped Dimmed', 'removed Gone'].toSorted(),
  )
  const pieces: Change[] = []
  for (let cursor: string | null = null, rest = ''; ; rest = `&cursor=${cursor}`) {
    const piece: Difference = await between(id, first, third, `&limit=1${rest}`)
    pieces.push(...piece.data)
    cursor = piece.nextCursor
    if (!piece.hasMore) break
  }
  expect(pieces).toEqual(whole.data)
})

test('a reader can change its mind about a page that has not changed', async () => {
  const solid = { name: 'Solid', traits: ['shines', 'is round'] }
  await scene.put(solid)
  const { id } = await scene.makeWebset({
    metadata: { retain: 'partial' },
    search: { query: 'things', count: 100, criteria: [...criteria, { description: 'is round' }] },
  })
  const before = await scene.between()
  scene.letRead('a third')
  const at = scene.world.things.findIndex(({ name }) => name === 'Solid')
  scene.world.things[at] = { ...scene.world.things[at]!, traits: ['not shines', 'is round'] }
  await judgeAgain(id)
  const { data } = await between(id, before, await scene.between())
  expect(named(data)).toEqual(['flipped Solid'])
  expect(data[0]).toMatchObject({
    before: { satisfied: 'yes' },
    after: { satisfied: 'no', reader: 'a third' },
    why: {
      pageChanged: false,
      readerChanged: true,
      pages: [{ before: { version: 1 }, after: { version: 1 } }],
    },
  })
  await scene.call('DELETE', `/websets/v0/websets/${id}`)
  scene.world.things.splice(at, 1)
})

test('moments in the wrong order, and nonsense, are refused', async () => {
  const { id } = await scene.makeWebset()
  const path = `/winnow/v1/websets/${id}/difference`
  for (const query of ['', '?from=yesterday', '?from=2026-03-02&to=2026-03-01', '?from=2026-03-01&cursor=x'])
    expect((await scene.request('GET', path + query, { key: scene.ownerKey })).status, query).toBe(400)
})
