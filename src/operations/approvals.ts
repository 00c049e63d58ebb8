import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ApprovalDesk, ApprovalOffice, Approver, Viewer } from '../approvals/index.ts'
import {
  Approval,
  ApprovalEvent,
  ApprovalGrant,
  ApprovalId,
  ApprovalList,
  AuditList,
  AuditReport,
  DecideApprovalRequest,
  GrantList,
  ListApprovalsRequest,
  ListAuditRequest,
  ListGrantsRequest,
  RequestApprovalRequest,
  SetApprovalPolicyRequest,
  TeamApprovalPolicy,
  Verdict,
} from '../contract/approvals.ts'
import { Download } from '../contract/exports.ts'
import { operation, type OperationContext } from './operation.ts'

export interface ApprovalAccess {
  readonly desk: ApprovalDesk
  readonly office: ApprovalOffice
}

const approverOf = ({ caller }: OperationContext): Approver => caller

/** Whoever may approve sees what every key asks for; others see what they ask for themselves. */
const viewerOf = ({ caller: { teamId, keyId, scopes } }: OperationContext): Viewer => ({
  teamId,
  ...(!scopes.has('approve') && { onlyKeyId: keyId }),
})

const rest = { limitClass: 'other' } as const

export const requestApproval = operation({
  name: 'approvals.request',
  summary: 'Ask whether a call of a tool may run, or bring the answer that somebody gave.',
  scope: 'write',
  ...rest,
  input: RequestApprovalRequest,
  output: Verdict,
  run: ({ services, caller }, { question, unattended, elicited }) =>
    elicited
      ? services.approvals.desk.elicited(caller, question, elicited.requestState, elicited.answer)
      : services.approvals.desk.request(caller, question, { unattended }),
})

export const listApprovals = operation({
  name: 'approvals.list',
  summary: 'List questions, the newest first. Keys without the scope `approve` see their own.',
  scope: 'read',
  ...rest,
  input: ListApprovalsRequest,
  output: ApprovalList,
  run: (context, query) => context.services.approvals.office.list(viewerOf(context), query),
})

export const getApproval = operation({
  name: 'approvals.get',
  summary: 'Look at a question and what was decided.',
  scope: 'read',
  ...rest,
  input: ApprovalId,
  output: Approval,
  run: (context, { id }) => context.services.approvals.office.get(viewerOf(context), id),
})

export const decideApproval = operation({
  name: 'approvals.decide',
  summary: 'Approve or reject what another key asks for.',
  scope: 'approve',
  ...rest,
  input: DecideApprovalRequest,
  output: Approval,
  run: (context, { id, channel, ...decision }) =>
    context.services.approvals.office.decide(approverOf(context), id, decision, channel),
})

export const followApprovals = operation({
  name: 'approvals.follow',
  summary: 'Follow questions as they come and are decided, beginning with those that are pending.',
  scope: 'approve',
  ...rest,
  input: z.strictObject({}),
  output: z.never(),
  stream: {
    event: ApprovalEvent,
    failure: ({ code, message }, requestId) => ({
      type: 'error' as const,
      approval: null,
      error: { code, message, requestId },
    }),
    frame: ({ type }) => ({ name: type, id: null }),
  },
  run: async (context) => follow(context),
})

async function* follow(context: OperationContext): AsyncGenerator<z.input<typeof ApprovalEvent>> {
  const { services, signal } = context
  // Where nothing is pending, a stream that has begun is told from one that has not.
  yield { type: 'feed.opened', approval: null, error: null }
  for await (const approval of services.approvals.office.follow(viewerOf(context), signal)) {
    const type = approval.state === 'pending' ? 'approval.requested' : 'approval.changed'
    yield { type, approval, error: null }
  }
}

export const getApprovalPolicy = operation({
  name: 'approvals.policy.get',
  summary: 'Show what is allowed, asked about and denied.',
  scope: 'read',
  ...rest,
  input: z.strictObject({}),
  output: TeamApprovalPolicy,
  run: ({ services, caller }) => services.approvals.office.policy(caller.teamId),
})

export const setApprovalPolicy = operation({
  name: 'approvals.policy.set',
  summary:
    "Set what the team wants differently from the server's settings; this replaces what was set before.",
  scope: 'approve',
  ...rest,
  input: SetApprovalPolicyRequest,
  output: TeamApprovalPolicy,
  run: (context, changes) => context.services.approvals.office.setPolicy(approverOf(context), changes),
})

export const listGrants = operation({
  name: 'approvals.grants.list',
  summary: 'List approvals that are remembered, the newest first.',
  scope: 'approve',
  ...rest,
  input: ListGrantsRequest,
  output: GrantList,
  run: ({ services, caller }, page) => services.approvals.office.grants(caller.teamId, page),
})

export const revokeGrant = operation({
  name: 'approvals.grants.revoke',
  summary: 'Forget an approval that is remembered: it is asked about again.',
  scope: 'approve',
  ...rest,
  input: ApprovalId,
  output: ApprovalGrant,
  run: (context, { id }) => context.services.approvals.office.revoke(approverOf(context), id),
})

export const listAudit = operation({
  name: 'approvals.audit.list',
  summary: 'Read the log of what was asked and decided, from its beginning.',
  scope: 'approve',
  ...rest,
  input: ListAuditRequest,
  output: AuditList,
  run: ({ services, caller }, page) => services.approvals.office.audit(caller.teamId, page),
})

export const verifyAudit = operation({
  name: 'approvals.audit.verify',
  summary: 'Check that no entry of the log was changed, removed or put in between.',
  scope: 'approve',
  ...rest,
  input: z.strictObject({}),
  output: AuditReport,
  run: ({ services, caller }) => services.approvals.office.verifyAudit(caller.teamId),
})

export const exportAudit = operation({
  name: 'approvals.audit.export',
  summary: 'Download the log, one line of JSON for each entry.',
  scope: 'approve',
  ...rest,
  input: z.strictObject({}),
  output: Download,
  answersFile: true,
  async run({ services, caller }) {
    const lines: string[] = []
    for (let cursor: string | undefined; ;) {
      const { data, nextCursor } = await services.approvals.office.audit(caller.teamId, {
        limit: 1000,
        cursor,
      })
      for (const line of data) lines.push(`${JSON.stringify(line)}\n`)
      if (nextCursor === null) break
      cursor = nextCursor
    }
    const bytes = Buffer.from(lines.join(''))
    return {
      name: 'approvals-audit.jsonl',
      mediaType: 'application/x-ndjson',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      body: new Blob([bytes]).stream(),
    }
  },
})
