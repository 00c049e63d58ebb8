import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, test } from 'vitest'
import { processesOn } from '../../src/bench/processes.ts'
import { mainScript, plainEnvironment } from '../../src/bench/server-child.ts'
import type { Approval } from '../../src/contract/approvals.ts'
import type { Webset } from '../../src/contract/websets.ts'
import { afterwards } from '../harness/afterwards.ts'
import { approvalCases } from '../harness/approval-cases.ts'
import { runCli } from '../harness/cli.ts'
import { testFolder } from '../harness/folder.ts'
import { mcpChannel, type WebsetTarget } from '../harness/mcp-approvals.ts'

/** Check 10 over `winnow mcp` in both versions: an agent without a key of its own, on the server of a folder. */
const folder = await testFolder()
const dataDir = join(folder, 'data')

interface Server {
  readonly url: string
  readonly credential: string
  readonly pid: number
}
const server = async (): Promise<Server> =>
  JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8')) as Server

afterwards(async () => {
  process.kill((await server()).pid, 'SIGTERM')
  for (let look = 0; look < 300 && (await processesOn(dataDir)).length > 0; look++) await sleep(100)
})

/** As the person at this machine, whom the folder belongs to. */
async function ask(method: string, path: string, body?: object): Promise<Response> {
  const { url, credential } = await server()
  return fetch(new URL(path, url), {
    method,
    headers: { 'x-api-key': credential, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

const connect = () =>
  new StdioClientTransport({
    command: process.execPath,
    args: [mainScript, 'mcp', '--data-dir', dataDir],
    env: {
      ...plainEnvironment,
      WINNOW_SAMPLE: 'off',
      WINNOW_LOG_LEVEL: 'error',
      WINNOW_WEBSETS_LIVE_FETCH: 'off',
    },
    stderr: 'inherit',
  })
async function prepare(): Promise<WebsetTarget> {
  const { id } = (await (await ask('POST', '/websets/v0/websets', {})).json()) as Webset
  const runs = async () => ((await ask('GET', `/websets/v0/websets/${id}`)).status === 404 ? 1 : 0)
  return { id, runs }
}
const setTimeoutMs = (timeoutMs: number | null) =>
  ask('PUT', '/winnow/v1/approvals/policy', timeoutMs === null ? {} : { timeoutMs })

const scene = { connect, prepare, setTimeoutMs }
const modern = await mcpChannel({ ...scene, mode: 'auto' })
const legacy = await mcpChannel({ ...scene, mode: 'legacy' })
// The first call starts the server.
await modern.call({ id: 'none', runs: async () => 0 }, 'first', null)

describe('since 2026-07-28', { timeout: 60_000 }, () => approvalCases(modern))
describe('until 2025-11-25', { timeout: 60_000 }, () => approvalCases(legacy))

test('a question outlives its server, and its answer completes the call', { timeout: 120_000 }, async () => {
  const target = await prepare()
  const asked = await modern.call(target, 'over a restart', null)
  if (asked.kind !== 'undecided') throw new Error('not asked')
  const { pid } = await server()
  process.kill(pid, 'SIGKILL')
  await expect.poll(async () => (await processesOn(dataDir)).map((one) => one.pid)).not.toContain(pid)
  expect(await modern.call(target, 'over a restart', null)).toMatchObject({
    kind: 'undecided',
    approval: { id: asked.approval.id },
  })
  const pending = await ask('GET', `/winnow/v1/approvals/${asked.approval.id}`)
  expect(((await pending.json()) as Approval).state).toBe('pending')
  // The terminal of this machine is not the agent on it.
  const { code, stdout } = await runCli(['approvals', 'approve', asked.approval.id, '--data-dir', dataDir], {
    cwd: folder,
  })
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('approved') as string })
  expect(await modern.call(target, 'over a restart', null)).toEqual({ kind: 'ran' })
  expect(await target.runs()).toBe(1)
})

const approved = { approval: { action: 'accept', content: { decision: 'approve' } } }

test(
  'the question says what would be done, and its state holds for nothing else',
  { timeout: 60_000 },
  async () => {
    const [target, other] = [await prepare(), await prepare()]
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
    )
    await client.connect(connect())
    afterwards(() => client.close())
    /** One round by hand. */
    const call = (id: string, more: object = {}) =>
      client.request(
        {
          method: 'tools/call',
          params: {
            name: 'manage_websets',
            arguments: { operation: 'websets.delete', args: { id } },
            ...more,
          },
        },
        { allowInputRequired: true },
      ) as Promise<Record<string, any>> // oxlint-disable-line no-explicit-any -- tests look into it as they please
    const question = await call(target.id)
    expect(question.resultType).toBe('input_required')
    const { params } = question.inputRequests.approval
    expect(params.message).toContain('websets.delete')
    expect(params.message).toContain(target.id)
    expect(params.requestedSchema).toMatchObject({
      required: ['decision'],
      properties: {
        decision: { enum: ['approve', 'reject'] },
        remember: { enum: ['once', 'conversation', 'key'] },
      },
    })
    const { requestState } = question
    const changed = await call(other.id, { requestState, inputResponses: approved })
    expect(changed.structuredContent.error).toMatchObject({ category: 'validation' })
    const forged = await call(target.id, { requestState: `x${requestState}`, inputResponses: approved })
    expect(forged.structuredContent.error).toMatchObject({ category: 'validation' })
    expect([await target.runs(), await other.runs()]).toEqual([0, 0])
    // Without an answer the same question is asked again.
    expect(await call(target.id, { requestState })).toMatchObject({ resultType: 'input_required' })
    const ran = await call(target.id, { requestState, inputResponses: approved })
    expect(ran.structuredContent).toMatchObject({ deleted: true })
    const replayed = await call(target.id, { requestState, inputResponses: approved })
    expect(replayed.structuredContent.error).toMatchObject({ category: 'conflict' })
  },
)
