import type { Route } from 'playwright-core'
import { afterEach, expect, test, vi } from 'vitest'
import type { NewApiKey } from '../../src/contract/access.ts'
import type { Verdict } from '../../src/contract/approvals.ts'
import { seriousBarriers, webApp } from '../harness/web.ts'

vi.setConfig({ testTimeout: 120_000 })
const app = await webApp({ hasSample: false })
const { page } = app
const agent = await app.api<NewApiKey>('POST', '/winnow/v1/keys', { name: 'research agent' })

afterEach(() => {
  expect(app.faults).toEqual([])
  expect(app.elsewhere).toEqual([])
})

let calls = 0
const question = (parts: object = {}) => ({
  tool: 'manage_websets',
  operation: 'websets.delete',
  class: 'destroy',
  args: { id: 'webset_of_last_year' },
  toolCallId: `call_${++calls}`,
  ...parts,
})

/** As the program of the agent asks, with its own key. */
async function asks(asked: object): Promise<Verdict> {
  const response = await fetch(`${app.server.url}/winnow/v1/approvals`, {
    method: 'POST',
    headers: { 'x-api-key': agent.key, 'content-type': 'application/json' },
    body: JSON.stringify({ question: asked }),
  })
  return (await response.json()) as Verdict // the contract says what it is
}

const cards = page.getByRole('article')

test('what an agent asks for shows at once, and is done when somebody approves', async () => {
  await app.open('/websets')
  expect(await page.title()).toBe('Winnow')
  const asked = question({ class: 'spend', operation: 'websets.create', estimatedUsd: 42.5 })
  expect(await asks(asked)).toMatchObject({ state: 'pending' })
  await expect.poll(() => page.title()).toBe('(1) Winnow')
  await page.getByRole('link', { name: 'Approvals 1 waiting' }).click()
  const card = page.getByRole('article', { name: 'research agent wants to spend money: websets.create' })
  await card.getByText('$42.50 by estimate').waitFor()
  expect(await card.locator('pre').textContent()).toContain('webset_of_last_year')
  expect(await seriousBarriers(page)).toEqual([])

  // Somebody else who looks on sees it go.
  const other = await app.browser.newContext()
  const onlooker = await other.newPage()
  await onlooker.goto(`${app.server.url}/approvals`)
  await onlooker.getByLabel('API key').fill(await app.server.ownerKey())
  await onlooker.getByRole('button', { name: 'Sign in' }).click()
  await onlooker.getByRole('article').waitFor()
  await card.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Nothing waits for you').waitFor()
  await onlooker.getByText('Nothing waits for you').waitFor()
  await other.close()
  await expect.poll(() => page.title()).toBe('Winnow')
  expect(await asks(asked)).toMatchObject({ state: 'allowed' })
})

const listsPending = (url: URL): boolean => url.searchParams.get('state') === 'pending'

test('what is asked for while the page loads is not missed', async () => {
  const asked = question()
  // The first list is read before the agent asks, and arrives when the page has been told that it did.
  const answerLate = async (route: Route) => {
    const response = await route.fetch()
    const again = page.waitForRequest((request) => listsPending(new URL(request.url())), { timeout: 3000 })
    await asks(asked)
    await again.catch(() => {}) // it never asks again: the title tells
    await route.fulfill({ response }).catch(() => {}) // it no longer waits for this answer
  }
  await page.route(listsPending, answerLate, { times: 1 })
  await app.open('/websets')
  await expect.poll(() => page.title()).toBe('(1) Winnow')
  await app.open('/approvals')
  await cards.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Nothing waits for you').waitFor()
})

test('a rejection tells the agent why, and stays to be read', async () => {
  await app.open('/approvals')
  const asked = question()
  const verdict = await asks(asked)
  await cards.getByText('cannot be undone').waitFor()
  await cards.getByRole('button', { name: 'Reject…' }).click()
  await page.getByLabel('Why not?').fill('we still need it')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing waits for you').waitFor()
  expect(await asks(asked)).toMatchObject({ state: 'rejected', reason: 'we still need it' })
  if (verdict.state !== 'pending') throw new Error('it was not asked about')
  await page.goto(verdict.approval.url)
  await cards.getByText('we still need it').waitFor()
  await app.open('/approvals?tab=decided')
  await page.getByText('Rejected', { exact: true }).first().waitFor()
  expect(await seriousBarriers(page)).toEqual([])
})

test('an approval that is remembered holds until it is taken back, and the log tells all of it', async () => {
  await app.open('/approvals')
  const asked = question({ operation: 'webhooks.delete' })
  await asks(asked)
  await cards.getByLabel('How far it reaches').selectOption('key')
  await cards.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Nothing waits for you').waitFor()
  expect(await asks(question({ operation: 'webhooks.delete' }))).toMatchObject({ state: 'allowed' })
  await page.getByRole('radio', { name: 'Remembered' }).click()
  const grant = page.getByRole('listitem', { name: 'webhooks.delete of research agent' })
  expect(await seriousBarriers(page)).toEqual([])
  await grant.getByRole('button', { name: 'Take back' }).click()
  await grant.waitFor({ state: 'detached' })
  expect(await asks(question({ operation: 'webhooks.delete' }))).toMatchObject({ state: 'pending' })
  await page.getByRole('radio', { name: 'Log' }).click()
  await page.getByText(/\d+ entries, each as it was written/).waitFor()
  await page.getByRole('region', { name: 'Log' }).getByText('revoked').waitFor()
  expect(await seriousBarriers(page)).toEqual([])
  await page.getByRole('radio', { name: 'Inbox' }).click()
  await cards.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Nothing waits for you').waitFor()
})

test('the policy that is saved is the policy that rules', async () => {
  await app.open('/approvals?tab=policy')
  await page.getByLabel('By tool or operation: name').fill('monitors.delete')
  await page.keyboard.press('Enter')
  await page.getByLabel('What happens to monitors.delete').selectOption('deny')
  expect(await seriousBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save the policy' }).click()
  await page.getByText('Saved').waitFor()
  expect(await asks(question({ operation: 'monitors.delete' }))).toMatchObject({
    state: 'rejected',
    rule: 'tools.monitors.delete',
  })
  await page.getByRole('button', { name: 'Back to the server’s settings' }).click()
  await page.getByLabel('What happens to monitors.delete').waitFor({ state: 'detached' })
})
