import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../tests/harness/folder.ts'
import { testSources } from '../../tests/harness/sources.ts'
import type { IngestEvent } from '../contract/ingest.ts'

const folder = await testFolder()
const ingestion = await testSources()
const path = join(folder, 'pages.jsonl')
await writeFile(path, '{"url":"https://feed.example/1","text":"One."}\n{"url":"https://feed.example/2"}\n')
const source = { kind: 'file', path }

const follow = (id: string, lastEventId?: string, leaving = new AbortController().signal) =>
  ingestion.follow(ingestion.caller, { id, ...(lastEventId && { lastEventId }) }, leaving)

async function all(events: AsyncIterable<IngestEvent>): Promise<IngestEvent[]> {
  const seen: IngestEvent[] = []
  for await (const event of events) seen.push(event)
  return seen
}

test('a job is told of from what it is now to its end', async () => {
  const { id } = await ingestion.create(source)
  const events = follow(id)
  expect((await events.next()).value).toMatchObject({ type: 'ingest.queued', data: { id, status: 'queued' } })
  ingestion.advance(1000)
  await ingestion.work()
  const rest = await all(events)
  expect(rest.at(-1)).toMatchObject({
    type: 'ingest.completed',
    data: { id, progress: { done: 2, stored: 1, failed: 1 }, failures: [{ cause: 'no_text', count: 1 }] },
  })
})

test('whoever comes back is told what is newer, and of what is over nothing again', async () => {
  const { id } = await ingestion.create(source)
  const first = (await follow(id).next()).value as IngestEvent
  const again = follow(id, first.id ?? '')
  ingestion.advance(1000)
  await ingestion.work()
  const events = await all(again)
  expect(events.map(({ type }) => type)).not.toContain('ingest.queued')
  expect(events.at(-1)?.type).toBe('ingest.completed')
  expect(await all(follow(id, events.at(-1)?.id ?? ''))).toEqual([])
})

test('a job that looks again goes on, until it is deleted', async () => {
  const { id } = await ingestion.create(source, 1)
  ingestion.advance(1000)
  await ingestion.work()
  const events = follow(id)
  expect((await events.next()).value).toMatchObject({ type: 'ingest.completed', data: { run: 1 } })
  ingestion.advance(3_600_000)
  await ingestion.sources.wake()
  expect((await events.next()).value).toMatchObject({ type: 'ingest.queued', data: { run: 2 } })
  await ingestion.sources.remove(ingestion.caller, id)
  expect((await all(events)).at(-1)).toMatchObject({ type: 'ingest.deleted', data: { id } })
})

test('it ends when its reader leaves, and begins for no job of another team', async () => {
  const { id } = await ingestion.create(source)
  const leaving = new AbortController()
  const events = follow(id, undefined, leaving.signal)
  await events.next()
  leaving.abort()
  expect(await all(events)).toEqual([])
  const stranger = { ...ingestion.caller, teamId: 'team_b' }
  await expect(ingestion.follow(stranger, { id }, leaving.signal).next()).rejects.toMatchObject({
    code: 'not_found',
  })
})
