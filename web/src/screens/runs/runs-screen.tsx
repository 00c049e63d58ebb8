import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { getRun, listAgentRuns, listResearch } from '../../api/runs.ts'
import { Failure } from '../../parts/failure.tsx'
import { StatusMark } from '../../parts/status.tsx'
import { dollars, moment } from '../../parts/words.ts'
import { isEnded, viewOf, type RunView } from '../run/run-view.ts'
import { RunComposer } from './run-composer.tsx'
import type { RunsState } from './runs-state.ts'

const route = getRouteApi('/runs')

export function RunsScreen() {
  const state = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: Partial<RunsState>) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const runs = useQuery({
    queryKey: ['runs'],
    queryFn: ({ signal }) => recentRuns(signal),
    refetchInterval: ({ state: { data } }) => (data?.every(isEnded) ? 15_000 : 3000),
  })
  const earlierId = state.like ?? state.after
  const earlier = useQuery({
    queryKey: ['run-request', earlierId],
    queryFn: ({ signal }) => getRun(earlierId ?? '', signal),
    enabled: earlierId !== undefined,
  })
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Runs</h1>
        <p className="quiet">
          Have something found out: a plan, searches and pages, and in the end a report in which every
          statement leads to the words it rests on.
        </p>
      </header>
      {earlier.isError && <Failure error={earlier.error} />}
      {(earlierId === undefined || earlier.data) && (
        <RunComposer key={`${earlierId} ${state.q}`} state={state} change={change} earlier={earlier.data} />
      )}
      <div className="list-head">
        <h2>Your runs</h2>
      </div>
      {runs.isError && <Failure error={runs.error} retry={() => void runs.refetch()} />}
      {runs.data?.length === 0 && (
        <p className="empty quiet">
          None yet. Ask something above: you can watch it search and read, and come back to it later.
        </p>
      )}
      <ul className="webset-list">
        {runs.data?.map((run) => (
          <RunLine key={run.id} run={run} />
        ))}
      </ul>
    </div>
  )
}

/** Both kinds, the newest first. */
async function recentRuns(signal: AbortSignal): Promise<RunView[]> {
  const [research, agent] = await Promise.all([listResearch(signal), listAgentRuns(signal)])
  return [...research.data, ...agent.data]
    .map(viewOf)
    .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
}

function RunLine({ run }: { run: RunView }) {
  const { id, kind, title, status, scale, cost, createdAt } = run
  return (
    <li>
      <Link to="/runs/$id" params={{ id }} className="webset-line card">
        <strong className="two-lines">{title}</strong>
        <StatusMark status={status} />
        <span className="quiet small">
          {kind === 'agent' ? 'Agent run' : 'Research'} · {scale}
          {cost !== null && ` · ${dollars(cost)}`} · {moment(createdAt)}
        </span>
      </Link>
    </li>
  )
}
