import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readSampleManifest } from '../../../tests/harness/sample-manifest.ts'
import { startSampleWeb } from '../../../tests/harness/sample-web.ts'
import { testSite } from '../../../tests/harness/site.ts'
import { loopbackFetcher, sampleFetcher, testSources } from '../../../tests/harness/sources.ts'
import { afterwards } from '../../../tests/harness/afterwards.ts'

const page = (title: string, ...links: string[]) =>
  `<title>${title}</title><p>About ${title}.</p>${links.map((link) => `<a href="${link}">${link}</a>`).join('')}`
const hour = 3_600_000
const urlset = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`
const crawl = (url: string) => ({ kind: 'crawl', urls: [`${url}/`] })

async function crawling(pages: Parameters<typeof testSite>[0]) {
  const site = await testSite(pages)
  const ingestion = await testSources(loopbackFetcher())
  const paths = async () => (await ingestion.stored()).map(({ url }) => url.slice(site.url.length))
  return { site, ...ingestion, paths, failuresOf }
}
const failuresOf = (job: { failures: { cause: string; count: number }[] }) =>
  Object.fromEntries(job.failures.map(({ cause, count }) => [cause, count]))

test('a crawl of the sample web keeps its manners and brings every page it may', async () => {
  const web = await startSampleWeb()
  afterwards(() => web.close())
  const { ingest, stored } = await testSources(sampleFetcher(web))
  const job = await ingest({
    kind: 'crawl',
    urls: ['https://www.harbourwire.example/', 'https://papers.openquire.example/'],
    maxPages: 500,
  })
  expect(job).toMatchObject({ status: 'completed', error: null })
  const known = new Set(readSampleManifest().pages.map(({ url }) => url))
  const pages = await stored()
  expect(pages.length).toBeGreaterThan(40)
  expect(job.progress.stored).toBeGreaterThanOrEqual(pages.length)
  expect(pages.filter(({ url }) => !known.has(url))).toEqual([])
  expect(new Set(pages.map(({ team }) => team))).toEqual(new Set(['team_public']))
  const asked = web.requests.map((request) => request.replace(/^GET /, ''))
  expect(asked.length).toBe(new Set(asked).size + repeatedRobots(asked))
})

/** robots.txt is read once for what it forbids and once for the sitemaps it names. */
const repeatedRobots = (asked: string[]) =>
  asked.filter((url, index) => url.endsWith('/robots.txt') && asked.indexOf(url) !== index).length

test('links are followed as deep as wanted, and no further than the site', async () => {
  const { site, ingest, paths } = await crawling({
    '/': page('start', '/1', 'https://elsewhere.example/', 'mailto:x@y.example'),
    '/1': page('one', '/2', '/', '/1#part'),
    '/2': page('two', '/3'),
    '/3': page('three'),
  })
  const job = await ingest({ kind: 'crawl', urls: [`${site.url}/`], maxDepth: 2 })
  expect(await paths()).toEqual(['/', '/1', '/2'])
  expect(job.progress).toMatchObject({ done: 3, total: 3, stored: 3, failed: 0 })
})

test('limits on pages are kept, in the order of discovery', async () => {
  const { site, ingest, paths } = await crawling({
    '/': page('start', '/a', '/b', '/c', '/d'),
    ...Object.fromEntries(['/a', '/b', '/c', '/d'].map((path) => [path, page(path)])),
  })
  await ingest({ kind: 'crawl', urls: [`${site.url}/`], maxPages: 3 })
  expect(await paths()).toEqual(['/', '/a', '/b'])
})

test('sitemaps, packed ones and indexes too, and feeds name pages that nothing links to', async () => {
  const { site, ingest, paths } = await crawling({
    '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /no\nSitemap: /index.xml' },
    '/index.xml': '<sitemapindex><sitemap><loc>/map.xml.gz</loc></sitemap></sitemapindex>',
    '/map.xml.gz': { type: 'application/gzip', body: gzipSync(urlset('/mapped', '/no')) },
    '/feed': { type: 'application/rss+xml', body: '<rss><item><link>/news</link></item></rss>' },
    '/': `<link rel="alternate" type="application/rss+xml" href="/feed">${page('start')}`,
    '/mapped': page('mapped'),
    '/news': page('news'),
    '/no': page('forbidden'),
  })
  const job = await ingest({ kind: 'crawl', urls: [`${site.url}/`] })
  expect(await paths()).toEqual(['/', '/mapped', '/news'])
  expect(site.requests).not.toContain('/no')
  expect(job.failures).toEqual([{ cause: 'robots', count: 1, examples: [`${site.url}/no`] }])
})

test('a page is stored once, whatever addresses lead to it', async () => {
  const { site, ingest, paths, stored } = await crawling({
    '/': page('start', '/old', '/print', '/new', '/page?utm_source=x', '/page', '/mobile'),
    '/mobile': `<link rel="canonical" href="/page">${page('mobile view')}`,
    '/old': { status: 301, headers: { location: '/new' } },
    '/new': page('new'),
    '/print': `<link rel="canonical" href="/page">${page('print view')}`,
    '/page': `<link rel="canonical" href="/page">${page('page')}`,
  })
  await ingest({ kind: 'crawl', urls: [`${site.url}/`] })
  expect(await paths()).toEqual(['/', '/new', '/page'])
  expect((await stored()).at(-1)?.title).toBe('page')
})

test.each([
  ['before', ['/dead', '/claims']],
  ['after', ['/claims', '/dead']],
])('a page that claims to be a dead one is kept under its own address, found %s it', async (_, links) => {
  const { site, ingest, paths, stored } = await crawling({
    '/': page('start', ...links),
    '/claims': `<link rel="canonical" href="/dead">${page('claims')}`,
  })
  const job = await ingest({ kind: 'crawl', urls: [`${site.url}/`] })
  expect(await paths()).toEqual(['/', '/claims'])
  expect((await stored()).at(-1)?.title).toBe('claims')
  expect(job.progress).toMatchObject({ done: 3, stored: 2, failed: 1 })
})

test('pages that do not want to be found or followed are left alone', async () => {
  const { site, ingest, paths } = await crawling({
    '/': page('start', '/hidden', '/end', '/header'),
    '/hidden': `<meta name="robots" content="noindex">${page('hidden', '/beyond')}`,
    '/end': `<meta name="robots" content="nofollow">${page('end', '/unreached')}`,
    '/header': { headers: { 'x-robots-tag': 'noindex' }, body: page('header') },
    '/beyond': page('beyond'),
    '/unreached': page('unreached'),
  })
  const job = await ingest({ kind: 'crawl', urls: [`${site.url}/`] })
  expect(await paths()).toEqual(['/', '/beyond', '/end'])
  expect(failuresOf(job)).toEqual({ noindex: 2 })
})

test('what fails is counted by cause, and what fails in passing is tried again', async () => {
  let tries = 0
  const { site, ingest, paths } = await crawling({
    '/': page('start', '/missing', '/broken', '/flaky', '/image', '/empty'),
    '/broken': { status: 500 },
    '/flaky': () => (++tries < 3 ? { status: 503 } : page('flaky')),
    '/image': { type: 'image/png', body: 'PNG' },
    '/empty': '<p> </p>',
  })
  const job = await ingest({ kind: 'crawl', urls: [`${site.url}/`] })
  expect(await paths()).toEqual(['/', '/flaky'])
  expect(failuresOf(job)).toEqual({ not_found: 1, http_500: 1, unsupported_media_type: 1, empty: 1 })
  expect(site.requests.filter((path) => path === '/broken')).toHaveLength(3)
  expect(job.progress).toMatchObject({ done: 6, failed: 4 })
})

test('a site without end does not trap it', async () => {
  const site = await testSite({})
  const ingestion = await testSources(loopbackFetcher())
  const anything = new Proxy(site.pages, {
    get: (_, path: string) =>
      path.endsWith('.txt') || path.endsWith('.xml') ? undefined : page(path, `${path}x/`, 'again/'),
  })
  const endless = await testSite(anything)
  const job = await ingestion.ingest({ kind: 'crawl', urls: [`${endless.url}/`], maxDepth: 50 })
  expect(job.status).toBe('completed')
  expect(job.progress.done).toBeLessThan(200)
})

describe('a recrawl', () => {
  test('finds what was published since, asks politely for the rest, and only when it is time', async () => {
    const conditional = (title: string) => (request: { headers: { 'if-none-match'?: string | undefined } }) =>
      request.headers['if-none-match'] === '"1"'
        ? { status: 304 }
        : { headers: { etag: '"1"' }, body: page(title) }
    const { site, ingest, paths, sources, advance, work, caller } = await crawling({
      '/': page('start', '/a'),
      '/a': conditional('a'),
    })
    const { id } = await ingest(crawl(site.url), 1)
    expect(await sources.wake()).toBe(0)
    site.pages['/'] = page('start, changed', '/a', '/new')
    site.pages['/new'] = page('new')
    // Missed many times over while nobody was there: made up for once.
    advance(100 * hour)
    expect(await sources.wake()).toBe(1)
    await work()
    const job = await sources.get(caller, id)
    expect(job).toMatchObject({ run: 2, status: 'completed', progress: { stored: 3, unchanged: 1 } })
    expect(await paths()).toEqual(['/', '/a', '/new'])
    expect(job.nextRunAt).not.toBeNull()
  })

  test('leaves alone what did not change, unless the sitemap says that it did', async () => {
    let modified = '2026-01-01'
    const { site, ingest, sources, advance, work, now } = await crawling({
      '/': page('start', '/a'),
      '/a': page('a'),
      '/sitemap.xml': () => `<urlset><url><loc>/a</loc><lastmod>${modified}</lastmod></url></urlset>`,
    })
    await ingest(crawl(site.url), 1)
    const visits = async () => {
      site.requests.length = 0
      advance(hour)
      await sources.wake()
      await work()
      return site.requests.filter((path) => path === '/a').length
    }
    expect(await visits()).toBe(1)
    expect(await visits()).toBe(0)
    modified = new Date(now.getTime() + 2.5 * hour).toISOString()
    expect(await visits()).toBe(1)
  })

  test('removes a page when it is gone the second time, and not before', async () => {
    const { site, ingest, sources, paths, advance, work } = await crawling({
      '/': page('start', '/a'),
      '/a': page('a'),
    })
    await ingest(crawl(site.url), 1)
    delete site.pages['/a']
    const again = async () => {
      advance(24 * hour)
      await sources.wake()
      await work()
      return paths()
    }
    expect(await again()).toEqual(['/', '/a'])
    expect(await again()).toEqual(['/'])
  })
})

test('a run cut short at any moment goes on to the same end', async () => {
  const all = Array.from({ length: 120 }, (_, number) => `/${number}`)
  const pages = Object.fromEntries(
    all.map((path, number) => [path, page(path, ...[2, 3].map((by) => `/${(number * by + 1) % 120}`))]),
  )
  const { site, create, work, resume, stored, sources, caller } = await crawling({
    '/': page('start', '/0'),
    ...pages,
  })
  const { id } = await create({ kind: 'crawl', urls: [`${site.url}/`], maxDepth: 20 })
  for (let cuts = 0; cuts < 5; cuts++) {
    const cut = new AbortController()
    const sooner = site.requests.length + 7
    const watch = setInterval(() => site.requests.length >= sooner && cut.abort(), 1)
    await work(cut.signal).catch(() => {})
    clearInterval(watch)
    resume()
  }
  await work()
  expect(await sources.get(caller, id)).toMatchObject({ status: 'completed' })
  const reached = await stored()
  const other = await crawling({ '/': page('start', '/0'), ...pages })
  await other.ingest({ kind: 'crawl', urls: [`${other.site.url}/`], maxDepth: 20 })
  const expected = await other.stored()
  expect(new Set(reached.map(({ title }) => title))).toEqual(new Set(expected.map(({ title }) => title)))
  expect(reached).toHaveLength(expected.length)
})

test('a cancelled crawl records nothing more', async () => {
  const { site, create, work, sources, caller } = await crawling({
    '/': page('start', '/1'),
    '/1': page('one'),
  })
  const { id } = await create({ kind: 'crawl', urls: [`${site.url}/`] })
  await sources.cancel(caller, id)
  await work()
  expect(await sources.get(caller, id)).toMatchObject({ status: 'cancelled', progress: { done: 0 } })
  expect(site.requests).toEqual([])
})

test('what a search engine answers is fetched and stored, and asked for anew by every run', async () => {
  const site = await testSite({ '/a': page('a', '/linked'), '/b': page('b'), '/linked': page('linked') })
  let answers = [`${site.url}/a`, 'ftp://nowhere.example/', `${site.url}/gone`]
  const discovery = { find: async (_: string, { limit }: { limit: number }) => answers.slice(0, limit) }
  const { ingest, stored, sources, advance, work } = await testSources(loopbackFetcher(), { discovery })
  const job = await ingest({ kind: 'discovery', queries: ['things'], numResults: 3 }, 1)
  expect(failuresOf(job)).toEqual({ not_found: 1 })
  expect((await stored()).map(({ title }) => title)).toEqual(['a'])
  answers = [`${site.url}/b`]
  advance(2 * hour)
  await sources.wake()
  await work()
  expect((await stored()).map(({ title }) => title)).toEqual(['a', 'b'])
})

test('without a search engine, discovery is refused', async () => {
  const { create } = await testSources()
  await expect(create({ kind: 'discovery', queries: ['x'] })).rejects.toMatchObject({
    code: 'not_implemented',
  })
})
