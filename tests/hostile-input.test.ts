import { expect, test } from 'vitest'
import type { Team } from '../src/contract/access.ts'
import { testApi } from './harness/api.ts'

/** Whatever comes in gets an error that names it, never a 500. */
const api = await testApi()
const nul = '\0'

test.each([
  ['a name', 'POST', '/winnow/v1/keys', { name: `a${nul}b` }],
  ['a list', 'POST', '/winnow/v1/keys', { name: 'x', scopes: [`read${nul}`] }],
  ['a path', 'GET', '/winnow/v1/keys/a%00b', undefined],
  ['a query', 'GET', '/winnow/v1/keys?cursor=%00', undefined],
] as const)('the NUL character in %s is refused', async (_, method, path, body) => {
  const response = await api.request(method, path, { key: api.ownerKey, ...(body && { body }) })
  expect(response.status).toBe(400)
})

test.each([
  ['a title', { title: 'half \ud83d' }, '"title"'],
  ['metadata', { metadata: { a: '\ud800' } }, '"metadata.a"'],
  ['the name of metadata', { metadata: { '\udc00': 'x' } }, '"metadata"'],
  ['a criterion', { search: { query: 'x', criteria: [{ description: '\udfff' }] } }, '"search.criteria.0'],
])('half a character in %s is refused', async (_, body, field) => {
  const response = await api.request('POST', '/websets/v0/websets', { key: api.ownerKey, body })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(JSON.stringify(field).slice(1, -1))
})

test('a whole character of two halves is taken', async () => {
  const response = await api.request('POST', '/websets/v0/websets', {
    key: api.ownerKey,
    body: { title: 'whole 😀', metadata: { '😀': '😀' } },
  })
  expect(await response.json()).toMatchObject({ title: 'whole 😀', metadata: { '😀': '😀' } })
})

test('limits are such that they can be kept', async () => {
  for (const rate of [1e-300, 5e-324, 1e-9, -1]) {
    const response = await api.request('POST', '/winnow/v1/teams', {
      key: api.ownerKey,
      body: { name: 'slow', limits: { other: rate } },
    })
    expect({ rate, status: response.status }).toEqual({ rate, status: 400 })
  }
  for (const rate of [0, 1 / 86_400, 1e300]) {
    const team = await api.addTeam('any', { limits: { other: rate } })
    const response = await api.request('GET', '/winnow/v1/me', { key: team.key })
    expect({ rate, status: response.status }).toEqual({ rate, status: 200 })
  }
  const { data } = await api.call<{ data: Team[] }>('GET', '/winnow/v1/teams')
  expect(data.map(({ name }) => name)).not.toContain('slow')
})

/** Built as text: the client's own JSON would give up on it. */
const deepSchema = '{"type":"object","properties":{"a":'.repeat(20_000) + '{}' + '}}'.repeat(20_000)

test.each([
  ['/answer', `{"query": "x", "outputSchema": ${deepSchema}}`],
  ['/answer', `{"query": "x", "stream": true, "outputSchema": ${deepSchema}}`],
  ['/search', `{"query": "x", "outputSchema": ${deepSchema}}`],
  ['/contents', `{"urls": ["https://a.example/"], "summary": {"schema": ${deepSchema}}}`],
  ['/answer', '{"query": "x", "outputSchema": {"$ref": "https://elsewhere.example/schema.json"}}'],
  ['/answer', '{"query": "x", "outputSchema": {"type": "object", "properties": {"a": {"pattern": "("}}}}'],
])('a schema for %s that could hang or lead elsewhere is refused', async (path, body) => {
  const response = await api.http.request(`http://localhost${path}`, {
    method: 'POST',
    headers: { host: 'localhost', 'x-api-key': api.ownerKey, 'content-type': 'application/json' },
    body,
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ tag: 'INVALID_JSON_SCHEMA' })
})
