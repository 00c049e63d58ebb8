import { AppError } from '../contract/errors.ts'
import { pageFrom } from '../contract/pagination.ts'
import type { Approval, ApprovalGrant, AuditLine } from '../contract/approvals.ts'
import { written, type ApprovalBook, type Row } from './approval-book.ts'
import { readAudit, verifyLines } from './audit.ts'
import { decide } from './decide.ts'
import type { ApprovalOffice, Approver, Viewer } from './desk.ts'
import { presentGrant } from './grants.ts'
import type { ApprovalNeeds } from './stored-desk.ts'

const auditBatch = 1000

export function createStoredOffice(
  { ids, clock, lookMs = 1000 }: ApprovalNeeds,
  book: ApprovalBook,
  over: AbortSignal,
): ApprovalOffice {
  const { db } = book
  const seenBy = ({ teamId, onlyKeyId }: Viewer) =>
    db
      .selectFrom('approvals')
      .selectAll()
      .where('team_id', '=', teamId)
      .$if(onlyKeyId !== undefined, (query) => query.where('key_id', '=', onlyKeyId ?? ''))

  async function get(viewer: Viewer, id: string): Promise<Approval> {
    await book.settleOverdue(viewer.teamId)
    const row = await seenBy(viewer).where('id', '=', id).executeTakeFirst()
    if (!row) throw noSuchApproval(id)
    return book.present(row)
  }

  return {
    get,
    async list(viewer, { state, cursor, limit }) {
      await book.settleOverdue(viewer.teamId)
      const rows = await seenBy(viewer)
        .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
        .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, book.present)
    },

    async ofCall(viewer, tool, toolCallId) {
      await book.settleOverdue(viewer.teamId)
      const rows = await seenBy(viewer)
        .where('tool', '=', tool)
        .where('tool_call_id', '=', toolCallId)
        .execute()
      return rows.map(book.present)
    },

    async *follow(viewer, left) {
      const signal = AbortSignal.any([left, over])
      await book.settleOverdue(viewer.teamId)
      let seen = await lastRevision(viewer.teamId)
      const open = seenBy(viewer).where('state', '=', 'pending').where('revision', '<=', seen)
      for (const row of await open.orderBy('revision').execute()) yield book.present(row)
      while (!signal.aborted) {
        const next = book.changes.next(viewer.teamId, lookMs, signal)
        await book.settleOverdue(viewer.teamId)
        const rows: Row[] = await seenBy(viewer).where('revision', '>', seen).orderBy('revision').execute()
        for (const row of rows) yield book.present(row)
        seen = rows.at(-1)?.revision ?? seen
        if (rows.length === 0) await next
      }
    },

    async decide(approver, id, decision, channel) {
      mayApprove(approver)
      await book.inTeam(approver.teamId, async (entry) => {
        const row = await entry.find(id)
        if (!row) throw noSuchApproval(id)
        if (row.key_id === approver.keyId)
          throw new AppError('forbidden', 'The key that asks cannot decide: use another one.', {
            reason: 'OWN_QUESTION',
          })
        const { keyId, keyName } = approver
        const decided =
          row.state === 'pending' &&
          (await decide(entry, ids, row, { by: 'key', keyId, keyName, channel, decision }))
        if (!decided) throw decidedAlready(book.present(row))
      })
      return get({ teamId: approver.teamId }, id)
    },

    policy: (teamId) => book.policyOf(teamId),
    async setPolicy(approver, changes) {
      mayApprove(approver)
      await book.inTeam(approver.teamId, async (entry) => {
        const row = { team_id: approver.teamId, changes: written(changes) }
        await entry.tx
          .insertInto('approval_policies')
          .values(row)
          .onConflict((conflict) => conflict.column('team_id').doUpdateSet({ changes: row.changes }))
          .execute()
        await entry.log({ event: 'policy', by: approver.keyId, details: { changes } })
      })
      return book.policyOf(approver.teamId)
    },

    async grants(teamId, { cursor, limit }) {
      const rows = await db
        .selectFrom('approval_grants')
        .selectAll()
        .where('team_id', '=', teamId)
        .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, presentGrant)
    },
    async revoke(approver, id): Promise<ApprovalGrant> {
      mayApprove(approver)
      return book.inTeam(approver.teamId, async (entry) => {
        const { tx, teamId } = entry
        const revoked = await tx
          .updateTable('approval_grants')
          .set({ revoked_at: clock.now() })
          .where('team_id', '=', teamId)
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (revoked) await entry.log({ event: 'revoked', by: approver.keyId, details: { grant: id } })
        const row = await tx
          .selectFrom('approval_grants')
          .selectAll()
          .where('team_id', '=', teamId)
          .where('id', '=', id)
          .executeTakeFirst()
        if (!row) throw new AppError('not_found', `There is no grant ${id}.`)
        return presentGrant(row)
      })
    },

    async audit(teamId, { cursor, limit }) {
      const lines = await readAudit(db, teamId, Number(cursor ?? 0) || 0, limit + 1)
      const data = lines.slice(0, limit)
      const hasMore = lines.length > limit
      return { data, hasMore, nextCursor: hasMore ? String(data.at(-1)?.number) : null }
    },
    verifyAudit: (teamId) => verifyLines(wholeAudit(teamId)),
  }

  async function* wholeAudit(teamId: string): AsyncGenerator<AuditLine> {
    for (let after = 0; ;) {
      const lines = await readAudit(db, teamId, after, auditBatch)
      yield* lines
      const last = lines.at(-1)
      if (!last || lines.length < auditBatch) return
      after = last.number
    }
  }

  async function lastRevision(teamId: string): Promise<number> {
    const row = await db
      .selectFrom('approvals')
      .select((column) => column.fn.max('revision').as('last'))
      .where('team_id', '=', teamId)
      .executeTakeFirst()
    return row?.last ?? 0
  }
}

function mayApprove({ scopes, isInternal }: Approver): void {
  if (scopes.has('approve') && !isInternal) return
  throw new AppError('forbidden', 'This key lacks the scope "approve".', {
    reason: 'MISSING_SCOPE',
    details: { scope: 'approve' },
  })
}

const noSuchApproval = (id: string) => new AppError('not_found', `There is no approval ${id}.`)

const decidedAlready = ({ id, state, decision }: Approval) =>
  new AppError('conflict', `${id} is ${state} already${decision ? `: ${decision.reason}` : ''}.`, {
    reason: 'ALREADY_DECIDED',
  })
