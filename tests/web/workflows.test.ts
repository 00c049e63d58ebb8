import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Task } from '../../src/contract/tasks.ts'
import { seriousBarriers, webApp } from '../harness/web.ts'

// A browser, a server and workflows that fill websets: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 240_000 })
const app = await webApp()
const { page } = app
const patient = { timeout: 200_000 }

afterEach(() => {
  expect(app.faults).toEqual([])
  expect(app.elsewhere).toEqual([])
})

const status = (word: string) => page.getByText(word, { exact: true })
const key = await app.server.ownerKey()

/** Begun beside what the browser does: they all take a while. */
async function begin(type: string, args: object): Promise<string> {
  const answer = await fetch(`${app.server.url}/winnow/v1/tasks`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ type, args }),
  })
  return ((await answer.json()) as Task).taskId
}

const entity = { type: 'company' }
const begun = Promise.all([
  begin('convergent.search', {
    queries: ['Companies in Europe with more than 50 employees', 'Companies founded after 2012'],
    entity,
    count: 2,
  }),
  begin('adversarial.verify', {
    thesis: 'Start-ups grow.',
    thesisQuery: 'Companies in Europe with more than 50 employees',
    antithesisQuery: 'Companies with fewer than 20 employees',
    entity,
    count: 1,
  }),
  begin('research.deep', { instructions: 'Who founded Kestrel Robotics?', model: 'exa-research-fast' }),
])

describe('a winnow, from its form to its map', { shuffle: false }, () => {
  test('its steps are shown while it works, and after a reload', async () => {
    await app.open('/workflows')
    await page
      .getByRole('button', { name: /^Winnow/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Fill in an example' }).click()
    await page.getByLabel('How many').fill('3')
    await page.getByRole('complementary', { name: 'About this workflow' }).waitFor()
    expect(await seriousBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.waitForURL(/\/workflows\/task_/)
    const progress = page.getByRole('region', { name: 'Progress' })
    await progress.getByText(/looked at/).waitFor(patient)
    await page.reload()
    await progress.getByText(/looked at/).waitFor()
    await page.getByRole('heading', { name: 'Companies' }).waitFor()
    expect(await seriousBarriers(page)).toEqual([])
  })

  test('the niches are a map with the best of each, part of the address', async () => {
    await status('Done').waitFor(patient)
    const map = page.getByRole('region', { name: 'Niche map' })
    expect(await map.getByRole('button').count()).toBe(4)
    const filled = map.getByRole('button', { name: /fitness/ })
    const best = await filled.first().locator('strong').textContent()
    await filled.first().click()
    const elites = page.getByRole('region', { name: 'Elites' }).getByRole('row')
    await expect.poll(() => elites.count()).toBe(2)
    expect(await elites.last().textContent()).toContain(best)
    expect(page.url()).toContain('niche=')
    await page.reload()
    await page.getByRole('heading', { name: 'The best of this kind' }).waitFor()
    expect(await elites.count()).toBe(2)
    expect(await seriousBarriers(page)).toEqual([])
  })
})

test('one that is cancelled stops, and can be run again with changes', async () => {
  await app.open('/workflows?type=lifecycle.harvest')
  await page.getByRole('button', { name: 'Fill in an example' }).click()
  await page.getByLabel('How many').fill('50')
  await page.getByRole('button', { name: 'Run it' }).click()
  await page.getByRole('region', { name: 'Progress' }).waitFor(patient)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await status('Cancelled').waitFor(patient)
  await page.getByText('What it had collected until then').waitFor()
  await page.getByRole('link', { name: 'Run it again with changes' }).click()
  expect(await page.getByLabel('What should be in the table?').inputValue()).toContain('Companies in Europe')
  expect(await page.getByLabel('How many').inputValue()).toBe('50')
  await page.getByRole('listitem').filter({ hasText: 'Harvest' }).getByText('Cancelled').waitFor()
})

test('several wordings are drawn as a matrix, a thesis with its two sides, research as a report', async () => {
  const [convergent, adversarial, deep] = await begun
  await app.open(`/workflows/${deep}`)
  const report = page.getByRole('article', { name: 'Report' })
  await report.getByRole('button', { name: 'Source 1' }).first().click(patient)
  expect(await report.locator('blockquote').first().textContent()).toContain('founded')

  await app.open(`/workflows/${convergent}`)
  const overlap = page.getByRole('region', { name: 'Overlap' })
  await overlap.waitFor(patient)
  // Two wordings and the row of their numbers.
  expect(await overlap.getByRole('row').count()).toBe(3)
  expect(await overlap.locator('td.own').allTextContents()).not.toContain('0')
  expect(await seriousBarriers(page)).toEqual([])

  await app.open(`/workflows/${adversarial}`)
  await page.getByRole('region', { name: 'For it' }).getByRole('listitem').first().waitFor(patient)
  await page.getByRole('region', { name: 'Against it' }).waitFor()
  expect(await seriousBarriers(page)).toEqual([])
})

test('the archive is a map by any two coordinates', async () => {
  await app.open('/workflows?x=timeHorizon&y=evidenceType')
  const map = page.getByRole('region', { name: 'Map of the workflows' })
  await map.getByRole('button', { name: /^Harvest/ }).waitFor()
  const place = map.getByRole('listitem').filter({ hasText: 'Harvest' })
  expect(await place.getAttribute('data-x')).toBe('2')
  expect(await place.getAttribute('data-y')).toBe('3')
  await map.getByLabel('To the right').selectOption('scope')
  expect(await place.getAttribute('data-x')).toBe('3')
  expect(page.url()).toContain('x=scope')
  expect(await seriousBarriers(page)).toEqual([])
})

test('a task that is not there says what became of it', async () => {
  await app.open('/workflows/task_none')
  await page.getByText('Tasks are kept for a while').waitFor()
})
