import type { Verdict } from '../contract/approvals.ts'
import { AppError } from '../contract/errors.ts'
import type { Ids } from '../ports/ids.ts'
import { decisionOf, factsOf, type Entry, type Row, type WrittenDecision } from './approval-book.ts'
import type { Circumstances } from './desk.ts'
import { coveringGrant } from './grants.ts'
import { hashOf, type Asker, type Question } from './question.ts'
import { rule } from './rule.ts'
import { noteSpending, spentToday } from './spending.ts'

/** A verdict, before it is made ready to be sent. */
export type Outcome =
  | Exclude<Verdict, { state: 'pending' }>
  | { state: 'pending'; row: Row; mayElicit: boolean }

/** What was asked under this call id before. */
export async function findCall(
  { tx, teamId }: Entry,
  asker: Asker,
  question: Question,
): Promise<Row | undefined> {
  const row = await tx
    .selectFrom('approvals')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('key_id', '=', asker.keyId)
    .where('tool_call_id', '=', question.toolCallId)
    .executeTakeFirst()
  const { tool, operation, args } = question
  if (row && (row.tool !== tool || row.operation !== operation || row.args_hash !== hashOf(args)))
    throw new AppError('conflict', `The call ${question.toolCallId} was asked for with other arguments.`, {
      reason: 'ARGUMENTS_CHANGED',
      details: { field: 'tool_call_id', got: question.toolCallId },
    })
  return row
}

/** What came of a question so far. One that was approved is used up here, by whoever comes first. */
export async function settle(entry: Entry, asker: Asker, question: Question, row: Row): Promise<Outcome> {
  if (row.state === 'pending') return { state: 'pending', row, mayElicit: entry.policy.elicitation }
  if (row.state === 'used') return { state: 'used', approvalId: row.id }
  if (row.state === 'rejected') {
    const { reason, retryable } = decisionOf(row)
    return { state: 'rejected', rule: row.rule, approvalId: row.id, reason, retryable }
  }
  // What has come to be denied since is denied, whoever approved it before.
  const { ruling, rule: name } = rule(entry.policy, asker, question, 0)
  if (ruling === 'deny') {
    await entry.move(row.id, 'approved', { state: 'rejected', decision: deniedBy(name, entry.now) })
    await entry.log({ event: 'denied', by: 'policy', details: { ...factsOf(row), rule: name } })
    return { state: 'rejected', rule: name, approvalId: row.id, reason: reasonOf(name), retryable: false }
  }
  if (!(await entry.move(row.id, 'approved', { state: 'used', used_at: entry.now })))
    return { state: 'used', approvalId: row.id }
  await entry.log({ event: 'used', by: asker.keyId, details: factsOf(row) })
  await noteSpending(entry, asker, row.estimated_usd)
  return { state: 'allowed', rule: row.rule, approvalId: row.id }
}

/** The policy's word on a call that nobody has asked for yet. */
export async function ask(
  entry: Entry,
  ids: Ids,
  asker: Asker,
  question: Question,
  { unattended = false }: Circumstances,
): Promise<Outcome> {
  const spentUsd = await spentToday(entry, asker)
  const { ruling, rule: name } = rule(entry.policy, asker, question, spentUsd)
  if (ruling === 'allow') return allow(entry, asker, question, name)
  if (ruling === 'ask') {
    const grant = await coveringGrant(entry, asker, question)
    if (grant) return allow(entry, asker, question, `remembered.${grant}`)
    if (unattended && entry.policy.unavailable === 'allow')
      return allow(entry, asker, question, 'unavailable')
  }
  const denied = ruling === 'deny'
  const row = rowOf(entry, asker, question, name)
  await entry.insert({
    ...row,
    id: ids.next('approval'),
    state: denied ? 'rejected' : 'pending',
    decision: denied ? deniedBy(name, entry.now) : null,
  })
  const made = await findCall(entry, asker, question)
  if (!made) throw new Error('an approval was written and is not there')
  await entry.log({ event: denied ? 'denied' : 'requested', by: asker.keyId, details: factsOf(made) })
  return settle(entry, asker, question, made)
}

async function allow(entry: Entry, asker: Asker, question: Question, name: string): Promise<Outcome> {
  const { tool, operation, args, toolCallId } = question
  await entry.log({
    event: 'allowed',
    by: asker.keyId,
    details: { key: asker.keyId, tool, operation, argsHash: hashOf(args), toolCallId, rule: name },
  })
  await noteSpending(entry, asker, question.estimatedUsd)
  return { state: 'allowed', rule: name, approvalId: null }
}

const reasonOf = (name: string): string => `the policy denies it (${name})`

const deniedBy = (name: string, now: Date): WrittenDecision => ({
  by: 'policy',
  keyId: null,
  keyName: null,
  channel: 'policy',
  reason: reasonOf(name),
  remember: 'once',
  retryable: false,
  decidedAt: now.toISOString(),
})

const rowOf = ({ now, policy }: Entry, asker: Asker, question: Question, name: string) => ({
  key_id: asker.keyId,
  key_name: asker.keyName ?? asker.keyId,
  tool: question.tool,
  operation: question.operation,
  class: question.class,
  args: question.args,
  args_hash: hashOf(question.args),
  tool_call_id: question.toolCallId,
  conversation: question.conversation,
  domains: [...question.domains],
  results: question.results,
  estimated_usd: question.estimatedUsd,
  rule: name,
  created_at: now,
  expires_at: new Date(now.getTime() + policy.timeoutMs),
  used_at: null,
})
