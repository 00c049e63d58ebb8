import { useInfiniteQuery } from '@tanstack/react-query'
import type { Approval, ApprovalState } from '../../../../src/contract/approvals.ts'
import { listApprovals } from '../../api/approvals.ts'
import { Failure } from '../../parts/failure.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { instant } from '../../parts/words.ts'
import { ApprovalCard } from './approval-card.tsx'

const states: Readonly<Record<ApprovalState, { readonly mark: string; readonly says: string }>> = {
  pending: { mark: 'unclear', says: 'Waits' },
  approved: { mark: 'yes', says: 'Approved' },
  used: { mark: 'yes', says: 'Approved and used' },
  rejected: { mark: 'no', says: 'Rejected' },
}

/** What was asked and decided, the newest first. */
export function Decided() {
  const found = useInfiniteQuery({
    queryKey: ['approvals', 'all'],
    queryFn: ({ pageParam, signal }) => listApprovals({ cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  if (found.isError) return <Failure error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return null
  const approvals = found.data.pages.flatMap(({ data }) => data)
  return (
    <section aria-label="Decided">
      {approvals.length === 0 && <p className="empty quiet">Nothing was asked yet.</p>}
      <ul>
        {approvals.map((approval) => (
          <Line key={approval.id} approval={approval} />
        ))}
      </ul>
      <MoreButton label="Show earlier ones" list={found} />
    </section>
  )
}

function Line({ approval }: { approval: Approval }) {
  const { mark, says } = states[approval.state]
  return (
    <li>
      <details className="event-line">
        <summary>
          <time dateTime={approval.createdAt} className="quiet small">
            {instant(approval.createdAt)}
          </time>
          <span className="event-type">{approval.operation}</span>
          <span className="event-subject">{approval.keyName}</span>
          <span className={`verdict ${mark}`}>{says}</span>
        </summary>
        <div className="event-body whole">
          <ApprovalCard approval={approval} />
        </div>
      </details>
    </li>
  )
}
