import { useQuery } from '@tanstack/react-query'
import type { EgressRecord } from '../../../../src/contract/egress.ts'
import { getEgress } from '../../api/settings.ts'
import { Failure } from '../../parts/failure.tsx'
import { bytes, instant, lasting, shortAddress } from '../../parts/words.ts'
import { ServerPart } from './server-part.tsx'

/** Whether anything may leave this machine, and what did. It is switched where the server is started, nowhere else. */
export function EgressPart() {
  const egress = useQuery({
    queryKey: ['egress'],
    queryFn: ({ signal }) => getEgress(signal),
    refetchInterval: 5000,
  })
  if (egress.isError) return <Failure error={egress.error} />
  if (!egress.data) return null
  const { mode, permitted, data } = egress.data
  return (
    <ServerPart
      title="What leaves this machine"
      mark={mode === 'deny' ? 'idle' : 'pending'}
      says={mode === 'deny' ? 'Nothing' : 'Requests for pages, webhooks and models'}
    >
      <p className="quiet small">
        {mode === 'deny' ? (
          <>
            The server was started with <code>WINNOW_EGRESS=deny</code>: it connects to nothing
            {permitted.length > 0 && ` but ${permitted.join(', ')}`}.
          </>
        ) : (
          <>
            Every request is written down below. Started with <code>WINNOW_EGRESS=deny</code>, the server
            makes none at all.
          </>
        )}
      </p>
      {data.length === 0 ? (
        <p className="quiet small">No request yet.</p>
      ) : (
        <ul>
          {data.map((request) => (
            <RequestLine key={request.id} request={request} />
          ))}
        </ul>
      )}
    </ServerPart>
  )
}

function RequestLine({ request }: { request: EgressRecord }) {
  const { at, method, url, reason, outcome, status, durationMs, approvalId, subject, purpose } = request
  return (
    <li>
      <details className="event-line">
        <summary>
          <time dateTime={at} className="quiet small">
            {instant(at)}
          </time>
          <span className="event-type">{reason}</span>
          <span className="event-subject">{shortAddress(url)}</span>
          <span className={outcome === 'answered' ? 'verdict yes' : 'verdict no'}>
            {outcome === 'answered' ? (status ?? 'answered') : outcome.replaceAll('_', ' ')}
          </span>
        </summary>
        <p className="event-body quiet small">
          {method} {url}, for {purpose}
          {subject && ` ${subject}`}: {bytes(request.bytes)} in {lasting(durationMs)}
          {approvalId && `, allowed by ${approvalId}`}
        </p>
      </details>
    </li>
  )
}
