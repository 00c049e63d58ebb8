import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Task } from '../../../../src/contract/tasks.ts'
import { cancelTask, listWorkflows } from '../../api/tasks.ts'
import { Failure } from '../../parts/failure.tsx'
import type { OpenPage } from '../../parts/report.tsx'
import { StatusMark } from '../../parts/status.tsx'
import { lasting, moment } from '../../parts/words.ts'
import { PagePanel } from '../search/page-panel.tsx'
import { guides } from '../workflows/guides.ts'
import { isWorkflowType, subjectOf } from '../workflows/workflow-draft.ts'
import { Asked } from './asked.tsx'
import { ResultView } from './result-view.tsx'
import { TaskProgress } from './task-progress.tsx'
import { hasEnded, useTask, wholeOf } from './use-task.ts'
import type { WorkflowState } from './workflow-state.ts'

const route = getRouteApi('/workflows/$id')

export function WorkflowScreen() {
  const { id } = route.useParams()
  const state = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: Partial<WorkflowState>) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const archive = useQuery({ queryKey: ['workflows'], queryFn: ({ signal }) => listWorkflows(signal) })
  const { task, current, followed, result } = useTask(id)
  if (task.isError) return <TaskGone error={task.error} />
  if (!current) return null
  const ended = hasEnded(current)
  const whole = wholeOf(result.data?.pages ?? [])
  const openPage: OpenPage = (page, start) => change({ page, start })
  return (
    <div className={state.page ? 'run with-panel' : 'run'}>
      <div className="screen run-main">
        <TaskHead task={current} isLive={followed.isLive} />
        {!ended && (
          <TaskProgress
            task={current}
            workflow={archive.data?.data.find(({ type }) => type === current.type)}
          />
        )}
        {current.error && <TaskFailure task={current} />}
        {current.status === 'cancelled' && (
          <p className="notice">Cancelled. What it had collected until then is shown below.</p>
        )}
        {result.isError && <Failure error={result.error} retry={() => void result.refetch()} />}
        {whole && (
          <ResultView task={current} result={whole} state={state} change={change} openPage={openPage} />
        )}
        {result.hasNextPage && (
          <button
            type="button"
            disabled={result.isFetchingNextPage}
            onClick={() => void result.fetchNextPage()}
          >
            Show more
          </button>
        )}
        <Asked args={current.args} />
      </div>
      {state.page && (
        <PagePanel
          url={state.page}
          query={subjectOf(current.args)}
          close={() => change({ page: undefined, start: undefined })}
        />
      )}
    </div>
  )
}

function TaskHead({ task, isLive }: { task: Task; isLive: boolean }) {
  const { taskId, type, args, status, createdAt, updatedAt } = task
  const queries = useQueryClient()
  const ended = hasEnded(task)
  const cancel = useMutation({
    mutationFn: () => cancelTask(taskId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['task', taskId] }),
  })
  return (
    <header className="run-head">
      <p className="small">
        <Link to="/workflows">Workflows</Link>
      </p>
      <h1>{subjectOf(args)}</h1>
      <div className="run-line">
        <StatusMark status={status} />
        <span className="quiet small">
          {isWorkflowType(type) ? guides[type].name : type} · {moment(createdAt)}
          {ended && ` · took ${lasting(Date.parse(updatedAt) - Date.parse(createdAt))}`}
        </span>
        {!ended && !isLive && <span className="quiet small">Not connected: trying again…</span>}
        <div className="actions">
          {!ended && (
            <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel
            </button>
          )}
          {isWorkflowType(type) && (
            <Link to="/workflows" search={{ type, like: taskId }} className="button">
              Run it again with changes
            </Link>
          )}
        </div>
      </div>
      {cancel.isError && <Failure error={cancel.error} />}
    </header>
  )
}

const TaskFailure = ({ task: { error } }: { task: Task }) =>
  error && (
    <div className="failure" role="alert">
      <div>
        <p>
          It failed while {error.step}: {error.message}
        </p>
        <p className="small">
          {error.recoverable
            ? 'What was found stays below. Run it again with changes, or give it more time.'
            : 'Running it again as it is would fail again: change what it was asked for.'}
        </p>
      </div>
    </div>
  )

const TaskGone = ({ error }: { error: unknown }) => (
  <div className="screen">
    <Failure error={error} />
    <p className="quiet">
      Tasks are kept for a while after they have ended, and belong to the key that began them. Websets and
      research that they made stay. <Link to="/workflows">To the workflows</Link>
    </p>
  </div>
)
