import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Approval, Decision, RememberScope } from '../../../../src/contract/approvals.ts'
import { decideApproval, getPolicy } from '../../api/approvals.ts'
import { Failure } from '../../parts/failure.tsx'

const words: Readonly<Record<RememberScope, string>> = {
  once: 'Just this once',
  conversation: 'In this conversation, too',
  domain: 'Always for these domains',
  key: 'Always for this key',
}

/** How far an approval of this question can reach. */
const scopesFor = ({ conversation, domains, class: kind }: Approval): RememberScope[] => [
  'once',
  ...(conversation === null ? [] : (['conversation'] as const)),
  ...(kind === 'fetch' && domains.length > 0 ? (['domain'] as const) : []),
  'key',
]

export function DecisionForm({ approval }: { approval: Approval }) {
  const queries = useQueryClient()
  const policy = useQuery({ queryKey: ['approvals', 'policy'], queryFn: ({ signal }) => getPolicy(signal) })
  const scopes = scopesFor(approval)
  const usual = policy.data?.policy.remember ?? 'once'
  const [chosen, setChosen] = useState<RememberScope | null>(null)
  const [isRejecting, setIsRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const remember = chosen ?? (scopes.includes(usual) ? usual : 'once')
  const decide = useMutation({
    mutationFn: (decision: Decision) => decideApproval(approval.id, decision),
    // Also after a failure: somebody else may have been quicker, and then it is decided.
    onSettled: () => queries.invalidateQueries({ queryKey: ['approvals'] }),
  })
  const reject = () =>
    decide.mutate({ decision: 'reject', ...(reason.trim() !== '' && { reason: reason.trim() }) })

  return (
    <>
      {decide.isError && <Failure error={decide.error} />}
      {isRejecting ? (
        <form
          className="decision"
          onSubmit={(event) => {
            event.preventDefault()
            reject()
          }}
        >
          <label>
            Why not? The agent is told.
            <input
              value={reason}
              maxLength={1000}
              autoFocus
              placeholder="Such as “use the pages we have”"
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
          <div className="actions">
            <button type="button" className="ghost" onClick={() => setIsRejecting(false)}>
              Back
            </button>
            <button type="submit" className="danger" disabled={decide.isPending}>
              Reject it
            </button>
          </div>
        </form>
      ) : (
        <div className="decision">
          <label>
            How far it reaches
            <select value={remember} onChange={(event) => setChosen(event.target.value as RememberScope)}>
              {scopes.map((scope) => (
                <option key={scope} value={scope}>
                  {words[scope]}
                </option>
              ))}
            </select>
          </label>
          <div className="actions">
            <button type="button" onClick={() => setIsRejecting(true)}>
              Reject…
            </button>
            <button
              type="button"
              className="primary"
              disabled={decide.isPending}
              onClick={() => decide.mutate({ decision: 'approve', remember })}
            >
              Approve
            </button>
          </div>
        </div>
      )}
    </>
  )
}
