import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApi } from '../../tests/harness/api.ts'
import type { ContentsResponse } from '../contract/contents.ts'
import type { IndexStatus } from '../contract/index-status.ts'
import type { SearchExplanation, SearchResponse } from '../contract/search.ts'
import { publicTeamId, type PageToSave } from '../documents/index.ts'

const api = await testApi()
const details = { links: [], imageLinks: [], codeBlocks: [], structured: {} }

function page(url: string, title: string, text: string, more: Partial<PageToSave> = {}): PageToSave {
  return {
    teamId: publicTeamId,
    url,
    aliases: [],
    source: 'test',
    fetchedAt: new Date('2026-05-01'),
    title,
    author: null,
    publishedAt: null,
    language: 'en',
    kind: 'article',
    category: null,
    text,
    html: null,
    details,
    ...more,
  }
}

const robots = 'Kestrel builds robots that pick tomatoes in greenhouses. The harvest is faster than by hand.'
const pages = [
  page('https://kestrel.example/', 'Kestrel', robots, {
    category: 'company',
    html: '<p>Kestrel builds robots.</p>',
  }),
  page('https://mirror.example/kestrel', 'Kestrel (copy)', robots),
  page('https://news.example/2025/robots', 'Robots in greenhouses', 'A report about robots and tomatoes.', {
    publishedAt: new Date('2025-03-01'),
    category: 'news',
  }),
  page('https://news.example/2026/robots', 'More robots', 'Robots now pick peppers as well as tomatoes.', {
    publishedAt: new Date('2026-03-01'),
    category: 'news',
  }),
  page('https://blog.news.example/tea', 'Tea', 'A note on tea that mentions no machine.'),
  page('https://de.example/', 'Gewächshäuser', 'Die Gewächshäuser werden von Robotern bewirtschaftet.', {
    language: 'de',
  }),
  ...['lampen.example', 'lampes.fr', 'lampen.de', 'lamps.example'].map((host, n) =>
    page(`https://${host}/`, 'Bicycle lamps', `Bicycle lamps are repaired here, in shop number ${n + 11}.`, {
      language: host === 'lampen.example' ? 'de' : 'en',
    }),
  ),
  page(
    'https://lamps.example/all',
    'Bicycle lamps',
    'Repairing bicycle lamps: how lamps are repaired, bicycle by bicycle.',
  ),
  ...Array.from({ length: 30 }, (_, n) =>
    page(`https://bulk.example/${n}`, `Ledger ${n}`, `Ledger entry number ${n} about bookkeeping.`),
  ),
]

const post = <T>(path: string, body: object, key = api.ownerKey) => api.call<T>('POST', path, { key, body })
const search = (query: string, more: object = {}) => post<SearchResponse>('/search', { query, ...more })
const urls = ({ results }: SearchResponse) => results.map(({ url }) => url)

async function untilIndexed(): Promise<IndexStatus> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const status = await api.call<IndexStatus>('GET', '/winnow/v1/index')
    if (status.backlog.documents === 0 && status.backlog.passages === 0 && status.documents > 0) return status
    await sleep(50)
  }
  throw new Error('the index did not follow within ten seconds')
}

beforeAll(async () => {
  for (const one of pages) await api.documents.save(one)
  await untilIndexed()
})

describe('userLocation', () => {
  const query = 'bicycle lamps repaired in shop'
  const ask = (more: object) => search(query, { type: 'keyword', ...more })
  const explain = (more: object) =>
    post<SearchExplanation>('/winnow/v1/search/explain', { query, type: 'keyword', ...more })

  test('lets pages of the country pass others that are about as good', async () => {
    expect(urls(await ask({ userLocation: 'DE' }))[0]).toBe('https://lampen.de/')
    expect(urls(await ask({ userLocation: 'fr' }))[0]).toBe('https://lampes.fr/')
    expect(urls(await ask({ userLocation: 'DE' })).toSorted()).toEqual(urls(await ask({})).toSorted())
  })

  test('lets none pass what is better', async () => {
    const better = { query: 'how bicycle lamps are repaired bicycle by bicycle', type: 'keyword' }
    for (const userLocation of ['DE', 'FR', 'JP'])
      expect(urls(await post('/search', { ...better, userLocation }))[0]).toBe('https://lamps.example/all')
  })

  test('is explained', async () => {
    const { results } = await explain({ userLocation: 'DE' })
    const byUrl = new Map(results.map(({ url, location }) => [url, location]))
    expect(byUrl.get('https://lampen.de/')).toBe('country')
    expect(byUrl.get('https://lampen.example/')).toBe('language')
    expect(byUrl.get('https://lampes.fr/')).toBeUndefined()
    for (const result of (await explain({})).results) expect(result).not.toHaveProperty('location')
  })
})

describe('/search', () => {
  test('finds what was asked for, collapses copies, and shows no contents unasked', async () => {
    const answer = await search('Kestrel robots in greenhouses, harvest faster than by hand')
    expect(urls(answer)[0]).toBe('https://kestrel.example/')
    expect(urls(answer)).not.toContain('https://mirror.example/kestrel')
    expect(answer.results[0]).toMatchObject({ id: 'https://kestrel.example/', title: 'Kestrel' })
    for (const key of ['text', 'highlights', 'summary', 'extras', 'subpages', 'entities']) {
      expect(answer.results[0]).not.toHaveProperty(key)
    }
    expect(answer).toMatchObject({
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
      costDollars: { total: 0.007, search: { neural: 0.007 } },
      resolvedSearchType: 'hybrid',
      searchTime: expect.any(Number),
    })
    expect(answer).not.toHaveProperty('statuses')
  })

  test.each([
    'instant',
    'fast',
    'auto',
    'keyword',
    'neural',
    'hybrid',
    'deep-lite',
    'deep',
    'deep-reasoning',
  ])('of type %s finds the page', async (type) => {
    expect(urls(await search('robots pick tomatoes', { type }))).toContain('https://kestrel.example/')
  })

  test('gives exactly as many results as asked for when there are that many, filtered or not', async () => {
    for (const type of ['fast', 'auto', 'keyword']) {
      for (const numResults of [1, 5, 30]) {
        const answer = await search('ledger bookkeeping', {
          type,
          numResults,
          includeDomains: ['bulk.example'],
        })
        expect(answer.results).toHaveLength(numResults)
      }
    }
    expect((await search('ledger', { numResults: 25 })).costDollars.total).toBeCloseTo(0.022)
  })

  test.each([
    [
      { includeDomains: ['news.example'] },
      ['https://news.example/2025/robots', 'https://news.example/2026/robots'],
    ],
    [{ includeDomains: ['news.example/2026'] }, ['https://news.example/2026/robots']],
    [{ includeDomains: ['*.news.example'] }, []],
    [{ startPublishedDate: '2026-01-01' }, ['https://news.example/2026/robots']],
    [{ endPublishedDate: '2025-12-31T23:59:59.999Z' }, ['https://news.example/2025/robots']],
    [{ category: 'news' }, ['https://news.example/2025/robots', 'https://news.example/2026/robots']],
    [{ includeText: ['pick peppers'] }, ['https://news.example/2026/robots']],
  ])('with the filter %j keeps to it', async (filter, expected) => {
    const answer = await search('robots and tomatoes', { type: 'keyword', ...filter })
    expect(urls(answer).toSorted()).toEqual(expected)
  })

  test('leaves out what is excluded', async () => {
    const found = urls(
      await search('robots tomatoes', { excludeDomains: ['news.example'], excludeText: ['by hand'] }),
    )
    expect(found.filter((url) => /news|kestrel/.test(url))).toEqual([])
  })

  test('finds German words by their inflected forms', async () => {
    expect(urls(await search('Gewächshaus Roboter', { type: 'keyword' }))).toContain('https://de.example/')
  })

  test('brings the contents that were asked for', async () => {
    const { results } = await search('robots', {
      includeDomains: ['kestrel.example'],
      contents: { text: { maxCharacters: 20 }, highlights: { query: 'tomatoes' }, summary: true },
    })
    expect(results[0]).toMatchObject({
      text: robots.slice(0, 20),
      highlights: [expect.stringContaining('tomatoes')],
      highlightScores: [expect.any(Number)],
      summary: expect.stringContaining('Kestrel builds robots'),
    })
    const tagged = await search('robots', {
      includeDomains: ['kestrel.example'],
      contents: { text: { includeHtmlTags: true } },
    })
    expect(tagged.results[0]?.text).toContain('<p>')
  })

  test.each([
    ['beside contents', { context: { maxCharacters: 60 } }],
    ['in contents', { contents: { context: { maxCharacters: 60 } } }],
  ])('puts the pages into one context string when asked %s, and shows no text unasked', async (_, asked) => {
    const answer = await search('robots', { includeDomains: ['kestrel.example'], ...asked })
    expect(answer.context).toBe(`# Kestrel\nhttps://kestrel.example/\n\n${robots}`.slice(0, 58))
    expect(answer.results[0]).not.toHaveProperty('text')
  })

  test('of companies tells what they are', async () => {
    const { results } = await search('robots', { category: 'company' })
    expect(results[0]?.entities?.[0]).toMatchObject({ type: 'company', version: 1 })
  })

  test.each([
    [{ query: '' }, 'INVALID_REQUEST_BODY', 'query'],
    [{}, 'INVALID_REQUEST_BODY', '"query" is required'],
    [{ query: 'x', type: 'psychic' }, 'INVALID_REQUEST_BODY', 'type'],
    [{ query: 'x', numResults: 0 }, 'INVALID_REQUEST_BODY', 'numResults'],
    [{ query: 'x', numResults: 101 }, 'NUM_RESULTS_EXCEEDED', '101'],
    [{ query: 'x', numResults: 101, contents: { highlights: true } }, 'INVALID_NUM_RESULTS', '101'],
    [{ query: 'x', startPublishedDate: 'yesterday' }, 'INVALID_REQUEST_BODY', 'ISO 8601'],
    [{ query: 'x', startPublishedDate: '2026-02-30' }, 'INVALID_REQUEST_BODY', 'startPublishedDate'],
    [
      { query: 'x', startPublishedDate: '2026-02-01', endPublishedDate: '2026-01-01' },
      'INVALID_REQUEST',
      'later',
    ],
    [{ query: 'x', category: 'company', excludeDomains: ['a.example'] }, 'INVALID_REQUEST', 'excludeDomains'],
    [{ query: 'x', includeText: ['one two three four five six'] }, 'INVALID_REQUEST_BODY', 'five words'],
    [{ query: 'x', contents: { text: { maxCharacters: 0 } } }, 'INVALID_REQUEST_BODY', 'contents.text'],
    [{ query: 'x', contents: { maxAgeHours: 1, livecrawl: 'always' } }, 'INVALID_REQUEST', 'livecrawl'],
    [{ query: 'x', contents: { highlights: { dynamic: true } } }, 'INVALID_REQUEST', 'Exa-Beta'],
    [{ query: 'x', userLocation: 'Germany' }, 'INVALID_REQUEST_BODY', 'userLocation'],
  ])('%j is refused as %s', async (body, tag, named) => {
    const response = await api.request('POST', '/search', { key: api.ownerKey, body })
    const answer = (await response.json()) as { tag: string; error: string }
    expect(response.status).toBe(400)
    expect(answer.tag).toBe(tag)
    expect(answer.error).toContain(named)
  })

  test('takes null for everything that may be left out, and fields it does not know', async () => {
    const names = [
      'type',
      'numResults',
      'category',
      'includeDomains',
      'startPublishedDate',
      'contents',
      'userLocation',
    ]
    const nulls = Object.fromEntries(names.map((name) => [name, null]))
    expect(
      (await search('robots', { ...nulls, useAutoprompt: true, flags: [] })).results.length,
    ).toBeGreaterThan(0)
  })
})

describe('/findSimilar', () => {
  test('finds pages like a given one, without it and, if asked, without its site', async () => {
    const url = 'https://news.example/2025/robots'
    const similar = await post<SearchResponse>('/findSimilar', { url, numResults: 3 })
    expect(urls(similar)).not.toContain(url)
    expect(urls(similar)).toContain('https://news.example/2026/robots')
    const elsewhere = await post<SearchResponse>('/findSimilar', { url, excludeSourceDomain: true })
    expect(urls(elsewhere).filter((one) => one.includes('news.example'))).toEqual([])
  })

  test('of a page that cannot be had is an error', async () => {
    const response = await api.request('POST', '/findSimilar', {
      key: api.ownerKey,
      body: { url: 'https://gone.example/' },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ tag: 'INVALID_URLS' })
  })
})

describe('/contents', () => {
  test('brings stored pages and gives the others a status of their own', async () => {
    const asked = ['https://kestrel.example', 'https://gone.example/', 'ftp://x.example/']
    const answer = await post<ContentsResponse>('/contents', { urls: asked, text: true })
    expect(answer.results.map(({ text }) => text)).toEqual([robots])
    expect(answer.statuses).toEqual([
      { id: asked[0], status: 'success', source: 'cached' },
      { id: asked[1], status: 'error', error: { tag: 'CRAWL_UNKNOWN_ERROR', httpStatusCode: 500 } },
      { id: asked[2], status: 'error', error: { tag: 'UNSUPPORTED_URL', httpStatusCode: null } },
    ])
    expect(answer.costDollars).toEqual({ total: 0.001, contents: { text: 0.001 } })
  })

  test('takes ids as well, and refuses neither', async () => {
    const answer = await post<ContentsResponse>('/contents', {
      ids: ['https://de.example/'],
      highlights: { query: 'Roboter' },
    })
    expect(answer.results[0]?.highlights?.[0]).toContain('Robotern')
    const response = await api.request('POST', '/contents', { key: api.ownerKey, body: { text: true } })
    expect(response.status).toBe(400)
  })
})

test('an explanation says which list had a result where, and by which passage', async () => {
  const { results } = await post<SearchExplanation>('/winnow/v1/search/explain', {
    query: 'robots pick tomatoes',
  })
  expect(results.map(({ position }) => position)).toEqual(results.map((_, place) => place + 1))
  expect(results.find(({ url }) => url === 'https://kestrel.example/')).toMatchObject({
    lists: { keyword: { rank: expect.any(Number) }, vector: { rank: expect.any(Number) } },
    passage: { text: expect.stringContaining('tomatoes') },
  })
  expect(results.some(({ duplicates }) => duplicates.length > 0)).toBe(true)
})

test("a team's page is found by that team alone", async () => {
  const [mine, other] = [await api.addTeam('mine'), await api.addTeam('other')]
  await api.documents.save(
    page('https://intranet.example/', 'Plan', 'The zebra plan is secret.', { teamId: mine.id }),
  )
  await untilIndexed()
  for (const type of ['keyword', 'neural', 'auto']) {
    expect(urls(await post<SearchResponse>('/search', { query: 'zebra plan', type }, mine.key))).toContain(
      'https://intranet.example/',
    )
    expect(
      urls(await post<SearchResponse>('/search', { query: 'zebra plan', type }, other.key)),
    ).not.toContain('https://intranet.example/')
  }
})

test('a page without title and text is in the index, too', async () => {
  await api.documents.save({ ...page('https://empty.example/quince', '', ''), title: null })
  await untilIndexed()
  expect(urls(await search('quince', { type: 'keyword' }))).toEqual(['https://empty.example/quince'])
})

test('what is forgotten is found no more, and a rebuilt index finds what it found', async () => {
  await api.documents.save(page('https://brief.example/', 'Brief', 'The quagga is extinct.'))
  await untilIndexed()
  expect(urls(await search('quagga', { type: 'keyword' }))).toEqual(['https://brief.example/'])
  const { id } = await post<{ id: string }>('/winnow/v1/index/rebuilds', {})
  for (let attempt = 0; attempt < 200; attempt++) {
    const { status } = await api.call<{ status: string }>('GET', `/winnow/v1/index/rebuilds/${id}`)
    expect(status).not.toBe('failed')
    if (status === 'completed') break
    await sleep(50)
  }
  expect(urls(await search('quagga', { type: 'keyword' }))).toEqual(['https://brief.example/'])
  expect(await post('/winnow/v1/forget', { domain: 'brief.example' })).toMatchObject({ documents: 1 })
  await untilIndexed()
  await expect.poll(async () => urls(await search('quagga', { type: 'keyword' }))).toEqual([])
})
