import { CircleAlert } from 'lucide-react'
import { ApiError } from '../api/client.ts'

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What went wrong, and what can be done about it. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <div className="failure" role="alert">
      <CircleAlert size={18} aria-hidden />
      <div>
        <p>{messageOf(error)}</p>
        {requestId && <p className="quiet small">Request {requestId}: the server’s log says more.</p>}
        {retry && (
          <button type="button" onClick={retry}>
            Try again
          </button>
        )}
      </div>
    </div>
  )
}
