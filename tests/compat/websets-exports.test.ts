import { setTimeout as delay } from 'node:timers/promises'
import { EventType, Exa } from 'exa-js'
import { expect, test } from 'vitest'
import type { WebsetExport } from '../../src/contract/exports.ts'
import { websetServer } from '../harness/webset-server.ts'
import { manyThings } from '../harness/webset-world.ts'

const server = await websetServer(manyThings(3), {
  'limits.websetsPerSecond': 0,
  'limits.otherPerSecond': 0,
})
const exa = new Exa(server.ownerKey, server.url)

test('EX-1 events of exports are listed where their types are named, and nowhere else', async () => {
  const { id } = await exa.websets.create({
    search: { query: 'things that shine', count: 2, criteria: [{ description: 'shines' }] },
  })
  await exa.websets.waitUntilIdle(id, { pollInterval: 50, timeout: 20_000 })
  const path = `/winnow/v1/websets/${id}/exports`
  const begun = await exa.request<WebsetExport>(path, 'POST', { format: 'jsonl' })
  expect(begun).toMatchObject({ object: 'webset_export', status: 'pending', downloadUrl: null })
  let made = begun
  for (let attempt = 0; attempt < 200 && made.status !== 'completed'; attempt++) {
    await delay(50)
    made = await exa.request<WebsetExport>(`${path}/${begun.id}`, 'GET')
  }
  expect(made).toMatchObject({
    status: 'completed',
    items: 2,
    downloadUrl: expect.stringContaining(begun.id) as string,
  })
  const types = [EventType.webset_export_created, EventType.webset_export_completed]
  const asked = await exa.websets.events.getAll({ types })
  expect(asked.map(({ type }) => type as string)).toEqual([
    'webset.export.completed',
    'webset.export.created',
  ])
  const all = await exa.websets.events.getAll()
  expect(all.length).toBeGreaterThan(2)
  expect(all.filter(({ type }) => type.startsWith('webset.export.'))).toEqual([])
  const answer = await fetch(`${server.url}${path}/${begun.id}/download`, {
    headers: { authorization: `Bearer ${server.ownerKey}` },
  })
  expect((await answer.text()).trimEnd().split('\n')).toHaveLength(2)
}, 60_000)
