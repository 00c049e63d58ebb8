import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { NewImport } from '../../src/contract/imports.ts'
import type { IndexStatus } from '../../src/contract/index-status.ts'
import type { Upload } from '../../src/contract/ingest.ts'
import type { Webset } from '../../src/contract/websets.ts'
import { webApp } from '../harness/web.ts'

/** A page that tries, in everything it has, to be more than text. None of it may come to anything. */
const url = `https://lantern.example/"><script>alert('url')</script>?x=<img src=q onerror=alert(1)>`
const title = `<img src=x onerror=alert('title')> Lantern <script>alert('t')</script>`
const motto = `<svg onload=alert('svg')>Shine</svg><b>bright</b>`
const text = [
  `# Lantern <script>alert('heading')</script>`,
  `Lantern is a company in Bristol. <img src=https://elsewhere.example/p.png onerror=alert('img')> It has 120 employees and builds lighthouse lamps.`,
  `[Click](javascript:alert('link')) <a href="javascript:alert(2)">here</a>`,
  `Motto: ${motto}`,
  `Lantern was founded in 1998 by Ada Wick. <iframe src=https://elsewhere.example/></iframe>`,
].join('\n\n')

vi.setConfig({ testTimeout: 120_000 })
const app = await webApp({ hasSample: false })
const { page, api } = app
const dialogs: string[] = []
page.on('dialog', (dialog) => {
  dialogs.push(dialog.message())
  void dialog.dismiss()
})

afterEach(async () => {
  // What is in the page by then is what it made of the text: nothing but what the app itself has.
  const foreign = page.locator(
    'img[src="x"], img[src="q"], iframe, svg[onload], [onerror], [onclick], script:not([src])',
  )
  expect(await foreign.count()).toBe(0)
  expect(await page.locator('a[href^="javascript:" i]').count()).toBe(0)
  expect(dialogs).toEqual([])
  expect(app.faults).toEqual([])
  expect(app.elsewhere).toEqual([])
})

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(200))
    if (await isDone()) return
  throw new Error('it took too long')
}

const upload = await api<Upload>(
  'PUT',
  '/winnow/v1/ingest/uploads?name=pages.jsonl',
  JSON.stringify({ url, title, text }),
)
await api('POST', '/winnow/v1/ingest', {
  source: { kind: 'file', upload: upload.id },
})
await until(async () => {
  const { documents, backlog } = await api<IndexStatus>('GET', '/winnow/v1/index')
  return documents > 0 && backlog.documents === 0
})

test('in results, the page beside them, and why it is there', async () => {
  await app.open('/?q=lighthouse+lamps&whole=true&summary=true&fresh=never')
  const result = page.getByRole('region', { name: 'Results' }).getByRole('listitem').first()
  await result.getByText(title).waitFor()
  await result.getByRole('button', { name: 'Why here?' }).click()
  await result.getByRole('table').waitFor()
  await result.getByRole('button', { name: 'Read' }).click()
  const beside = page.getByRole('complementary', { name: 'Page' })
  await beside.getByText(motto).waitFor()
  await beside.getByText(`<script>alert('heading')</script>`).waitFor()
})

test('in an answer and the passage it quotes', async () => {
  await app.open('/?q=Who+founded+Lantern%3F&mode=answer')
  const answer = page.getByRole('region', { name: 'Answer' })
  await answer.getByRole('button', { name: 'Source 1' }).first().click()
  await answer.locator('blockquote').first().waitFor()
  await answer.getByText(title).first().waitFor()
})

test('in a table, its evidence, and the page that is quoted', async () => {
  const csv = `url,name\n"${encodeURI(url).replaceAll('"', '%22')}",x\n`
  const { id, uploadUrl } = await api<NewImport>('POST', '/websets/v0/imports', {
    format: 'csv',
    entity: { type: 'article' },
    size: Buffer.byteLength(csv),
    count: 1,
    title: '<i onclick=alert(3)>list</i>',
    csv: { identifier: 0 },
  })
  await fetch(uploadUrl, { method: 'PUT', body: csv })
  const webset = await api<Webset>('POST', '/websets/v0/websets', {
    title: '<b onclick=alert(4)>Lamps</b>',
    search: {
      query: 'lamps',
      count: 3,
      entity: { type: 'article' },
      scope: [{ source: 'import', id }],
      criteria: [{ description: 'has more than 100 employees' }],
    },
    enrichments: [{ description: 'motto', format: 'text' }],
  })
  await until(async () => (await api<Webset>('GET', `/websets/v0/websets/${webset.id}`)).status === 'idle')
  await app.open('/websets')
  await page.getByText('<b onclick=alert(4)>Lamps</b>').click()
  const row = page.getByRole('table').getByRole('row').nth(1)
  await row.getByText(title).waitFor()
  await row.getByText(motto).click()
  const evidence = page.getByRole('complementary', { name: 'Evidence' })
  await evidence.locator('.piece.chosen').getByText(motto).first().waitFor()
  await evidence.getByRole('button', { name: 'Show in its page' }).last().click()
  await page.getByRole('complementary', { name: 'Page' }).locator('mark').first().waitFor()
  await page.getByRole('link', { name: 'Changes' }).click()
  await page.getByRole('region', { name: 'Added' }).getByText(title).waitFor()
})
