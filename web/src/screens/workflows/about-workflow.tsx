import type { ArchivedWorkflow } from '../../api/tasks.ts'
import { Figures } from '../../parts/figures.tsx'
import { dollars, lasting } from '../../parts/words.ts'
import { coordinates, type Coordinate } from './workflows-state.ts'

const whole = (number: number): string => number.toLocaleString(undefined, { maximumFractionDigits: 0 })

/** What a workflow does, step by step and why, where it stands, and what its runs came to. */
export function AboutWorkflow({ workflow }: { workflow: ArchivedWorkflow }) {
  const { description, notes, steps, runs } = workflow
  const figures = [
    { label: 'Runs', value: `${runs.completed} of ${runs.count} done` },
    ...(runs.durationMs === null ? [] : [{ label: 'Usually takes', value: lasting(runs.durationMs) }]),
    ...(runs.itemCount === null ? [] : [{ label: 'Finds', value: whole(runs.itemCount) }]),
    ...(runs.costDollars === null ? [] : [{ label: 'Costs', value: dollars(runs.costDollars) }]),
    ...(runs.coverage === null ? [] : [{ label: 'Niches filled', value: `${whole(runs.coverage * 100)} %` }]),
  ]
  return (
    <aside className="about-workflow" aria-label="About this workflow">
      <p>{description}</p>
      <p className="quiet small">{notes}</p>
      <details className="fold">
        <summary>What it does, in {steps.length} steps</summary>
        <ol className="about-steps">
          {steps.map((step) => (
            <li key={step.order}>
              <strong>{step.name}</strong> {step.description} <span className="quiet">{step.rationale}</span>
            </li>
          ))}
        </ol>
      </details>
      <h3 className="section">Where it stands</h3>
      <dl className="standing">
        {Object.entries(coordinates).map(([name, { label, low, high }]) => {
          const place = workflow.coordinates[name as Coordinate]
          return (
            <div key={name} title={`From “${low}” to “${high}”`}>
              <dt>{label}</dt>
              <dd>
                <span className="visually-hidden">{place} of 5</span>
                {[1, 2, 3, 4, 5].map((at) => (
                  <span key={at} className={at <= place ? 'pip on' : 'pip'} aria-hidden />
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
      {runs.count > 0 && (
        <>
          <h3 className="section">Your runs</h3>
          <Figures figures={figures} />
        </>
      )}
    </aside>
  )
}
