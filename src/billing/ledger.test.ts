import { expect, test } from 'vitest'
import { testApi } from '../../tests/harness/api.ts'
import { createIds } from '../adapters/system/clock-and-ids.ts'
import type { ApiKey } from '../contract/access.ts'
import type { UsageReport } from '../contract/usage.ts'
import { createLedger } from './ledger.ts'
import { openMeter } from './meter.ts'
import { toNanos } from './money.ts'
import { createPrices } from './prices.ts'

const api = await testApi()
const { ledger } = api
const prices = createPrices(
  {
    search: 0.007,
    extraResult: 0.001,
    deepSearch: 0.012,
    deepReasoningSearch: 0.015,
    contentsPage: 0.001,
    summary: 0.001,
    answer: 0.005,
    monitorRun: 0.015,
    websetCandidate: 0,
    websetEnrichment: 0,
  },
  { pricePerMillionInput: 0.15, pricePerMillionOutput: 0.6 },
)
const meterFor = (team: { id: string; keyId: string }) =>
  openMeter({
    ledger,
    prices,
    account: { teamId: team.id, keyId: team.keyId },
    operation: 'search',
    requestId: 'r',
    later: () => {},
  })
const entry = { operation: 'search', requestId: 'r', searches: 1, pages: 0, tokens: 0, seconds: 0.1 }

async function spentBy(team: { id: string }) {
  return api.records
    .acrossTeams('test')
    .selectFrom('teams')
    .selectAll()
    .where('id', '=', team.id)
    .executeTakeFirstOrThrow()
}

test('a team budget is never exceeded, however many spend at once', async () => {
  const team = await api.addTeam('tight', { budgetDollars: 0.07 })
  const account = { teamId: team.id, keyId: team.keyId }
  const attempts = await Promise.allSettled(
    Array.from({ length: 60 }, async () => {
      const reservation = await ledger.reserve(account, toNanos(0.007))
      await ledger.settle(account, { ...entry, costNanos: toNanos(0.007) }, reservation)
    }),
  )
  expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(10)
  for (const attempt of attempts) {
    if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'team_budget_exceeded' })
  }
  expect(await spentBy(team)).toMatchObject({ spent_nanos: toNanos(0.07), reserved_nanos: 0 })
})

test('a key budget binds before that of its team, and reserving nothing is left behind', async () => {
  const team = await api.addTeam('roomy', { budgetDollars: 100 })
  await api.call('PATCH', `/winnow/v1/keys/${team.keyId}`, { key: team.key, body: { budgetDollars: 0.01 } })
  const account = { teamId: team.id, keyId: team.keyId }
  await expect(ledger.reserve(account, toNanos(0.011))).rejects.toMatchObject({ code: 'key_budget_exceeded' })
  expect(await spentBy(team)).toMatchObject({ reserved_nanos: 0 })
  await api.call('PATCH', `/winnow/v1/keys/${team.keyId}`, { key: team.key, body: { budgetDollars: 1 } })
  await expect(ledger.reserve(account, toNanos(0.011))).resolves.toBeTypeOf('string')
})

test('a meter books what was used, gives back the rest, and shows it in the shape of the contract', async () => {
  const team = await api.addTeam('metered', { budgetDollars: 1 })
  const meter = meterFor(team)
  await meter.reserve('search')
  await meter.reserve('extraResult', 90)
  meter.charge('search.neural', 'search')
  meter.charge('contents.summary', 'summary', 2)
  meter.count({ searches: 1, pages: 2 })
  expect(meter.costDollars()).toEqual({
    total: 0.009,
    search: { neural: 0.007 },
    contents: { summary: 0.002 },
  })
  await meter.close()
  expect(await spentBy(team)).toMatchObject({ spent_nanos: toNanos(0.009), reserved_nanos: 0 })
  const key = await api.call<ApiKey>('GET', `/winnow/v1/keys/${team.keyId}`, { key: team.key })
  expect(key.spentDollars).toBe(0.009)
})

test('what a dead process reserved comes back when it expires', async () => {
  const team = await api.addTeam('crashed', { budgetDollars: 0.01 })
  const account = { teamId: team.id, keyId: team.keyId }
  await ledger.reserve(account, toNanos(0.01))
  await expect(ledger.reserve(account, 1)).rejects.toMatchObject({ code: 'team_budget_exceeded' })
  const later = { now: () => new Date(Date.now() + 3 * 60 * 60 * 1000) }
  const inThreeHours = createLedger({ records: api.records, clock: later, ids: createIds() })
  expect(await inThreeHours.releaseExpired()).toBeGreaterThanOrEqual(1)
  await expect(ledger.reserve(account, toNanos(0.01))).resolves.toBeTypeOf('string')
})

test('usage is reported by day, key and operation, for the own team only', async () => {
  const [mine, other] = [await api.addTeam('mine'), await api.addTeam('other')]
  for (const team of [mine, mine, other]) {
    const meter = meterFor(team)
    meter.charge('search.keyword', 'search')
    meter.count({ searches: 1, tokens: 5 })
    await meter.close()
  }
  const report = await api.call<UsageReport>(
    'GET',
    '/winnow/v1/usage?groupBy=day&groupBy=key&groupBy=operation',
    {
      key: mine.key,
    },
  )
  const day = new Date().toISOString().slice(0, 10)
  expect(report.data).toContainEqual(
    expect.objectContaining({
      day,
      keyId: mine.keyId,
      operation: 'search',
      requests: 2,
      searches: 2,
      costDollars: 0.014,
    }),
  )
  expect(report.total).toMatchObject({ searches: 2, tokens: 10, costDollars: 0.014 })
  const whole = await api
    .call<UsageReport>('GET', '/winnow/v1/usage?from=2999-01-01', { key: mine.key })
    .catch(String)
  expect(whole).toContain('400')
})

test('tokens of a language model are counted and paid for, to the billionth of a dollar', async () => {
  const team = await api.addTeam('talkative')
  const meter = meterFor(team)
  meter.charge('search.neural', 'search')
  meter.countTokens({ inputTokens: 2_000, outputTokens: 101 })
  meter.countTokens({ inputTokens: 1, outputTokens: 0 })
  const total = 0.007 + 0.0003 + 0.0000606 + 0.00000015
  expect(meter.costDollars()).toEqual({ total: expect.closeTo(total, 12), search: { neural: 0.007 } })
  await meter.close()
  expect(await spentBy(team)).toMatchObject({ spent_nanos: 7_360_750 })
  const { tokens } = await api.records
    .acrossTeams('test')
    .selectFrom('usage_entries')
    .select('tokens')
    .where('team_id', '=', team.id)
    .executeTakeFirstOrThrow()
  expect(tokens).toBe(2_102)
})
