import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Task } from '../../../../src/contract/tasks.ts'
import { getTask, listTasks, listWorkflows, type ArchivedWorkflow } from '../../api/tasks.ts'
import { Failure } from '../../parts/failure.tsx'
import { StatusMark } from '../../parts/status.tsx'
import { moment } from '../../parts/words.ts'
import { ArchiveMap } from './archive-map.tsx'
import { guides } from './guides.ts'
import { AboutWorkflow } from './about-workflow.tsx'
import { draftOf, isWorkflowType, subjectOf, workflowTypes, type WorkflowType } from './workflow-draft.ts'
import { WorkflowForm } from './workflow-form.tsx'
import type { WorkflowsState } from './workflows-state.ts'

const route = getRouteApi('/workflows')

export function WorkflowsScreen() {
  const state = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: Partial<WorkflowsState>) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const [isCalled, setIsCalled] = useState(false)
  function choose(type: WorkflowType): void {
    setIsCalled(true)
    change({ type, like: undefined })
  }
  const archive = useQuery({
    queryKey: ['workflows'],
    queryFn: ({ signal }) => listWorkflows(signal),
  })
  const workflows = archive.data?.data ?? []
  return (
    <div className="screen workflows">
      <header className="screen-head">
        <h1>Workflows</h1>
        <p className="quiet">
          Long work that goes on by itself, in steps that survive a restart. Choose one by what you want to
          know.
        </p>
      </header>
      {archive.isError && <Failure error={archive.error} retry={() => void archive.refetch()} />}
      <ul className="workflow-cards">
        {workflowTypes.map((type) => (
          <li key={type}>
            <WorkflowCard type={type} isChosen={state.type === type} choose={() => choose(type)} />
          </li>
        ))}
      </ul>
      {state.type && (
        <Chosen
          key={`${state.type} ${state.like}`}
          type={state.type}
          like={state.like}
          isCalled={isCalled}
          workflow={workflows.find(({ type }) => type === state.type)}
        />
      )}
      <TaskList />
      <ArchiveMap workflows={workflows} state={state} change={change} choose={choose} />
    </div>
  )
}

function WorkflowCard({
  type,
  isChosen,
  choose,
}: {
  type: WorkflowType
  isChosen: boolean
  choose: () => void
}) {
  const { name, icon: Icon, when } = guides[type]
  return (
    <button type="button" className="workflow-card card" aria-pressed={isChosen} onClick={choose}>
      <Icon size={20} aria-hidden />
      <span>
        <strong>{name}</strong>
        <span className="quiet small">{when}</span>
      </span>
    </button>
  )
}

interface ChosenProps {
  readonly type: WorkflowType
  readonly like: string | undefined
  /** Whether somebody has just asked for it, and should see it. */
  readonly isCalled: boolean
  readonly workflow: ArchivedWorkflow | undefined
}

function Chosen({ type, like, isCalled, workflow }: ChosenProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCalled) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isCalled])
  const earlier = useQuery({
    queryKey: ['task', like],
    queryFn: ({ signal }) => getTask(like ?? '', signal),
    enabled: like !== undefined,
  })
  return (
    <section ref={section} className="chosen-workflow card" aria-label={guides[type].name}>
      <div className="chosen-form">
        <h2>{guides[type].name}</h2>
        <p className="quiet">{guides[type].gives}</p>
        {earlier.isError && <Failure error={earlier.error} />}
        {(like === undefined || earlier.data || earlier.isError) && (
          <WorkflowForm type={type} begin={earlier.data && draftOf(earlier.data.args)} />
        )}
      </div>
      {workflow && <AboutWorkflow workflow={workflow} />}
    </section>
  )
}

const few = 5

function TaskList() {
  const [isWhole, setIsWhole] = useState(false)
  const tasks = useQuery({
    queryKey: ['tasks'],
    queryFn: ({ signal }) => listTasks(signal),
    refetchInterval: 4000,
  })
  const all = tasks.data?.data ?? []
  return (
    <>
      <div className="list-head">
        <h2>Your tasks</h2>
      </div>
      {tasks.isError && <Failure error={tasks.error} retry={() => void tasks.refetch()} />}
      {tasks.data?.data.length === 0 && (
        <p className="empty quiet">
          None. A task begins when you run a workflow; it is kept for a while after it has ended.
        </p>
      )}
      <ul className="webset-list">
        {all.slice(0, isWhole ? all.length : few).map((task) => (
          <TaskLine key={task.taskId} task={task} />
        ))}
      </ul>
      {!isWhole && all.length > few && (
        <button type="button" className="ghost" onClick={() => setIsWhole(true)}>
          Show all {all.length}
        </button>
      )}
    </>
  )
}

function TaskLine({ task }: { task: Task }) {
  const { taskId, type, args, status, progress, createdAt } = task
  const isWorking = status === 'working' || status === 'pending'
  return (
    <li>
      <Link to="/workflows/$id" params={{ id: taskId }} className="webset-line card">
        <strong className="two-lines">{subjectOf(args)}</strong>
        <StatusMark status={status} />
        <span className="quiet small">
          {isWorkflowType(type) ? guides[type].name : type}
          {isWorking && progress && ` · ${progress.step}, ${progress.completed} of ${progress.total}`} ·{' '}
          {moment(createdAt)}
        </span>
      </Link>
    </li>
  )
}
