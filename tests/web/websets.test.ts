import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { seriousBarriers, webApp } from '../harness/web.ts'

// A browser, a server and a webset that is filled: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 240_000 })
const app = await webApp()
const { page } = app

afterEach(() => {
  expect(app.faults).toEqual([])
  expect(app.elsewhere).toEqual([])
})

const rows = page.getByRole('table').getByRole('row', { name: /^Select (?!all that)/ })

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
    await rows.nth(1).waitFor({ timeout: 60_000 })
    await page.getByText('Done', { exact: true }).waitFor({ timeout: 60_000 })
    await rows.first().getByRole('button', { name: 'Meets it' }).first().click()
    const evidence = page.getByRole('complementary', { name: 'Evidence' })
    await evidence.locator('blockquote').first().waitFor()
    const quote = (await evidence.locator('.piece.chosen blockquote').first().textContent()) ?? ''
    expect(await seriousBarriers(page)).toEqual([])
    await evidence.locator('.piece.chosen').getByRole('button', { name: 'Show in its page' }).first().click()
    const marked = page.getByRole('complementary', { name: 'Page' }).locator('mark')
    expect(await marked.first().textContent()).toBe(quote)
  })

  test('a column that is added fills while one watches', async () => {
    await page.getByRole('button', { name: 'Column', exact: true }).click()
    await page.getByLabel('Column', { exact: true }).fill('headquarters city')
    await page.getByRole('button', { name: 'Add the column' }).click()
    await page.getByRole('columnheader', { name: 'headquarters city' }).waitFor()
    await page.getByText('Done', { exact: true }).waitFor({ timeout: 60_000 })
    const filled = rows.locator('.value')
    await expect.poll(() => filled.count(), { timeout: 60_000 }).toBeGreaterThan(3)
  })

  test('what is deleted is gone after a while, and back when it is taken back', async () => {
    const before = await rows.count()
    const first = (await rows.first().getByRole('checkbox').getAttribute('aria-label')) ?? ''
    await rows.first().getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete 1' }).click()
    await expect.poll(() => rows.count()).toBe(before - 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => rows.count()).toBe(before)
    expect(await rows.first().getByRole('checkbox').getAttribute('aria-label')).toBe(first)
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

  test('a table that is open goes on when the server comes back', async () => {
    await app.server.restart()
    await page.getByText('Not connected').waitFor({ state: 'hidden', timeout: 60_000 })
    const before = await rows.count()
    await page.getByRole('button', { name: 'Search more' }).click()
    await page.getByLabel('How many', { exact: true }).fill('8')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect.poll(() => rows.count(), { timeout: 90_000 }).toBeGreaterThan(before)
  })
})
