import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'

/** What a call does that somebody may want to be asked about. */
export const ApprovalClass = z.enum(['search', 'fetch', 'spend', 'destroy'])
export type ApprovalClass = z.output<typeof ApprovalClass>

export const Ruling = z.enum(['allow', 'ask', 'deny'])
export type Ruling = z.output<typeof Ruling>

/** How far a decision reaches: this call, what follows in the same conversation, a domain, or everything of the key. */
export const RememberScope = z.enum(['once', 'conversation', 'domain', 'key'])
export type RememberScope = z.output<typeof RememberScope>

/** Kept and compared as it is; the records take every character but one. */
const text = z.string().refine((written) => !written.includes('\0'), 'no null character')
const name = text.min(1).max(200)
const rulings = z.record(name, Ruling)
const budget = z.number().min(0).max(1_000_000)

export const ApprovalPolicy = z.strictObject({
  search: Ruling.describe('Searches of `exa_search`.'),
  fetch: Ruling.describe('Pages of `exa_fetch`.'),
  spend: z
    .enum(['budget', ...Ruling.options])
    .describe('Whatever costs money; `budget` allows it below the two amounts, and asks above them.'),
  budgetUsd: budget.describe('What one call may cost by estimate before somebody is asked.'),
  dailyBudgetUsd: budget.describe(
    'What the calls of one key may cost in a day (UTC) before somebody is asked.',
  ),
  destroy: Ruling.describe('Whatever cannot be undone.'),
  remember: RememberScope.describe('How far an approval reaches when the approver does not say.'),
  timeoutMs: z.int().min(1000).max(604_800_000).describe('How long a question waits; then it is rejected.'),
  unavailable: z
    .enum(['deny', 'allow'])
    .describe('What happens when nobody can be asked over the connection of the call.'),
  elicitation: z
    .boolean()
    .describe("Whether the asking program's own form may answer; else only approvers of this server do."),
  tools: rulings.describe('By tool or operation, `exa_fetch` or `websets.delete` for example.'),
  domains: rulings.describe('By domain of fetched pages; `example.com` speaks for its subdomains too.'),
  keys: rulings.describe('By id of the calling key.'),
})
export type ApprovalPolicy = z.output<typeof ApprovalPolicy>

/** What a team sets differently from the settings of the server. */
export const SetApprovalPolicyRequest = ApprovalPolicy.partial()
export type PolicyChanges = z.output<typeof SetApprovalPolicyRequest>

export const TeamApprovalPolicy = z.object({
  object: z.literal('approval_policy'),
  policy: ApprovalPolicy.describe('What is in force.'),
  changes: SetApprovalPolicyRequest.describe("What the team set; the rest are the server's settings."),
})
export type TeamApprovalPolicy = z.output<typeof TeamApprovalPolicy>

const Question = z.strictObject({
  tool: name,
  operation: name.describe('What the tool is to do; the same as the tool where it does one thing.'),
  class: ApprovalClass,
  args: z.record(z.string(), z.unknown()).describe('The arguments as they will be used.'),
  toolCallId: name,
  conversation: name.nullable().default(null),
  domains: z.array(text.min(1).max(253)).max(100).default([]),
  results: z.int().min(0).nullable().default(null).describe('How many results were asked for.'),
  estimatedUsd: z.number().min(0).default(0),
})

export const ApprovalState = z.enum(['pending', 'approved', 'rejected', 'used'])
export type ApprovalState = z.output<typeof ApprovalState>

/** By whom, or by what, a question was decided. */
export const Decider = z.enum(['key', 'elicitation', 'policy', 'clock'])

export const Approval = Question.extend({
  id: z.string(),
  object: z.literal('approval'),
  keyId: z.string().describe('The key that asks.'),
  keyName: z.string(),
  argsHash: z.string().describe('SHA-256 of the arguments, as canonical JSON.'),
  state: ApprovalState,
  rule: z.string().describe('The rule of the policy that asked, or decided.'),
  decision: z
    .object({
      by: Decider,
      keyId: z.string().nullable().describe('The key of the approver.'),
      keyName: z.string().nullable(),
      channel: z.string().describe('`rest`, `terminal`, `web`, `connect` or `mcp` for example.'),
      reason: z.string(),
      remember: RememberScope,
      retryable: z.boolean().describe('Whether the same may be asked again, under another id.'),
      decidedAt: z.iso.datetime(),
    })
    .nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().describe('Until when it can be decided and, once approved, used.'),
  usedAt: z.iso.datetime().nullable(),
  url: z.string().describe('Where a person can decide.'),
})
export type Approval = z.output<typeof Approval>

export const ApprovalId = z.strictObject({ id: z.string().min(1) })

export const ListApprovalsRequest = pageQuery({ default: 25, max: 200 }).extend({
  state: ApprovalState.optional(),
})
export type ListApprovalsRequest = z.output<typeof ListApprovalsRequest>
export const ApprovalList = pageOf(Approval)

const reason = text.max(1000)

export const Decision = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  reason: reason.optional(),
  remember: RememberScope.optional().describe('Only of approvals.'),
})
export type Decision = z.output<typeof Decision>

export const DecideApprovalRequest = Decision.extend({
  id: z.string().min(1),
  channel: z.enum(['rest', 'terminal', 'web']).default('rest').describe('Where the person decided.'),
})

/** What the asking program says of the form that it showed. */
export const ElicitedAnswer = z.discriminatedUnion('action', [
  z.object({ action: z.literal('accept'), content: z.object(Decision.shape) }),
  z.object({ action: z.literal('decline') }),
  z.object({ action: z.literal('cancel') }),
])
export type ElicitedAnswer = z.output<typeof ElicitedAnswer>

export const RequestApprovalRequest = z.strictObject({
  question: Question,
  unattended: z.boolean().default(false).describe('Nobody can be asked over the connection of the call.'),
  elicited: z
    .strictObject({ requestState: z.string().min(1).max(4000), answer: ElicitedAnswer })
    .optional()
    .describe('The answer that the form brought, with the state that came with the question.'),
})

export const Verdict = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('allowed').describe('The call may run, once, now.'),
    rule: z.string(),
    approvalId: z.string().nullable(),
  }),
  z.object({
    state: z.literal('pending'),
    approval: Approval,
    requestState: z.string(),
    mayElicit: z.boolean().describe("Whether the asking program's form may answer."),
  }),
  z.object({
    state: z.literal('rejected'),
    rule: z.string(),
    approvalId: z.string().nullable(),
    reason: z.string(),
    retryable: z.boolean(),
  }),
  z.object({
    state: z.literal('used').describe('The approval was used by an earlier call.'),
    approvalId: z.string(),
  }),
])
export type Verdict = z.output<typeof Verdict>

export const ApprovalGrant = z.object({
  id: z.string(),
  object: z.literal('approval_grant'),
  approvalId: z.string().describe('The approval that was remembered.'),
  keyId: z.string(),
  tool: z.string(),
  operation: z.string(),
  scope: RememberScope,
  conversation: z.string().nullable(),
  domain: z.string().nullable(),
  maxUsd: z.number().describe('It covers no call that costs more by estimate.'),
  grantedBy: z.string(),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
})
export type ApprovalGrant = z.output<typeof ApprovalGrant>

export const ListGrantsRequest = pageQuery({ default: 25, max: 200 })
export const GrantList = pageOf(ApprovalGrant)

export const AuditEvent = z.enum([
  'requested',
  'allowed',
  'denied',
  'approved',
  'rejected',
  'expired',
  'used',
  'granted',
  'revoked',
  'policy',
])
export type AuditEvent = z.output<typeof AuditEvent>

/** One line of the log. `hash` is over the text of `entry` and the hash before it. */
export const AuditLine = z.object({
  number: z.int(),
  entry: z.string().describe('JSON: what happened, when, who, to what, and by which rule.'),
  previousHash: z.string(),
  hash: z.string(),
})
export type AuditLine = z.output<typeof AuditLine>

export const ListAuditRequest = pageQuery({ default: 50, max: 500 })
export const AuditList = pageOf(AuditLine)

export const AuditReport = z.object({
  object: z.literal('audit_report'),
  intact: z.boolean(),
  entries: z.int(),
  head: z
    .string()
    .describe('Hash of the last entry. Whoever notes it elsewhere can tell a log that was cut short.'),
  brokenAt: z.int().nullable().describe('The first entry that is not as it was written.'),
})
export type AuditReport = z.output<typeof AuditReport>

export const ApprovalEvent = z.object({
  type: z.enum(['feed.opened', 'approval.requested', 'approval.changed', 'error']),
  approval: Approval.nullable(),
  error: z.object({ code: z.string(), message: z.string(), requestId: z.string() }).nullable(),
})
export type ApprovalEvent = z.output<typeof ApprovalEvent>
