import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WebsetEvent } from '../../../../src/contract/webset-events.ts'
import { listEvents } from '../../api/webhooks.ts'
import { Failure } from '../../parts/failure.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { instant } from '../../parts/words.ts'
import { eventGroups, typesOf } from './event-types.ts'
import type { EventsState } from './events-state.ts'

interface Props {
  readonly state: EventsState
  readonly change: (changes: Partial<EventsState>) => void
}

export function EventLog({ state, change }: Props) {
  const { type, from, to } = state
  const found = useInfiniteQuery({
    queryKey: ['events', type, from, to],
    queryFn: ({ pageParam, signal }) => listEvents({ types: typesOf(type), from, to }, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    // What is new stands at the top; whoever reads far below is left in peace.
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : 3000),
  })
  const events = found.data?.pages.flatMap(({ data }) => data) ?? []
  const isNarrowed = type !== undefined || from !== undefined || to !== undefined
  return (
    <section aria-label="Events" aria-busy={found.isFetching}>
      <search className="event-filters">
        <label>
          What happened
          <select value={type ?? ''} onChange={(event) => change({ type: event.target.value || undefined })}>
            <option value="">Anything</option>
            {eventGroups.map(({ name, types }) => (
              <optgroup key={name} label={name}>
                <option value={name}>All of {name.toLowerCase()}</option>
                {types.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <label>
          From
          <input
            type="date"
            value={from ?? ''}
            onChange={(event) => change({ from: event.target.value || undefined })}
          />
        </label>
        <label>
          Until
          <input
            type="date"
            value={to ?? ''}
            onChange={(event) => change({ to: event.target.value || undefined })}
          />
        </label>
      </search>
      {found.isError && <Failure error={found.error} retry={() => void found.refetch()} />}
      {found.data && events.length === 0 && (
        <p className="empty quiet">
          {isNarrowed
            ? 'Nothing of that kind happened in this time.'
            : 'Nothing has happened yet. Make a webset: each item that is found, and each value that is filled in, is written down here.'}
        </p>
      )}
      <ul className="event-list">
        {events.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ul>
      <MoreButton label="Show earlier ones" list={found} />
    </section>
  )
}

function EventLine({ event }: { event: WebsetEvent }) {
  const { id, type, data, createdAt } = event
  const websetId = websetOf(type, data)
  return (
    <li>
      <details className="event-line">
        <summary>
          <time dateTime={createdAt} className="quiet small">
            {instant(createdAt)}
          </time>
          <span className="event-type">{type}</span>
          <span className="event-subject">{subjectOf(data)}</span>
        </summary>
        <div className="event-body">
          <p className="quiet small">
            {id}
            {websetId && (
              <>
                {' · '}
                <Link to="/websets/$id" params={{ id: websetId }}>
                  Open the webset
                </Link>
              </>
            )}
          </p>
          <pre tabIndex={0} aria-label={`What the event ${type} says`}>
            {JSON.stringify(data, null, 2)}
          </pre>
        </div>
      </details>
    </li>
  )
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** What it happened to, by the best name it has. */
function subjectOf(data: Readonly<Record<string, unknown>>): string {
  const properties = (data.properties ?? {}) as Readonly<Record<string, unknown>>
  const entity = (properties.company ?? properties.person ?? properties.article ?? {}) as { name?: unknown }
  const [search] = (data.searches ?? []) as readonly { query?: unknown }[]
  return (
    text(data.title) ??
    text(entity.name) ??
    text(data.query) ??
    text(search?.query) ??
    text(properties.url) ??
    text(data.description) ??
    text(data.id) ??
    ''
  )
}

/** Undefined where there is none to open. */
function websetOf(type: string, data: Readonly<Record<string, unknown>>): string | undefined {
  if (type === 'webset.deleted') return undefined
  const id = text(data.id)
  return text(data.websetId) ?? (id?.startsWith('webset_') ? id : undefined)
}
