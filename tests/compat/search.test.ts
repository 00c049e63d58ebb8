import { Exa } from 'exa-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { serverProcess } from '../harness/server-process.ts'

/** The unmodified client against a running server with the sample web: what its own integration tests assert. */
const ownerKey = 'the-owner-key-of-this-test'
const server = await serverProcess({ hasSample: true, environment: { WINNOW_API_KEY: ownerKey } })
let exa: Exa

beforeAll(async () => {
  await server.start()
  exa = new Exa(ownerKey, server.url)
})

describe('search', () => {
  test('brings text by default, of up to 10,000 characters', async () => {
    const { results } = await exa.search('greenhouse robots that harvest tomatoes')
    const [first] = results
    expect(first?.text.length).toBeGreaterThan(1000)
    for (const { text } of results) expect(text.length).toBeLessThanOrEqual(10_000)
  })

  test('brings no contents when they are declined', async () => {
    const { results } = await exa.search('greenhouse robots', { contents: false })
    expect(results.length).toBeGreaterThan(0)
    for (const result of results) {
      expect('text' in result).toBe(false)
      expect('summary' in result).toBe(false)
    }
  })

  test.each(['instant', 'fast', 'auto', 'keyword', 'neural', 'hybrid'] as const)(
    'of type %s gives what was asked for',
    async (type) => {
      const { results, costDollars, requestId } = await exa.search('robots', {
        type,
        numResults: 3,
        contents: false,
      })
      expect(results).toHaveLength(3)
      expect(costDollars?.total).toBeCloseTo(0.007)
      expect(requestId).toMatch(/^[0-9a-f]{32}$/)
      for (const result of results)
        expect(result).toMatchObject({ id: expect.any(String), url: expect.any(String) })
    },
  )

  test('respects the limits on contents', async () => {
    const { results } = await exa.searchAndContents('battery storage', {
      numResults: 2,
      text: { maxCharacters: 100 },
      highlights: { query: 'funding', maxCharacters: 300 },
      summary: true,
    })
    for (const { text, highlights, highlightScores, summary } of results) {
      expect(text.length).toBeLessThanOrEqual(100)
      expect(highlights.join('').length).toBeLessThanOrEqual(300)
      expect(highlightScores).toHaveLength(highlights.length)
      expect(summary.length).toBeGreaterThan(10)
    }
  })

  test('of companies and people has entities', async () => {
    const companies = await exa.search('robotics company', { category: 'company', numResults: 5 })
    expect(companies.results[0]?.entities?.[0]?.type).toBe('company')
    const people = await exa.search('professor of computer science', { category: 'people', numResults: 5 })
    expect(people.results[0]?.entities?.[0]?.type).toBe('person')
  })

  test('keeps to domains and dates', async () => {
    const { results } = await exa.search('funding round', {
      includeDomains: ['www.harbourwire.example'],
      startPublishedDate: '2025-01-01T00:00:00.000Z',
      contents: false,
    })
    expect(results.length).toBeGreaterThan(0)
    for (const { url, publishedDate } of results) {
      expect(new URL(url).host).toBe('www.harbourwire.example')
      expect(Date.parse(publishedDate ?? '')).toBeGreaterThanOrEqual(Date.parse('2025-01-01'))
    }
  })
})

describe('findSimilar', () => {
  test('leaves out the site of the page when asked', async () => {
    const { results } = await exa.search('greenhouse robots', { numResults: 1, contents: false })
    const source = results[0]!.url
    const similar = await exa.findSimilar(source, { excludeSourceDomain: true, numResults: 5 })
    expect(similar.results).toHaveLength(5)
    for (const { url } of similar.results) expect(new URL(url).host).not.toBe(new URL(source).host)
    const withText = await exa.findSimilarAndContents(source, { text: { maxCharacters: 50 }, numResults: 2 })
    for (const { text } of withText.results) expect(text.length).toBeLessThanOrEqual(50)
  })
})

describe('getContents', () => {
  test('brings stored pages, and a status for each that was asked for', async () => {
    const { results } = await exa.search('conference programme', { numResults: 2, contents: false })
    const urls = [...results.map(({ url }) => url), 'https://no-such-host.example/']
    const { results: pages, statuses } = await exa.getContents(urls, { text: true, livecrawl: 'never' })
    expect(pages.map(({ url }) => url)).toEqual(urls.slice(0, 2))
    expect(statuses?.map(({ id, status }) => [id, status])).toEqual([
      [urls[0], 'success'],
      [urls[1], 'success'],
      [urls[2], 'error'],
    ])
  })
})
