import type { Task } from '../../../../src/contract/tasks.ts'
import type { ArchivedWorkflow } from '../../api/tasks.ts'

interface Props {
  readonly task: Task
  readonly workflow: ArchivedWorkflow | undefined
}

/** How far a task is: which step it is at, and what that step has come to so far. */
export function TaskProgress({ task, workflow }: Props) {
  const { progress } = task
  if (!progress) return <p className="quiet">Waiting for its turn…</p>
  const { step, completed, total, message } = progress
  const steps = workflow?.steps ?? []
  // Steps of one side or one wording are named after it: “searching thesis”.
  const at = steps.findIndex(({ name }) => step.startsWith(name))
  const found = numberIn(progress.found)
  const analyzed = numberIn(progress.analyzed)
  const round = numberIn(progress.round)
  return (
    <section className="task-progress" aria-label="Progress">
      <ol className="stepper">
        {steps.map(({ name, description }, index) => (
          <li
            key={name}
            className={index < at ? 'past' : index === at ? 'now' : ''}
            aria-current={index === at ? 'step' : undefined}
            title={description}
          >
            {name}
          </li>
        ))}
      </ol>
      <div className="progress" role="status">
        <progress max={total} value={completed} aria-label="Progress" />
        <span className="quiet small">
          {round !== null && `Round ${round}: `}
          {steps[at]?.description ?? step}
          {message && ` ${message}.`}
          {found !== null && analyzed !== null && ` ${found} found, ${analyzed.toLocaleString()} looked at.`}
        </span>
      </div>
      {progress.advice === 'criteria_too_strict' && (
        <p className="notice unsure">
          Hardly anything meets the criteria. You can wait, or cancel and run it again with looser ones.
        </p>
      )}
    </section>
  )
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)
