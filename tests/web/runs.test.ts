import { afterEach, describe, expect, test, vi } from 'vitest'
import { seriousBarriers, webApp } from '../harness/web.ts'

// A browser, a server and runs that search and read: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })
const app = await webApp()
const { page } = app
const patient = { timeout: 120_000 }

afterEach(() => {
  expect(app.faults).toEqual([])
  expect(app.elsewhere).toEqual([])
})

const status = (word: string) => page.getByText(word, { exact: true })

describe('research, from its question to a fork of it', { shuffle: false }, () => {
  test('it is watched while it works, and is the same after a reload', async () => {
    await app.open('/runs')
    expect(await seriousBarriers(page)).toEqual([])
    await page.getByLabel('What do you want to know?').fill('Who founded Kestrel Robotics, and when?')
    await page.getByLabel('How far').selectOption('exa-research-fast')
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.waitForURL(/\/runs\/research_/)
    await page.getByRole('heading', { name: 'Who founded Kestrel Robotics, and when?', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Who founded Kestrel Robotics, and when?', level: 1 }).waitFor()
    await status('Done').waitFor(patient)
    await page.getByRole('radio', { name: 'Timeline' }).click()
    const timeline = page.getByRole('list', { name: 'Timeline' })
    await timeline.getByRole('heading', { name: /^Plan/ }).waitFor()
    await timeline
      .getByText(/pages? found/)
      .first()
      .waitFor()
    expect(await seriousBarriers(page)).toEqual([])
  })

  test('a number in its report opens the passage it stands for, and that its page', async () => {
    await page.getByRole('radio', { name: 'Report' }).click()
    const report = page.getByRole('article', { name: 'Report' })
    await report.getByRole('button', { name: 'Source 1' }).first().click()
    const quote = await report.locator('blockquote').first().textContent()
    expect(quote).toContain('founded')
    await report.getByRole('button', { name: 'Show in its page' }).click()
    const marked = page.getByRole('complementary', { name: 'Page' }).locator('mark')
    expect(await marked.first().textContent()).toBe(quote)
    expect(await seriousBarriers(page)).toEqual([])
    await page.reload()
    expect(await marked.first().textContent()).toBe(quote)
    await page.keyboard.press('Escape')
  })

  test('a fork goes on from one of its steps, by other instructions', async () => {
    await page.getByRole('button', { name: 'Fork' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fork this run' })
    await dialog.locator('option', { hasText: 'plan' }).first().waitFor({ state: 'attached' })
    await dialog.getByLabel('Instructions').fill('Who founded Lumenfold?')
    await dialog.getByRole('button', { name: 'Fork' }).click()
    await page.getByRole('heading', { name: 'Who founded Lumenfold?', level: 1 }).waitFor()
    await status('Done').waitFor(patient)
    await page.getByRole('article', { name: 'Report' }).waitFor()
  })
})

test('an agent run fills a table, each value with the words it rests on', async () => {
  await app.open('/runs?kind=agent')
  await page.getByLabel('What do you want to know?').fill('Robotics companies in Europe')
  await page.getByLabel('Effort').selectOption('minimal')
  await page.getByRole('radio', { name: 'By fields' }).click()
  await page.getByLabel('Called').fill('companies')
  await page.getByLabel('Name of field 2').fill('employees')
  await page.getByLabel('Type of field 2').selectOption('number')
  await page.getByLabel('Description of field 2').fill('number of employees')
  expect(await seriousBarriers(page)).toEqual([])
  await page.getByRole('radio', { name: 'JSON Schema' }).click()
  expect(await page.getByRole('textbox', { name: 'JSON Schema' }).inputValue()).toContain(
    'number of employees',
  )
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.waitForURL(/\/runs\/agent_run_/)
  const table = page.getByRole('region', { name: 'companies' }).getByRole('table')
  await table.waitFor(patient)
  const cell = table.getByRole('button').first()
  const value = (await cell.textContent()) ?? ''
  await cell.click()
  const evidence = page.getByRole('complementary', { name: 'Evidence' })
  await evidence.locator('blockquote').first().waitFor()
  expect(await evidence.getByRole('heading').first().textContent()).toBe(value)
  expect(await evidence.locator('blockquote').first().textContent()).toContain(value)
  expect(await seriousBarriers(page)).toEqual([])
  await page.getByRole('radio', { name: 'JSON' }).click()
  expect(await page.getByLabel('Result as JSON').textContent()).toContain(JSON.stringify(value))
  await page.getByRole('radio', { name: 'Timeline' }).click()
  await page.getByRole('list', { name: 'Timeline' }).getByText(value).first().waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('Begins with the findings of').waitFor()
  expect(await page.getByLabel('Name of field 2').inputValue()).toBe('employees')
})

test('a run that is cancelled says so, here and in the list', async () => {
  await app.open('/runs?kind=agent&q=Companies+in+Europe+and+what+they+make')
  await page.getByLabel('Effort').selectOption('high')
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.waitForURL(/\/runs\/agent_run_/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await status('Cancelled').waitFor(patient)
  await page.getByRole('link', { name: 'Runs' }).first().click()
  const line = page.getByRole('listitem').filter({ hasText: 'Companies in Europe and what they make' })
  await line.getByText('Cancelled').waitFor()
})

test('a schema that cannot be read is said before anything begins', async () => {
  await app.open('/runs?q=Who+founded+Lumenfold')
  await page.getByRole('radio', { name: 'JSON Schema' }).click()
  await page.getByRole('textbox', { name: 'JSON Schema' }).fill('{')
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByRole('alert').getByText('The schema is not JSON').waitFor()
})
