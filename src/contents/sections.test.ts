import { afterAll, describe, expect, test, vi } from 'vitest'
import { testApi } from '../../tests/harness/api.ts'
import { startSampleWeb } from '../../tests/harness/sample-web.ts'
import { sampleFetcher } from '../../tests/harness/sources.ts'
import type { ContentsResponse } from '../contract/contents.ts'
import type { SearchResponse } from '../contract/search.ts'

const web = await startSampleWeb()
const api = await testApi({}, { fetcher: sampleFetcher(web) })
afterAll(() => web.close())

const story = 'https://www.harbourwire.example/2026/03/05/ardent-loop-buys-sable-and-finch'
/** One text of each part of the story's page. */
const parts = {
  header: 'Baltic Dry 1,612',
  navigation: 'Funding',
  banner: 'respect your privacy',
  metadata: 'Owen Tallis',
  body: 'which handles returns for online shops',
  sidebar: 'Most read',
  footer: 'Corrections policy',
}

async function textOf(text: object | true, url = story): Promise<string> {
  const body = { urls: [url], text, maxAgeHours: 0 }
  const { results, statuses } = await api.call<ContentsResponse>('POST', '/contents', { body })
  expect(statuses).toEqual([{ id: url, status: 'success', source: 'crawled' }])
  return results[0]?.text ?? ''
}
const find = (contents: object) =>
  api.call<SearchResponse>('POST', '/search', {
    body: { query: 'Ardent Loop buys Sable & Finch', type: 'keyword', numResults: 1, contents },
  })
const partsIn = (text: string) =>
  Object.entries(parts).flatMap(([name, words]) => (text.includes(words) ? [name] : []))

describe('verbosity', () => {
  test('is compact unless told: the main content', async () => {
    const compact = await textOf({ verbosity: 'compact' })
    expect(partsIn(compact)).toEqual(expect.arrayContaining(['body']))
    for (const part of ['navigation', 'banner', 'sidebar', 'footer'])
      expect(partsIn(compact)).not.toContain(part)
    expect(await textOf(true)).toBe(compact)
  })

  test('standard has what belongs to the page, full all of it in its order', async () => {
    expect(partsIn(await textOf({ verbosity: 'standard' }))).toEqual([
      'header',
      'metadata',
      'body',
      'sidebar',
    ])
    const full = await textOf({ verbosity: 'full' })
    expect(partsIn(full)).toEqual(Object.keys(parts))
    const places = (['banner', 'header', 'body', 'sidebar', 'footer'] as const).map((part) =>
      full.indexOf(parts[part]),
    )
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })
})

describe('sections', () => {
  test.each([
    [{ includeSections: ['footer'] }, ['footer']],
    [{ includeSections: ['navigation', 'body'] }, ['navigation', 'body']],
    [
      { verbosity: 'full', excludeSections: ['banner', 'footer', 'navigation'] },
      ['header', 'metadata', 'body', 'sidebar'],
    ],
    [{ includeSections: ['sidebar', 'footer'], excludeSections: ['footer'] }, ['sidebar']],
    [{ excludeSections: ['body'] }, []],
  ])('%j', async (text, expected) => {
    expect(partsIn(await textOf(text))).toEqual(expected)
  })

  test('keep their marks, as Markdown or as HTML', async () => {
    expect(await textOf({ includeSections: ['navigation'] })).toContain(
      '[Funding](https://www.harbourwire.example/section/funding)',
    )
    expect(await textOf({ includeSections: ['navigation'], includeHtmlTags: true })).toContain(
      '<a href="https://www.harbourwire.example/section/funding">Funding</a>',
    )
    expect(await textOf({ verbosity: 'full', maxCharacters: 40 })).toHaveLength(40)
  })

  test('a page that has no parts is body', async () => {
    const url = 'https://lumenfold.example/files/foil-on-weak-roofs.pdf'
    const whole = await textOf(true, url)
    expect(whole.length).toBeGreaterThan(100)
    expect(await textOf({ verbosity: 'full' }, url)).toBe(whole)
    expect(await textOf({ includeSections: ['footer'] }, url)).toBe('')
  })

  test('need a fresh page', async () => {
    const body = { urls: [story], text: { includeSections: ['footer'] } }
    const response = await api.request('POST', '/contents', { key: api.ownerKey, body })
    expect(response.status).toBe(400)
  })

  test('are stored nowhere, and a search shows them too', async () => {
    await textOf({ verbosity: 'full' })
    const stored = await vi.waitUntil(async () => (await find({ text: true })).results[0], {
      timeout: 10_000,
    })
    expect(partsIn(stored.text ?? '')).not.toContain('footer')
    const fresh = await find({ text: { verbosity: 'full' }, maxAgeHours: 0 })
    expect(partsIn(fresh.results[0]?.text ?? '')).toEqual(Object.keys(parts))
  })
})
