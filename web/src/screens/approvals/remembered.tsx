import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApprovalGrant } from '../../../../src/contract/approvals.ts'
import { listGrants, revokeGrant } from '../../api/approvals.ts'
import { useMay } from '../../api/session.tsx'
import { Failure } from '../../parts/failure.tsx'
import { dollars, moment } from '../../parts/words.ts'
import { keysQuery } from '../settings/keys-panel.tsx'

/** Approvals that reach further than one call, and can be taken back. */
export function Remembered() {
  const queries = useQueryClient()
  const grants = useQuery({ queryKey: ['approvals', 'grants'], queryFn: ({ signal }) => listGrants(signal) })
  const keys = useQuery({ ...keysQuery, enabled: useMay('keys') })
  const revoke = useMutation({
    mutationFn: revokeGrant,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['approvals'] }),
  })
  const nameOf = (id: string) => keys.data?.find((key) => key.id === id)?.name ?? id
  if (grants.isError) return <Failure error={grants.error} retry={() => void grants.refetch()} />
  if (!grants.data) return null
  const inForce = grants.data.data.filter(({ revokedAt }) => revokedAt === null)
  return (
    <section aria-label="Remembered">
      {revoke.isError && <Failure error={revoke.error} />}
      {inForce.length === 0 && (
        <p className="empty quiet">
          Nothing is remembered. When you approve something for a conversation, a domain or a key, it stands
          here until you take it back.
        </p>
      )}
      <ul className="key-list">
        {inForce.map((grant) => (
          <li
            key={grant.id}
            className="card grant"
            aria-label={`${grant.operation} of ${nameOf(grant.keyId)}`}
          >
            <p>
              <strong>{nameOf(grant.keyId)}</strong> may <code>{grant.operation}</code> {reachOf(grant)}
            </p>
            <button
              type="button"
              className="link danger"
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(grant.id)}
            >
              Take back
            </button>
            <p className="quiet small">
              {grant.maxUsd > 0 ? `up to ${dollars(grant.maxUsd)} a call` : 'if it costs nothing'} · since{' '}
              {moment(grant.createdAt)} · by {nameOf(grant.grantedBy)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function reachOf({ scope, domain, conversation }: ApprovalGrant): string {
  if (scope === 'domain') return `from ${domain ?? ''}`
  return scope === 'conversation' ? `in the conversation ${conversation ?? ''}` : 'always'
}
