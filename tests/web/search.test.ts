import { afterEach, expect, test, vi } from 'vitest'
import { seriousBarriers, webApp } from '../harness/web.ts'

vi.setConfig({ testTimeout: 120_000 })
const app = await webApp()
const { page } = app

afterEach(() => {
  expect(app.faults).toEqual([])
  expect(app.elsewhere).toEqual([])
})

test('a search shows results, why they stand there, and the page with its passages', async () => {
  await app.open('/')
  expect(await seriousBarriers(page)).toEqual([])
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Query' }).fill('inspection robots')
  await page.keyboard.press('Enter')
  const results = page.getByRole('region', { name: 'Results' }).getByRole('listitem')
  await results.first().waitFor()
  expect(await results.count()).toBe(10)
  expect(page.url()).toContain('q=inspection')
  await results.first().getByRole('button', { name: 'Why here?' }).click()
  await results.first().getByRole('table').waitFor()
  await results.first().getByRole('button', { name: 'Read' }).click()
  const panel = page.getByRole('complementary', { name: 'Page' })
  await panel.locator('mark').first().waitFor()
  expect(await seriousBarriers(page)).toEqual([])
  await page.reload()
  await panel.locator('mark').first().waitFor()
  await page.keyboard.press('Escape')
  await results.first().getByRole('button', { name: 'Similar pages' }).click()
  await page.getByText('Back to the search').waitFor()
})

test('filters are part of the address, and of the request as code', async () => {
  await app.open('/?q=robots&category=company&n=3')
  await page.getByRole('region', { name: 'Results' }).getByRole('listitem').first().waitFor()
  expect(await page.getByLabel('Category').inputValue()).toBe('company')
  await page.getByText('This request as code').click()
  await page.getByRole('radio', { name: 'exa-js' }).click()
  expect(await page.locator('.code-panel pre').textContent()).toContain('"category": "company"')
})

test('an answer is written with numbers that open the passage they stand for', async () => {
  await app.open('/?q=Who+founded+Kestrel+Robotics%3F&mode=answer')
  const answer = page.getByRole('region', { name: 'Answer' })
  await answer.getByRole('button', { name: 'Source 1' }).click()
  const quote = await answer.locator('blockquote').first().textContent()
  await answer.getByRole('button', { name: 'Read in its page' }).click()
  const marked = page.getByRole('complementary', { name: 'Page' }).locator('mark')
  await marked.first().waitFor()
  expect(quote).toContain('founded')
  expect(await seriousBarriers(page)).toEqual([])
})

test('the policy of the page lets no script in but its own', async () => {
  const response = await page.request.get(`${app.server.url}/`)
  const policy = response.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})
