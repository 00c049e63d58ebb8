import { afterEach, expect, test, vi } from 'vitest'
import { receiver } from '../harness/receiver.ts'
import { sampleSite } from '../harness/sample-site.ts'
import { seriousBarriers, webApp } from '../harness/web.ts'

vi.setConfig({ testTimeout: 120_000 })
const app = await webApp({
  hasSample: false,
  environment: { WINNOW_FETCH_ALLOW: '127.0.0.1', WINNOW_WEBHOOKS_ALLOW_LOCAL: '1' },
})
const { page } = app

afterEach(() => {
  expect(app.faults).toEqual([])
  expect(app.elsewhere).toEqual([])
})

const withKey = (key: string) =>
  fetch(`${app.server.url}/winnow/v1/me`, { headers: { 'x-api-key': key } }).then(({ status }) => status)

test('a site is crawled from the screen, and its pages can be read version by version', async () => {
  const site = await sampleSite('www.kestrel-robotics.example')
  site.pages['/'] = '<title>Kestrel</title><h1>Kestrel</h1><a href="/team">Team</a> <a href="/lost">Lost</a>'
  await app.open('/index')
  const sources = page.getByRole('listitem', { name: new URL(site.url).host })
  const crawl = async (nth: number) => {
    await page.getByLabel('Where to begin').fill(`${site.url}/`)
    await page.getByText('Options', { exact: true }).click()
    await page.getByLabel('Pages at most').fill('20')
    expect(await seriousBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Crawl' }).click()
    await expect.poll(() => sources.count()).toBe(nth)
    await sources.first().getByText('Done', { exact: true }).waitFor({ timeout: 60_000 })
  }
  await crawl(1)
  await sources.getByText('What failed, by cause').click()
  await sources.getByText(`${site.url}/lost`).waitFor()

  // Seen again, it says something else.
  site.pages['/team'] =
    '<title>Our team</title><h1>Our team</h1><p>Nobody is left but the night watchman.</p>'
  await page.reload()
  await crawl(2)
  await sources.first().getByRole('link', { name: 'See the pages' }).click()
  await page.getByLabel('Find a document').fill('team')
  await page.waitForURL(/search=team/)
  await page.getByRole('link', { name: /Our team.*2 versions/ }).click()
  const text = page.getByRole('region', { name: 'Text of the page' })
  await text.getByText('night watchman').waitFor()
  await page.getByLabel('Version').selectOption('1')
  await text.getByText('Kestrel').first().waitFor()
  expect(await seriousBarriers(page)).toEqual([])
  await page.reload()
  await text.getByText('Kestrel').first().waitFor()
  const extracted = page.getByRole('region', { name: 'What was extracted' })
  expect(await extracted.getByRole('definition').allTextContents()).toContain('en')
})

test('a file that is dropped becomes a page, and what it holds stays text', async () => {
  const title = '<img src=x onerror="globalThis.wasRun = true">'
  const escaped = title.replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const html = `<title>${escaped}</title><p>Herons nest in tall trees, near water. ${escaped}</p>
    <script type="application/ld+json">{"@type": "Thing", "name": ${JSON.stringify(title)}}</script>`
  await app.open('/index')
  await page.getByRole('radio', { name: 'From files' }).click()
  await page
    .getByLabel('Files to add')
    .setInputFiles({ name: 'herons.html', mimeType: 'text/html', buffer: Buffer.from(html) })
  const source = page.getByRole('listitem', { name: 'herons.html' })
  await source.getByText('1 page stored').waitFor({ timeout: 60_000 })
  await page.getByRole('radio', { name: 'Documents' }).click()
  await page.getByLabel('Find a document').fill('onerror')
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByText('JSON-LD').click()
  await page.locator('pre').getByText('"@type": "Thing"').waitFor()
  expect(await page.locator('img[src=x]').count()).toBe(0)
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false)
})

test('a key is shown once, works, and works no more when it is revoked', async () => {
  await app.open('/settings')
  expect(await seriousBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('nightly report')
  await page.getByRole('checkbox', { name: 'write' }).uncheck()
  await page.getByLabel('Budget in dollars').fill('5')
  await page.getByLabel('Searches').fill('2')
  expect(await seriousBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Make the key' }).click()
  const secret = (await page.getByRole('dialog').locator('.shown-once code').textContent()) ?? ''
  expect(await withKey(secret)).toBe(200)
  await page.getByRole('button', { name: 'I have it' }).click()
  const card = page.getByRole('listitem', { name: 'nightly report' })
  await card.getByText('of $5.00').waitFor()
  expect(await card.getByRole('list', { name: 'Scopes' }).getByRole('listitem').allTextContents()).toEqual([
    'read',
    'ingest',
  ])
  await page.reload()
  await card.getByText('search 2/s').waitFor()
  expect(await page.content()).not.toContain(secret)
  await card.getByRole('button', { name: 'Revoke nightly report' }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('Revoked (1)').waitFor()
  expect(await withKey(secret)).toBe(401)
})

test('usage, the server and what an agent must be told are in the settings', async () => {
  await app.api('POST', '/search', { query: 'herons' })
  await app.open('/settings?tab=usage')
  await page.getByRole('radio', { name: 'Searches' }).click()
  await page.getByRole('img', { name: 'Searches by day' }).waitFor()
  await page.locator('.legend').getByText('search').waitFor()
  expect(await seriousBarriers(page)).toEqual([])
  await page.getByRole('radio', { name: 'Connect an agent' }).click()
  await page.getByRole('radio', { name: 'Cursor' }).click()
  await page.getByRole('button', { name: 'Make a key for it' }).click()
  await page.getByText('The key “mcp Cursor” stands in it.').waitFor()
  const written = JSON.parse((await page.getByLabel('Configuration').textContent()) ?? '') as {
    mcpServers: { winnow: { url: string; headers: { 'x-api-key': string } } }
  }
  const { url, headers } = written.mcpServers.winnow
  expect(url).toBe(`${app.server.url}/mcp`)
  expect(await withKey(headers['x-api-key'])).toBe(200)
  expect(await seriousBarriers(page)).toEqual([])
  await page.getByRole('radio', { name: 'Server' }).click()
  await page.getByText('Reads by rules, without a language model').waitFor()
})

test('events are listed as they happen, and delivered again on request', async () => {
  const target = await receiver()
  await app.open('/events?tab=webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill(target.url)
  await page.getByRole('checkbox', { name: 'webset.created' }).check()
  expect(await seriousBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Create the webhook' }).click()
  target.trust(await page.getByRole('dialog').locator('.shown-once code').textContent())
  await page.getByRole('button', { name: 'I have it' }).click()
  await app.api('POST', '/websets/v0/websets', { title: 'Wading birds' })
  await target.until((received) => received.length > 0)
  await page.getByRole('button', { name: 'Deliveries' }).click()
  const delivery = page.locator('.deliveries').getByRole('listitem').filter({ hasText: 'webset.created' })
  await delivery.first().locator('summary').click()
  await delivery.first().getByText('thanks').waitFor()
  expect(await seriousBarriers(page)).toEqual([])
  const [first] = target.received
  await delivery.first().getByRole('button', { name: 'Deliver it again' }).click()
  const repeated = (ids: readonly string[]) => ids.filter((id) => id === first?.event.id).length === 2
  await target.until((received) => repeated(received.map(({ event }) => event.id)))
  expect(target.received.every(({ isSigned }) => isSigned)).toBe(true)

  await page.getByRole('radio', { name: 'Events' }).click()
  await page.getByLabel('What happened').selectOption('webset.created')
  await page.waitForURL(/type=webset.created/)
  const events = page.getByRole('region', { name: 'Events' }).getByRole('listitem')
  await events.filter({ hasText: 'Wading birds' }).locator('summary').click()
  expect(await seriousBarriers(page)).toEqual([])
  await page.getByLabel('What happened').selectOption('Imports')
  await page.getByText('Nothing of that kind happened in this time.').waitFor()
})
