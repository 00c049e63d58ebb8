import { expect, test } from 'vitest'
import { createEgressPolicy, requireReachableEndpoints } from './policy.ts'

const nothing = { egressAllow: [], llm: {}, embeddings: {}, oauth: { issuer: [] } }
const deny = { ...nothing, egress: 'deny' } as const

test('anything may leave unless it is denied', () => {
  const { mode, denial, denialOf } = createEgressPolicy({ ...nothing, egress: 'allow' })
  expect([mode, denial, denialOf(new URL('https://site.example/'))]).toEqual(['allow', undefined, undefined])
})

test('a refusal names the switch', () => {
  const { denial, denialOf, permitted } = createEgressPolicy(deny)
  expect(denial).toMatch('WINNOW_EGRESS')
  expect(denialOf(new URL('http://127.0.0.1:11434/v1'))).toBe(denial)
  expect(permitted).toEqual([])
})

test('models on this machine and those that are named stay reachable, at their own port alone', () => {
  const settings = {
    ...deny,
    egressAllow: ['models.corp.example'],
    llm: { baseUrl: 'http://localhost:11434/v1' },
    embeddings: { baseUrl: 'https://models.corp.example/v1' },
  }
  requireReachableEndpoints(settings)
  const { denialOf, permitted } = createEgressPolicy(settings)
  expect(permitted).toEqual(['localhost:11434', 'models.corp.example:443'])
  expect(denialOf(new URL('http://localhost:11434/v1/models'))).toBeUndefined()
  expect(denialOf(new URL('http://localhost:3128/'))).toMatch('WINNOW_EGRESS')
  expect(denialOf(new URL('http://models.corp.example/'))).toMatch('WINNOW_EGRESS')
})

test.each(['https://api.models.example/v1', 'http://127.0.0.1.example/v1', 'http://[::2]:11434/v1'])(
  'a model at %s is on another machine',
  (baseUrl) => {
    const settings = { ...deny, llm: { baseUrl } }
    expect(() => requireReachableEndpoints(settings)).toThrow('WINNOW_LLM_BASE_URL leads to another machine')
    expect(createEgressPolicy(settings).permitted).toEqual([])
  },
)

test('an issuer of tokens is an endpoint like a model', () => {
  const settings = { ...deny, oauth: { issuer: ['http://127.0.0.1:8080/realms/a'] } }
  expect(createEgressPolicy(settings).permitted).toEqual(['127.0.0.1:8080'])
  const elsewhere = {
    ...deny,
    oauth: { issuer: ['https://id.example'], jwksUrl: 'https://keys.example/jwks' },
  }
  expect(() => requireReachableEndpoints(elsewhere)).toThrow('WINNOW_OAUTH_ISSUER leads to another machine')
  const allowed = { ...elsewhere, egressAllow: ['id.example', 'keys.example'] }
  expect(createEgressPolicy(allowed).permitted).toEqual(['id.example:443', 'keys.example:443'])
})

test.each([
  ['postgresql://u:p@db.corp.example/winnow', ['db.corp.example:5432']],
  ['postgresql://u:p@[::1]:5433/winnow', ['::1:5433']],
  ['postgresql://u:p@localhost/winnow?host=/run/postgresql&port=5432', []],
])('the database %s is permitted as %j', (databaseUrl, targets) => {
  expect(createEgressPolicy({ ...deny, databaseUrl }).permitted).toEqual(targets)
})
