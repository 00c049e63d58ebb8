import { createFileRegistry, fromBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { Code, ConnectError } from '@connectrpc/connect'
import { describe, expect, test } from 'vitest'
import type { ExaSearchResponse } from '../../src/agent-side/proto/index.ts'
import type { NewApiKey } from '../../src/contract/access.ts'
import { apiServer } from '../harness/api-server.ts'
import { connectClient, conversation, wires } from '../harness/connect-client.ts'
import { savePages } from '../harness/pages.ts'

const server = await apiServer()
await savePages(
  server,
  {
    url: 'https://kestrel.example/',
    title: 'Kestrel',
    text: 'Kestrel builds robots that inspect pipelines.',
  },
  { url: 'https://osprey.example/', title: 'Osprey', text: 'Osprey builds robots that inspect bridges.' },
)
const newKey = async (name: string, scopes: string[]) =>
  server.call<NewApiKey>('POST', '/winnow/v1/keys', { body: { name, scopes } })
const agentKey = (await newKey('agent', ['read', 'write'])).key
const personKey = (await newKey('person', ['read', 'approve'])).key
const person = connectClient(server.url, personKey)
const approved = { result: { case: 'approved' as const, value: {} } }
const rejected = (reason: string) => ({ result: { case: 'rejected' as const, value: { reason } } })

let calls = 0
const nextId = () => `call-${++calls}`
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => Code[ConnectError.from(error).code],
  )
const all = async <T>(stream: AsyncIterable<T>): Promise<T[]> => {
  const heard: T[] = []
  for await (const one of stream) heard.push(one)
  return heard
}
const urlsOf = ({ message }: ExaSearchResponse) =>
  message.case === 'toolCall' && message.value.result?.result.case === 'success'
    ? message.value.result.result.value.references.map(({ url }) => url)
    : null

describe.each(wires)('a client that speaks %s', (_, wire) => {
  const agent = connectClient(server.url, agentKey, wire)

  test('is asked, answered, and answered the same once more', async () => {
    const toolCallId = nextId()
    const heard: ExaSearchResponse[] = []
    for await (const one of agent.exaSearch({ query: 'robots for pipelines', toolCallId })) {
      heard.push(one)
      if (one.message.case === 'query')
        await connectClient(server.url, personKey, wire).respondExaSearch({ toolCallId, response: approved })
    }
    expect(heard.map(({ message }) => message.case)).toEqual(['query', 'toolCall'])
    expect(heard[0]?.message.value?.args).toMatchObject({
      query: 'robots for pipelines',
      type: 'auto',
      numResults: 10,
      toolCallId,
    })
    expect(heard.flatMap((one) => urlsOf(one) ?? [])).toContain('https://kestrel.example/')
    const again = await all(agent.exaSearch({ query: 'robots for pipelines', toolCallId }))
    expect(again).toEqual(heard.slice(1))
  })

  test('learns of a no as a result', async () => {
    const toolCallId = nextId()
    const ids = ['https://osprey.example/']
    for await (const { message } of agent.exaFetch({ ids, toolCallId })) {
      if (message.case === 'query')
        await person.respondExaFetch({ toolCallId, response: rejected('private') })
      else
        expect(message.value?.result?.result).toMatchObject({
          case: 'rejected',
          value: { reason: 'private' },
        })
    }
  })

  test('learns by codes what it did wrong', async () => {
    const toolCallId = nextId()
    expect(await codeOf(all(agent.exaSearch({ query: 'robots' })))).toBe('InvalidArgument')
    expect(await codeOf(all(agent.exaSearch({ query: ' ', toolCallId })))).toBe('InvalidArgument')
    expect(await codeOf(all(agent.exaFetch({ ids: [], toolCallId })))).toBe('InvalidArgument')
    expect(await codeOf(person.respondExaSearch({ toolCallId, response: approved }))).toBe('NotFound')
    expect(await codeOf(person.respondExaSearch({ toolCallId }))).toBe('InvalidArgument')
    expect(await codeOf(agent.respondExaSearch({ toolCallId, response: approved }))).toBe('PermissionDenied')
    expect(await codeOf(agent.listPendingApprovals({}))).toBe('PermissionDenied')
    const nobody = connectClient(server.url, 'no key', wire)
    expect(await codeOf(nobody.listPendingApprovals({}))).toBe('Unauthenticated')
    expect(await codeOf(all(nobody.exaSearch({ query: 'robots', toolCallId })))).toBe('Unauthenticated')
  })
})

describe('a question', () => {
  const agent = connectClient(server.url, agentKey)

  /** Listens until the question has come, and then no longer. */
  async function ask(toolCallId: string, query = 'robots for bridges') {
    const leaving = new AbortController()
    const heard = agent.exaSearch({ query, toolCallId }, { signal: leaving.signal })[Symbol.asyncIterator]()
    expect((await heard.next()).value).toMatchObject({ message: { case: 'query' } })
    leaving.abort()
    expect(await codeOf(heard.next())).toBe('Canceled')
  }

  test('outlives the connection that brought it, and is answered from another', async () => {
    const toolCallId = nextId()
    await ask(toolCallId)
    const { approvals } = await person.listPendingApprovals({})
    const inbox = approvals.find((one) => one.toolCallId === toolCallId)
    expect(inbox).toMatchObject({
      tool: 'exa_search',
      query: { case: 'search', value: { args: { query: 'robots for bridges', toolCallId } } },
    })
    await person.respondExaSearch({ toolCallId, response: approved })
    expect(await codeOf(person.respondExaSearch({ toolCallId, response: approved }))).toBe(
      'FailedPrecondition',
    )
    const [answer] = await all(agent.exaSearch({ query: 'robots for bridges', toolCallId }))
    expect(answer && urlsOf(answer)).toContain('https://osprey.example/')
  })

  test('belongs to its arguments', async () => {
    const toolCallId = nextId()
    await ask(toolCallId)
    expect(await codeOf(all(agent.exaSearch({ query: 'birds', toolCallId })))).toBe('InvalidArgument')
  })

  test('is nothing to the other method, nor to another team', async () => {
    const toolCallId = nextId()
    await ask(toolCallId)
    expect(await codeOf(person.respondExaFetch({ toolCallId, response: approved }))).toBe('NotFound')
    const stranger = connectClient(server.url, (await server.addTeam('strangers')).key)
    expect(await codeOf(stranger.respondExaSearch({ toolCallId, response: approved }))).toBe('NotFound')
    expect((await stranger.listPendingApprovals({})).approvals).toEqual([])
  })
})

test('limits are limits here, too', async () => {
  const team = await server.addTeam('limited', { limits: { search: 1 } })
  const limited = connectClient(server.url, team.key)
  const search = () =>
    codeOf(limited.exaSearch({ query: 'robots', toolCallId: nextId() })[Symbol.asyncIterator]().next())
  expect(await search()).toBe('answered')
  expect(await search()).toBe('ResourceExhausted')
  const long = { query: 'x'.repeat(2_000_000), toolCallId: nextId() }
  expect(await codeOf(all(limited.exaSearch(long)))).toBe('ResourceExhausted')
})

describe('a conversation', () => {
  const agent = connectClient(server.url, agentKey)

  test('has several calls at once, questions and answers, and goes on after a mistake', async () => {
    const [one, other, third] = [nextId(), nextId(), nextId()]
    const asking = conversation(agent.interact)
    const deciding = conversation(person.interact)
    asking.say({ message: { case: 'searchArgs', value: { query: 'robots', toolCallId: one } } })
    expect(await asking.hear()).toMatchObject({ message: { case: 'searchQuery' } })
    asking.say({
      message: { case: 'fetchArgs', value: { ids: ['https://kestrel.example/'], toolCallId: other } },
    })
    expect(await asking.hear()).toMatchObject({ message: { case: 'fetchQuery' } })
    // Whoever asks cannot answer; that is no reason to end.
    asking.say({ message: { case: 'searchResponse', value: { toolCallId: one, response: approved } } })
    expect(await asking.hear()).toMatchObject({
      message: { case: 'refusal', value: { toolCallId: one, code: 'permission_denied' } },
    })
    deciding.say({ message: { case: 'fetchResponse', value: { toolCallId: other, response: approved } } })
    expect(await asking.hear()).toMatchObject({
      message: { case: 'progress', value: { message: 'approved' } },
    })
    expect(await asking.hear()).toMatchObject({
      message: {
        case: 'fetchToolCall',
        value: { result: { result: { case: 'success', value: { contents: [{ title: 'Kestrel' }] } } } },
      },
    })
    asking.say({ message: { case: 'cancel', value: { toolCallId: one } } })
    expect(await asking.hear()).toMatchObject({
      message: { case: 'searchToolCall', value: { result: { result: { case: 'error' } } } },
    })
    asking.say({ message: { case: 'searchArgs', value: { query: '', toolCallId: third } } })
    expect(await asking.hear()).toMatchObject({
      message: { case: 'refusal', value: { toolCallId: third, code: 'invalid_argument' } },
    })
    asking.end()
    deciding.end()
    expect([await asking.hear(), await deciding.hear()]).toEqual([undefined, undefined])
  })

  test('needs HTTP/2', async () => {
    const old = connectClient(server.url, agentKey, { httpVersion: '1.1', useBinaryFormat: false })
    const asking = conversation(old.interact)
    asking.end()
    expect(await codeOf(asking.hear())).not.toBe('answered')
  })
})

test('the description can be had without a key, and describes the service', async () => {
  const response = await fetch(new URL('/winnow/v1/agent.binpb', server.url))
  const bytes = new Uint8Array(await response.arrayBuffer())
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes))
  expect(registry.getService('agent.v1.ExaToolService')?.methods.map(({ name }) => name)).toEqual([
    'Interact',
    'ExaSearch',
    'ExaFetch',
    'RespondExaSearch',
    'RespondExaFetch',
    'ListPendingApprovals',
  ])
})

test('nobody calls from a page of another site', async () => {
  const headers = {
    'x-api-key': personKey,
    'content-type': 'application/json',
    origin: 'https://evil.example',
  }
  const url = new URL('/agent.v1.ExaToolService/ListPendingApprovals', server.url)
  expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(403)
})
