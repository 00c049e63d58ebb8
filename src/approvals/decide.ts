import type { Decision } from '../contract/approvals.ts'
import type { Ids } from '../ports/ids.ts'
import { factsOf, type Entry, type Row, type WrittenDecision } from './approval-book.ts'
import { remember, rememberedScope } from './grants.ts'

export interface Deciding extends Pick<WrittenDecision, 'by' | 'keyId' | 'keyName' | 'channel'> {
  readonly decision: Decision
  readonly retryable?: boolean
}

/** Writes a decision on what is pending; false when it is not any more. What was approved has as long to be used. */
export async function decide(entry: Entry, ids: Ids, row: Row, deciding: Deciding): Promise<boolean> {
  const { decision, retryable = false, by, keyId, keyName, channel } = deciding
  const approves = decision.decision === 'approve'
  const scope = approves ? rememberedScope(row, decision.remember, entry.policy.remember) : 'once'
  const moved = await entry.move(row.id, 'pending', {
    state: approves ? 'approved' : 'rejected',
    ...(approves && { expires_at: new Date(entry.now.getTime() + entry.policy.timeoutMs) }),
    decision: {
      by,
      keyId,
      keyName,
      channel,
      reason: decision.reason?.trim() || (approves ? 'approved' : 'rejected'),
      remember: scope,
      retryable,
      decidedAt: entry.now.toISOString(),
    },
  })
  if (!moved) return false
  const who = keyId ?? by
  await entry.log({
    event: approves ? 'approved' : 'rejected',
    by: who,
    details: { ...factsOf(row), decider: by, channel, reason: decision.reason ?? '', remember: scope },
  })
  await remember(entry, ids, row, scope, who)
  return true
}
