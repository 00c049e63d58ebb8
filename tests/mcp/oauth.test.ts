import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import type { Grant } from '../../src/contract/access.ts'
import { afterwards } from '../harness/afterwards.ts'
import { testApi } from '../harness/api.ts'
import { apiServer } from '../harness/api-server.ts'
import { standInIssuer } from '../harness/issuer.ts'

/** A real client that shows access tokens, on a server that takes those of one issuer. */
const issuer = await standInIssuer({ path: '/realms/test' })
const audience = 'https://winnow.example/mcp'
const everything = 'websets:read websets:write websets:destroy research agent'
const server = await apiServer({
  'oauth.issuer': issuer.url,
  'oauth.audience': audience,
  'approval.destroy': 'allow',
  'approval.search': 'allow',
})
const down = await standInIssuer()
const unlucky = await testApi({ 'oauth.issuer': down.url, 'oauth.audience': audience })
const plain = await testApi()

const tokenFor = (sub: string, scope: string = everything, claims: object = {}) =>
  issuer.sign({ aud: audience, sub, scope, ...claims })

async function connect(token: string, mode: 'legacy' | 'auto' = 'auto') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
      authProvider: { token: async () => token },
    }),
  )
  afterwards(() => client.close())
  await client.listTools()
  return {
    client,
    async manage(operation: string, args: object = {}) {
      const result = await client.callTool({ name: 'manage_websets', arguments: { operation, args } })
      return { ...result, body: result.structuredContent as Record<string, any> } // oxlint-disable-line no-explicit-any -- tests look into it as they please
    },
  }
}

/** One call without a library, for what it would do on its own when it is refused. */
const post = (token: string | undefined, operation: string, args: object = {}, tool = 'manage_websets') =>
  send(token, 'tools/call', { name: tool, arguments: { operation, args } })

const send = (token: string | undefined, method: string, params: object, headers: object = {}) =>
  server.request('POST', '/mcp', {
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    body: { jsonrpc: '2.0', id: 1, method, params },
  })

const challengeOf = (response: Response) => response.headers.get('www-authenticate') ?? ''
const metadata = 'resource_metadata="http://localhost/.well-known/oauth-protected-resource/mcp"'

test('the metadata of the resource names the issuer and the scopes', async () => {
  const response = await server.request('GET', '/.well-known/oauth-protected-resource/mcp')
  expect(await response.json()).toMatchObject({
    resource: 'http://localhost/mcp',
    authorization_servers: [issuer.url],
    scopes_supported: everything.split(' '),
  })
})

describe.each(['legacy', 'auto'] as const)('%s', (mode) => {
  test('a client works with a token as with a key, and sees its own team alone', async () => {
    const [ada, bob] = [`ada ${mode}`, `bob ${mode}`]
    const first = await connect(await tokenFor(ada), mode)
    const { body: webset } = await first.manage('websets.create', { title: 'Of Ada' })
    expect(webset.title).toBe('Of Ada')
    // Another token of the same subject is the same caller.
    const again = await connect(await tokenFor(ada, 'websets:read'), mode)
    expect((await again.manage('websets.get', { id: webset.id })).body.id).toBe(webset.id)
    const other = await connect(await tokenFor(bob), mode)
    const foreign = await other.manage('websets.get', { id: webset.id })
    expect([foreign.isError, foreign.body.error.category]).toEqual([true, 'not_found'])
    expect((await other.manage('websets.list')).body.data).toEqual([])
    expect((await first.manage('websets.list')).body.data).toHaveLength(1)
    const { body: gone } = await first.manage('websets.delete', { id: webset.id })
    expect(gone).toMatchObject({ deleted: true })
  })
})

test('what is no good token is refused, with where to get one', async () => {
  const bare = await post(undefined, 'websets.list')
  expect(bare.status).toBe(401)
  expect(challengeOf(bare)).toBe(`Bearer ${metadata}, scope="${everything}"`)
  const wrong = [
    await tokenFor('ada', everything, { aud: 'https://other.example/mcp' }),
    await tokenFor('ada', everything, { exp: Math.floor(Date.now() / 1000) - 60 }),
    `${(await tokenFor('ada')).slice(0, -6)}AAAAAA`,
  ]
  for (const token of wrong) {
    const response = await post(token, 'websets.list')
    expect(response.status).toBe(401)
    expect(challengeOf(response)).toContain(metadata)
    expect(challengeOf(response)).toContain('error="invalid_token"')
    expect(await response.text()).not.toContain(token)
  }
})

test.each<[operation: string, args: object, wanted: Grant]>([
  ['websets.list', {}, 'websets:read'],
  ['websets.create', { title: 'x' }, 'websets:write'],
  ['websets.cancel', { id: 'x' }, 'websets:write'],
  ['websets.delete', { id: 'x' }, 'websets:destroy'],
  ['searches.create', { websetId: 'x', query: 'y', count: '1' }, 'websets:destroy'],
  ['searches.create', { websetId: 'x', query: 'y', count: 1, behavior: 'append' }, 'websets:write'],
  ['research.list', {}, 'research'],
  ['research.create', { instructions: 'x' }, 'research'],
  ['tasks.list', {}, 'agent'],
  ['tasks.create', { type: 'research.deep', instructions: 'x' }, 'agent'],
])('%s %j needs the scope %s, and a token without it is told so', async (operation, args, wanted) => {
  const others = everything.split(' ').filter((scope) => scope !== wanted)
  const refused = await post(await tokenFor('carol', others.join(' ')), operation, args)
  expect(refused.status).toBe(403)
  expect(challengeOf(refused)).toContain('error="insufficient_scope"')
  expect(challengeOf(refused)).toContain(`scope="${everything}"`)
  expect(challengeOf(refused)).toContain(metadata)
  const alone = await post(await tokenFor('carol', wanted), operation, args)
  expect(alone.status).toBe(200)
  expect(await alone.text()).not.toContain('lacks the scope')
})

test('scopes hold for resources, for the agent tools, and for workflows that destroy', async () => {
  const reader = await tokenFor('dora', 'websets:read')
  expect((await send(reader, 'resources/read', { uri: 'task://task_x' })).status).toBe(403)
  expect((await send(reader, 'resources/read', { uri: 'operation://index' })).status).toBe(200)
  const searching = { name: 'exa_search', arguments: { query: 'x' } }
  expect((await send(reader, 'tools/call', searching)).status).toBe(403)
  expect((await send(await tokenFor('dora', 'agent'), 'tools/call', searching)).status).toBe(200)
  const researcher = await tokenFor('dora', 'research')
  expect((await send(researcher, 'resources/read', { uri: 'webset://x' })).status).toBe(403)
  const { client } = await connect(researcher)
  const { resources } = await client.listResources()
  expect(resources.every(({ uri }) => !uri.startsWith('webset:'))).toBe(true)
  const harvest = { type: 'lifecycle.harvest', query: 'x', entity: 'company', cleanup: true }
  const refused = await post(await tokenFor('dora', 'agent'), 'tasks.create', harvest)
  expect(challengeOf(refused)).toContain('scope="websets:destroy agent"')
})

test('a token is good at /mcp alone, where it was made out to', async () => {
  const token = await tokenFor('ada')
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.request('GET', '/websets/v0/websets', { headers })).status).toBe(401)
  expect((await post(server.ownerKey, 'websets.list')).status).toBe(200)
})

test('whoever was revoked stays out, whatever the issuer says', async () => {
  const token = await tokenFor('eve')
  expect((await post(token, 'websets.list')).status).toBe(200)
  await server.records
    .acrossTeams('the test knows the holder by name')
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('name', '=', 'eve')
    .execute()
  const refused = await post(token, 'websets.list')
  expect([refused.status, challengeOf(refused).includes('invalid_token')]).toEqual([401, true])
})

test('a session of the older protocol belongs to the scopes it was begun with', async () => {
  const begun = await send(await tokenFor('fay'), 'initialize', {
    protocolVersion: '2025-11-25',
    clientInfo: { name: 'test', version: '1' },
    capabilities: { elicitation: {} },
  })
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
  await begun.text()
  const listing = async (scope: string) => {
    const response = await send(await tokenFor('fay', scope), 'tools/list', {}, session)
    await response.text()
    return response.status
  }
  expect(await listing(everything)).toBe(200)
  expect(await listing('websets:read')).toBe(404)
})

test('while the issuer does not answer nobody is let in, and the answer says so', async () => {
  const token = await down.sign({ aud: audience, scope: everything })
  down.setAnswering(false)
  const headers = { authorization: `Bearer ${token}` }
  const response = await unlucky.request('POST', '/mcp', { headers, body: {} })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
})

test('a server that knows no issuer takes no token, and names none', async () => {
  const headers = { authorization: `Bearer ${await tokenFor('ada')}` }
  const response = await plain.request('POST', '/mcp', { headers, body: {} })
  expect(response.status).toBe(401)
  const metadata = await plain.request('GET', '/.well-known/oauth-protected-resource/mcp')
  expect(await metadata.json()).not.toHaveProperty('authorization_servers')
})
