import { describe, expect, test } from 'vitest'
import { testApi } from '../../tests/harness/api.ts'
import { savePages } from '../../tests/harness/pages.ts'
import { testReader, wordReader } from '../../tests/harness/word-reader.ts'
import type { Extracted, Judgement } from '../contract/readings.ts'

/** The pages that the reader was given last. */
let given: string[] = []
let today = new Date(0)
const api = await testApi(
  {},
  {
    reader: testReader({
      judge(task, reading) {
        given = task.sources.map(({ url }) => url)
        today = reading.now
        return wordReader.judge(task, reading)
      },
    }),
  },
)
const staff = 'Alder Optics has a staff of 120 people.'
await savePages(
  api,
  {
    url: 'https://www.alder-optics.example/',
    title: 'Alder Optics',
    text: 'We grind lenses for telescopes.',
  },
  { url: 'https://www.alder-optics.example/team', title: 'Team', text: staff },
  {
    url: 'https://paper.example/alder',
    title: 'Alder grows',
    text: 'ALDER-OPTICS hired a staff of many people.',
  },
  { url: 'https://paper.example/other', title: 'Birch', text: 'Birch Lamps has a staff of 300 people.' },
  { url: 'https://paper.example/', title: 'The Paper', text: 'News about people and staff.' },
)

const judge = (body: object) => api.call<Judgement>('POST', '/winnow/v1/judge', { body })
const extract = (body: object) => api.call<Extracted>('POST', '/winnow/v1/extract', { body })
const criterion = 'Alder Optics has a staff of people'

describe('a criterion', () => {
  test('is judged by the pages that are named, with quotes that stand in them', async () => {
    const urls = ['https://www.alder-optics.example/team']
    const verdict = await judge({ criterion, entity: { type: 'company', name: 'Alder Optics' }, urls })
    expect(verdict).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      satisfied: 'yes',
      confidence: 0.9,
      reasoning: expect.stringContaining('120'),
      references: [{ url: urls[0], title: 'Team', snippet: staff, start: 0, end: staff.length, version: 1 }],
      reader: 'words',
      notes: [],
      statuses: [{ id: urls[0], status: 'success', source: 'cached' }],
      pagesRead: 1,
      costDollars: { total: 0.001, contents: { text: 0.001 } },
    })
    expect(given).toEqual(urls)
  })

  test('says which pages could not be read, and is unclear without any', async () => {
    const gone = 'https://nowhere.example/'
    const verdict = await judge({
      criterion,
      urls: [gone, 'https://www.alder-optics.example/team', 'no url'],
    })
    expect(verdict.satisfied).toBe('yes')
    expect(verdict.statuses.map(({ id, status, error }) => [id, status, error?.tag])).toEqual([
      [gone, 'error', expect.stringMatching(/^CRAWL_/)],
      ['https://www.alder-optics.example/team', 'success', undefined],
      ['no url', 'error', 'UNSUPPORTED_URL'],
    ])
    expect(await judge({ criterion, urls: [gone] })).toMatchObject({
      satisfied: 'unclear',
      confidence: 0,
      references: [],
      pagesRead: 0,
      costDollars: { total: 0 },
    })
  })

  test.each([
    ['its address', { type: 'company', url: 'https://www.alder-optics.example/' }],
    ['its name', { name: 'Alder Optics' }],
    ['its legal name', { name: 'Alder Optics GmbH', type: 'company' }],
  ])('about a company by %s is judged by its site and the pages that name it', async (_, entity) => {
    expect((await judge({ criterion, entity })).satisfied).toBe('yes')
    expect(given).toContain('https://www.alder-optics.example/team')
    if ('name' in entity) expect(given).toContain('https://paper.example/alder')
    expect(given).not.toContain('https://paper.example/other')
  })

  test('about an article is judged by its page, not by all of its site', async () => {
    await judge({ criterion, entity: { type: 'article', url: 'https://paper.example/other' } })
    expect(given).toEqual(['https://paper.example/other'])
  })

  test('about somebody whom no page names is unclear', async () => {
    expect(await judge({ criterion, entity: { name: 'Quince Kettles' } })).toMatchObject({
      satisfied: 'unclear',
      pagesRead: 0,
    })
  })

  test('is judged as of a day', async () => {
    await judge({ criterion, entity: { name: 'Alder Optics' }, asOf: '2024-05-06' })
    expect(today).toEqual(new Date('2024-05-06'))
  })

  test.each([
    ['without any page', { criterion: 'x' }],
    ['about an entity without name and address', { criterion: 'x', entity: { type: 'company' } }],
    ['without a criterion', { urls: ['https://a.example/'] }],
    ['with too many pages', { criterion: 'x', urls: Array.from({ length: 51 }, () => 'https://a.example/') }],
  ])('%s is refused', async (_, body) => {
    expect((await api.request('POST', '/winnow/v1/judge', { key: api.ownerKey, body })).status).toBe(400)
  })
})

describe('a field', () => {
  test('is found with the quote that says it', async () => {
    const found = await extract({
      description: 'staff of Alder Optics',
      format: 'number',
      entity: { type: 'company', url: 'https://www.alder-optics.example/' },
    })
    expect(found).toMatchObject({ result: ['120'], format: 'number', reader: 'words' })
    expect(found.references.map(({ snippet }) => snippet)).toEqual([staff])
  })

  test('that no page has is null', async () => {
    const urls = ['https://paper.example/other']
    expect(await extract({ description: 'submarine pens', urls })).toMatchObject({
      result: null,
      references: [],
    })
  })

  test('takes options as texts or with labels, and needs them for their format', async () => {
    const urls = ['https://paper.example/other']
    for (const options of [
      ['small', 'large'],
      [{ label: 'small' }, { label: 'large' }],
    ])
      expect((await extract({ description: 'size', format: 'options', options, urls })).format).toBe(
        'options',
      )
    const body = { description: 'size', format: 'options', urls }
    expect((await api.request('POST', '/winnow/v1/extract', { key: api.ownerKey, body })).status).toBe(400)
  })
})
