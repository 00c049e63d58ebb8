import type { ElicitedAnswer, Verdict } from '../contract/approvals.ts'
import { AppError } from '../contract/errors.ts'
import { createApprovalBook, type ApprovalBook, type BookNeeds } from './approval-book.ts'
import { ask, findCall, settle, type Outcome } from './call-course.ts'
import { decide, type Deciding } from './decide.ts'
import type { ApprovalDesk, ApprovalOffice } from './desk.ts'
import type { Asker, Question } from './question.ts'
import { createRequestStates } from './request-state.ts'
import { createStoredOffice } from './stored-office.ts'

export interface ApprovalNeeds extends BookNeeds {
  /** What request states are signed with; the same in every process on these records. */
  readonly secret: () => Promise<Buffer>
  /** How often one who waits looks whether another process has decided. */
  readonly lookMs?: number
}

export interface Approvals {
  readonly desk: ApprovalDesk
  readonly office: ApprovalOffice
  /** Ends those who follow: a server that stops need not wait for them. */
  endFeeds(): void
}

/** Approvals in PostgreSQL: both sides of the desk. */
export function createApprovals(needs: ApprovalNeeds): Approvals {
  const book = createApprovalBook(needs)
  const over = new AbortController()
  return {
    desk: createStoredDesk(needs, book),
    office: createStoredOffice(needs, book, over.signal),
    endFeeds: () => over.abort(),
  }
}

function createStoredDesk(
  { ids, clock, secret, lookMs = 1000 }: ApprovalNeeds,
  book: ApprovalBook,
): ApprovalDesk {
  const states = createRequestStates({ clock, secret })

  return {
    async request(asker, question, circumstances = {}) {
      const outcome = await book.inTeam(asker.teamId, async (entry) => {
        const known = await findCall(entry, asker, question)
        return known ? settle(entry, asker, question, known) : ask(entry, ids, asker, question, circumstances)
      })
      return toVerdict(asker, question, outcome)
    },

    async elicited(asker, question, requestState, answer) {
      const opened = await states.open(requestState, asker, question)
      if (!opened) throw notForThisCall()
      const outcome = await book.inTeam(asker.teamId, async (entry) => {
        if (!entry.policy.elicitation)
          throw new AppError('forbidden', 'The policy wants an approver of this server to decide.')
        const known = await findCall(entry, asker, question)
        if (!known || known.id !== opened.approval) throw notForThisCall()
        if (known.state === 'pending' && !opened.isOver)
          await decide(entry, ids, known, decidingOf(asker, answer))
        return settle(entry, asker, question, (await entry.find(known.id)) ?? known)
      })
      return toVerdict(asker, question, outcome)
    },

    async wait({ teamId, keyId }, id, signal) {
      for (;;) {
        await book.settleOverdue(teamId)
        const row = await book.db
          .selectFrom('approvals')
          .selectAll()
          .where('team_id', '=', teamId)
          .where('key_id', '=', keyId)
          .where('id', '=', id)
          .executeTakeFirst()
        if (!row) throw new AppError('not_found', `There is no approval ${id}.`)
        if (row.state !== 'pending') return book.present(row)
        signal.throwIfAborted()
        await book.changes.next(id, lookMs, signal)
        signal.throwIfAborted()
      }
    },
  }

  async function toVerdict(asker: Asker, question: Question, outcome: Outcome): Promise<Verdict> {
    if (outcome.state !== 'pending') return outcome
    const { row, mayElicit } = outcome
    const requestState = await states.seal(asker, question, row.id, row.expires_at)
    return { state: 'pending', approval: book.present(row), requestState, mayElicit }
  }
}

/** Whoever sits before the asking program answered its form; the key is the one that asked. */
function decidingOf({ keyId, keyName }: Asker, answer: ElicitedAnswer): Deciding {
  const who = { by: 'elicitation', keyId, keyName: keyName ?? keyId, channel: 'mcp' } as const
  if (answer.action === 'accept') return { ...who, decision: answer.content }
  const dismissed = answer.action === 'cancel'
  const reason = dismissed ? 'dismissed' : 'declined by user'
  return { ...who, decision: { decision: 'reject', reason }, retryable: dismissed }
}

const notForThisCall = () =>
  new AppError(
    'conflict',
    'The answer does not belong to this call: its arguments or its caller are others.',
    {
      reason: 'INVALID_REQUEST_STATE',
    },
  )
