import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import type { NewApiKey } from '../../src/contract/access.ts'
import type { Approval } from '../../src/contract/approvals.ts'
import type { Webset } from '../../src/contract/websets.ts'
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

const scene = { connect, prepare, setTimeoutMs }
const channels = [
  ['a form, since 2026-07-28', await mcpChannel({ ...scene, mode: 'auto' })],
  ['a form, until 2025-11-25', await mcpChannel({ ...scene, mode: 'legacy' })],
  ['REST', await mcpChannel({ ...scene, mode: 'auto', elsewhere: overRest })],
  ['the terminal', await mcpChannel({ ...scene, mode: 'auto', elsewhere: inTerminal })],
] as const
describe.each(channels)('%s', { timeout: 60_000 }, (_, channel) => approvalCases(channel))

test('the terminal shows what waits, the policy, and that the log is intact', async () => {
  const [, channel] = channels[0]
  const target = await channel.prepare()
  const open = await channel.call(target, 'shown', null)
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
  expect(shown.stdout).toContain(`"id": "${target.id}"`)
  expect(verified.stdout).toContain('intact')
  expect(policy.stdout).toMatch(/destroy +ask +settings/)
}, 120_000)

test('an agent cannot decide, on any channel', async () => {
  const [, channel] = channels[0]
  const target = await prepare()
  const asked = await channel.call(target, 'an agent alone', null)
  if (asked.kind !== 'undecided') throw new Error('not asked')
  const { id } = asked.approval
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
