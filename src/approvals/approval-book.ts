import { sql, type Selectable } from 'kysely'
import type { Changes } from '../concurrency/index.ts'
import {
  Approval,
  type ApprovalPolicy,
  SetApprovalPolicyRequest,
  type TeamApprovalPolicy,
} from '../contract/approvals.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { appendAudit, type Happening } from './audit.ts'

export type Row = Selectable<Tables['approvals']>
export type WrittenDecision = NonNullable<Approval['decision']>

export interface BookNeeds {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly changes: Changes
  /** The settings of the server, which teams may set differently. */
  readonly policy: ApprovalPolicy
  /** Where a person can decide about an approval. */
  readonly urlOf: (id: string) => string
}

/** What happens to the approvals of one team, in one transaction that no other of this team's overlaps. */
export interface Entry {
  readonly tx: Tx
  readonly now: Date
  readonly teamId: string
  readonly policy: ApprovalPolicy
  insert(row: Omit<Row, 'team_id' | 'revision' | 'decision' | 'args'> & Written): Promise<void>
  /** False when it is no longer in that state. */
  move(
    id: string,
    from: Row['state'],
    to: Partial<Pick<Row, 'state' | 'expires_at' | 'used_at'>> & Decided,
  ): Promise<boolean>
  find(id: string): Promise<Row | undefined>
  log(happening: Omit<Happening, 'at'>): Promise<void>
}

interface Written {
  readonly args: Row['args']
  readonly decision: WrittenDecision | null
}
interface Decided {
  readonly decision?: WrittenDecision
}

export type ApprovalBook = ReturnType<typeof createApprovalBook>

/** The approvals as they are kept: what is overdue is rejected before anything else happens. */
export function createApprovalBook({ records, clock, changes, policy: settings, urlOf }: BookNeeds) {
  const { db } = records

  async function policyOf(teamId: string, from: Pick<Tx, 'selectFrom'> = db): Promise<TeamApprovalPolicy> {
    const row = await from
      .selectFrom('approval_policies')
      .select('changes')
      .where('team_id', '=', teamId)
      .executeTakeFirst()
    const set = SetApprovalPolicyRequest.parse(row?.changes ?? {})
    return { object: 'approval_policy', policy: { ...settings, ...set }, changes: set }
  }

  async function inTeam<T>(teamId: string, work: (entry: Entry) => Promise<T>): Promise<T> {
    const changed = new Set<string>()
    const result = await records.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`approvals ${teamId}`}, 0))`.execute(tx)
      const { policy } = await policyOf(teamId, tx)
      const entry = openEntry(tx, teamId, policy, (id) => void changed.add(id))
      await expire(entry)
      return work(entry)
    })
    for (const id of changed) changes.tell(id)
    if (changed.size > 0) changes.tell(teamId)
    return result
  }

  function openEntry(tx: Tx, teamId: string, policy: ApprovalPolicy, touched: (id: string) => void): Entry {
    const now = clock.now()
    const revision = sql<number>`coalesce((select max(revision) from approvals where team_id = ${teamId}), 0) + 1`
    return {
      tx,
      now,
      teamId,
      policy,
      async insert({ args, decision, ...row }) {
        touched(row.id)
        await tx
          .insertInto('approvals')
          .values({
            ...row,
            team_id: teamId,
            args: written(args),
            decision: decision && written(decision),
            revision,
          })
          .execute()
      },
      async move(id, from, { decision, ...to }) {
        const { numUpdatedRows } = await tx
          .updateTable('approvals')
          .set({ ...to, ...(decision && { decision: written(decision) }), revision })
          .where('team_id', '=', teamId)
          .where('id', '=', id)
          .where('state', '=', from)
          .$if(to.state !== 'rejected', (query) => query.where('expires_at', '>', now))
          .executeTakeFirst()
        if (numUpdatedRows > 0n) touched(id)
        return numUpdatedRows > 0n
      },
      find: (id) =>
        tx
          .selectFrom('approvals')
          .selectAll()
          .where('team_id', '=', teamId)
          .where('id', '=', id)
          .executeTakeFirst(),
      log: (happening) => appendAudit(tx, teamId, { ...happening, at: now }),
    }
  }

  return {
    db,
    changes,
    policyOf,
    inTeam,
    /** Makes what was overdue look so, for those who only read. */
    async settleOverdue(teamId: string): Promise<void> {
      const one = await overdue(db, teamId, clock.now()).limit(1).executeTakeFirst()
      if (one) await inTeam(teamId, async () => {})
    },
    present: (row: Row): Approval =>
      Approval.parse({
        id: row.id,
        object: 'approval',
        keyId: row.key_id,
        keyName: row.key_name,
        tool: row.tool,
        operation: row.operation,
        class: row.class,
        args: row.args,
        argsHash: row.args_hash,
        toolCallId: row.tool_call_id,
        conversation: row.conversation,
        domains: row.domains,
        results: row.results,
        estimatedUsd: row.estimated_usd,
        state: row.state,
        rule: row.rule,
        decision: row.decision,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        usedAt: row.used_at?.toISOString() ?? null,
        url: urlOf(row.id),
      }),
  }
}

const overdue = (from: Pick<Tx, 'selectFrom'>, teamId: string, now: Date) =>
  from
    .selectFrom('approvals')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('state', 'in', ['pending', 'approved'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')

const timedOut = 'approval timed out'

/** Nobody decided in time, or nobody used the decision in time. */
async function expire(entry: Entry): Promise<void> {
  for (const row of await overdue(entry.tx, entry.teamId, entry.now).execute()) {
    const decision: WrittenDecision = {
      by: 'clock',
      keyId: null,
      keyName: null,
      channel: 'clock',
      reason: timedOut,
      remember: 'once',
      retryable: true,
      decidedAt: row.expires_at.toISOString(),
    }
    await entry.move(row.id, row.state, { state: 'rejected', decision })
    await entry.log({ event: 'expired', by: 'clock', details: { ...factsOf(row), was: row.state } })
  }
}

/** What was decided about one that is no longer pending. */
export const decisionOf = (row: Row): WrittenDecision => row.decision as unknown as WrittenDecision // written by this folder alone

/** What the log says of an approval: enough to tell what was allowed, without the arguments themselves. */
export const factsOf = (
  row: Pick<Row, 'id' | 'key_id' | 'tool' | 'operation' | 'args_hash' | 'tool_call_id' | 'rule'>,
) => ({
  approval: row.id,
  key: row.key_id,
  tool: row.tool,
  operation: row.operation,
  argsHash: row.args_hash,
  toolCallId: row.tool_call_id,
  rule: row.rule,
})

/** PostgreSQL takes every character but this one. */
export const written = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\u0000', '') : inner,
  )
