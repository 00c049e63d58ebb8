import { beforeAll, describe, expect, test, vi } from 'vitest'
import { testApi } from '../../tests/harness/api.ts'
import { testSite } from '../../tests/harness/site.ts'
import { loopbackFetcher } from '../../tests/harness/sources.ts'
import type { ContentsResponse } from '../contract/contents.ts'
import type { IndexStatus } from '../contract/index-status.ts'
import type { SearchResponse } from '../contract/search.ts'
import type { Document } from '../documents/index.ts'

/** From bytes on a server to what is stored and found. */
const api = await testApi({}, { fetcher: loopbackFetcher() })

const offer =
  'Claim your welcome bonus at the harbour casino tonight. Two hundred free spins for every new player. Play slots, take the jackpot slots, meet a live dealer. Bet now and enjoy instant withdrawals.'
const report =
  'The regulator said on Monday that the harbour casino broke the law. According to the ministry it offered a welcome bonus and free spins to minors. Police searched the offices; a court will hear the case. A study of addiction told lawmakers to forbid it.'

const page = (title: string, text: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`

const site = await testSite({
  '/offer': page('Harbour casino', offer),
  '/report': page('Regulator acts against harbour casino', report),
  '/labelled': page(
    'Harbour casino after dark',
    'The harbour casino has rooms for guests, and a lounge with a view over the water.',
    '<meta name="rating" content="RTA-5042-1996-1400-1577-RTA">',
  ),
  '/paper': page(
    'Salt in harbour concrete',
    'We measure how salt enters concrete in harbours over twenty years and how fast steel corrodes there.',
    `<meta name="citation_title" content="Salt in harbour concrete">
     <meta name="citation_author" content="Lindqvist, Rosa"><meta name="citation_author" content="Okafor, Ben">
     <meta name="citation_doi" content="10.1234/salt.7"><meta name="citation_publication_date" content="2024/05/17">
     <meta name="dc.publisher" content="Harbour Press"><meta name="viewport" content="width=device-width">`,
  ),
  '/guide': page(
    'Harbour toolkit',
    'How to measure salt in concrete with the toolkit, step by step, and what to do with the results.',
    '<meta name="generator" content="MkDocs 1.6"><meta property="og:site_name" content="Harbour Toolkit">',
  ),
})

const search = (query: string, more: object = {}) =>
  api.call<SearchResponse>('POST', '/search', { body: { query, type: 'keyword', ...more } })
const paths = ({ results }: SearchResponse) => results.map(({ url }) => new URL(url).pathname).toSorted()

async function stored(path: string): Promise<{ category: string | null; details: Document['details'] }> {
  const row = await api.records
    .acrossTeams('the test looks at everything')
    .selectFrom('documents')
    .innerJoin('document_versions as version', 'version.document_id', 'documents.id')
    .where('documents.url', '=', `${site.url}${path}`)
    .select(['version.category', 'version.details'])
    .executeTakeFirstOrThrow()
  return { category: row.category, details: row.details as unknown as Document['details'] } // as documents wrote it
}

async function untilIndexed(): Promise<void> {
  await vi.waitUntil(
    async () => (await api.call<IndexStatus>('GET', '/winnow/v1/index')).backlog.documents === 0,
    { timeout: 10_000 },
  )
}

beforeAll(async () => {
  const urls = Object.keys(site.pages).map((path) => site.url + path)
  const { statuses } = await api.call<ContentsResponse>('POST', '/contents', { body: { urls } })
  expect(statuses.map(({ status }) => status)).toEqual(urls.map(() => 'success'))
  await untilIndexed()
})

describe('moderation', () => {
  test('leaves out what offers unsafe things and what labels itself, and keeps what reports on them', async () => {
    expect(paths(await search('casino'))).toEqual(['/labelled', '/offer', '/report'])
    expect(paths(await search('casino', { moderation: false }))).toEqual(['/labelled', '/offer', '/report'])
    expect(paths(await search('casino', { moderation: true }))).toEqual(['/report'])
  })

  test('says why', async () => {
    expect((await stored('/offer')).details.unsafe).toEqual(['gambling'])
    expect((await stored('/labelled')).details.unsafe).toEqual(['adult'])
    expect((await stored('/report')).details).not.toHaveProperty('unsafe')
  })

  test('notices a label that is put on a page that did not change otherwise', async () => {
    const plain = page('Lighthouse lounge', 'The lighthouse lounge is open at night, and serves drinks.')
    site.pages['/later'] = plain
    await api.call('POST', '/contents', { body: { urls: [`${site.url}/later`] } })
    site.pages['/later'] = plain.replace('</head>', '<meta name="rating" content="adult"></head>')
    await api.call('POST', '/contents', { body: { urls: [`${site.url}/later`], maxAgeHours: 0 } })
    await untilIndexed()
    expect(paths(await search('lighthouse', { moderation: true }))).toEqual([])
    expect(paths(await search('lighthouse'))).toEqual(['/later'])
    delete site.pages['/later']
  })
})

describe('metas', () => {
  test('make a research paper of a page with citation tags, with its authors and its DOI', async () => {
    const { results } = await search('salt concrete', { category: 'research paper' })
    expect(results).toMatchObject([{ url: `${site.url}/paper`, publishedDate: '2024-05-17T00:00:00.000Z' }])
    expect(results[0]?.author).toMatch(/Lindqvist.*Okafor/)
    const { category, details } = await stored('/paper')
    expect(category).toBe('publication')
    expect(details.structured['meta']).toEqual({
      citation_title: 'Salt in harbour concrete',
      citation_author: 'Lindqvist, Rosa; Okafor, Ben',
      citation_doi: '10.1234/salt.7',
      citation_publication_date: '2024/05/17',
      'dc.publisher': 'Harbour Press',
    })
  })

  test('tell documentation by its generator, and the name of the site', async () => {
    const { category, details } = await stored('/guide')
    expect(category).toBe('documentation')
    expect(details.siteName).toBe('Harbour Toolkit')
  })
})
