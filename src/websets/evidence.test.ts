import { expect, test } from 'vitest'
import type { EvidencePage, ItemEvidence } from '../contract/webset-evidence.ts'
import type { WebsetItem } from '../contract/webset-items.ts'
import { exportsScene } from '../../tests/harness/exports-scene.ts'

const scene = await exportsScene([])

async function makeItem() {
  await scene.put({ name: 'Lamp', traits: ['shines'], facts: { colour: 'red' } })
  const { id, enrichments } = await scene.makeWebset({
    search: { query: 'things', count: 5, criteria: [{ description: 'shines' }] },
    enrichments: [{ description: 'colour', format: 'text' }],
  })
  const items = await scene.call<{ data: WebsetItem[] }>('GET', `/websets/v0/websets/${id}/items`)
  const path = `/winnow/v1/websets/${id}/items/${items.data[0]!.id}/evidence`
  return { id, enrichmentId: enrichments[0]!.id, path, evidence: () => scene.call<ItemEvidence>('GET', path) }
}

test('each claim says who read it, when, and where it stands in the page as it was', async () => {
  const { path, evidence, enrichmentId } = await makeItem()
  const { verdicts, values, name } = await evidence()
  expect(name).toBe('Lamp')
  expect(verdicts).toMatchObject([{ criterion: 'shines', satisfied: 'yes', reader: 'world' }])
  expect(values).toMatchObject([{ enrichmentId, result: ['red'], reader: 'world' }])
  const place = verdicts[0]!.references[0]!
  const address = `${path}/page?documentId=${place.documentId}&version=${place.version}`
  const page = await scene.call<EvidencePage>('GET', address)
  expect(page.text.slice(place.start, place.end)).toBe(place.snippet)
  expect(page.isCurrent).toBe(true)

  await scene.put({ name: 'Lamp', traits: ['shines', 'hums'], facts: { colour: 'green' } })
  expect(await scene.call('GET', address)).toMatchObject({ text: page.text, isCurrent: false })
})

test('what is looked up again is as old as its answer, and what is not stays as old as it was', async () => {
  const { id, enrichmentId, evidence } = await makeItem()
  const before = await evidence()
  await scene.between()
  await scene.put({ name: 'Lamp', traits: ['shines'], facts: { 'shade of colour': 'blue' } })
  const changed = { description: 'shade of colour', format: 'text' }
  await scene.call('PATCH', `/websets/v0/websets/${id}/enrichments/${enrichmentId}`, { body: changed })
  expect((await evidence()).values).toEqual([])
  await scene.work()
  const after = await evidence()
  expect(after.verdicts).toEqual(before.verdicts)
  expect(after.values).toMatchObject([{ result: ['blue'] }])
  expect(after.values[0]!.readAt > before.values[0]!.readAt).toBe(true)
})

test('a page that the item does not quote is not found', async () => {
  const { path } = await makeItem()
  const answer = await scene.request('GET', `${path}/page?documentId=doc_other&version=1`, {
    key: scene.ownerKey ?? '',
  })
  expect(answer.status).toBe(404)
})
