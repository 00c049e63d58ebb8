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

test('many pages are saved as if one by one', async () => {
  const reader = await team('batcher')
  await documents.save(page({ teamId: reader, url: 'https://many.example/known' }))
  changes = 0
  const at = (path: string, text: string) =>
    page({ teamId: reader, url: `https://many.example/${path}`, text })
  const outcomes = await documents.saveAll([
    at('new', 'One.'),
    at('known', 'Text.'),
    { ...at('shared', 'For all.'), teamId: publicTeamId },
    at('new', 'Two.'),
    at('new', 'Two.'),
    { ...at('moved', 'Three.'), aliases: ['https://many.example/before'] },
  ])
  expect(outcomes.map(({ version, changed }) => [version, changed])).toEqual([
    [1, true],
    [1, false],
    [1, true],
    [2, true],
    [2, false],
    [1, true],
  ])
  expect(changes).toBe(1)
  expect(await documents.find(reader, 'https://many.example/new')).toMatchObject({ version: 2, text: 'Two.' })
  expect(await documents.find(reader, 'https://many.example/before')).toMatchObject({ text: 'Three.' })
  expect(await documents.find('batcher', 'https://many.example/shared')).toMatchObject({
    teamId: publicTeamId,
  })
  expect(await documents.saveAll([])).toEqual([])
})

test('of many pages none is saved when one cannot be', async () => {
  const reader = await team('careful')
  const good = page({ teamId: reader, url: 'https://none.example/good' })
  await expect(documents.saveAll([good, { ...good, url: 'nonsense' }])).rejects.toMatchObject({
    code: 'invalid_urls',
  })
  await expect(
    documents.saveAll([good, { ...good, url: 'https://none.example/bad', text: 'a\0b' }]),
  ).rejects.toThrow()
  expect(await documents.find(reader, good.url)).toBeNull()
})

test('saving the same pages in different orders at the same time ends', async () => {
  const reader = await team('crowd')
  const order = Array.from({ length: 20 }, (_, n) => n)
  const write = (round: number) =>
    documents.saveAll(
      (round % 2 ? order : order.toReversed()).map((n) =>
        page({
          teamId: reader,
          url: `https://crowd.example/${n}`,
          aliases: [`https://crowd.example/alias/${19 - n}`],
          text: `Round ${round}.`,
        }),
      ),
    )
  await Promise.all(Array.from({ length: 8 }, (_, round) => write(round)))
  const found = await Promise.all(order.map((n) => documents.find(reader, `https://crowd.example/${n}`)))
  expect(found.map((one) => one?.version)).toEqual(order.map(() => 8))
})

test('an archive does not undo what was seen since', async () => {
  const reader = await team('archivist')
  const at = (day: string, archived: boolean) =>
    page({ teamId: reader, url: 'https://old.example/', text: day, fetchedAt: new Date(day), archived })
  await documents.saveAll([at('2026-02-01', true), at('2026-01-01', true)])
  expect(await documents.find(reader, 'https://old.example/')).toMatchObject({
    text: '2026-02-01',
    version: 1,
  })
  await documents.save(at('2026-03-01', true))
  await documents.save(at('2026-01-01', false))
  expect(await documents.find(reader, 'https://old.example/')).toMatchObject({
    text: '2026-01-01',
    version: 3,
  })
})

test('what somebody else saw is there for its quotes, and found by nothing else', async () => {
  const importer = await team('importer')
  const other = await team('neighbour')
  const url = 'https://kept.example/'
  const keep = (...texts: string[]) =>
    records.transaction((tx) =>
      documents.keep(
        tx,
        importer,
        texts.map((text) => page({ url, text })),
      ),
    )
  const [first, second, again] = await keep('one', 'two', 'one')
  expect(again).toEqual(first)
  const seen = await documents.versions(importer, [first!, second!])
  expect(seen.map(({ text }) => text).toSorted()).toEqual(['one', 'two'])
  expect(await documents.versions(other, [first!])).toEqual([])
  expect(await documents.find(importer, url)).toBeNull()
  expect(await documents.findAsOf(importer, url, new Date())).toBeNull()
  expect((await documents.load(importer, [first!.documentId])).size).toBe(0)

  // What is seen here is the first version, whatever was said elsewhere, before and after.
  expect(await documents.save(page({ teamId: importer, url, text: 'three' }))).toMatchObject({ version: 1 })
  await keep('four')
  expect(await documents.find(importer, url)).toMatchObject({ text: 'three', version: 1 })
  expect(await keep('three')).toEqual([{ documentId: first!.documentId, version: 1 }])
  await documents.save(page({ url, text: 'five' }))
  expect(await documents.find(other, url)).toMatchObject({ text: 'five' })
})
