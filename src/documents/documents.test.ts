import { expect, test } from 'vitest'
import { testDatabase } from '../../tests/harness/database.ts'
import { createIds, systemClock } from '../adapters/system/clock-and-ids.ts'
import { publicTeamId, type PageToSave } from './document.ts'
import { createDocuments } from './documents.ts'

const { records } = await testDatabase()
let changes = 0
const documents = createDocuments({
  records,
  clock: systemClock,
  ids: createIds(),
  onChange: () => changes++,
})

async function team(name: string): Promise<string> {
  await records.db
    .insertInto('teams')
    .values({ id: name, name, budget_nanos: null, created_at: new Date() })
    .execute()
  return name
}

const page = (overrides: Partial<PageToSave> = {}): PageToSave => ({
  teamId: publicTeamId,
  url: 'https://a.example/x',
  aliases: [],
  source: 'test',
  fetchedAt: new Date('2026-01-01'),
  title: 'Title',
  author: null,
  publishedAt: null,
  language: 'en',
  kind: 'article',
  category: null,
  text: 'Text.',
  html: null,
  details: { links: [], imageLinks: [], codeBlocks: [], structured: {} },
  ...overrides,
})

test('a page is found by any of its addresses, and by no other', async () => {
  const reader = await team('reader')
  await documents.save(
    page({ url: 'https://b.example/new', aliases: ['https://b.example/old?utm_source=x'] }),
  )
  for (const url of ['https://b.example/new', 'http://www.b.example/old/', 'https://b.example/old']) {
    expect(await documents.find(reader, url)).toMatchObject({
      url: 'https://b.example/new',
      text: 'Text.',
      version: 1,
    })
  }
  expect(await documents.find(reader, 'https://b.example/other')).toBeNull()
  expect(await documents.find(reader, 'not an address')).toBeNull()
})

test('saying the same again makes no version; saying something else does, and the old one stays', async () => {
  const reader = await team('historian')
  const url = 'https://c.example/'
  const at = (day: string, text: string) => page({ url, text, fetchedAt: new Date(day), etag: `"${day}"` })
  const before = changes
  const first = await documents.save(at('2026-01-01', 'one'))
  expect(await documents.save(at('2026-02-01', 'one'))).toEqual({ ...first, changed: false })
  expect(await documents.find(reader, url)).toMatchObject({
    checkedAt: new Date('2026-02-01'),
    etag: '"2026-02-01"',
  })
  expect(await documents.save(at('2026-03-01', 'two'))).toMatchObject({ version: 2, changed: true })
  expect(changes - before).toBe(2)
  expect(await documents.findAsOf(reader, url, new Date('2026-02-15'))).toMatchObject({
    text: 'one',
    version: 1,
  })
  expect(await documents.findAsOf(reader, url, new Date('2026-03-15'))).toMatchObject({
    text: 'two',
    version: 2,
  })
  expect(await documents.findAsOf(reader, url, new Date('2025-12-31'))).toBeNull()
})

test("a team's page is its own, and comes before the public one", async () => {
  const [mine, other] = [await team('mine'), await team('other')]
  const url = 'https://intranet.example/'
  const secret = await documents.save(page({ url, teamId: mine, text: 'secret' }))
  expect(await documents.find(other, url)).toBeNull()
  expect((await documents.load(other, [secret.documentId])).size).toBe(0)
  await documents.save(page({ url, text: 'public' }))
  expect(await documents.find(mine, url)).toMatchObject({ text: 'secret' })
  expect(await documents.find(other, url)).toMatchObject({ text: 'public' })
  expect(await documents.forget(other, { url })).toBe(0)
})

test('twenty who save the same page at once make one document', async () => {
  const url = 'https://d.example/'
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => documents.save(page({ url }))))
  expect(new Set(outcomes.map(({ documentId }) => documentId)).size).toBe(1)
  expect(outcomes.filter(({ changed }) => changed)).toHaveLength(1)
})

test('what is forgotten leaves nothing but a note for the index', async () => {
  const reader = await team('forgetful')
  for (const url of ['https://e.example/1', 'https://sub.e.example/2', 'https://note.example/3'])
    await documents.save(page({ url }))
  const { documentId } = await documents.save(page({ url: 'https://e.example/1' }))
  expect(await documents.forget(publicTeamId, { domain: 'e.example' })).toBe(2)
  expect(await documents.find(reader, 'https://sub.e.example/2')).toBeNull()
  expect(await documents.find(reader, 'https://note.example/3')).not.toBeNull()
  const noted = await records.db.selectFrom('index_removals').select('document_id').execute()
  expect(noted.map((row) => row.document_id)).toContain(documentId)
})
