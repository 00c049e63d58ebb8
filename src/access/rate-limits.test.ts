import { expect, test } from 'vitest'
import { testApi } from '../../tests/harness/api.ts'

const api = await testApi()
const statuses = (key: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      api.request('GET', '/winnow/v1/me', { key }).then((one) => one.status),
    ),
  )

test("a team's limit holds over its keys, and says when to come back", async () => {
  const team = await api.addTeam('limited', { limits: { other: 0.5 } })
  const second = await api.call<{ key: string }>('POST', '/winnow/v1/keys', {
    body: { name: 'second', scopes: ['read'], teamId: team.id },
  })
  expect(await statuses(team.key, 1)).toEqual([200])
  const refused = await api.request('GET', '/winnow/v1/me', { key: second.key })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await refused.json()).toMatchObject({ error: { type: 'RATE_LIMIT_ERROR' } })
})

test('exactly a second of requests passes at once, however many ask', async () => {
  const team = await api.addTeam('burst', { limits: { other: 7 } })
  const answers = await statuses(team.key, 40)
  const passed = answers.filter((status) => status === 200).length
  // Each tenth of a second that the forty requests take lets one more through.
  expect(passed).toBeGreaterThanOrEqual(7)
  expect(passed).toBeLessThan(20)
  expect(answers.filter((status) => status === 429)).toHaveLength(40 - passed)
})

test('teams do not share an allowance, and the owner has no limit', async () => {
  const [a, b] = [
    await api.addTeam('a', { limits: { other: 0.1 } }),
    await api.addTeam('b', { limits: { other: 0.1 } }),
  ]
  expect(await statuses(a.key, 2)).toEqual(expect.arrayContaining([200, 429]))
  expect(await statuses(b.key, 1)).toEqual([200])
  expect(new Set(await statuses(api.ownerKey, 50))).toEqual(new Set([200]))
})

test('a key may have a narrower limit than its team, and 0 lifts one', async () => {
  const team = await api.addTeam('free', { limits: { other: 0 } })
  expect(new Set(await statuses(team.key, 40))).toEqual(new Set([200]))
  const narrow = await api.call<{ key: string }>('POST', '/winnow/v1/keys', {
    body: { name: 'narrow', scopes: ['read'], teamId: team.id, limits: { other: 0.1 } },
  })
  expect(await statuses(narrow.key, 2)).toEqual(expect.arrayContaining([200, 429]))
})
