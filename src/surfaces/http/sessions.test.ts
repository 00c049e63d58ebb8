import { expect, test } from 'vitest'
import { testApi } from '../../../tests/harness/api.ts'

const api = await testApi({})
const address = 'http://localhost:8787'

function send(
  method: string,
  path: string,
  { body, cookie, csrf }: { body?: unknown; cookie?: string; csrf?: string } = {},
) {
  return api.http.request(`${address}${path}`, {
    method,
    headers: {
      host: 'localhost:8787',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...(csrf && { 'x-csrf-token': csrf }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

async function signIn(credential: object) {
  const response = await send('POST', '/winnow/v1/session', { body: credential })
  expect(response.status).toBe(200)
  const set = response.headers.get('set-cookie') ?? ''
  expect(set).toMatch(/^winnow_session_8787=winnow_\S+; .*Path=\/; HttpOnly; SameSite=Strict$/)
  const { csrfToken } = (await response.json()) as { csrfToken: string }
  return { cookie: set.split(';')[0] ?? '', csrf: csrfToken }
}

test('a key opens a session that reads with its cookie, and changes with its token', async () => {
  const { cookie, csrf } = await signIn({ key: api.ownerKey })
  expect((await send('GET', '/winnow/v1/me', { cookie })).status).toBe(200)
  const body = { name: 'made in a browser' }
  expect((await send('POST', '/winnow/v1/keys', { cookie, csrf, body })).status).toBe(201)
  for (const wrong of [undefined, 'guessed', `${csrf}x`]) {
    const refused = await send('POST', '/winnow/v1/keys', { cookie, body, ...(wrong && { csrf: wrong }) })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: { code: 'CSRF_TOKEN_MISSING' } })
  }
})

test('whoever signs out, or whose key is revoked, is out', async () => {
  const made = await api.request('POST', '/winnow/v1/keys', { key: api.ownerKey, body: { name: 'visitor' } })
  const { id, key } = (await made.json()) as { id: string; key: string }
  const visitor = await signIn({ key })
  const other = await signIn({ key })
  expect((await send('DELETE', '/winnow/v1/session', visitor)).status).toBe(200)
  expect((await send('GET', '/winnow/v1/me', visitor)).status).toBe(401)
  expect((await send('GET', '/winnow/v1/me', other)).status).toBe(200)
  await api.request('DELETE', `/winnow/v1/keys/${id}`, { key: api.ownerKey })
  expect((await send('GET', '/winnow/v1/me', other)).status).toBe(401)
})

test('a link signs in once, and is no session itself', async () => {
  const made = await api.request('POST', '/winnow/v1/session/links', { key: api.ownerKey })
  const { url } = (await made.json()) as { url: string }
  const link = new URLSearchParams(new URL(url).hash.slice(1)).get('link') ?? ''
  expect((await send('GET', '/winnow/v1/me', { cookie: `winnow_session_8787=${link}` })).status).toBe(401)
  const { cookie } = await signIn({ link })
  expect((await send('GET', '/winnow/v1/session', { cookie })).status).toBe(200)
  expect((await send('POST', '/winnow/v1/session', { body: { link } })).status).toBe(401)
})

test('a wrong key, or none, opens nothing', async () => {
  expect((await send('POST', '/winnow/v1/session', { body: { key: 'winnow_wrong' } })).status).toBe(401)
  expect((await send('POST', '/winnow/v1/session', { body: {} })).status).toBe(400)
  expect((await send('POST', '/winnow/v1/session/links')).status).toBe(401)
  expect((await send('GET', '/winnow/v1/session')).status).toBe(401)
})
