import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { cancelRun, deleteAgentRun, listSteps, stopRun } from '../../api/runs.ts'
import { DeleteButton } from '../../parts/delete-button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Figures } from '../../parts/figures.tsx'
import { StatusMark } from '../../parts/status.tsx'
import { dollars, lasting, moment } from '../../parts/words.ts'
import { ForkDialog } from './fork-dialog.tsx'
import { isEnded, type RunView } from './run-view.ts'

const names = { research: 'Research', agent: 'Agent run' }

export function RunHead({ view, isLive }: { view: RunView; isLive: boolean }) {
  const ended = isEnded(view)
  const now = useNow(!ended)
  const took = (view.finishedAt ? Date.parse(view.finishedAt) : now) - Date.parse(view.createdAt)
  return (
    <header className="run-head">
      <p className="small">
        <Link to="/runs">Runs</Link>
      </p>
      <h1>{view.title}</h1>
      <div className="run-line">
        <StatusMark status={view.status} />
        <span className="quiet small">
          {names[view.kind]} · {view.scale} · {moment(view.createdAt)}
        </span>
        {!ended && !isLive && <span className="quiet small">Not connected: trying again…</span>}
        {view.previousRunId && (
          <Link to="/runs/$id" params={{ id: view.previousRunId }} className="small">
            Continues an earlier run
          </Link>
        )}
        <RunActions view={view} />
      </div>
      <div className="cost-line">
        <Figures
          figures={[
            { label: ended ? 'Cost' : 'Cost so far', value: dollars(view.cost ?? 0) },
            ...view.counts,
            { label: ended ? 'Took' : 'Running for', value: lasting(took) },
          ]}
        />
        {view.budget !== null && (
          <label className="budget small quiet">
            Budget {dollars(view.budget)}
            <meter min={0} max={view.budget} value={view.cost ?? 0} />
          </label>
        )}
      </div>
    </header>
  )
}

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isTicking) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}

function RunActions({ view }: { view: RunView }) {
  const { id, kind } = view
  const ended = isEnded(view)
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['run', id] })
  const cancel = useMutation({ mutationFn: () => cancelRun(id), onSuccess: refresh })
  const stop = useMutation({ mutationFn: () => stopRun(id), onSuccess: refresh })
  const [isForking, setIsForking] = useState(false)
  // Where nothing was recorded there is nothing to begin anew from.
  const steps = useQuery({
    queryKey: ['run-steps', id],
    queryFn: ({ signal }) => listSteps(id, signal),
    enabled: ended,
    retry: false,
  })
  const canFork = steps.data !== undefined && steps.data.data.length > 0
  return (
    <>
      <div className="actions">
        {view.canStop && (
          <button type="button" disabled={stop.isPending} onClick={() => stop.mutate()}>
            Finish with what it has
          </button>
        )}
        {!ended && (
          <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel
          </button>
        )}
        {kind === 'agent' && view.status === 'completed' && (
          <Link to="/runs" search={{ kind, after: id }} className="button">
            Continue
          </Link>
        )}
        {ended && canFork && (
          <button type="button" onClick={() => setIsForking(true)}>
            Fork
          </button>
        )}
        {ended && (
          <Link to="/runs" search={{ kind, like: id }} className="button">
            Run again
          </Link>
        )}
        {ended && kind === 'agent' && (
          <DeleteButton
            thing="run"
            whatIsLost="Its result, its evidence and its timeline are gone for good."
            remove={() => deleteAgentRun(id)}
            list="runs"
          />
        )}
      </div>
      {(cancel.isError || stop.isError) && <Failure error={cancel.error ?? stop.error} />}
      {isForking && <ForkDialog view={view} close={() => setIsForking(false)} />}
    </>
  )
}
