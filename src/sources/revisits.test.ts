import { expect, test } from 'vitest'
import { testSite } from '../../tests/harness/site.ts'
import { loopbackFetcher, testSources } from '../../tests/harness/sources.ts'

const page = (title: string, ...links: string[]) =>
  `<title>${title}</title><p>About ${title}.</p>${links.map((link) => `<a href="${link}">${link}</a>`).join('')}`
const hourMs = 3_600_000

/** A crawl of a site that has published something since. */
async function crawled() {
  const site = await testSite({ '/': page('start', '/a'), '/a': page('a'), '/elsewhere': page('elsewhere') })
  const all = await testSources(loopbackFetcher())
  const { id } = await all.ingest({ kind: 'crawl', urls: [`${site.url}/`] })
  site.pages['/'] = page('start', '/a', '/new')
  site.pages['/new'] = page('new')
  all.advance(hourMs)
  const since = all.now
  const revisit = (...paths: string[]) =>
    all.sources.revisit(
      all.caller.teamId,
      paths.map((path) => site.url + path),
      since,
    )
  return { ...all, site, id, since, revisit }
}

test('the crawl that knows an address looks again where the site announces what is new', async () => {
  const { site, id, revisit, work, stored, sources, caller } = await crawled()
  expect(await revisit('/a', '/elsewhere')).toEqual({ sources: [id], unknown: [`${site.url}/elsewhere`] })
  expect(await sources.areUnderWay(caller.teamId, [id])).toBe(true)
  await work()
  expect(await sources.areUnderWay(caller.teamId, [id])).toBe(false)
  expect((await stored()).map(({ url }) => url.slice(site.url.length))).toEqual(['/', '/a', '/new'])
})

test('doing it again for the same moment begins nothing twice', async () => {
  const { id, revisit, work, sources, caller, advance } = await crawled()
  await revisit('/a')
  expect((await revisit('/a')).sources).toEqual([id])
  advance(1000)
  await work()
  expect((await revisit('/a')).sources).toEqual([id])
  expect(await sources.get(caller, id)).toMatchObject({ run: 2, status: 'completed' })
})

test('a crawl that was cancelled stays so, and other teams have none of it', async () => {
  const { site, since, revisit, sources, caller, ingest } = await crawled()
  const unknown = [`${site.url}/elsewhere`]
  const other = await ingest({ kind: 'crawl', urls: unknown, maxDepth: 0 }, 1)
  expect(await sources.revisit('team_b', unknown, since)).toEqual({ sources: [], unknown })
  expect((await revisit('/elsewhere')).sources).toEqual([other.id])
  expect(await sources.cancel(caller, other.id)).toMatchObject({ status: 'cancelled' })
  expect(await revisit('/elsewhere')).toEqual({ sources: [], unknown })
})
