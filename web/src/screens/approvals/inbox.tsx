import { ShieldCheck } from 'lucide-react'
import { usePendingApprovals } from '../../api/pending-approvals.ts'
import { Failure } from '../../parts/failure.tsx'
import { ApprovalCard } from './approval-card.tsx'

/** What waits, that which waits longest first. */
export function Inbox() {
  const pending = usePendingApprovals()
  if (pending.isError) return <Failure error={pending.error} retry={() => void pending.refetch()} />
  if (!pending.data) return null
  const waiting = pending.data.data.toReversed()
  return (
    <section aria-label="Inbox">
      {waiting.length === 0 ? (
        <div className="empty">
          <ShieldCheck size={28} aria-hidden />
          <h2>Nothing waits for you</h2>
          <p className="quiet">
            When an agent wants to spend more than its budget, delete something or fetch a page that the
            policy does not allow outright, it is asked about here, and it waits until you answer.
          </p>
        </div>
      ) : (
        <ul className="approval-list">
          {waiting.map((approval) => (
            <li key={approval.id}>
              <ApprovalCard approval={approval} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
