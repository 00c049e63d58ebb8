import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { testApi } from '../../../tests/harness/api.ts'
import { silentLog } from '../../../tests/harness/log.ts'
import { AppError } from '../../contract/errors.ts'

const api = await testApi({ maxBodyBytes: 2000, corsOrigins: ['https://app.example'] })

const send = (body: string | Uint8Array<ArrayBuffer>, type?: string) =>
  api.http.request('http://localhost/winnow/v1/keys', {
    method: 'POST',
    headers: { host: 'localhost', 'x-api-key': api.ownerKey, ...(type && { 'content-type': type }) },
    body,
  })

describe('errors', () => {
  test('of the search family have a request id, a message and a tag', async () => {
    const response = await api.request('POST', '/unknown', { key: api.ownerKey, body: {} })
    const body = (await response.json()) as Record<string, string>
    expect(response.status).toBe(404)
    expect(body).toEqual({
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
      error: expect.any(String),
      tag: 'NOT_FOUND',
    })
    expect(response.headers.get('x-request-id')).toBe(body.requestId)
  })

  test('of agents, monitors and our own endpoints are objects', async () => {
    for (const path of ['/agent/runs/x', '/monitors/x', '/winnow/v1/keys/x']) {
      const response = await api.request('GET', path, { key: api.ownerKey })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({
        requestId: response.headers.get('x-request-id'),
        error: { type: 'NOT_FOUND', code: expect.any(String), message: expect.any(String) },
      })
    }
  })

  test('of websets carry the status, a time and the path', async () => {
    const response = await api.request('GET', '/websets/v0/websets/x', { key: api.ownerKey })
    expect(await response.json()).toEqual({
      statusCode: 404,
      message: expect.any(String),
      error: 'Not Found',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      path: '/websets/v0/websets/x',
      requestId: expect.stringMatching(/^req_[0-9a-z]{20}$/),
    })
  })

  test('name the field, what came and what was expected', async () => {
    const bodies: [object, string][] = [
      [{}, '"name" is required'],
      [{ name: 7 }, '"name": Invalid input: expected string, received number'],
      [{ name: 'x', scopes: ['fly'] }, 'scopes[0]'],
      [{ name: 'x', budgetDollars: -1 }, '"budgetDollars"'],
      [{ name: 'x', limits: { search: 'many' } }, '"limits.search"'],
    ]
    for (const [body, expected] of bodies) {
      const response = await api.request('POST', '/winnow/v1/keys', { key: api.ownerKey, body })
      expect(response.status).toBe(400)
      const { error } = (await response.json()) as { error: { message: string } }
      expect(error.message).toContain(expected)
    }
  })

  test('of a known path with another method say which methods there are', async () => {
    const response = await api.request('PUT', '/winnow/v1/keys', { key: api.ownerKey, body: {} })
    expect(response.status).toBe(405)
    expect(JSON.stringify(await response.json())).toContain('POST, GET')
  })
})

describe('bodies', () => {
  test('that are empty with a JSON content type are an empty object', async () => {
    const response = await send('', 'application/json')
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('"name\\" is required')
    const key = await api.call<{ id: string }>('POST', '/winnow/v1/keys', { body: { name: 'gone' } })
    const deleted = await api.request('DELETE', `/winnow/v1/keys/${key.id}`, {
      key: api.ownerKey,
      headers: { 'content-type': 'application/json' },
    })
    expect(deleted.status).toBe(200)
  })

  test.each([
    ['{"name":', 'application/json', 400],
    ['[1]', 'application/json', 400],
    ['null', 'application/json', 400],
    ['name=x', 'application/x-www-form-urlencoded', 415],
    [`{"name":"${'x'.repeat(3000)}"}`, 'application/json', 413],
  ])('like %.12s… of type %s get %i', async (body, type, status) => {
    const response = await send(body, type)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      error: { message: expect.any(String) },
      requestId: expect.any(String),
    })
  })

  test('that are nested very deeply are no trouble', async () => {
    const depth = 500
    const response = await send(
      `{"name":"deep","x":${'['.repeat(depth)}${']'.repeat(depth)}}`,
      'application/json',
    )
    expect(response.status).toBe(201)
  })

  test('cannot override what the path says', async () => {
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => api.call<{ id: string }>('POST', '/winnow/v1/keys', { body: { name } })),
    )
    const changed = await api.call<{ id: string }>('PATCH', `/winnow/v1/keys/${one?.id}`, {
      body: { id: two?.id, name: 'renamed' },
    })
    expect(changed).toMatchObject({ id: one?.id, name: 'renamed' })
  })
})

describe('who may call', () => {
  test.each([
    ['localhost', 200],
    ['127.0.0.1:7700', 200],
    ['[::1]:7700', 200],
    ['LOCALHOST:7700', 200],
    ['rebound.example', 403],
    ['localhost.evil.example:7700', 403],
    ['', 403],
  ])('host %j gets %i, before any key is looked at', async (host, status) => {
    const response = await api.request('GET', '/health', { headers: { host } })
    expect(response.status).toBe(status)
  })

  test.each([
    ['http://localhost', 200],
    ['https://app.example', 200],
    ['https://evil.example', 403],
    ['http://localhost:9999', 403],
    ['null', 403],
  ])('origin %j gets %i', async (origin, status) => {
    const response = await api.request('GET', '/winnow/v1/me', { key: api.ownerKey, headers: { origin } })
    expect(response.status).toBe(status)
  })

  test('a browser of an allowed origin learns so before it calls', async () => {
    const response = await api.request('OPTIONS', '/winnow/v1/keys', {
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example')
  })

  test('metrics need a key with that scope where others can reach the server', async () => {
    const exposed = await testApi({ host: '0.0.0.0' })
    expect((await exposed.request('GET', '/metrics')).status).toBe(401)
    expect(await (await exposed.request('GET', '/metrics', { key: exposed.ownerKey })).text()).toContain(
      'winnow_http',
    )
    expect((await api.request('GET', '/metrics')).status).toBe(200)
  })
})

describe('public pages', () => {
  test('health and readiness', async () => {
    expect(await (await api.request('GET', '/health')).json()).toEqual({
      status: 'ok',
      version: '0.0.0-test',
    })
    expect((await api.request('GET', '/ready')).status).toBe(200)
  })

  test('the OpenAPI document describes each route with its fields', async () => {
    const document = (await (await api.request('GET', '/openapi.json')).json()) as {
      openapi: string
      paths: Record<
        string,
        Record<
          string,
          { operationId: string; parameters: { name: string }[]; requestBody?: object; responses: object }
        >
      >
    }
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/winnow/v1/keys/{id}']?.patch?.parameters.map(({ name }) => name)).toEqual(['id'])
    expect(JSON.stringify(document.paths['/winnow/v1/keys']?.post?.requestBody)).toContain('budgetDollars')
    expect(document.paths['/answer']?.post?.responses).toHaveProperty(['200', 'content', 'text/event-stream'])
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('the documentation page loads nothing from anywhere', async () => {
    const response = await api.request('GET', '/docs')
    const page = await response.text()
    expect(page).toContain('/winnow/v1/keys/{id}')
    expect(page).not.toMatch(/<script|src=|https?:\/\//)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('event streams are never compressed', async () => {
    const other = await testApi()
    other.http.get(
      '/stream',
      () => new Response('data: x\n\n'.repeat(500), { headers: { 'content-type': 'text/event-stream' } }),
    )
    const response = await other.request('GET', '/stream', { headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.text()).toContain('data: x')
  })

  test('answers are compressed for those who ask', async () => {
    const response = await api.request('GET', '/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString()
    expect(JSON.parse(text)).toHaveProperty('paths')
  })
})

test('what is not there for now is logged in a line without a stack, what is wrong with one', async () => {
  const lines: [level: string, fields: object][] = []
  const log = {
    ...silentLog,
    warn: (fields: object) => void lines.push(['warn', fields]),
    error: (fields: object) => void lines.push(['error', fields]),
  }
  let problem: Error = new AppError('unavailable', 'The database cannot be reached.')
  const fetcher = { fetchPage: () => Promise.reject(problem), close: async () => {} }
  const failing = await testApi({}, { fetcher, log })
  const ask = () =>
    failing.request('POST', '/contents', { key: failing.ownerKey, body: { urls: ['https://a.example/'] } })
  expect((await ask()).status).toBe(503)
  problem = new Error('a mistake')
  expect((await ask()).status).toBe(500)
  expect(lines).toEqual([
    ['warn', { requestId: expect.any(String), path: '/contents', reason: 'The database cannot be reached.' }],
    ['error', { requestId: expect.any(String), path: '/contents', err: problem }],
  ])
})
