import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { usualPolicy } from '../../tests/harness/approval-policy.ts'
import { testDatabase } from '../../tests/harness/database.ts'
import { createIds } from '../adapters/system/clock-and-ids.ts'
import { createChanges } from '../concurrency/index.ts'
import type { Decision } from '../contract/approvals.ts'
import type { Asker, Question } from './index.ts'
import { createApprovals } from './index.ts'

const { records } = await testDatabase()
const ids = createIds()
const secret = randomBytes(32)
let elapsedMs = 0
const clock = { now: () => new Date(Date.parse('2026-01-01T00:00:00Z') + elapsedMs) }
/** A process of its own on the same records. */
const open = () =>
  createApprovals({
    records,
    clock,
    ids,
    changes: createChanges(),
    policy: usualPolicy,
    urlOf: (id) => `http://localhost/approvals/${id}`,
    secret: async () => secret,
    lookMs: 10,
  })
let { desk, office } = open()
let asker: Asker = { teamId: '', keyId: 'key_agent', keyName: 'agent' }
let approver = { teamId: '', keyId: 'key_person', keyName: 'person', scopes: new Set(['approve']) }

beforeEach(async () => {
  const teamId = ids.next('team')
  await records.db
    .insertInto('teams')
    .values({ id: teamId, name: teamId, budget_nanos: null, created_at: clock.now() })
    .execute()
  asker = { ...asker, teamId }
  approver = { ...approver, teamId }
  ;({ desk, office } = open())
})

const deletion = (over: Partial<Question> = {}): Question => ({
  tool: 'manage_websets',
  operation: 'websets.delete',
  class: 'destroy',
  args: { id: 'webset_1', force: true },
  toolCallId: ids.next('call'),
  conversation: null,
  domains: [],
  results: null,
  estimatedUsd: 0,
  ...over,
})
const fetching = (...domains: string[]) =>
  deletion({ tool: 'exa_fetch', operation: 'exa_fetch', class: 'fetch', domains })

const spending = (estimatedUsd: number) =>
  deletion({ operation: 'websets.create', class: 'spend', estimatedUsd })

async function ask(question: Question) {
  const verdict = await desk.request(asker, question)
  if (verdict.state !== 'pending') throw new Error(`not asked: ${JSON.stringify(verdict)}`)
  return verdict
}
const decide = (id: string, decision: Decision) => office.decide(approver, id, decision, 'rest')
const approve = { decision: 'approve' } as const
async function approveFor(question: Question, remember: Decision['remember']) {
  const { approval } = await ask(question)
  await decide(approval.id, { ...approve, ...(remember && { remember }) })
}
const eventsOf = async () =>
  (await office.audit(asker.teamId, { limit: 100 })).data.map(
    ({ entry }) => (JSON.parse(entry) as { event: string }).event,
  )

describe('a question', () => {
  test('waits, is approved by another key, and lets its call run once', async () => {
    const question = deletion()
    const { approval } = await ask(question)
    expect(approval).toMatchObject({ state: 'pending', rule: 'destroy', operation: 'websets.delete' })
    await decide(approval.id, approve)
    expect(await desk.request(asker, question)).toEqual({
      state: 'allowed',
      rule: 'destroy',
      approvalId: approval.id,
    })
    expect(await desk.request(asker, question)).toEqual({ state: 'used', approvalId: approval.id })
    expect(await eventsOf()).toEqual(['requested', 'approved', 'used'])
  })

  test('is used by one of many who come at once', async () => {
    const question = deletion()
    const { approval } = await ask(question)
    await decide(approval.id, approve)
    const processes = [desk, open().desk, open().desk, desk]
    const verdicts = await Promise.all(processes.map((one) => one.request(asker, question)))
    expect(verdicts.map(({ state }) => state).toSorted()).toEqual(['allowed', 'used', 'used', 'used'])
  })

  test('that was rejected stays so for its call', async () => {
    const question = deletion()
    const { approval } = await ask(question)
    await decide(approval.id, { decision: 'reject', reason: 'still needed' })
    const rejected = { state: 'rejected', reason: 'still needed', retryable: false }
    expect(await desk.request(asker, question)).toMatchObject(rejected)
    await office.setPolicy(approver, { destroy: 'allow' })
    expect(await desk.request(asker, question)).toMatchObject(rejected)
    expect(await desk.request(asker, deletion())).toMatchObject({ state: 'allowed' })
    await expect(decide(approval.id, approve)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('runs out by the clock, before and after it was approved', async () => {
    const [first, second] = [deletion(), deletion()]
    const one = await ask(first)
    elapsedMs += usualPolicy.timeoutMs - 1
    const other = await ask(second)
    await decide(other.approval.id, approve)
    elapsedMs += 1
    expect(await desk.request(asker, first)).toMatchObject({
      state: 'rejected',
      reason: 'approval timed out',
    })
    await expect(decide(one.approval.id, approve)).rejects.toMatchObject({ code: 'conflict' })
    elapsedMs += usualPolicy.timeoutMs
    expect(await desk.request(asker, second)).toMatchObject({ state: 'rejected' })
    expect((await office.get(approver, other.approval.id)).decision).toMatchObject({ by: 'clock' })
  })

  test('holds for its caller, its operation and its arguments, in whatever order those are', async () => {
    const question = deletion()
    const { approval } = await ask(question)
    await decide(approval.id, approve)
    const changed = [{ args: { id: 'webset_2', force: true } }, { operation: 'items.delete' }]
    for (const change of changed)
      await expect(desk.request(asker, { ...question, ...change })).rejects.toMatchObject({
        code: 'conflict',
      })
    const stranger = { ...asker, keyId: 'key_other' }
    expect(await desk.request(stranger, question)).toMatchObject({ state: 'pending' })
    const reordered = { ...question, args: { force: true, id: 'webset_1' } }
    expect(await desk.request(asker, reordered)).toMatchObject({ state: 'allowed' })
  })

  test('cannot be decided by the key that asks, by one without the scope, or by our own work', async () => {
    const { approval } = await ask(deletion())
    const wrong = [
      { ...approver, keyId: asker.keyId },
      { ...approver, scopes: new Set(['read', 'write']) },
      { ...approver, isInternal: true as const },
    ]
    for (const who of wrong)
      await expect(office.decide(who, approval.id, approve, 'rest')).rejects.toMatchObject({
        code: 'forbidden',
      })
    await expect(
      office.decide({ ...approver, teamId: 'team_x' }, approval.id, approve, 'rest'),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await office.get(approver, approval.id)).toMatchObject({ state: 'pending' })
  })

  test('outlives the process that asked, and whoever waits hears of the answer', async () => {
    const question = deletion()
    const { approval } = await ask(question)
    const later = open()
    expect(await later.desk.request(asker, question)).toMatchObject({ state: 'pending' })
    const decided = later.desk.wait(asker, approval.id, AbortSignal.timeout(10_000))
    await decide(approval.id, approve)
    expect(await decided).toMatchObject({ state: 'approved' })
    expect(await later.desk.request(asker, question)).toMatchObject({ state: 'allowed' })
  })

  test('is denied without being asked where the policy says so, also after it was approved', async () => {
    const question = deletion()
    const { approval } = await ask(question)
    await decide(approval.id, approve)
    await office.setPolicy(approver, { destroy: 'deny' })
    expect(await desk.request(asker, question)).toMatchObject({ state: 'rejected', rule: 'destroy' })
    expect(await desk.request(asker, deletion())).toMatchObject({ state: 'rejected', rule: 'destroy' })
  })

  test('is not asked where nobody can be and the policy allows that', async () => {
    expect(await desk.request(asker, deletion(), { unattended: true })).toMatchObject({ state: 'pending' })
    await office.setPolicy(approver, { unavailable: 'allow' })
    expect(await desk.request(asker, deletion(), { unattended: true })).toMatchObject({
      state: 'allowed',
      rule: 'unavailable',
    })
    expect(await desk.request(asker, deletion())).toMatchObject({ state: 'pending' })
  })
})

describe('the answer of a form', () => {
  const accept = { action: 'accept', content: approve } as const
  test.each([
    [accept, { state: 'allowed' }],
    [
      { action: 'accept', content: { decision: 'reject', reason: 'no' } } as const,
      { state: 'rejected', reason: 'no', retryable: false },
    ],
    [{ action: 'decline' } as const, { state: 'rejected', reason: 'declined by user', retryable: false }],
    [{ action: 'cancel' } as const, { state: 'rejected', reason: 'dismissed', retryable: true }],
  ])('%j', async (answer, verdict) => {
    const question = deletion()
    const { requestState } = await ask(question)
    expect(await desk.elicited(asker, question, requestState, answer)).toMatchObject(verdict)
    const again = await desk.elicited(asker, question, requestState, accept)
    expect(again.state).toBe(verdict.state === 'allowed' ? 'used' : 'rejected')
  })

  test('counts only with the state that was given for this very call', async () => {
    const question = deletion()
    const { requestState } = await ask(question)
    const { requestState: ofOther } = await ask(deletion())
    const changed = { ...question, args: { id: 'webset_2' } }
    const forged = `${requestState.slice(0, -2)}${requestState.endsWith('AA') ? 'BB' : 'AA'}`
    const wrong: [Asker, Question, string][] = [
      [asker, changed, requestState],
      [{ ...asker, keyId: 'key_other' }, question, requestState],
      [asker, question, ofOther],
      [asker, question, forged],
      [asker, question, 'nonsense'],
      [asker, question, ''],
    ]
    for (const [who, what, state] of wrong)
      await expect(desk.elicited(who, what, state, accept)).rejects.toMatchObject({ code: 'conflict' })
    elapsedMs += usualPolicy.timeoutMs
    expect(await desk.elicited(asker, question, requestState, accept)).toMatchObject({
      state: 'rejected',
      reason: 'approval timed out',
    })
  })

  test('counts for nothing where only approvers of the server may decide', async () => {
    await office.setPolicy(approver, { elicitation: false })
    const question = deletion()
    const { requestState, mayElicit } = await ask(question)
    expect(mayElicit).toBe(false)
    await expect(desk.elicited(asker, question, requestState, accept)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('what is remembered', () => {
  test('covers the conversation, until it is revoked', async () => {
    await approveFor(deletion({ conversation: 'one' }), 'conversation')
    expect(await desk.request(asker, deletion({ conversation: 'one' }))).toMatchObject({ state: 'allowed' })
    expect(await desk.request(asker, deletion({ conversation: 'two' }))).toMatchObject({ state: 'pending' })
    expect(await desk.request(asker, deletion())).toMatchObject({ state: 'pending' })
    const { data } = await office.grants(asker.teamId, { limit: 10 })
    expect(data).toMatchObject([{ scope: 'conversation', operation: 'websets.delete' }])
    await office.revoke(approver, data[0]?.id ?? '')
    expect(await desk.request(asker, deletion({ conversation: 'one' }))).toMatchObject({ state: 'pending' })
  })

  test('covers the domains that were fetched, and their subdomains', async () => {
    await approveFor(fetching('a.example', 'b.example'), 'domain')
    expect(await desk.request(asker, fetching('www.a.example', 'b.example'))).toMatchObject({
      state: 'allowed',
    })
    expect(await desk.request(asker, fetching('a.example', 'c.example'))).toMatchObject({ state: 'pending' })
  })

  test('covers the key, for the same operation and no more money', async () => {
    await office.setPolicy(approver, { spend: 'ask' })
    await approveFor(spending(2), 'key')
    expect(await desk.request(asker, spending(2))).toMatchObject({ state: 'allowed' })
    expect(await desk.request(asker, spending(2.1))).toMatchObject({ state: 'pending' })
    expect(await desk.request(asker, deletion())).toMatchObject({ state: 'pending' })
    expect(await desk.request({ ...asker, keyId: 'key_other' }, spending(2))).toMatchObject({
      state: 'pending',
    })
  })

  test('is no more than can be', async () => {
    const { approval } = await ask(deletion())
    for (const remember of ['domain', 'conversation'] as const)
      await expect(decide(approval.id, { ...approve, remember })).rejects.toMatchObject({
        code: 'invalid_request',
      })
    await office.setPolicy(approver, { remember: 'domain' })
    expect((await decide(approval.id, approve)).decision).toMatchObject({ remember: 'once' })
  })
})

describe('money', () => {
  test('is spent below the budget of a day, whoever allowed it', async () => {
    await office.setPolicy(approver, { budgetUsd: 5, dailyBudgetUsd: 8 })
    const states = await Promise.all([4, 4, 4].map((usd) => desk.request(asker, spending(usd))))
    expect(states.map(({ state }) => state).toSorted()).toEqual(['allowed', 'allowed', 'pending'])
    elapsedMs += 86_400_000
    const large = spending(6)
    const { approval } = await ask(large)
    await decide(approval.id, approve)
    expect(await desk.request(asker, large)).toMatchObject({ state: 'allowed' })
    expect(await desk.request(asker, spending(3))).toMatchObject({ state: 'pending' })
    expect(await desk.request(asker, spending(2))).toMatchObject({ state: 'allowed' })
  })
})
