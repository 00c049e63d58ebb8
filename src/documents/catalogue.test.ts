import { expect, test } from 'vitest'
import { testDatabase } from '../../tests/harness/database.ts'
import { createIds, systemClock } from '../adapters/system/clock-and-ids.ts'
import { ListDocumentsRequest } from '../contract/documents.ts'
import { createCatalogue } from './catalogue.ts'
import { publicTeamId, type PageToSave } from './document.ts'
import { createDocuments } from './documents.ts'

const { records } = await testDatabase()
const documents = createDocuments({ records, clock: systemClock, ids: createIds() })
const catalogue = createCatalogue({ records, documents })
for (const id of ['reader', 'other', 'editor'])
  await records.db
    .insertInto('teams')
    .values({ id, name: id, budget_nanos: null, created_at: new Date() })
    .execute()

const save = (overrides: Partial<PageToSave>) =>
  documents.save({
    teamId: publicTeamId,
    url: 'https://a.example/',
    aliases: [],
    source: 'test',
    fetchedAt: new Date('2026-01-01'),
    title: 'Title',
    author: 'Ada',
    publishedAt: null,
    language: 'en',
    kind: 'article',
    category: null,
    text: 'Text.',
    html: null,
    details: { links: [], imageLinks: [], codeBlocks: [], structured: { jsonLd: [{ '@type': 'Thing' }] } },
    ...overrides,
  })
const urls = async (request: object = {}, teamId = 'reader') =>
  (await catalogue.list(teamId, ListDocumentsRequest.parse(request))).data.map(({ url }) => url)

await save({ url: 'https://docs.first.example/intro', title: 'How to begin' })
await save({ url: 'https://first.example/', title: '100% wool' })
await save({ url: 'https://intranet.example/', teamId: 'reader', title: 'Ours' })
await save({ url: 'https://secret.example/', teamId: 'other', title: 'Theirs' })

test('what the team may see is listed page by page, the newest first', async () => {
  const first = await catalogue.list('reader', ListDocumentsRequest.parse({ limit: 2 }))
  expect(first.data.map(({ url, visibility }) => [url, visibility])).toEqual([
    ['https://intranet.example/', 'team'],
    ['https://first.example/', 'public'],
  ])
  expect(await urls({ cursor: first.nextCursor })).toEqual(['https://docs.first.example/intro'])
  expect(await urls({}, 'other')).not.toContain('https://intranet.example/')
})

test.each([
  [{ search: 'BEGIN' }, ['https://docs.first.example/intro']],
  [{ search: '0%' }, ['https://first.example/']],
  [{ search: 'first_example' }, []],
  [{ domain: 'first.example' }, ['https://first.example/', 'https://docs.first.example/intro']],
  [{ domain: 'rst.example' }, []],
  [{ visibility: 'team' }, ['https://intranet.example/']],
])('%j finds %j', async (request, found) => {
  expect(await urls(request)).toEqual(found)
})

test('each version of a page is kept with what was read off it', async () => {
  const url = 'https://intranet.example/changing'
  const ours = { url, teamId: 'editor' }
  await save({ ...ours, text: 'Before.' })
  await save({ ...ours, text: 'Afterwards.', fetchedAt: new Date('2026-02-01') })
  const { id = '' } = (await documents.find('editor', url)) ?? {}
  const history = await catalogue.get('editor', id)
  expect(history).toMatchObject({ url, version: 2, characters: 11, isIndexed: false })
  expect(history.versions).toEqual([
    { version: 2, fetchedAt: '2026-02-01T00:00:00.000Z', characters: 11 },
    { version: 1, fetchedAt: '2026-01-01T00:00:00.000Z', characters: 7 },
  ])
  expect(await catalogue.version('editor', id, 1)).toMatchObject({
    text: 'Before.',
    extracted: { author: 'Ada', description: null, structured: { jsonLd: [{ '@type': 'Thing' }] } },
  })
  await expect(catalogue.version('editor', id, 3)).rejects.toMatchObject({ code: 'not_found' })
  await expect(catalogue.get('other', id)).rejects.toMatchObject({ code: 'not_found' })
})
