import type { Selectable } from 'kysely'
import type { ApprovalGrant, RememberScope } from '../contract/approvals.ts'
import { offeredScopes } from '../contract/approval-text.ts'
import { AppError } from '../contract/errors.ts'
import type { Ids } from '../ports/ids.ts'
import type { Tables } from '../ports/tables.ts'
import { factsOf, type Entry, type Row } from './approval-book.ts'
import type { Asker, Question } from './question.ts'
import { parentsOf } from './rule.ts'

type GrantRow = Selectable<Tables['approval_grants']>

/** The grant that covers a call, if one does: for the same key and operation, and for no more money than was approved. */
export async function coveringGrant(
  { tx, teamId }: Entry,
  asker: Asker,
  question: Question,
): Promise<string | undefined> {
  const grants = await tx
    .selectFrom('approval_grants')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('key_id', '=', asker.keyId)
    .where('tool', '=', question.tool)
    .where('operation', '=', question.operation)
    .where('max_usd', '>=', question.estimatedUsd)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .execute()
  const whole = grants.find(
    ({ scope, conversation }) =>
      scope === 'key' ||
      (scope === 'conversation' && conversation !== null && conversation === question.conversation),
  )
  if (whole) return whole.id
  const forDomain = new Map(grants.map(({ domain, id }) => [domain, id]))
  const found = question.domains.map((domain) => {
    const covered = parentsOf(domain).find((parent) => forDomain.has(parent))
    return covered && forDomain.get(covered)
  })
  return found.length > 0 && found.every((id) => id !== undefined) ? found[0] : undefined
}

/** How far an approval reaches: as the approver says or, where that can be, as the policy does. */
export function rememberedScope(
  row: Row,
  said: RememberScope | undefined,
  usual: RememberScope,
): RememberScope {
  const offered = offeredScopes(row)
  if (said === undefined) return offered.includes(usual) ? usual : 'once'
  if (offered.includes(said)) return said
  throw new AppError(
    'invalid_request',
    said === 'domain'
      ? 'Only a fetch of pages can be approved for its domain.'
      : 'This call belongs to no conversation that could be remembered.',
    { details: { field: 'remember', got: said } },
  )
}

export async function remember(
  entry: Entry,
  ids: Ids,
  row: Row,
  scope: RememberScope,
  by: string,
): Promise<void> {
  if (scope === 'once') return
  for (const domain of scope === 'domain' ? new Set(row.domains) : [null]) {
    const id = ids.next('grant')
    await entry.tx
      .insertInto('approval_grants')
      .values({
        id,
        team_id: entry.teamId,
        approval_id: row.id,
        key_id: row.key_id,
        tool: row.tool,
        operation: row.operation,
        scope,
        conversation: scope === 'conversation' ? row.conversation : null,
        domain,
        max_usd: row.estimated_usd,
        granted_by: by,
        created_at: entry.now,
        revoked_at: null,
      })
      .execute()
    await entry.log({ event: 'granted', by, details: { ...factsOf(row), grant: id, scope, domain } })
  }
}

export const presentGrant = (row: GrantRow): ApprovalGrant => ({
  id: row.id,
  object: 'approval_grant',
  approvalId: row.approval_id,
  keyId: row.key_id,
  tool: row.tool,
  operation: row.operation,
  scope: row.scope as RememberScope, // the table allows no other
  conversation: row.conversation,
  domain: row.domain,
  maxUsd: row.max_usd,
  grantedBy: row.granted_by,
  createdAt: row.created_at.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
})
