import { randomBytes } from 'node:crypto'
import { createIds } from '../../src/adapters/system/clock-and-ids.ts'
import { createApprovals } from '../../src/approvals/index.ts'
import { createChanges } from '../../src/concurrency/index.ts'
import { usualPolicy } from './approval-policy.ts'
import { testDatabase } from './database.ts'

export type ApprovalWorld = Awaited<ReturnType<typeof approvalWorld>>

/** Approvals on a database of their own, in as many processes as wanted, at a time that passes as it is told. */
export async function approvalWorld() {
  const { records } = await testDatabase()
  const ids = createIds()
  const secret = randomBytes(32)
  let elapsedMs = 0
  const clock = { now: () => new Date(Date.parse('2026-01-01T00:00:00Z') + elapsedMs) }
  return {
    records,
    ids,
    clock,
    pass: (ms: number): void => void (elapsedMs += ms),
    /** A process of its own on the same records. */
    open: () =>
      createApprovals({
        records,
        clock,
        ids,
        changes: createChanges(),
        policy: usualPolicy,
        urlOf: (id) => `http://localhost/approvals/${id}`,
        secret: async () => secret,
        lookMs: 10,
      }),
    /** A team with one key that asks and one that decides. */
    async addTeam() {
      const teamId = ids.next('team')
      await records.db
        .insertInto('teams')
        .values({ id: teamId, name: teamId, budget_nanos: null, created_at: clock.now() })
        .execute()
      return {
        asker: { teamId, keyId: 'key_agent', keyName: 'agent' },
        approver: { teamId, keyId: 'key_person', keyName: 'person', scopes: new Set(['approve']) },
      }
    },
  }
}
