import type {
  Approval,
  ApprovalGrant,
  AuditLine,
  AuditReport,
  Decision,
  ElicitedAnswer,
  PolicyChanges,
  TeamApprovalPolicy,
  Verdict,
} from '../contract/approvals.ts'
import type { ListApprovalsRequest } from '../contract/approvals.ts'
import type { PageQuery } from '../contract/pagination.ts'
import type { Asker, Question } from './question.ts'

/**
 * Where calls are allowed: the asking side, in this process or over HTTP. Nothing that the policy wants to be asked
 * about runs unless `request` or `elicited` answered `allowed`, and each `allowed` is good for one run: the approval
 * behind it was used up by that very answer.
 */
export interface ApprovalDesk {
  /**
   * What the policy says of a call or, if it asks, what was decided. Durable before it answers. To be called again with
   * the same question once a pending one was decided. Rejects with `conflict` when the call id stands for other
   * arguments or another operation.
   */
  request(asker: Asker, question: Question, circumstances?: Circumstances): Promise<Verdict>
  /**
   * The answer of a form that the asking program showed. Rejects with `conflict` when the state is not one that was
   * given to this caller for this very call, or is too old. What was decided elsewhere meanwhile stands.
   */
  elicited(asker: Asker, question: Question, requestState: string, answer: ElicitedAnswer): Promise<Verdict>
  /** Resolves when the approval is no longer pending: decided, or timed out. Rejects with `not_found`, or when aborted. */
  wait(asker: Asker, id: string, signal: AbortSignal): Promise<Approval>
}

export interface Circumstances {
  /** Nobody can be asked over the connection that the call came by. */
  readonly unattended?: boolean
}

/** Who decides. Needs the scope `approve`. */
export interface Approver {
  readonly teamId: string
  readonly keyId: string
  readonly keyName: string
  readonly scopes: ReadonlySet<string>
  /** Our own work on the caller's behalf, which never approves. */
  readonly isInternal?: true
}

/** Whose approvals are looked at: the whole team's or, if so said, those that one key asks for. */
export interface Viewer {
  readonly teamId: string
  readonly onlyKeyId?: string | undefined
}

export interface Page<T> {
  readonly data: T[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

/** The approver's side, only where the records are. */
export interface ApprovalOffice {
  /** Rejects with `not_found`. */
  get(viewer: Viewer, id: string): Promise<Approval>
  /** The newest first. */
  list(viewer: Viewer, query: ListApprovalsRequest): Promise<Page<Approval>>
  /** What was asked under an id that callers chose: one approval at most for each key. */
  ofCall(viewer: Viewer, tool: string, toolCallId: string): Promise<Approval[]>
  /** What is pending, then every change, until aborted. */
  follow(viewer: Viewer, signal: AbortSignal): AsyncIterable<Approval>
  /**
   * Rejects with `forbidden` without the scope, for the key that asks, and for our own work on anybody's behalf; with
   * `conflict` when it was decided before or has timed out; with `not_found`.
   */
  decide(approver: Approver, id: string, decision: Decision, channel: string): Promise<Approval>
  policy(teamId: string): Promise<TeamApprovalPolicy>
  /** Replaces what the team set. */
  setPolicy(approver: Approver, changes: PolicyChanges): Promise<TeamApprovalPolicy>
  grants(teamId: string, page: PageQuery): Promise<Page<ApprovalGrant>>
  /** Idempotent. Rejects with `not_found`. */
  revoke(approver: Approver, id: string): Promise<ApprovalGrant>
  /** The log from the beginning. */
  audit(teamId: string, page: PageQuery): Promise<Page<AuditLine>>
  verifyAudit(teamId: string): Promise<AuditReport>
}
