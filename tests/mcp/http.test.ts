import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { afterwards } from '../harness/afterwards.ts'
import { holdingPoint } from '../harness/holding-point.ts'
import { websetServer } from '../harness/webset-server.ts'
import { manyThings } from '../harness/webset-world.ts'

/** A real client over HTTP, in both versions of the protocol, on an engine that works. */
const server = await websetServer(manyThings(12, 2))

type Mode = 'legacy' | 'auto'
const protocols = [
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
] as const

async function connect(mode: Mode, key = server.ownerKey) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
    requestInit: { headers: { 'x-api-key': key } },
  })
  await client.connect(transport)
  afterwards(() => client.close())
  // Headers are made from the schemas of tools, so a client has to have seen those.
  await client.listTools()
  return {
    client,
    manage: async (operation: string, args: object = {}, name = 'manage_websets') => {
      const result = await client.callTool({ name, arguments: { operation, args } })
      return { ...result, body: result.structuredContent as Record<string, any> } // oxlint-disable-line no-explicit-any -- tests look into it as they please
    },
  }
}

const post = (headers: Record<string, string>) =>
  server.request('POST', '/mcp', { key: server.ownerKey, body: {}, headers })

const shining = {
  searchQuery: 'things that shine',
  searchCount: 3,
  entity: 'company',
  searchCriteria: ['shines'],
  enrichments: ['colour'],
}

describe.each(protocols)('%s', (mode, version) => {
  test('says who it is and what it can do', async () => {
    const { client } = await connect(mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(client.getServerVersion()).toMatchObject({ name: 'winnow' })
    expect(client.getInstructions()).toContain('websets.create')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'manage_websets',
      'query_websets',
      'exa_search',
      'exa_fetch',
    ])
    const [manage, query] = tools
    expect(manage?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    expect(query?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    const { operation } = (manage?.inputSchema.properties ?? {}) as Record<string, { enum: string[] }>
    expect(operation?.enum).toHaveLength(56)
    expect(operation).toHaveProperty('x-mcp-header')
    expect(manage?.outputSchema).toBeDefined()
  })

  test('finds, waits with progress, and lists what was found', async () => {
    const { client, manage } = await connect(mode)
    const { body: webset, content } = await manage('websets.create', shining)
    expect(webset).toMatchObject({ entityType: 'company', counts: { searches: 1, enrichments: 1 } })
    expect(JSON.parse((content[0] as { text: string }).text)).toEqual(webset)
    expect(content[1]).toMatchObject({ type: 'resource_link', uri: `webset://${webset.id}` })
    const progress: number[] = []
    const waited = await client.callTool(
      {
        name: 'query_websets',
        arguments: {
          operation: 'websets.waitUntilIdle',
          args: { id: webset.id, pollInterval: 50, timeout: 20_000 },
        },
      },
      { onprogress: (one) => progress.push(one.progress) },
    )
    expect(waited.structuredContent).toMatchObject({ status: 'idle' })
    expect(progress.length).toBeGreaterThan(0)
    expect(progress).toEqual(progress.toSorted((one, other) => one - other))
    expect(new Set(progress).size).toBe(progress.length)
    const { body: items } = await manage('items.list', { websetId: webset.id })
    expect(items._page.returned).toBe(3)
    expect(items.data[0].evaluations).toEqual([{ criterion: 'shines', satisfied: 'yes' }])
    expect(items.data[0].enrichments[0]).toMatchObject({ description: 'colour', status: 'completed' })
  })

  test('a wrong call is an answer with hints, an unknown tool an error of the protocol', async () => {
    const { client, manage } = await connect(mode)
    const wrong = await manage('websets.create', { searchQuery: 'x', entity: 'robot' })
    expect(wrong.isError).toBe(true)
    expect(wrong.body.error).toMatchObject({ category: 'validation', issues: [{ path: 'entity' }] })
    const unknown = await manage('websets.invent')
    expect(unknown.isError).toBe(true)
    expect(unknown.body.error.hints[0]).toContain('Did you mean')
    await expect(client.callTool({ name: 'invent', arguments: {} })).rejects.toThrow()
  })

  test('resources are read by address, with completion', async () => {
    const { client, manage } = await connect(mode)
    const { body: webset } = await manage('websets.create', { title: 'Mine' })
    const read = async (uri: string) => {
      const { contents } = await client.readResource({ uri })
      return JSON.parse((contents[0] as { text: string }).text) as Record<string, unknown>
    }
    expect(await read(`webset://${webset.id}`)).toMatchObject({ id: webset.id, title: 'Mine' })
    expect(await read(`webset://${webset.id}/items?tier=1`)).toMatchObject({ data: [], total: 0 })
    expect(await read('operation://websets.create')).toMatchObject({
      name: 'websets.create',
      args: { type: 'object' },
    })
    expect((await read('operation://index')).operations).toHaveLength(56)
    await expect(read('webset://webset_none')).rejects.toThrow()
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain(`webset://${webset.id}`)
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'operation://{name}' },
      argument: { name: 'name', value: 'waitUntil' },
    })
    expect(completion.values).toEqual(['websets.waitUntilIdle', 'imports.waitUntilCompleted'])
    const ids = await client.complete({
      ref: { type: 'ref/resource', uri: 'webset://{id}' },
      argument: { name: 'id', value: webset.id },
    })
    expect(ids.completion.values).toEqual([webset.id])
    const operation = await read('operation://items.delete')
    expect(operation).toMatchObject({
      answer: { properties: { name: {}, evaluations: {}, deleted: { const: true } } },
      example: { operation: 'items.delete', args: { websetId: expect.any(String) } },
    })
  })

  test('a prompt helps to choose a workflow', async () => {
    const { client } = await connect(mode)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain('choose-workflow')
    const { messages } = await client.getPrompt({
      name: 'choose-workflow',
      arguments: { goal: 'a list of robots' },
    })
    expect(JSON.stringify(messages)).toContain('a list of robots')
  })
})

test('ids of items and tasks are completed, and those of websets in the prompt that can begin with one', async () => {
  const { client, manage } = await connect('auto')
  const { body: webset } = await manage('websets.create', shining)
  await manage('websets.waitUntilIdle', { id: webset.id, pollInterval: 50, timeout: 20_000 })
  const { body: items } = await manage('items.list', { websetId: webset.id })
  const { body: task } = await manage('tasks.create', { type: 'research.deep', instructions: 'x' })
  type Ref = Parameters<Client['complete']>[0]['ref']
  const complete = async (ref: Ref, name: string, value: string, known: Record<string, string> = {}) =>
    (await client.complete({ ref, argument: { name, value }, context: { arguments: known } })).completion
      .values
  const item = { type: 'ref/resource', uri: 'item://{websetId}/{itemId}' } as const
  const ids = items.data.map(({ id }: { id: string }) => id) as string[]
  expect(await complete(item, 'itemId', '', { websetId: webset.id })).toEqual(ids)
  expect(await complete(item, 'itemId', '')).toEqual([])
  const byTask = { type: 'ref/resource', uri: 'task://{id}' } as const
  expect(await complete(byTask, 'id', task.taskId.slice(0, 12))).toContain(task.taskId)
  const winnow = { type: 'ref/prompt', name: 'qd.winnow' } as const
  expect(await complete(winnow, 'webset', webset.id)).toEqual([webset.id])
  expect(await complete(winnow, 'entity', 'pers')).toEqual(['person'])
  const { messages } = await client.getPrompt({
    name: 'qd.winnow',
    arguments: { goal: 'variety', webset: webset.id },
  })
  expect(JSON.stringify(messages)).toContain(webset.id)
  await manage('tasks.cancel', { taskId: task.taskId })
})

describe('who may', () => {
  test('nobody without a key, and the answer says where to learn more', async () => {
    const response = await fetch(new URL('/mcp', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(401)
    const [, metadata = ''] =
      /resource_metadata="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '') ?? []
    const described = (await (await fetch(metadata)).json()) as Record<string, unknown>
    expect(described).toMatchObject({
      resource: `${server.url}/mcp`,
      scopes_supported: ['websets:read', 'websets:write', 'websets:destroy', 'research', 'agent'],
    })
    expect(response.headers.get('www-authenticate')).not.toContain('error')
    const wrong = await server.request('POST', '/mcp', { key: 'nobody-s', body: {} })
    expect(wrong.status).toBe(401)
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  test('no page of another site, and nobody who calls this machine by another name', async () => {
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await post({ host: 'evil.example' })).status).toBe(403)
  })

  test('one team sees nothing of another, and a key that is revoked is out at once', async () => {
    const [one, other] = [await server.addTeam('one'), await server.addTeam('other')]
    const mine = await connect('auto', one.key)
    const theirs = await connect('auto', other.key)
    const { body: webset } = await mine.manage('websets.create', { title: 'Secret' })
    expect((await mine.manage('websets.get', { id: webset.id })).isError).toBeFalsy()
    const peek = await theirs.manage('websets.get', { id: webset.id })
    expect(peek.body.error).toMatchObject({ category: 'not_found' })
    expect((await theirs.manage('websets.list')).body.data).toEqual([])
    await expect(theirs.client.readResource({ uri: `webset://${webset.id}` })).rejects.toThrow()
    await server
      .call('DELETE', `/winnow/v1/keys/${one.keyId}`)
      .catch(() => server.request('DELETE', `/winnow/v1/keys/${one.keyId}`, { key: one.key }))
    await expect(mine.manage('websets.list')).rejects.toThrow()
  })

  test('a key that may only read gets told so by the engine', async () => {
    const { key } = await server.call<{ key: string }>('POST', '/winnow/v1/keys', {
      body: { name: 'reader', scopes: ['read'] },
    })
    const { manage } = await connect('auto', key)
    expect((await manage('websets.list')).isError).toBeFalsy()
    const { body } = await manage('websets.create', shining)
    expect(body.error).toMatchObject({ category: 'auth', httpStatus: 403 })
    expect(body.error.hints[0]).toContain('x-api-key header')
    expect(JSON.stringify(body)).not.toContain(key)
  })

  test('a call counts once against the limits, and its own requests not at all', async () => {
    const team = await server.addTeam('limited', { limits: { other: 1, websets: 1 } })
    const { manage } = await connect('auto', team.key)
    const { body } = await manage('websets.create', { title: 'A' })
    expect(body.id).toBeDefined()
    const second = await manage('websets.list')
    expect(second.body.error).toMatchObject({ category: 'rate_limited', retryable: true })
    expect(second.body.error.hints.join()).toContain('This server')
    await new Promise((resolve) => setTimeout(resolve, 1100))
    // Three looks at a webset are three requests, and one call.
    const waited = await manage('websets.waitUntilIdle', { id: body.id, pollInterval: 50 })
    expect(waited.isError).toBeFalsy()
  })
})

describe('2026-07-28', () => {
  test('changes of a webset are told to who listens', async () => {
    const { client, manage } = await connect('auto')
    const { body: webset } = await manage('websets.create', { title: 'Watched' })
    const heard = new Promise<string>((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri))
    })
    const subscription = await client.listen({ resourceSubscriptions: [`webset://${webset.id}`] })
    await new Promise((resolve) => setTimeout(resolve, 300))
    await manage('websets.update', { id: webset.id, title: 'Changed' })
    expect(await heard).toBe(`webset://${webset.id}`)
    await subscription.close()
  })

  describe('the Tasks extension', () => {
    const taking = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

    test('a wait is answered with a handle, and ends with the result', async () => {
      const { manage } = await connect('auto')
      const point = holdingPoint()
      server.world.before = () => point.wait()
      const { body: webset } = await manage('websets.create', shining)
      const { result: handle } = await ask('tools/call', waitFor(webset.id), taking)
      expect(handle).toMatchObject({ resultType: 'task', status: 'working', ttlMs: expect.any(Number) })
      expect(handle).not.toHaveProperty('result')
      const taskId = String(handle?.taskId)
      expect((await ask('tasks/get', { taskId }, taking)).result).toMatchObject({ taskId, status: 'working' })
      point.open()
      server.world.before = () => {}
      await manage('websets.waitUntilIdle', { id: webset.id, pollInterval: 50, timeout: 20_000 })
      const { result } = await ask('tasks/get', { taskId }, taking)
      expect(result).toMatchObject({
        taskId,
        status: 'completed',
        result: { structuredContent: { id: webset.id, status: 'idle' } },
      })
      expect((await ask('tasks/cancel', { taskId }, taking)).result).toMatchObject({ resultType: 'complete' })
    })

    test('a workflow is answered with a handle on the task in the store, and ends with its result', async () => {
      const { manage } = await connect('auto')
      const { result: handle } = await ask(
        'tools/call',
        begin({ ...harvest, enrichments: ['colour'] }),
        taking,
      )
      expect(handle).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null })
      const taskId = String(handle?.taskId)
      expect((await manage('tasks.list')).body.tasks[0]).toMatchObject({ taskId, type: 'lifecycle.harvest' })
      const ended = await untilEnded(taskId)
      expect(ended).toMatchObject({
        status: 'completed',
        ttlMs: expect.any(Number),
        result: { structuredContent: { ready: true, itemCount: 2, _task: { status: 'completed' } } },
      })
      expect((await manage('tasks.result', { taskId })).body).toEqual(
        (ended.result as Record<string, unknown>).structuredContent,
      )
      // It asks for nothing; an answer to nothing is taken.
      const update = { taskId, inputResponses: { a: { action: 'decline' } } }
      expect((await ask('tasks/update', update, taking)).result).toMatchObject({ resultType: 'complete' })
    }, 60_000)

    test('one that is cancelled has no result; one that fails is a tool that failed', async () => {
      const point = holdingPoint()
      server.world.before = () => point.wait()
      const { result: handle } = await ask('tools/call', begin(harvest), taking)
      const taskId = String(handle?.taskId)
      for (let time = 0; time < 2; time++)
        expect((await ask('tasks/cancel', { taskId }, taking)).result).toMatchObject({
          resultType: 'complete',
        })
      const cancelled = await untilEnded(taskId)
      expect(cancelled).toMatchObject({ status: 'cancelled' })
      expect(cancelled).not.toHaveProperty('result')
      point.open()
      server.world.before = () => {}

      const seed = { ...harvest, criteria: ['shines'], enrichments: ['colour'], seedWebsetId: 'webset_none' }
      const { query: _, ...args } = seed
      const { result: doomed } = await ask('tools/call', begin(args, 'qd.winnow'), taking)
      expect(await untilEnded(String(doomed?.taskId))).toMatchObject({
        status: 'completed',
        result: { isError: true, structuredContent: { ready: true, error: { step: 'searching 1' } } },
      })
    })

    test('a task of another key is none, and a wrong workflow is an answer', async () => {
      const { result: handle } = await ask('tools/call', begin(harvest), taking)
      const { key } = await server.addTeam('strangers')
      const { error } = await ask('tasks/get', { taskId: String(handle?.taskId) }, taking, key)
      expect(error).toMatchObject({ code: -32_602 })
      await ask('tasks/cancel', { taskId: String(handle?.taskId) }, taking)
      const { result } = await ask('tools/call', begin({ query: 'x' }), taking)
      expect(result).toMatchObject({
        isError: true,
        structuredContent: { error: { category: 'validation' } },
      })
    }, 60_000)

    test('what is done already is answered at once, and so is who takes no tasks', async () => {
      const { manage } = await connect('auto')
      const { body: webset } = await manage('websets.create', { title: 'Empty' })
      const { result } = await ask('tools/call', waitFor(webset.id), taking)
      expect(result).toMatchObject({ resultType: 'complete', structuredContent: { status: 'idle' } })
    })

    test('whether the client takes tasks is asked first, then the id', async () => {
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        const params = { taskId: 'task_none', inputResponses: {} }
        expect((await ask(method, params, {})).error).toMatchObject({ code: -32_021 })
        expect((await ask(method, params, taking)).error).toMatchObject({
          code: -32_602,
          message: expect.stringMatching(/no such task|no task/i),
        })
      }
      const forged = `wait_${Buffer.from(JSON.stringify({ input: { operation: 'websets.delete', args: { id: 'x' } }, field: 'timeout', startedAt: 0, until: 1 })).toString('base64url')}`
      expect((await ask('tasks/get', { taskId: forged }, taking)).error).toMatchObject({ code: -32_602 })
    })
  })
})

const harvest = {
  query: 'things that shine',
  entity: 'company',
  criteria: ['shines'],
  count: 2,
}
const begin = (args: object, type = 'lifecycle.harvest') => ({
  name: 'manage_websets',
  arguments: { operation: 'tasks.create', args: { type, args } },
})

async function untilEnded(taskId: string): Promise<Record<string, unknown>> {
  for (let look = 0; look < 200; look++) {
    const { result = {} } = await ask(
      'tasks/get',
      { taskId },
      { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    )
    if (result.status !== 'working') return result
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the task never ended')
}

const waitFor = (id: string) => ({
  name: 'manage_websets',
  arguments: { operation: 'websets.waitUntilIdle', args: { id } },
})

/** As a client of the newer version writes it, by hand: the library's own knows nothing of tasks. */
async function ask(
  method: string,
  params: Record<string, unknown>,
  capabilities: object,
  key = server.ownerKey,
) {
  const {
    name,
    taskId,
    arguments: args,
  } = params as { name?: string; taskId?: string; arguments?: { operation?: string } }
  const response = await fetch(new URL('/mcp', server.url), {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...((name ?? taskId) !== undefined && { 'mcp-name': String(name ?? taskId) }),
      ...(args?.operation && { 'mcp-param-operation': args.operation }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    }),
  })
  return (await response.json()) as {
    result?: Record<string, unknown>
    error?: { code: number; message: string }
  }
}
