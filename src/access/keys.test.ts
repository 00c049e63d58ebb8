import { expect, test } from 'vitest'
import { testApi } from '../../tests/harness/api.ts'
import type { ApiKey, NewApiKey } from '../contract/access.ts'

const api = await testApi()
const newKey = (body: object, key = api.ownerKey) =>
  api.call<NewApiKey>('POST', '/winnow/v1/keys', { key, body })

test('a key works as x-api-key and as Bearer, and is stored only as a hash', async () => {
  const { key, id } = await newKey({ name: 'laptop' })
  expect((await api.request('GET', '/winnow/v1/me', { key })).status).toBe(200)
  const bearer = { authorization: `Bearer ${key}` }
  expect((await api.request('GET', '/winnow/v1/me', { headers: bearer })).status).toBe(200)
  const stored = await api.records
    .acrossTeams('test')
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .execute()
  expect(JSON.stringify(stored)).not.toContain(key)
  const shown = await api.call<ApiKey>('GET', `/winnow/v1/keys/${id}`)
  expect(shown).not.toHaveProperty('key')
  expect(shown).not.toHaveProperty('hash')
})

test.each([undefined, '', 'winnow_unknown'])('the key %j is answered with 401', async (key) => {
  const response = await api.request('GET', '/winnow/v1/me', key === undefined ? {} : { key })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: { type: 'AUTHENTICATION_ERROR' } })
})

test('a revoked key stops working with the next request', async () => {
  const { key, id } = await newKey({ name: 'short-lived' })
  await api.call('DELETE', `/winnow/v1/keys/${id}`)
  expect((await api.request('GET', '/winnow/v1/me', { key })).status).toBe(401)
  const first = await api.call<ApiKey>('GET', `/winnow/v1/keys/${id}`)
  const again = await api.call<ApiKey>('DELETE', `/winnow/v1/keys/${id}`)
  expect(again.revokedAt).toBe(first.revokedAt)
})

test('a key cannot make a key that may do more than itself', async () => {
  const { key } = await newKey({ name: 'minter', scopes: ['keys', 'read'] })
  const attempt = await api.request('POST', '/winnow/v1/keys', {
    key,
    body: { name: 'x', scopes: ['approve'] },
  })
  expect(attempt.status).toBe(403)
  expect(await newKey({ name: 'y', scopes: ['read'] }, key)).toMatchObject({ scopes: ['read'] })
})

test('an operation outside the scopes of a key is refused by name', async () => {
  const { key } = await newKey({ name: 'reader', scopes: ['read'] })
  const attempt = await api.request('GET', '/winnow/v1/keys', { key })
  expect(attempt.status).toBe(403)
  expect(await attempt.json()).toMatchObject({ error: { code: 'MISSING_SCOPE', details: { scope: 'keys' } } })
})

test('pages of keys cover every key once', async () => {
  const team = await api.addTeam('pages')
  for (let n = 0; n < 6; n++) {
    await api.call('POST', '/winnow/v1/keys', { key: team.key, body: { name: `k${n}` } })
  }
  const names: string[] = []
  let cursor = ''
  do {
    const page = await api.call<{ data: ApiKey[]; hasMore: boolean; nextCursor: string | null }>(
      'GET',
      `/winnow/v1/keys?limit=3${cursor && `&cursor=${cursor}`}`,
      { key: team.key },
    )
    expect(page.hasMore).toBe(page.nextCursor !== null)
    names.push(...page.data.map((key) => key.name))
    cursor = page.nextCursor ?? ''
  } while (cursor)
  expect(names.toSorted()).toEqual(['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'pages'])
})

test('a configured owner key replaces the former one, and is not made twice', async () => {
  expect(await api.authentication.ensureOwner()).toBeNull()
  const other = await testApi()
  expect(await other.authentication.ensureOwner('a-key-of-my-own-choice')).toBeNull()
  expect((await other.request('GET', '/winnow/v1/me', { key: other.ownerKey })).status).toBe(401)
  expect((await other.request('GET', '/winnow/v1/me', { key: 'a-key-of-my-own-choice' })).status).toBe(200)
})
