import { fromJson, toJson } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { createUpstream, type Json } from '../index.ts'
import { createFetchTool } from './fetch-tool.ts'
import { searchTool } from './search-tool.ts'

const warnings: unknown[] = []
const log = {
  debug() {},
  info() {},
  error() {},
  warn: (...line: unknown[]) => void warnings.push(line),
  child: () => log,
}
const fetchTool = createFetchTool({ maxCharacters: 20_000 })

/** A server that answers the same to everything, and remembers what it was asked. */
function server(answer: Json) {
  const asked: { path: string; body: Json }[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    asked.push({
      path: new URL(String(url)).pathname,
      body: JSON.parse(String(init?.body)) as Json,
    })
    return Response.json(answer)
  }
  const exa = createUpstream({ baseUrl: 'http://exa.example', fetch }).open({
    credential: () => 'key',
    signal: new AbortController().signal,
  })
  const references: Record<string, string> = { 'ref-1': 'https://a.example/one' }
  const run = {
    exa,
    log,
    findReferences: async (ids: readonly string[]) =>
      new Map(ids.flatMap((id) => (references[id] ? [[id, references[id]] as const] : []))),
  }
  return { asked, run }
}

const search = async (given: Json, answer: Json = { results: [] }) => {
  const { asked, run } = server(answer)
  const found = await searchTool.run(searchTool.normalise(given, log), run)
  return { body: asked[0]?.body, path: asked[0]?.path, references: found.references as Json[] }
}

const fetchPages = async (given: Json, answer: Json = { results: [], statuses: [] }) => {
  const { asked, run } = server(answer)
  const args = fetchTool.normalise(given, log)
  const contents = fetchTool.run(args, run).then((found) => found.contents as Json[])
  return { contents, asked, args, facts: await fetchTool.facts(args, run) }
}

describe('a search', () => {
  test.each([
    ['', 'auto'],
    ['auto', 'auto'],
    ['hybrid', 'auto'],
    ['semantic', 'neural'],
    ['neural', 'neural'],
    ['keyword', 'keyword'],
    ['fast', 'fast'],
    ['instant', 'instant'],
    ['deep-lite', 'deep-lite'],
    ['deep', 'deep'],
    ['deep-reasoning', 'deep-reasoning'],
  ])('of the type "%s" is one of %s', async (type, sent) => {
    warnings.length = 0
    expect((await search({ query: 'robots', type })).body).toMatchObject({ type: sent })
    expect(warnings).toEqual([])
  })

  test('of an unknown type is one of auto, and the log says so', async () => {
    warnings.length = 0
    expect((await search({ query: 'robots', type: 'magic' })).body).toMatchObject({ type: 'auto' })
    expect(JSON.stringify(warnings)).toContain('magic')
  })

  test.each([
    [undefined, 10],
    [0, 10],
    [1, 1],
    [-5, 1],
    [100, 100],
    [5000, 100],
  ])('for %s results asks for %s', async (numResults, sent) => {
    const { body } = await search({ query: 'robots', ...(numResults !== undefined && { numResults }) })
    expect(body).toMatchObject({ numResults: sent })
  })

  test.each(['', ' \n'])('for %j is not made', (query) => {
    expect(() => searchTool.normalise({ query }, log)).toThrow('query: must not be blank')
  })

  test('is a POST to /search with highlights', async () => {
    const { path, body } = await search({ query: 'robots' })
    expect(path).toBe('/search')
    expect(body).toMatchObject({ query: 'robots', contents: { highlights: true } })
  })

  test('shows highlights, else text, of at most 1000 characters, and says nothing where nothing is known', async () => {
    const { references } = await search(
      { query: 'robots' },
      {
        results: [
          {
            id: 'a',
            url: 'https://a.example/',
            title: 'A',
            highlights: ['one', 'two'],
            text: 'all',
            publishedDate: '2024-05-17T00:00:00.000Z',
          },
          { id: 'b', url: 'https://b.example/', title: null, highlights: [], text: `${'x'.repeat(999)}😀` },
          { id: 'c', url: 'https://c.example/', title: 'C', highlights: ['y'.repeat(5000)] },
          { id: 'd', url: 'https://d.example/', title: 'D' },
        ],
      },
    )
    expect(references).toEqual([
      {
        title: 'A',
        url: 'https://a.example/',
        text: 'one … two',
        publishedDate: '2024-05-17T00:00:00.000Z',
        id: 'a',
      },
      { title: '', url: 'https://b.example/', text: 'x'.repeat(999), publishedDate: '', id: 'b' },
      { title: 'C', url: 'https://c.example/', text: 'y'.repeat(1000), publishedDate: '', id: 'c' },
      { title: 'D', url: 'https://d.example/', text: '', publishedDate: '', id: 'd' },
    ])
    const { success } = searchTool
    const message = fromJson(success, { references } as never)
    expect(toJson(success, message, { alwaysEmitImplicit: true })).toEqual({ references })
  })
})

const page = (url: string, text = `text of ${url}`) => ({ id: url, url, title: url, text })
const success = (id: string) => ({ id, status: 'success' })
const missing = {
  id: 'https://gone.example/',
  status: 'error',
  error: { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404 },
}

describe('a fetch', () => {
  test('is a POST to /contents with urls and text at the top', async () => {
    const { asked, contents } = await fetchPages(
      { ids: ['https://a.example/'] },
      { results: [page('https://a.example/')], statuses: [success('https://a.example/')] },
    )
    await contents
    expect(asked).toEqual([{ path: '/contents', body: { urls: ['https://a.example/'], text: true } }])
  })

  test('keeps the order, and answers what is named twice once, by whatever name', async () => {
    const [one, two] = ['https://a.example/one', 'https://b.example/two']
    const { asked, contents, facts } = await fetchPages(
      { ids: [two, 'ref-1', two, one] },
      { results: [page('https://b.example/moved'), page(one)], statuses: [success(two), success(one)] },
    )
    expect(await contents).toMatchObject([
      { id: two, url: 'https://b.example/moved' },
      { id: 'ref-1', url: one },
    ])
    expect(asked[0]?.body.urls).toEqual([two, one])
    expect(facts).toEqual({ domains: ['b.example', 'a.example'], results: 3 })
  })

  test('says of what it cannot reach that it is empty, and why in a last note', async () => {
    const ids = ['https://gone.example/', 'https://a.example/', 'ref-of-somebody-else']
    const { contents } = await fetchPages(
      { ids },
      { results: [page('https://a.example/')], statuses: [missing, success('https://a.example/')] },
    )
    expect(await contents).toMatchObject([
      { id: ids[0], url: ids[0], text: '' },
      { id: ids[1], text: 'text of https://a.example/' },
      { id: ids[2], url: '', text: '' },
      {
        id: '',
        url: '',
        text: 'Could not be fetched: https://gone.example/ (CRAWL_NOT_FOUND), ref-of-somebody-else (unknown id).',
      },
    ])
  })

  test('fails only where nothing could be reached', async () => {
    const gone = await fetchPages({ ids: ['https://gone.example/'] }, { results: [], statuses: [missing] })
    await expect(gone.contents).rejects.toThrow('https://gone.example/ (CRAWL_NOT_FOUND)')
    const unknown = await fetchPages({ ids: ['file:///etc/passwd'] })
    await expect(unknown.contents).rejects.toThrow('unknown id')
    expect(unknown.asked).toEqual([])
  })

  test.each([
    [undefined, 20_000],
    [500, 500],
    [50_000, 20_000],
  ])('of at most %s characters brings %s', async (maxCharacters, brought) => {
    const url = 'https://a.example/'
    const { contents } = await fetchPages(
      { ids: [url], ...(maxCharacters && { maxCharacters }) },
      { results: [page(url, 'z'.repeat(30_000))], statuses: [success(url)] },
    )
    expect(await contents).toMatchObject([{ text: 'z'.repeat(brought), truncated: true }])
  })

  test.each([[[]], [['']], [Array.from({ length: 101 }, (_, n) => `https://a.example/${n}`)]])(
    'of %j is not made',
    (ids) => {
      expect(() => fetchTool.normalise({ ids }, log)).toThrow('ids')
    },
  )
})
