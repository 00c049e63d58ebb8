import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromJson } from '@bufbuild/protobuf'
import {
  Client,
  StreamableHTTPClientTransport,
  type ElicitResult,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  ExaFetchSuccessSchema,
  ExaSearchSuccessSchema,
  jsonSchemaOf,
} from '../../src/agent-side/proto/index.ts'
import { processesOn } from '../../src/bench/processes.ts'
import { mainScript, plainEnvironment } from '../../src/bench/server-child.ts'
import type { NewApiKey } from '../../src/contract/access.ts'
import { afterwards } from '../harness/afterwards.ts'
import { apiServer } from '../harness/api-server.ts'
import { testFolder } from '../harness/folder.ts'
import { savePages } from '../harness/pages.ts'

const server = await apiServer()
await savePages(server, {
  url: 'https://kestrel.example/',
  title: 'Kestrel',
  text: 'Kestrel builds robots that inspect pipelines.',
})
const newKey = (name: string, scopes: string[]) =>
  server.call<NewApiKey>('POST', '/winnow/v1/keys', { body: { name, scopes } })
const agent = await newKey('agent', ['read', 'write'])
const person = await newKey('person', ['read', 'approve'])

type Mode = 'legacy' | 'auto'
const overHttp = () =>
  new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
    requestInit: { headers: { 'x-api-key': agent.key } },
  })

/** A program that shows forms, or one that cannot. */
async function open(mode: Mode, transport: Transport, says?: () => ElicitResult) {
  const capabilities = says ? { elicitation: { form: {} } } : {}
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } })
  const questions: string[] = []
  if (says)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message)
      return says()
    })
  await client.connect(transport)
  afterwards(() => client.close())
  const { tools } = await client.listTools()
  return {
    tools,
    questions,
    call: async (name: string, input: object) => {
      const result = await client.callTool({ name, arguments: { ...input } })
      return { ...result, body: result.structuredContent as Record<string, any> } // oxlint-disable-line no-explicit-any -- tests look into it as they please
    },
  }
}
const approve = (): ElicitResult => ({ action: 'accept', content: { decision: 'approve' } })
const reject = (): ElicitResult => ({
  action: 'accept',
  content: { decision: 'reject', reason: 'not now' },
})
const decline = (): ElicitResult => ({ action: 'decline' })

describe.each(['auto', 'legacy'] as const)('over HTTP, %s', (mode) => {
  test('both tools say what they are, and answer in the JSON of agent.v1', async () => {
    const { tools, call, questions } = await open(mode, overHttp(), approve)
    const [search, fetchTool] = ['exa_search', 'exa_fetch'].map((name) =>
      tools.find((one) => one.name === name),
    )
    for (const tool of [search, fetchTool])
      expect(tool?.annotations).toMatchObject({
        readOnlyHint: true,
        idempotentHint: true,
        openWorldHint: true,
      })
    expect(search?.outputSchema).toMatchObject(jsonSchemaOf(ExaSearchSuccessSchema))
    expect(fetchTool?.outputSchema).toMatchObject(jsonSchemaOf(ExaFetchSuccessSchema))
    expect(Object.keys(search?.inputSchema.properties ?? {})).toEqual([
      'query',
      'type',
      'num_results',
      'tool_call_id',
    ])
    expect(Object.keys(fetchTool?.inputSchema.properties ?? {})).toEqual([
      'ids',
      'max_characters',
      'tool_call_id',
    ])

    const { body: found, content } = await call('exa_search', {
      query: 'robots for pipelines',
      num_results: 3,
    })
    expect(questions[0]).toContain('robots for pipelines')
    expect(JSON.parse((content[0] as { text: string }).text)).toEqual(found)
    const { _toolCallId, ...success } = found
    const { references } = fromJson(ExaSearchSuccessSchema, success)
    expect(references).toMatchObject([{ title: 'Kestrel', url: 'https://kestrel.example/' }])
    // The same call once more: answered as before, and nobody is asked.
    const again = { query: 'robots for pipelines', num_results: 3, tool_call_id: _toolCallId as string }
    expect((await call('exa_search', again)).body).toEqual(found)
    expect(questions).toHaveLength(1)
    const { body: read } = await call('exa_fetch', { ids: [references[0]?.id], max_characters: 10 })
    expect(read.contents).toMatchObject([{ text: 'Kestrel bu', truncated: true }])
    expect(questions[1]).toContain('kestrel.example')
  })

  test('a no is an answer, and stays one', async () => {
    const { call, questions } = await open(mode, overHttp(), reject)
    const input = { query: 'robots', tool_call_id: `no-${mode}` }
    for (let nth = 0; nth < 2; nth++) {
      const { body, isError } = await call('exa_search', input)
      expect(isError).toBe(true)
      expect(body.error).toMatchObject({ operation: 'exa_search', category: 'rejected', message: 'not now' })
    }
    expect(questions).toHaveLength(1)
  })

  test('who cannot be asked is told where to, and calls again', async () => {
    const { call } = await open(mode, overHttp())
    const { body } = await call('exa_search', { query: 'robots' })
    const { id, url, toolCallId } = body.error.approval
    expect(body.error).toMatchObject({ category: 'rejected', retryable: true })
    expect(url).toContain(id)
    await server.call('POST', `/winnow/v1/approvals/${id}/decision`, {
      key: person.key,
      body: { decision: 'approve' },
    })
    const { body: found } = await call('exa_search', { query: 'robots', tool_call_id: toolCallId })
    expect(found.references).toMatchObject([{ title: 'Kestrel' }])
  })

  test('a call that cannot be made says why, and nobody is asked', async () => {
    const { call, questions } = await open(mode, overHttp(), approve)
    for (const [name, input] of [
      ['exa_search', { query: ' ' }],
      ['exa_search', {}],
      ['exa_fetch', { ids: [] }],
    ] as const)
      expect((await call(name, input)).body.error).toMatchObject({ category: 'validation' })
    const named = `changed-${mode}`
    await call('exa_search', { query: 'robots', tool_call_id: named })
    const changed = await call('exa_search', { query: 'birds', tool_call_id: named })
    expect(changed.body.error).toMatchObject({ category: 'validation' })
    expect(questions).toHaveLength(1)
  })
})

test('over standard input and output, in either version, with the calls kept by the server', async () => {
  const dataDir = join(await testFolder(), 'data')
  onTestFinished(async () => {
    const file = await readFile(join(dataDir, 'server.json'), 'utf8').catch(() => null)
    if (file !== null) process.kill((JSON.parse(file) as { pid: number }).pid, 'SIGTERM')
    await expect.poll(() => processesOn(dataDir), { timeout: 20_000 }).toEqual([])
  })
  const transport = () =>
    new StdioClientTransport({
      command: process.execPath,
      args: [mainScript, 'mcp', '--data-dir', dataDir],
      env: { ...plainEnvironment, WINNOW_SAMPLE: 'off', WINNOW_LOG_LEVEL: 'error' },
      stderr: 'inherit',
    })
  const input = { query: 'robots', tool_call_id: 'shared' }
  const first = await open('auto', transport(), approve)
  const found = await first.call('exa_search', input)
  expect(found.body).toEqual({ references: [], _toolCallId: 'shared' })
  const second = await open('legacy', transport(), decline)
  expect((await second.call('exa_search', input)).body).toEqual(found.body)
  const declined = await second.call('exa_search', { query: 'birds' })
  expect(declined.body.error).toMatchObject({ category: 'rejected', message: 'declined by user' })
  expect([first.questions.length, second.questions.length]).toEqual([1, 1])
}, 120_000)
