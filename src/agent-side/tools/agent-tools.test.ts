import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { usualPolicy } from '../../../tests/harness/approval-policy.ts'
import { testDatabase } from '../../../tests/harness/database.ts'
import { silentLog } from '../../../tests/harness/log.ts'
import { createIds } from '../../adapters/system/clock-and-ids.ts'
import { createApprovals } from '../../approvals/index.ts'
import { createChanges } from '../../concurrency/index.ts'
import type { ApprovalPolicy } from '../../contract/approvals.ts'
import { createAgentTools, createToolCalls, createTools, createUpstream } from '../index.ts'
import type { AgentCaller, Json, ToolOutcome, ToolRequest } from '../index.ts'

const { records } = await testDatabase()
const ids = createIds()
const secret = randomBytes(32)
let elapsedMs = 0
const clock = { now: () => new Date(Date.parse('2026-01-01T00:00:00Z') + elapsedMs) }
const allowing: Partial<ApprovalPolicy> = { search: 'allow', fetch: 'allow' }
const never = new AbortController().signal

let agent: AgentCaller
let person = { teamId: '', keyId: 'key_person', keyName: 'person', scopes: new Set(['approve']) }

beforeEach(async () => {
  const teamId = ids.next('team')
  await records.db
    .insertInto('teams')
    .values({ id: teamId, name: teamId, budget_nanos: null, created_at: clock.now() })
    .execute()
  agent = { teamId, keyId: 'key_agent', scopes: new Set(), presentedAs: 'a key', credential: () => 'key' }
  person = { ...person, teamId }
})

interface Server {
  (path: string, body: Json, signal: AbortSignal): Promise<Json | Response> | Json | Response
}
const twoPages: Server = (path) =>
  path === '/search'
    ? { results: [{ id: 'ref-1', url: 'https://a.example/one', title: 'One', highlights: ['one'] }] }
    : {
        results: [
          { id: 'https://a.example/one', url: 'https://a.example/one', title: 'One', text: 'all of it' },
        ],
      }

/** Never answers. */
const silent: Server = (_, __, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

/** A process of its own on the same records. */
function open(policy: Partial<ApprovalPolicy> = {}, server: Server = twoPages) {
  const asked: string[] = []
  const approvals: (string | null)[] = []
  const { desk, office } = createApprovals({
    records,
    clock,
    ids,
    changes: createChanges(),
    policy: { ...usualPolicy, ...policy },
    urlOf: (id) => id,
    secret: async () => secret,
    lookMs: 10,
  })
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(input)
    asked.push(pathname)
    const said = await server(pathname, JSON.parse(init?.body as string) as Json, init?.signal ?? never)
    return said instanceof Response ? said : Response.json(said)
  }
  const tools = createAgentTools({
    tools: createTools({ maxCharacters: 20_000 }),
    calls: createToolCalls({ records, clock }),
    desk,
    upstream: createUpstream({ baseUrl: 'http://exa.example', fetch }),
    log: silentLog,
    estimate: () => 0,
    underApproval(approvalId, work) {
      approvals.push(approvalId)
      return work()
    },
    holdMs: 15_000,
  })
  onTestFinished(() => tools.close())
  const call = (request: Partial<ToolRequest> = {}, caller = agent, signal = never) =>
    tools.call(caller, { ...searching('call-1'), ...request }, signal)
  const decide = async (decision: 'approve' | 'reject', reason?: string) => {
    const { data } = await office.list(person, { state: 'pending', limit: 25 })
    await office.decide(person, data[0]?.id ?? '', { decision, ...(reason && { reason }) }, 'rest')
  }
  return { tools, asked, approvals, call, decide, office }
}

const searching = (toolCallId: string): ToolRequest => ({
  tool: 'exa_search',
  args: { query: 'robots' },
  toolCallId,
})
const found = { success: { references: [expect.objectContaining({ id: 'ref-1', text: 'one' })] } }
const resultOf = (outcome: ToolOutcome) => (outcome.state === 'done' ? outcome.result : outcome.state)

describe('a call', () => {
  test('is made once, whoever repeats it, also after a restart', async () => {
    const { call, asked } = open(allowing)
    expect(resultOf(await call())).toEqual(found)
    expect(resultOf(await call())).toEqual(found)
    const restarted = open(allowing)
    expect(resultOf(await restarted.call())).toEqual(found)
    expect([...asked, ...restarted.asked]).toEqual(['/search'])
  })

  test('is made under the approval it was given, or under none where none was needed', async () => {
    const { call, decide, approvals } = open()
    const pending = await call()
    await decide('approve')
    expect(resultOf(await call())).toEqual(found)
    expect(approvals).toEqual([pending.state === 'pending' && pending.verdict.approval.id])
    const unasked = open(allowing)
    await unasked.call({ toolCallId: 'call-2' })
    expect(unasked.approvals).toEqual([null])
  })

  test('with the same id and other arguments is invalid, of the same tool or the other', async () => {
    const { call, asked } = open(allowing)
    await call()
    await expect(call({ args: { query: 'birds' } })).rejects.toThrow('other arguments')
    await expect(call({ tool: 'exa_fetch', args: { ids: ['https://a.example/'] } })).rejects.toThrow(
      'other arguments',
    )
    // What is meant counts, not how it is written.
    expect(resultOf(await call({ args: { numResults: 10, type: 'hybrid', query: 'robots' } }))).toEqual(found)
    expect(asked).toHaveLength(1)
  })

  test('belongs to its key: the same id of another is another call', async () => {
    const { call, asked } = open(allowing)
    await call()
    await call({ args: { query: 'birds' } }, { ...agent, keyId: 'key_other' })
    expect(asked).toHaveLength(2)
  })

  test.each([
    [{ toolCallId: ' ' }],
    [{ args: { query: ' ' } }],
    [{ tool: 'exa_fetch' as const, args: { ids: [] } }],
  ])('of %j is refused before anybody is asked', async (request) => {
    const { call, office } = open()
    await expect(call(request)).rejects.toMatchObject({ code: 'invalid_request' })
    expect((await office.list(person, { limit: 25 })).data).toEqual([])
  })

  test('that is made twice at once is made once, in one process or in two', async () => {
    const [one, other] = [open(allowing), open(allowing)]
    const outcomes = await Promise.all([one.call(), one.call(), other.call()])
    expect(outcomes.map(resultOf)).toEqual([found, found, found])
    expect([...one.asked, ...other.asked]).toHaveLength(1)
  })

  test('fails inside its result, for good', async () => {
    let fails = true
    const { call } = open(allowing, () =>
      fails ? Response.json({ error: 'no credits' }, { status: 402 }) : {},
    )
    const failed = { error: { error: 'no credits' } }
    expect(resultOf(await call())).toEqual(failed)
    fails = false
    expect(resultOf(await call())).toEqual(failed)
  })

  test('goes on when nobody waits for it any more', async () => {
    const leaving = new AbortController()
    const { call, asked } = open(allowing, async (...request) => {
      leaving.abort(new Error('gone'))
      await new Promise((resolve) => setTimeout(resolve, 50))
      return twoPages(...request)
    })
    await expect(call({}, agent, leaving.signal)).rejects.toThrow('gone')
    expect(resultOf(await call())).toEqual(found)
    expect(asked).toHaveLength(1)
  })

  test('that its caller cancels has ended', async () => {
    const { call, tools } = open(allowing, async (...request) => {
      void tools.cancel(agent, 'call-1')
      return silent(...request)
    })
    const cancelled = { error: { error: 'cancelled by the caller' } }
    expect(resultOf(await call())).toEqual(cancelled)
    expect(resultOf(await call())).toEqual(cancelled)
  })
})

/** Takes the call, and is never heard of again. */
const dyingWith = async (call: ToolRequest) => {
  const calls = createToolCalls({ records, clock })
  const args = { query: 'robots', type: 'auto', numResults: 10 }
  await calls.open(agent, { tool: call.tool, toolCallId: call.toolCallId, args })
  await calls.take(agent, call.toolCallId, randomUUID(), 15_000)
}

describe('a process that dies', () => {
  test('is waited for until it is not heard of, and then another goes on', async () => {
    await dyingWith(searching('call-1'))
    const { call, asked } = open(allowing)
    const answer = call()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(asked).toEqual([])
    elapsedMs += 20_000
    expect(resultOf(await answer)).toEqual(found)
  })

  test('after an approval was used, and before there is a result, loses neither', async () => {
    const first = open({}, silent)
    await first.call()
    await first.decide('approve')
    const lost = first.call()
    await expect.poll(() => first.asked).toEqual(['/search'])
    void lost.catch(() => {})
    elapsedMs += 20_000
    const second = open()
    expect(resultOf(await second.call())).toEqual(found)
    expect(resultOf(await second.call())).toEqual(found)
    expect(second.asked).toHaveLength(1)
  })

  test('that is told to stop leaves the call to the next', async () => {
    const first = open(allowing, silent)
    const stopped = first.call()
    await expect.poll(() => first.asked).toEqual(['/search'])
    await first.tools.close()
    await expect(stopped).rejects.toThrow()
    expect(resultOf(await open(allowing).call())).toEqual(found)
  })
})

describe('a person', () => {
  test('is asked with the arguments that will be used, and a yes is good for this call alone', async () => {
    const { call, decide, asked } = open()
    const outcome = await call()
    expect(outcome).toMatchObject({
      state: 'pending',
      args: { query: 'robots', type: 'auto', numResults: 10 },
      verdict: { approval: { tool: 'exa_search', class: 'search', toolCallId: 'call-1', results: 10 } },
    })
    expect(asked).toEqual([])
    await decide('approve')
    expect(resultOf(await call())).toEqual(found)
    expect((await call({ toolCallId: 'call-2' })).state).toBe('pending')
    const fetching = { tool: 'exa_fetch' as const, args: { ids: ['ref-1'] }, toolCallId: 'call-3' }
    // Where the pages lie is known before, also of those that have an id only.
    expect(await call(fetching)).toMatchObject({
      state: 'pending',
      verdict: { approval: { class: 'fetch', domains: ['a.example'] } },
    })
    await decide('approve')
    expect(resultOf(await call(fetching))).toMatchObject({
      success: { contents: [{ id: 'ref-1', text: 'all of it' }] },
    })
  })

  test('who says no has the last word', async () => {
    const { call, decide, asked } = open()
    await call()
    await decide('reject', 'not now')
    const rejected = { rejected: { reason: 'not now' } }
    expect(resultOf(await call())).toEqual(rejected)
    expect(resultOf(await open(allowing).call())).toEqual(rejected)
    expect(asked).toEqual([])
  })

  test('who never answers said no', async () => {
    const { call } = open()
    await call()
    elapsedMs += usualPolicy.timeoutMs + 1
    expect(resultOf(await call())).toEqual({ rejected: { reason: 'approval timed out' } })
  })

  test('answers after a restart', async () => {
    await open().call()
    const { call, decide } = open()
    await decide('approve')
    expect(resultOf(await call())).toEqual(found)
  })

  test('is not bypassed by a call whose record was lost: its approval is used', async () => {
    const { call, decide, asked } = open()
    await call()
    await decide('approve')
    await call()
    await createToolCalls({ records, clock }).prune(new Date(clock.now().getTime() + 1))
    for (let nth = 0; nth < 2; nth++)
      expect(resultOf(await call())).toEqual({ error: { error: expect.stringContaining('used before') } })
    expect(asked).toHaveLength(1)
  })
})

test('ids are good for the caller whose search gave them', async () => {
  const { call } = open(allowing)
  await call()
  const fetching = { tool: 'exa_fetch' as const, args: { ids: ['ref-1'] }, toolCallId: 'call-2' }
  expect(resultOf(await call(fetching))).toMatchObject({
    success: { contents: [{ url: 'https://a.example/one' }] },
  })
  expect(resultOf(await call(fetching, { ...agent, keyId: 'key_other' }))).toEqual({
    error: { error: 'Could not be fetched: ref-1 (unknown id).' },
  })
})
