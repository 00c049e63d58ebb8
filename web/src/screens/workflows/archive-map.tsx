import type { ArchivedWorkflow } from '../../api/tasks.ts'
import { guides } from './guides.ts'
import { isWorkflowType, type WorkflowType } from './workflow-draft.ts'
import { coordinates, type Coordinate, type WorkflowsState } from './workflows-state.ts'

const places = [1, 2, 3, 4, 5]

interface Props {
  readonly workflows: readonly ArchivedWorkflow[]
  readonly state: WorkflowsState
  readonly change: (changes: Partial<WorkflowsState>) => void
  readonly choose: (type: WorkflowType) => void
}

/** Where each workflow stands among all that there could be. Empty places are part of the picture. */
export function ArchiveMap({ workflows, state, change, choose }: Props) {
  const x = state.x ?? 'scope'
  const y = state.y ?? 'fidelity'
  return (
    <section className="archive" aria-label="Map of the workflows">
      <div className="list-head">
        <div>
          <h2>The archive</h2>
          <p className="quiet small">Where each stands, and the places that nobody has filled yet.</p>
        </div>
      </div>
      <div className="archive-axes">
        <Axis label="Upwards" value={y} choose={(value) => change({ y: value })} />
        <Axis label="To the right" value={x} choose={(value) => change({ x: value })} />
      </div>
      <div className="archive-frame">
        <span className="axis-y small quiet" aria-hidden>
          <span>{coordinates[y].high}</span>
          <span>{coordinates[y].low}</span>
        </span>
        <ul className="archive-grid">
          {places.toReversed().flatMap((row) =>
            places.map((column) => {
              const here = workflows.filter(
                (one) => one.coordinates[x] === column && one.coordinates[y] === row,
              )
              return (
                <li key={`${row} ${column}`} data-x={column} data-y={row} aria-hidden={here.length === 0}>
                  {here.map((one) => (
                    <Place key={one.id} workflow={one} isChosen={state.type === one.type} choose={choose} />
                  ))}
                </li>
              )
            }),
          )}
        </ul>
        <span className="axis-x small quiet" aria-hidden>
          <span>{coordinates[x].low}</span>
          <span>{coordinates[x].high}</span>
        </span>
      </div>
    </section>
  )
}

interface PlaceProps {
  readonly workflow: ArchivedWorkflow
  readonly isChosen: boolean
  readonly choose: (type: WorkflowType) => void
}

function Place({ workflow, isChosen, choose }: PlaceProps) {
  const { type, name, runs } = workflow
  if (!isWorkflowType(type)) return <span className="place">{name}</span>
  const Icon = guides[type].icon
  return (
    <button
      type="button"
      className="place"
      aria-pressed={isChosen}
      title={workflow.description}
      onClick={() => choose(type)}
    >
      <Icon size={15} aria-hidden />
      <span>{name}</span>
      {runs.count > 0 && (
        <span className="runs-count" title={`Run ${runs.count} times`}>
          {runs.count}
        </span>
      )}
    </button>
  )
}

const Axis = ({
  label,
  value,
  choose,
}: {
  label: string
  value: Coordinate
  choose: (value: Coordinate) => void
}) => (
  <label className="small">
    {label}
    <select value={value} onChange={(event) => choose(event.target.value as Coordinate)}>
      {Object.entries(coordinates).map(([name, { label: title }]) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </select>
  </label>
)
