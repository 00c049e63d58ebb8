import { Exa } from 'exa-js'
import { expect, test } from 'vitest'
import type { NewApiKey } from '../../src/contract/access.ts'
import { connectClient, conversation } from '../harness/connect-client.ts'
import { serverProcess } from '../harness/server-process.ts'

const approved = { result: { case: 'approved' as const, value: {} } }
const rejected = { result: { case: 'rejected' as const, value: { reason: 'not these' } } }

/** One conversation from question to text on the sample web, and one that a restart falls into. */
test('an agent searches, is refused, reads, and is answered across a restart', async () => {
  const server = await serverProcess({ hasSample: true })
  await server.start()
  const owner = new Exa(await server.ownerKey(), server.url)
  const newKey = async (name: string, scopes: string[]) =>
    (await owner.request<NewApiKey>('/winnow/v1/keys', 'POST', { name, scopes })).key
  const [agentKey, personKey] = [await newKey('agent', ['read']), await newKey('person', ['read', 'approve'])]

  const agent = conversation(connectClient(server.url, agentKey).interact)
  const person = conversation(connectClient(server.url, personKey).interact)
  /** What comes next besides progress. */
  const hear = async () => {
    for (;;) {
      const heard = await agent.hear()
      if (heard?.message.case !== 'progress') return heard?.message
    }
  }
  agent.say({ message: { case: 'searchArgs', value: { query: 'inspection robots', toolCallId: 'search' } } })
  expect(await hear()).toMatchObject({ case: 'searchQuery', value: { args: { query: 'inspection robots' } } })
  person.say({ message: { case: 'searchResponse', value: { toolCallId: 'search', response: approved } } })
  const found = await hear()
  const result = found?.case === 'searchToolCall' ? found.value.result?.result : undefined
  const references = result?.case === 'success' ? result.value.references : []
  expect(references.length).toBeGreaterThan(0)
  expect(references.every(({ text, id }) => text.length <= 1000 && id !== '')).toBe(true)

  const ids = references.slice(0, 2).map(({ id }) => id)
  agent.say({ message: { case: 'fetchArgs', value: { ids, toolCallId: 'fetch' } } })
  expect(await hear()).toMatchObject({ case: 'fetchQuery', value: { args: { ids } } })
  person.say({ message: { case: 'fetchResponse', value: { toolCallId: 'fetch', response: rejected } } })
  expect(await hear()).toMatchObject({
    case: 'fetchToolCall',
    value: { result: { result: { case: 'rejected', value: { reason: 'not these' } } } },
  })
  agent.say({ message: { case: 'fetchArgs', value: { ids, toolCallId: 'fetch again' } } })
  expect(await hear()).toMatchObject({ case: 'fetchQuery' })
  person.say({ message: { case: 'fetchResponse', value: { toolCallId: 'fetch again', response: approved } } })
  const read = await hear()
  const texts = read?.case === 'fetchToolCall' ? read.value.result?.result : undefined
  expect(texts?.case === 'success' && texts.value.contents.map(({ id }) => id)).toEqual(ids)
  expect(texts?.case === 'success' && texts.value.contents.every(({ text }) => text.length > 100)).toBe(true)

  agent.end()
  person.end()
  expect([await agent.hear(), await person.hear()]).toEqual([undefined, undefined])

  // Nobody has answered when the server goes.
  const asked = { query: 'pipelines', toolCallId: 'across' }
  const waiting = connectClient(server.url, agentKey).exaSearch(asked)[Symbol.asyncIterator]()
  expect((await waiting.next()).value).toMatchObject({ message: { case: 'query' } })
  await server.kill()
  await expect(waiting.next()).rejects.toThrow()
  await server.start()
  const approver = connectClient(server.url, personKey)
  const { approvals } = await approver.listPendingApprovals({})
  expect(approvals.map(({ toolCallId }) => toolCallId)).toEqual(['across'])
  const heard: unknown[] = []
  for await (const { message } of connectClient(server.url, agentKey).exaSearch(asked)) {
    heard.push(message.case)
    if (message.case === 'query')
      await approver.respondExaSearch({ toolCallId: 'across', response: approved })
    else expect(message.value?.result?.result.case).toBe('success')
  }
  expect(heard).toEqual(['query', 'toolCall'])
}, 150_000)
