import { describe, expect, it } from 'vitest'
import { openFetcher, serve } from './loopback.suite.ts'
import { createRobots, type RobotsFile } from './robots.ts'

const hourMs = 3_600_000
const found = (text: string): RobotsFile => ({ kind: 'found', text })
const unreachable: RobotsFile = { kind: 'unreachable', detail: 'the server answered 503' }

/** A host whose file, and a clock that, the test turns. */
function open(first: RobotsFile) {
  const host = { file: first, asked: 0, now: Date.UTC(2026, 0, 1) }
  const robots = createRobots({
    product: 'Winnow',
    clock: { now: () => new Date(host.now) },
    load: async () => (host.asked++, host.file),
  })
  const allows = async (path: string, origin = 'https://www.example.org') =>
    (await robots.check(new URL(path, origin))).isAllowed
  return { host, robots, allows }
}

const delay = async (text: string) =>
  (await open(found(text)).robots.check(new URL('https://x.example/'))).crawlDelayMs

interface SiteAnswer {
  status?: number
  location?: string
  body?: string
}

async function serveSite(
  robots: (url: string) => { status?: number; location?: string; body?: string | Buffer },
) {
  const seen: string[] = []
  const server = await serve((request, response) => {
    const url = request.url ?? ''
    seen.push(url)
    const page = url === '/moved' ? { status: 302, location: '/private' } : { body: 'page' }
    const { status = 200, location, body = '' } = url.includes('robots') ? robots(url) : page
    if (location) response.setHeader('location', location)
    response.writeHead(status).end(body)
  })
  return { ...server, seen }
}
const disallow = (path: string) => ({ body: `User-agent: winnow\nDisallow: ${path}` })

const chain =
  (length: number) =>
  (url: string): SiteAnswer => {
    const step = Number(/\d+/.exec(url)?.[0] ?? 0)
    return step < length ? { status: 302, location: `/robots${step + 1}.txt` } : disallow('/')
  }

describe('rules', () => {
  it.each<[string, string, boolean]>([
    ['', '/', true],
    ['User-agent: *\nDisallow: /', '/', false],
    ['User-agent: *\nDisallow: /', '/robots.txt', true],
    ['User-agent: *\nDisallow:', '/', true],
    ['User-agent: *\nDisallow: /private', '/private/page', false],
    ['User-agent: *\nDisallow: /private', '/public', true],
    ['User-agent: *\nDisallow: /\nAllow: /open', '/open/page', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?z', true],
    ['User-agent: *\nDisallow: /a?b=', '/a?b=1', false],
    ['user-agent: *\ndisallow: /x', '/x', false],
    ['\uFEFFUser-agent: *\nDisallow: /x', '/x', false],
    ['User-agent: winnow\nDisallow: /x\n\nUser-agent: *\nDisallow: /', '/y', true],
    ['User-agent: winnow\nDisallow: /x\n\nUser-agent: *\nDisallow: /', '/x', false],
    ['User-agent: Other\nDisallow: /', '/', true],
    ['User-agent: a\nUser-agent: WINNOW\nDisallow: /x', '/x', false],
    [
      'User-agent: winnow\nDisallow: /x\nUser-agent: b\nDisallow: /\nUser-agent: winnow\nDisallow: /y',
      '/y',
      false,
    ],
    ['User-agent: *\nDisallow: /caf%c3%a9', '/caf%C3%A9', false],
    ['User-agent: *\nDisallow: /café', '/caf%C3%A9', false],
    ['User-agent: * # all\r\nDisallow: /x # this', '/x', false],
    ['<html><body>Not found</body></html>', '/', true],
  ])('%j on %s: %s', async (text, path, isAllowed) =>
    expect(await open(found(text)).allows(path)).toBe(isAllowed),
  )

  it('name a delay', async () => {
    expect(await delay('User-agent: *\nCrawl-delay: 2.5')).toBe(2500)
    expect(await delay('User-agent: winnow\nCrawl-delay: 1\nUser-agent: *\nCrawl-delay: 9')).toBe(1000)
    expect(await delay('User-agent: *\nCrawl-delay: soon')).toBeNull()
    expect(await delay('User-agent: *\nCrawl-delay: -1')).toBeNull()
    expect(await delay('User-agent: *\nDisallow:')).toBeNull()
  })

  it('that would take for ever to match count as a refusal', async () => {
    const { allows } = open(found(`User-agent: *\nDisallow: /${'*a'.repeat(200_000)}b`))
    const startedAt = performance.now()
    expect(await allows(`/${'a'.repeat(2000)}`)).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})

describe('a file', () => {
  it('is asked for once a day and origin', async () => {
    const { host, allows } = open(found('User-agent: *\nDisallow: /x'))
    await Promise.all([allows('/x'), allows('/y'), allows('/z')])
    expect(host.asked).toBe(1)
    await allows('/x', 'http://www.example.org')
    await allows('/x', 'https://example.org')
    await allows('/x', 'https://www.example.org:8443')
    expect(host.asked).toBe(4)
    host.file = found('')
    host.now += 23.9 * hourMs
    expect(await allows('/x')).toBe(false)
    host.now += 0.2 * hourMs
    expect(await allows('/x')).toBe(true)
    expect(host.asked).toBe(5)
  })

  it('that is absent allows everything', async () =>
    expect(await open({ kind: 'absent' }).allows('/x')).toBe(true))

  it('out of reach allows nothing, and is asked for again after a while, then ever later', async () => {
    const { host, allows } = open(unreachable)
    expect(await allows('/x')).toBe(false)
    expect((await open(unreachable).robots.check(new URL('https://x.example/'))).detail).toContain('503')
    const askedAt: number[] = []
    for (let minute = 1; minute <= 40; minute++) {
      host.now += 60_000
      const before = host.asked
      await allows('/x')
      if (host.asked > before) askedAt.push(minute)
    }
    expect(askedAt).toEqual([1, 3, 7, 15, 31])
    host.file = { kind: 'absent' }
    host.now += hourMs
    expect(await allows('/x')).toBe(true)
  })

  it('out of reach is replaced by the copy there was', async () => {
    const { host, allows } = open(found('User-agent: *\nDisallow: /x'))
    await allows('/')
    host.file = unreachable
    host.now += 48 * hourMs
    expect([await allows('/x'), await allows('/y')]).toEqual([false, true])
  })

  it('out of reach for a month counts as absent', async () => {
    const { host, allows } = open(unreachable)
    expect(await allows('/x')).toBe(false)
    host.now += 31 * 24 * hourMs
    expect(await allows('/x')).toBe(true)
  })

  it('that cannot be asked for right now is no verdict, and nothing to remember', async () => {
    let isBusy = true
    const robots = createRobots({
      product: 'Winnow',
      clock: { now: () => new Date() },
      load: async () => {
        if (isBusy) throw new Error('busy')
        return { kind: 'absent' }
      },
    })
    const url = new URL('https://www.example.org/')
    await expect(robots.check(url)).rejects.toThrow('busy')
    isBusy = false
    expect((await robots.check(url)).isAllowed).toBe(true)
  })

  it('is no longer waited for when the caller gives up, but kept for the others', async () => {
    const loads: ((file: RobotsFile) => void)[] = []
    const robots = createRobots({
      product: 'Winnow',
      clock: { now: () => new Date() },
      load: () => new Promise((resolve) => loads.push(resolve)),
    })
    const url = new URL('https://www.example.org/')
    const abort = new AbortController()
    const impatient = robots.check(url, abort.signal)
    const patient = robots.check(url)
    abort.abort(new Error('enough'))
    await expect(impatient).rejects.toThrow('enough')
    loads[0]?.({ kind: 'absent' })
    expect((await patient).isAllowed).toBe(true)
  })

  it('costs a bounded amount of memory', async () => {
    const { host, allows } = open(found('#'.repeat(400_000)))
    for (let i = 0; i < 30; i++) await allows('/', `https://n${i}.example.org`)
    await allows('/', 'https://n29.example.org')
    expect(host.asked).toBe(30)
    await allows('/', 'https://n0.example.org')
    expect(host.asked).toBe(31)
  })
})

describe('fetching under robots.txt', () => {
  const obey = { robots: 'obey' } as const

  it('asks first, once, and only if told to', async () => {
    const site = await serveSite(() => disallow('/private'))
    const fetcher = openFetcher()
    expect(await fetcher.failure(`${site.url}private`, obey)).toMatchObject({
      reason: 'robots',
      status: null,
    })
    expect((await fetcher.page(`${site.url}public`, obey)).status).toBe(200)
    expect((await fetcher.page(`${site.url}private`)).status).toBe(200)
    expect(site.seen).toEqual(['/robots.txt', '/public', '/private'])
    expect(fetcher.log.map(({ reason }) => reason)).toEqual(['robots.txt', 'test', 'test'])
  })

  it('is the rule when nothing is said', async () => {
    const site = await serveSite(() => disallow('/'))
    expect(await openFetcher().fetchPage(site.url, { reason: 'test' })).toMatchObject({ reason: 'robots' })
  })

  it('holds for what a page redirects to', async () => {
    const site = await serveSite(() => disallow('/private'))
    expect(await openFetcher().failure(`${site.url}moved`, obey)).toMatchObject({
      reason: 'robots',
      finalUrl: `${site.url}private`,
    })
    expect(site.seen).not.toContain('/private')
  })

  it.each([
    [400, 'page'],
    [401, 'page'],
    [403, 'page'],
    [404, 'page'],
    [410, 'page'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
    [304, 'failed'],
  ])('takes %i for the file as: %s', async (status, kind) => {
    const site = await serveSite(() => ({ status }))
    expect(await openFetcher().fetchPage(site.url, { reason: 'test', ...obey })).toMatchObject({ kind })
  })

  it('follows five redirects of the file, and takes more for its absence', async () => {
    const five = await serveSite(chain(5))
    const six = await serveSite(chain(6))
    expect(await openFetcher().failure(five.url, obey)).toMatchObject({ reason: 'robots' })
    expect((await openFetcher().page(six.url, obey)).status).toBe(200)
  })

  it('does not follow the file to a hostile address', async () => {
    const site = await serveSite(() => ({ status: 302, location: 'http://10.0.0.1/robots.txt' }))
    const fetcher = openFetcher()
    expect(await fetcher.failure(site.url, obey)).toMatchObject({ reason: 'robots' })
    expect(fetcher.network.connected).toEqual(['127.0.0.1'])
  })

  it('reads the first 500 KiB', async () => {
    const padding = `# ${'x'.repeat(97)}\n`
    const early = padding.repeat(5000) + disallow('/').body + '\n'.repeat(200_000)
    const late = padding.repeat(5200) + disallow('/').body
    for (const [body, kind] of [
      [early, 'failed'],
      [late, 'page'],
    ] as const) {
      const site = await serveSite(() => ({ body }))
      expect(await openFetcher().fetchPage(site.url, { reason: 'test', ...obey })).toMatchObject({ kind })
    }
  })

  it('keeps the pause it asks for', async () => {
    const site = await serveSite(() => ({ body: 'User-agent: *\nCrawl-delay: 0.2' }))
    const fetcher = openFetcher()
    await fetcher.page(site.url, obey)
    const { timings } = await fetcher.page(site.url, obey)
    expect(timings.waitedMs).toBeGreaterThan(100)
  })
})

describe('a site that asks for patience', () => {
  it.each([429, 503])('gets it after %i with Retry-After', async (status) => {
    let isBusy = true
    const site = await serve((request, response) => {
      if (isBusy) response.writeHead(status, { 'retry-after': '120' }).end()
      else response.end('page')
    })
    const fetcher = openFetcher()
    expect(await fetcher.failure(site.url)).toMatchObject({
      reason: 'http_status',
      status,
      retryAfterMs: 120_000,
    })
    isBusy = false
    const deferred = await fetcher.failure(site.url)
    expect(deferred.reason).toBe('deferred')
    expect(deferred.retryAfterMs).toBeGreaterThan(100_000)
    expect(site.connections()).toBe(1)
  })

  it('is asked again when the time has come', async () => {
    let isBusy = true
    const site = await serve((request, response) => {
      if (isBusy) response.writeHead(503, { 'retry-after': new Date(Date.now() + 1500).toUTCString() }).end()
      else response.end('page')
      isBusy = false
    })
    const fetcher = openFetcher()
    await fetcher.failure(site.url)
    expect((await fetcher.page(site.url)).timings.waitedMs).toBeGreaterThan(200)
  })
})
