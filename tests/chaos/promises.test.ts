import { expect, test } from 'vitest'
import type { ApiKey } from '../../src/contract/access.ts'
import { createPromises } from './promises.ts'

/** A judge that finds nothing proves nothing: each kind of broken promise must be noticed. */
const key = (name: string, more: Partial<ApiKey> = {}): ApiKey => ({
  id: `key_${name}`,
  object: 'api_key',
  teamId: 'team_owner',
  name,
  hint: 'winnow_abcd…',
  scopes: ['read'],
  limits: {},
  budgetDollars: null,
  spentDollars: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  ...more,
})
const content = (name: string) => ({ name, budgetDollars: null, limits: {}, revokedAt: null })

function promisesOf(...names: string[]) {
  const promises = createPromises()
  for (const name of names) promises.asked(name, content(`${name}.v1`))
  return promises
}

test('what was not answered may be there or not, but not twice', () => {
  expect(promisesOf('a', 'b').judge([key('a.v1')])).toEqual([])
  expect(promisesOf('a').judge([key('a.v1'), key('a.v1', { id: 'key_other' })])).toHaveLength(1)
})

test('what was acknowledged must be there, as it was acknowledged', () => {
  for (const [actual, problems] of [
    [[key('a.v1')], 0],
    [[], 1],
    [[key('a.v1', { budgetDollars: 5 })], 1],
    [[key('a.v1', { hint: 'winnow_wxyz…' })], 1],
    [[key('a.v1', { revokedAt: '2026-01-02T00:00:00.000Z' })], 1],
  ] as const) {
    const promises = promisesOf('a')
    promises.acknowledged('a', key('a.v1'))
    expect(promises.judge(actual)).toHaveLength(problems)
  }
})

test('a 2xx whose body was cut off is a promise', () => {
  const promises = promisesOf('a')
  promises.acknowledged('a')
  expect(promises.judge([])).toHaveLength(1)
})

test('an unanswered change is made wholly or not at all', () => {
  for (const [actual, problems] of [
    [key('a.v1'), 0],
    [key('a.v2', { id: 'key_a.v1', budgetDollars: 2 }), 0],
    [key('a.v2', { id: 'key_a.v1' }), 1],
    [key('a.v1', { budgetDollars: 2 }), 1],
  ] as const) {
    const promises = promisesOf('a')
    promises.acknowledged('a', key('a.v1'))
    promises.askedToChange('a', { name: 'a.v2', budgetDollars: 2 })
    expect(promises.judge([actual])).toHaveLength(problems)
  }
})

test('an unanswered revocation may have happened; once seen, it stays', () => {
  const promises = promisesOf('a')
  promises.acknowledged('a', key('a.v1'))
  promises.askedToRevoke('a')
  const revoked = key('a.v1', { revokedAt: '2026-01-02T00:00:00.000Z' })
  expect(promises.judge([revoked])).toEqual([])
  expect(promises.judge([revoked])).toEqual([])
  expect(promises.judge([key('a.v1')])).toHaveLength(1)
})

test('what was absent once never comes later, and nothing comes unasked', () => {
  const promises = promisesOf('a')
  expect(promises.judge([])).toEqual([])
  expect(promises.judge([key('a.v1')])).toHaveLength(1)
})
