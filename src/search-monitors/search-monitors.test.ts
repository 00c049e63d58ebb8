import { expect, test } from 'vitest'
import { testApi } from '../../tests/harness/api.ts'
import { handJobs } from '../../tests/harness/hand-jobs.ts'
import { savePages } from '../../tests/harness/pages.ts'
import type { Verification } from '../contract/readings.ts'
import type { SearchMonitor, SearchMonitorRun } from '../contract/search-monitors.ts'

/** Work is done when the test says so; time passes by moving what is due. */
const hands = handJobs()
const api = await testApi({ 'limits.otherPerSecond': 0 }, { openJobs: () => hands.jobs })
const { records, searchMonitors } = api
await savePages(api, { url: 'https://silver.example/', title: 'Silver bells', text: 'Silver bells ring.' })
const work = () => hands.work(records)

async function watching(settings: object = {}, budgetDollars: number | null = null) {
  const team = await api.addTeam('watchers', { budgetDollars })
  const call = <T>(method: string, path: string, body?: object) =>
    api.call<T>(method, path, { key: team.key, body })
  const { id } = await call<SearchMonitor>('POST', '/monitors', {
    search: { query: 'silver bells' },
    trigger: { type: 'interval', period: '1h' },
    webhook: { url: 'https://hooks.example/' },
    ...settings,
  })
  const inTeam = records.db.updateTable('search_monitors').where('team_id', '=', team.id)
  return {
    team,
    call,
    id,
    get: () => call<SearchMonitor>('GET', `/monitors/${id}`),
    runs: async () => (await call<{ data: SearchMonitorRun[] }>('GET', `/monitors/${id}/runs`)).data,
    trigger: () => call<{ triggered: boolean }>('POST', `/monitors/${id}/trigger`),
    becomeDue: () => inTeam.set({ next_run_at: new Date(Date.now() - 3_600_000) }).execute(),
  }
}

test('what is due begins once, and its next time is on the clock again', async () => {
  const { get, runs, becomeDue } = await watching()
  const { nextRunAt } = await get()
  expect(await searchMonitors.wake()).toBe(0)
  await becomeDue()
  expect(await Promise.all([searchMonitors.wake(), searchMonitors.wake()])).toContain(1)
  expect(await searchMonitors.wake()).toBe(0)
  expect((await get()).nextRunAt).toBe(nextRunAt)
  expect(await runs()).toMatchObject([{ status: 'pending', startedAt: null, output: null }])
  await work()
  expect(await runs()).toMatchObject([
    { status: 'completed', output: { results: [{ url: 'https://silver.example/' }] } },
  ])
})

test('a run that is under way when the next is due is cancelled, and what it would have found is found', async () => {
  const { runs, becomeDue, trigger } = await watching()
  expect(await trigger()).toEqual({ triggered: true })
  expect(await trigger()).toEqual({ triggered: false })
  await becomeDue()
  expect(await searchMonitors.wake()).toBe(1)
  await work()
  expect(await runs()).toMatchObject([
    { status: 'completed', output: { results: [{ url: 'https://silver.example/' }] } },
    { status: 'cancelled', cancelledAt: expect.any(String), output: null },
  ])
})

test('a run costs its price, once, and one that cannot be paid for fails and looks again', async () => {
  const { call, runs, trigger, team } = await watching({}, 0.02)
  await trigger()
  await work()
  await trigger()
  await work()
  expect(await runs()).toMatchObject([
    { status: 'failed', failReason: 'insufficient_credits', failedAt: expect.any(String) },
    { status: 'completed' },
  ])
  const { data } = await api.call<{ data: { id: string; spentDollars: number }[] }>('GET', '/winnow/v1/teams')
  expect(data.find(({ id }) => id === team.id)?.spentDollars).toBe(0.015)
  expect(await call('GET', '/winnow/v1/usage')).toMatchObject({ total: { costDollars: 0.015 } })
})

test('after ten runs in a row with an invalid key it is disabled, until it is made active again', async () => {
  const { team, id, becomeDue } = await watching()
  const { key } = await api.call<{ key: string }>('POST', '/winnow/v1/keys', {
    body: { name: 'second', scopes: ['read', 'write'], teamId: team.id },
  })
  await api.call('DELETE', `/winnow/v1/keys/${team.keyId}`, { key: team.key })
  for (let round = 0; round < 10; round += 1) {
    await becomeDue()
    expect(await searchMonitors.wake()).toBe(1)
    await work()
  }
  const monitor = () => api.call<SearchMonitor>('GET', `/monitors/${id}`, { key })
  expect(await monitor()).toMatchObject({ status: 'disabled', nextRunAt: null })
  const { data } = await api.call<{ data: SearchMonitorRun[] }>('GET', `/monitors/${id}/runs`, { key })
  expect(data.map(({ failReason }) => failReason)).toEqual(Array(10).fill('api_key_invalid'))
  expect((await api.request('POST', `/monitors/${id}/trigger`, { key })).status).toBe(409)
  await api.call('PATCH', `/monitors/${id}`, { key, body: { status: 'active' } })
  await api.call('POST', `/monitors/${id}/trigger`, { key })
  await work()
  expect(await api.call('GET', `/monitors/${id}/runs`, { key })).toMatchObject({
    data: [{ status: 'completed' }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}],
  })
})

test('a page that is forgotten is shown by no run', async () => {
  const { call, id, runs, trigger } = await watching({ search: { query: 'golden bells' } })
  await savePages(api, { url: 'https://gold.example/', title: 'Golden bells', text: 'Golden bells ring.' })
  await trigger()
  await work()
  expect(JSON.stringify(await runs())).toContain('gold.example')
  await api.call('POST', '/winnow/v1/forget', { body: { url: 'https://gold.example/' } })
  expect(JSON.stringify(await call('GET', `/monitors/${id}/runs`))).not.toContain('gold.example')
})

test('what a run says can be verified under its id, and old runs go while what they reported stays known', async () => {
  const { call, runs, trigger } = await watching()
  await trigger()
  await work()
  const [run] = await runs()
  expect(run?.output?.content).toContain('Silver bells ring.')
  const verified = await call<Verification>('POST', `/winnow/v1/readings/${run?.id}/verify`, {})
  expect(verified.claims).toMatchObject([{ stands: true }])

  expect(await searchMonitors.prune(new Date(Date.now() - 60_000))).toBe(0)
  expect(await searchMonitors.prune(new Date(Date.now() + 60_000))).toBeGreaterThan(0)
  expect(await runs()).toEqual([])
  await trigger()
  await work()
  expect(await runs()).toMatchObject([{ status: 'completed', output: { results: [], content: null } }])
})
