import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import type { NewApiKey } from '../../src/contract/access.ts'
import type { Approval } from '../../src/contract/approvals.ts'
import type { Webset } from '../../src/contract/websets.ts'
import { afterwards } from '../harness/afterwards.ts'
import { approvalCases, type Person } from '../harness/approval-cases.ts'
import { mcpChannel, type WebsetTarget } from '../harness/mcp-approvals.ts'
import { runCli } from '../harness/cli.ts'
import { websetServer } from '../harness/webset-server.ts'

/** Check 10 over MCP on HTTP in both versions, with decisions by form, over REST and in the terminal. */
const server = await websetServer([])
const newKey = (name: string, scopes: string[]) =>
  server.call<NewApiKey>('POST', '/winnow/v1/keys', { body: { name, scopes } })
const agent = await newKey('agent', ['read', 'write'])
const approver = await newKey('approver', ['read', 'approve'])

async function prepare(): Promise<WebsetTarget> {
  const { id } = await server.call<Webset>('POST', '/websets/v0/websets', { body: {} })
  return {
    id,
    async runs() {
      const { status } = await server.request('GET', `/websets/v0/websets/${id}`, { key: server.ownerKey })
      return status === 404 ? 1 : 0
    },
  }
}
const setTimeoutMs = (timeoutMs: number | null) =>
  server.call('PUT', '/winnow/v1/approvals/policy', { body: timeoutMs === null ? {} : { timeoutMs } })
const connect = () =>
  new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
    requestInit: { headers: { 'x-api-key': agent.key } },
  })
const decisionOf = (person: Person) =>
  person.does === 'reject' ? { decision: 'reject', reason: person.reason } : { decision: 'approve' }
const overRest = (id: string, person: Person) =>
  server.call('POST', `/winnow/v1/approvals/${id}/decision`, { key: approver.key, body: decisionOf(person) })

const inTerminal = async (id: string, person: Person) => {
  const { decision, reason } = decisionOf(person)
  const where = ['--url', server.url, '--api-key', approver.key]
  const args = ['approvals', decision, id, ...(reason ? ['--reason', reason] : []), ...where]
  const { code, stderr } = await runCli(args, { cwd: server.folder })
  expect({ code, stderr }).toMatchObject({ code: 0 })
}

describe.each(['auto', 'legacy'] as const)('a form, %s', (mode) => {
  approvalCases(() => mcpChannel({ mode, connect, prepare, setTimeoutMs }))
})
describe('REST', () => {
  approvalCases(() => mcpChannel({ mode: 'auto', connect, prepare, setTimeoutMs, elsewhere: overRest }))
})
test('the terminal approves and rejects, and shows what it decides about', async () => {
  const channel = await mcpChannel({ mode: 'auto', connect, prepare, setTimeoutMs, elsewhere: inTerminal })
  const [one, other] = [await channel.prepare(), await channel.prepare()]
  expect(await channel.call(one, 'terminal-1', { does: 'approve' })).toEqual({ kind: 'ran' })
  const rejected = await channel.call(other, 'terminal-2', { does: 'reject', reason: 'no' })
  expect(rejected).toMatchObject({ kind: 'rejected', reason: 'no' })
  const open = await channel.call(other, 'terminal-3', null)
  if (open.kind !== 'undecided') throw new Error('not asked')
  const where = ['--url', server.url, '--api-key', approver.key]
  const run = (...args: string[]) => runCli(['approvals', ...args, ...where], { cwd: server.folder })
  const [listed, shown, verified, policy] = await Promise.all([
    run(),
    run('show', open.approval.id),
    run('audit', '--verify'),
    run('policy'),
  ])
  expect(listed.stdout).toContain(open.approval.id)
  expect(shown.stdout).toContain(`"id": "${other.id}"`)
  expect(verified.stdout).toContain('intact')
  expect(policy.stdout).toMatch(/destroy +ask +settings/)
}, 120_000)

/** One round of the newer version by hand. */
async function ask(id: string) {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  )
  await client.connect(connect())
  afterwards(() => client.close())
  await client.listTools()
  const call = (target: string, more: object = {}) =>
    client.callTool(
      { name: 'manage_websets', arguments: { operation: 'websets.delete', args: { id: target } }, ...more },
      { allowInputRequired: true },
    ) as Promise<Record<string, any>> // oxlint-disable-line no-explicit-any -- tests look into it as they please
  return { call, question: await call(id) }
}
const approved = { approval: { action: 'accept', content: { decision: 'approve' } } }

test('the question says what would be done, and its state holds for nothing else', async () => {
  const [target, other] = [await prepare(), await prepare()]
  const { call, question } = await ask(target.id)
  expect(question.resultType).toBe('input_required')
  const { params } = question.inputRequests.approval
  expect(params.message).toContain('websets.delete')
  expect(params.message).toContain(target.id)
  expect(params.requestedSchema).toMatchObject({
    required: ['decision'],
    properties: { decision: { enum: ['approve', 'reject'] }, remember: { enum: ['once', 'key'] } },
  })
  const { requestState } = question
  const changed = await call(other.id, { requestState, inputResponses: approved })
  expect(changed.structuredContent.error).toMatchObject({ category: 'validation' })
  const forged = await call(target.id, { requestState: `${requestState}x`, inputResponses: approved })
  expect(forged.structuredContent.error).toMatchObject({ category: 'validation' })
  expect([await target.runs(), await other.runs()]).toEqual([0, 0])
  const again = await call(target.id, { requestState })
  expect(again.resultType).toBe('input_required')
  const ran = await call(target.id, { requestState, inputResponses: approved })
  expect(ran.structuredContent).toMatchObject({ deleted: true })
  const replayed = await call(target.id, { requestState, inputResponses: approved })
  expect(replayed.structuredContent.error).toMatchObject({ category: 'conflict' })
})

test('an agent cannot decide, on any channel', async () => {
  const target = await prepare()
  const { question } = await ask(target.id)
  expect(question.resultType).toBe('input_required')
  const { data } = await server.call<{ data: Approval[] }>('GET', '/winnow/v1/approvals?state=pending', {
    key: agent.key,
  })
  const id = data[0]?.id ?? ''
  const both = await newKey('agent that may approve', ['read', 'write', 'approve'])
  const decide = (key: string) =>
    server.request('POST', `/winnow/v1/approvals/${id}/decision`, { key, body: { decision: 'approve' } })
  expect((await decide(agent.key)).status).toBe(403)
  for (const [method, path] of [
    ['PUT', 'policy'],
    ['GET', 'feed'],
    ['GET', 'grants'],
    ['DELETE', 'grants/grant_x'],
    ['GET', 'audit'],
    ['GET', 'audit/export'],
  ] as const) {
    const body = method === 'PUT' ? { destroy: 'allow' } : undefined
    const refused = await server.request(method, `/winnow/v1/approvals/${path}`, { key: agent.key, body })
    expect([path, refused.status]).toEqual([path, 403])
  }
  const shown = await runCli(['approvals', 'approve', id, '--url', server.url, '--api-key', agent.key], {
    cwd: server.folder,
  })
  expect(shown.code).not.toBe(0)
  // Nor does it see what others ask for.
  const { data: seen } = await server.call<{ data: Approval[] }>('GET', '/winnow/v1/approvals', {
    key: both.key,
  })
  expect(seen.map((one) => one.id)).toContain(id)
  const other = await newKey('another agent', ['read', 'write'])
  expect(await server.call('GET', '/winnow/v1/approvals', { key: other.key })).toMatchObject({ data: [] })
  expect(await target.runs()).toBe(0)
})
