import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { getApproval } from '../../api/approvals.ts'
import { Failure } from '../../parts/failure.tsx'
import { ApprovalCard } from './approval-card.tsx'

const route = getRouteApi('/approvals/$id')

/** One question, where an agent's message links to it. */
export function ApprovalScreen() {
  const { id } = route.useParams()
  const approval = useQuery({
    queryKey: ['approvals', id],
    queryFn: ({ signal }) => getApproval(id, signal),
  })
  return (
    <div className="screen">
      <p className="small">
        <Link to="/approvals" className="back">
          <ArrowLeft size={15} aria-hidden /> Approvals
        </Link>
      </p>
      <h1 className="visually-hidden">Approval</h1>
      {approval.isError && <Failure error={approval.error} retry={() => void approval.refetch()} />}
      {approval.data && <ApprovalCard approval={approval.data} />}
    </div>
  )
}
