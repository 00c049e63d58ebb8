import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Webset } from '../../src/contract/websets.ts'
import { seriousBarriers, webApp } from '../harness/web.ts'

// A browser, a server and a webset that is filled: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 240_000 })
const app = await webApp()
const { page } = app

afterEach(() => {
  expect(app.faults).toEqual([])
  expect(app.elsewhere).toEqual([])
})

const rows = page.getByRole('table').getByRole('row', { name: /^Select (?!all)/ })

/** Of the webset that most of this is about. */
let address = ''
const soon = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 60_000 })

describe('one webset, from its making on', { shuffle: false }, () => {
  test('a sentence becomes a table that fills, with the evidence of every cell', async () => {
    await app.open('/websets')
    expect(await seriousBarriers(page)).toEqual([])
    await page
      .getByLabel('What should be in the list?')
      .fill('Companies in Europe with more than 50 employees')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByLabel('Criteria 1', { exact: true }).waitFor()
    await page.getByLabel('How many', { exact: true }).fill('4')
    await page.getByRole('button', { name: 'Add' }).last().click()
    const columns = page.getByRole('textbox', { name: /^Column \d/ })
    await columns.last().fill('number of employees')
    await page
      .getByRole('combobox', { name: /^Format of column/ })
      .last()
      .selectOption('number')
    expect(await seriousBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Create the webset' }).click()
    await page.waitForURL(/\/websets\/webset_/)
    address = new URL(page.url()).pathname
    await rows.nth(1).waitFor({ timeout: 60_000 })
    await page.getByText('Done', { exact: true }).waitFor({ timeout: 60_000 })
    await rows.first().getByRole('button', { name: 'Meets it' }).first().click()
    const evidence = page.getByRole('complementary', { name: 'Evidence' })
    await evidence.locator('blockquote').first().waitFor()
    const quote = (await evidence.locator('.piece.chosen blockquote').first().textContent()) ?? ''
    expect(await seriousBarriers(page)).toEqual([])
    await evidence.locator('.piece.chosen').getByRole('button', { name: 'Show in its page' }).first().click()
    const quotedPage = page.getByRole('complementary', { name: 'Page' })
    await quotedPage.locator('mark').first().waitFor()
    expect((await quotedPage.locator('mark').allTextContents()).join('')).toContain(quote)
    await page.keyboard.press('Escape')
    await evidence
      .getByText(/^Read .* by the built-in reader/)
      .first()
      .waitFor()
    // What is open is in the address.
    await page.reload()
    await evidence.locator('.piece.chosen blockquote').first().waitFor()
    await page.keyboard.press('Escape')
  })

  test('a column that is added fills while one watches', async () => {
    await page.getByRole('button', { name: 'Column', exact: true }).click()
    await page.getByLabel('Column', { exact: true }).fill('headquarters city')
    await page.getByRole('button', { name: 'Add the column' }).click()
    await page.getByRole('columnheader', { name: 'headquarters city' }).waitFor()
    await page.getByText('Done', { exact: true }).waitFor({ timeout: 60_000 })
    const filled = rows.locator('.value')
    await soon(() => filled.count()).toBeGreaterThan(3)
  })

  test('what is deleted is gone after a while, and back when it is taken back', async () => {
    const before = await rows.count()
    const first = (await rows.first().getByRole('checkbox').getAttribute('aria-label')) ?? ''
    await rows.first().getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete 1' }).click()
    await soon(() => rows.count()).toBe(before - 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await soon(() => rows.count()).toBe(before)
    expect(await rows.first().getByRole('checkbox').getAttribute('aria-label')).toBe(first)
  })

  test('a column that is deleted can be taken back, and is gone when nobody does', async () => {
    const head = page.getByRole('columnheader', { name: 'headquarters city' })
    const remove = async () => {
      await page.getByRole('button', { name: 'Column headquarters city' }).click()
      await page.getByRole('menuitem', { name: 'Delete the column' }).click()
      await head.waitFor({ state: 'hidden' })
    }
    await remove()
    await page.getByRole('button', { name: 'Undo' }).click()
    await head.waitFor()
    await remove()
    // Whoever leaves the screen means it.
    await page.getByRole('link', { name: 'Changes' }).click()
    await page.getByRole('region', { name: 'Added' }).getByRole('listitem').first().waitFor()
    expect(await seriousBarriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Items', exact: true }).click()
    await rows.first().waitFor()
    await head.waitFor({ state: 'hidden' })
  })

  test('rows are found, sorted and filtered, and stay so when the page is loaded again', async () => {
    const all = await rows.count()
    const names = () => rows.locator('.item-name strong').allTextContents()
    await page.getByRole('button', { name: 'Sort by Name' }).click()
    await soon(async () => page.url()).toContain('sort=name')
    await soon(names).toEqual((await names()).toSorted((one, other) => one.localeCompare(other)))
    const [first = ''] = await names()
    await page.getByRole('searchbox', { name: 'Find in the table' }).fill(first)
    await soon(() => rows.count()).toBeLessThan(all)
    await page.reload()
    await soon(names).toEqual([first])
    await page.getByRole('searchbox', { name: 'Find in the table' }).fill('nothing is called like this')
    await page.getByRole('button', { name: 'Show all items' }).click()
    await soon(() => rows.count()).toBe(all)
  })

  test('a monitor says when it runs next, and what came of its runs', async () => {
    await page.getByRole('link', { name: 'Monitors' }).click()
    await page.getByText('No monitor yet').waitFor()
    await page.getByRole('button', { name: 'New monitor' }).click()
    await page.getByRole('radio', { name: 'Look the columns up again' }).check()
    await page.getByLabel('How often').selectOption('day')
    expect(await seriousBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Create the monitor' }).click()
    const monitor = page.getByRole('listitem', { name: 'Looks the columns up again' })
    await monitor.getByText('Every day at 07:00').waitFor()
    await monitor.getByText(/^Next run /).waitFor()
    await monitor.getByRole('button', { name: 'Run now' }).click()
    await monitor.getByRole('cell', { name: 'Completed' }).waitFor({ timeout: 90_000 })
    await monitor.getByRole('button', { name: 'Pause' }).click()
    await monitor.getByText('Paused', { exact: false }).waitFor()
    await monitor.getByRole('button', { name: 'Resume' }).waitFor()
    await monitor.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No monitor yet').waitFor()
    await page.getByRole('link', { name: 'Items', exact: true }).click()
    await rows.first().waitFor()
  })

  test('an export is a file that says what the table says', async () => {
    const name =
      (await rows.first().getByRole('checkbox').getAttribute('aria-label'))?.replace('Select ', '') ?? ''
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(file.split('\n')[0]).toContain('number of employees')
    expect(file).toContain(name)
  })

  test('a list of one’s own becomes a webset, by what its columns are', async () => {
    await app.open('/websets')
    await page.getByRole('button', { name: 'Import a list' }).click()
    await page.getByLabel('CSV file').setInputFiles({
      name: 'leads.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'City;Who;Link\nBristol;Kestrel Robotics;www.kestrel-robotics.example\nNowhere;Nobody;\n',
      ),
    })
    // One column was recognised; what the other is has to be said.
    expect(await page.getByLabel('What “Link” is').inputValue()).toBe('address')
    await page.getByLabel('What “Who” is').selectOption('name')
    await page.getByText('1 row left out').waitFor()
    expect(await seriousBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.waitForURL(/\/websets\/webset_/)
    await soon(() => rows.locator('.item-name strong').allTextContents()).toEqual(['Kestrel Robotics'])
    await app.open('/websets')
    await page.getByRole('button', { name: 'Delete the list leads' }).click()
    await page.getByRole('region', { name: 'Your lists' }).waitFor({ state: 'hidden' })
  })

  test('what another webset has can be left out', async () => {
    const [other] = (await app.api<{ data: Webset[] }>('GET', '/websets/v0/websets?limit=100')).data
    await app.open('/websets?wish=Companies+in+Europe')
    await page.getByText('Leave out what is in other websets and lists').click()
    await page.getByLabel(other?.title ?? '').check()
    await page.getByRole('button', { name: 'Create the webset' }).click()
    await page.waitForURL(/\/websets\/webset_/)
    const made = await app.api<Webset>(
      'GET',
      `/websets/v0/websets/${new URL(page.url()).pathname.split('/').at(-1)}`,
    )
    expect(made.excludes).toEqual([{ source: 'webset', id: other?.id }])
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('stopped').waitFor()
  })

  test('a table goes on filling when its server restarts in the middle', async () => {
    await app.open(address)
    await rows.first().waitFor()
    const before = await rows.count()
    await page.getByRole('button', { name: 'Search more' }).click()
    await page.getByLabel('How many', { exact: true }).fill('50')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await soon(() => rows.count()).toBeGreaterThan(before)
    const seen = await rows.count()
    await app.server.restart()
    await page.getByText('Not connected').waitFor({ state: 'hidden', timeout: 60_000 })
    await page.getByText('Done', { exact: true }).waitFor({ timeout: 120_000 })
    await soon(() => rows.count()).toBeGreaterThan(seen)
  })
})
