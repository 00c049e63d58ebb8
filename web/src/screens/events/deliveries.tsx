import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookAttempt } from '../../../../src/contract/webhooks.ts'
import { listAttempts, redeliver } from '../../api/webhooks.ts'
import { Failure } from '../../parts/failure.tsx'
import { Segments } from '../../parts/segments.tsx'
import { instant, plural } from '../../parts/words.ts'

interface Props {
  readonly webhookId: string
  readonly mayRedeliver: boolean
}

/** Every try to deliver something, and what was answered. */
export function Deliveries({ webhookId, mayRedeliver }: Props) {
  const queries = useQueryClient()
  const [which, setWhich] = useState<'all' | 'failed'>('all')
  const attempts = useInfiniteQuery({
    queryKey: ['attempts', webhookId, which],
    queryFn: ({ pageParam, signal }) => listAttempts(webhookId, which === 'failed', pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : 2000),
  })
  const again = useMutation({
    mutationFn: (eventIds?: readonly string[]) => redeliver(webhookId, eventIds),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['attempts', webhookId] }),
  })
  const shown = attempts.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <div className="deliveries">
      <div className="deliveries-head">
        <Segments
          label="Which deliveries"
          value={which}
          options={[
            { value: 'all', label: 'All' },
            { value: 'failed', label: 'Failed' },
          ]}
          choose={setWhich}
        />
        {mayRedeliver && (
          <button type="button" disabled={again.isPending} onClick={() => again.mutate(undefined)}>
            Send again what was given up
          </button>
        )}
      </div>
      {again.data && (
        <p className="quiet small" role="status">
          {again.data.deliveries === 0
            ? 'Nothing was given up: there is nothing to send again.'
            : `${plural(again.data.deliveries, 'event')} to be sent again.`}
        </p>
      )}
      {again.isError && <Failure error={again.error} />}
      {attempts.isError && <Failure error={attempts.error} />}
      {attempts.data && shown.length === 0 && (
        <p className="quiet small">
          {which === 'failed'
            ? 'No try has failed.'
            : 'Nothing was sent yet: it is told of what happens from now on.'}
        </p>
      )}
      <ul>
        {shown.map((attempt) => (
          <AttemptLine
            key={attempt.id}
            attempt={attempt}
            {...(mayRedeliver && { redeliver: () => again.mutate([attempt.eventId]) })}
          />
        ))}
      </ul>
      {attempts.hasNextPage && (
        <button
          type="button"
          disabled={attempts.isFetchingNextPage}
          onClick={() => void attempts.fetchNextPage()}
        >
          Show earlier ones
        </button>
      )}
    </div>
  )
}

interface LineProps {
  readonly attempt: WebhookAttempt
  readonly redeliver?: () => void
}

function AttemptLine({ attempt, redeliver: send }: LineProps) {
  const { eventId, eventType, successful, responseStatusCode, responseBody, responseHeaders, error } = attempt
  return (
    <li>
      <details className="event-line">
        <summary>
          <time dateTime={attempt.attemptedAt} className="quiet small">
            {instant(attempt.attemptedAt)}
          </time>
          <span className="event-type">{eventType}</span>
          <span className={successful ? 'verdict yes' : 'verdict no'}>
            {responseStatusCode === 0 ? 'No answer' : responseStatusCode}
          </span>
          {attempt.attempt > 1 && <span className="quiet small">try {attempt.attempt}</span>}
        </summary>
        <div className="event-body">
          <p className="quiet small">
            {eventId} to {attempt.url}
          </p>
          {error && <p className="bad small">{error}</p>}
          {responseStatusCode !== 0 && (
            <pre tabIndex={0} aria-label="Answer">
              {Object.entries(responseHeaders)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
              {`\n\n${responseBody ?? ''}`}
            </pre>
          )}
          {send && (
            <button type="button" onClick={send}>
              Deliver it again
            </button>
          )}
        </div>
      </details>
    </li>
  )
}
