import type {
  Approval,
  ApprovalGrant,
  ApprovalState,
  AuditLine,
  AuditReport,
  Decision,
  PolicyChanges,
  TeamApprovalPolicy,
} from '../../../src/contract/approvals.ts'
import { ask, post } from './client.ts'

const base = '/winnow/v1/approvals'

interface Page<Element> {
  readonly data: readonly Element[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

export const approvalsFeed = `${base}/feed`
export const auditExport = `${base}/audit/export`

export function listApprovals(
  { state, cursor = null, limit = 50 }: { state?: ApprovalState; cursor?: string | null; limit?: number },
  signal?: AbortSignal,
): Promise<Page<Approval>> {
  const parameters = new URLSearchParams({ limit: String(limit) })
  if (state) parameters.set('state', state)
  if (cursor !== null) parameters.set('cursor', cursor)
  return ask(`${base}?${parameters.toString()}`, { signal })
}

export const getApproval = (id: string, signal?: AbortSignal): Promise<Approval> =>
  ask(`${base}/${id}`, { signal })
export const decideApproval = (id: string, decision: Decision): Promise<Approval> =>
  post(`${base}/${id}/decision`, { ...decision, channel: 'web' })

export const getPolicy = (signal?: AbortSignal): Promise<TeamApprovalPolicy> =>
  ask(`${base}/policy`, { signal })
/** Replaces whatever the team had set; nothing goes back to the server's settings. */
export const setPolicy = (changes: PolicyChanges): Promise<TeamApprovalPolicy> =>
  ask(`${base}/policy`, { method: 'PUT', body: changes })

export const listGrants = (signal?: AbortSignal): Promise<Page<ApprovalGrant>> =>
  ask(`${base}/grants?limit=200`, { signal })
export const revokeGrant = (id: string): Promise<ApprovalGrant> =>
  ask(`${base}/grants/${id}`, { method: 'DELETE' })

export const verifyAudit = (signal?: AbortSignal): Promise<AuditReport> =>
  ask(`${base}/audit/verify`, { signal })
/** The lines that come after a number. */
export const listAudit = (after: number, limit: number, signal?: AbortSignal): Promise<Page<AuditLine>> =>
  ask(`${base}/audit?limit=${limit}${after > 0 ? `&cursor=${after}` : ''}`, { signal })
