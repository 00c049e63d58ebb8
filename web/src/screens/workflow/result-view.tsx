import { Link } from '@tanstack/react-router'
import type { Task } from '../../../../src/contract/tasks.ts'
import type { OpenPage } from '../../parts/report.tsx'
import { lasting } from '../../parts/words.ts'
import { AdversarialView } from './adversarial-view.tsx'
import { CollectionView, ResearchResult } from './collection-view.tsx'
import { ConvergentView } from './convergent-view.tsx'
import { ItemTable } from './item-table.tsx'
import type {
  AdversarialResult,
  ConvergentResult,
  DeepResult,
  HarvestResult,
  WinnowResult,
} from './results.ts'
import { hasEnded } from './use-task.ts'
import { WinnowView } from './winnow-view.tsx'
import type { WorkflowState } from './workflow-state.ts'

type Result = Readonly<Record<string, unknown>>

interface Props {
  readonly task: Task
  readonly result: Result
  readonly state: WorkflowState
  readonly change: (changes: Partial<WorkflowState>) => void
  readonly openPage: OpenPage
}

/** What a task came to, or has come to so far, drawn as its kind asks for. */
export function ResultView(props: Props) {
  const { result } = props
  const { _summary: summary, _warnings: warnings = [], steps = [], timedOut } = result as HarvestResult
  return (
    <section className="result-view stack" aria-label="Result">
      {summary && <p className="summary">{summary}</p>}
      {timedOut && (
        <p className="notice unsure">Time ran out before all was done: this is what there was by then.</p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="notice unsure">
          {warning}
        </p>
      ))}
      <Drawing {...props} />
      <Websets result={result} isUnderWay={!hasEnded(props.task)} />
      {steps.length > 0 && (
        <details className="fold">
          <summary>Steps and how long they took</summary>
          <ol className="step-list">
            {steps.map(({ name, duration, status }, index) => (
              <li key={index}>
                <span>{name}</span>
                <span className="quiet">{status === 'ok' ? '' : status.replace('_', ' ')}</span>
                <span className="quiet">{lasting(duration)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

// Results are JSON of the shape that belongs to the type of the task.
function Drawing({ task, result, state, change, openPage }: Props) {
  const columns = descriptionsOf(task.args.enrichments)
  switch (task.type) {
    case 'qd.winnow':
      return (
        <WinnowView
          result={result}
          criteria={descriptionsOf(task.args.criteria)}
          columns={columns}
          state={state}
          change={change}
          openPage={openPage}
        />
      )
    case 'convergent.search':
      return <ConvergentView result={result} openPage={openPage} />
    case 'adversarial.verify':
      return <AdversarialView result={result} args={task.args} openPage={openPage} />
    case 'research.verifiedCollection':
      return <CollectionView result={result} columns={columns} openPage={openPage} />
    case 'research.deep':
      return <Deep result={result} openPage={openPage} />
    case 'lifecycle.harvest':
    default:
      return <Harvest result={result} columns={columns} openPage={openPage} />
  }
}

function Harvest({
  result: { items = [], steps },
  columns,
  openPage,
}: {
  result: HarvestResult
  columns: readonly string[]
  openPage: OpenPage
}) {
  if (items.length > 0) return <ItemTable label="Harvest" items={items} asked={columns} openPage={openPage} />
  if (!steps) return null
  return (
    <p className="empty quiet">Nothing was found. Ask for something broader, or take away a criterion.</p>
  )
}

const Deep = ({ result: { researchId, result }, openPage }: { result: DeepResult; openPage: OpenPage }) => (
  <>
    {result !== undefined && result !== null && (
      <ResearchResult researchId={researchId ?? null} result={result} openPage={openPage} />
    )}
    {researchId && (
      <p className="small">
        <Link to="/runs/$id" params={{ id: researchId }}>
          Open the run: its timeline and its cost
        </Link>
      </p>
    )}
  </>
)

/** What a workflow made on its way can be gone on with. */
function Websets({ result, isUnderWay }: { result: Result; isUnderWay: boolean }) {
  const { websetId, websetIds = [], cleanedUp } = result as HarvestResult & ConvergentResult
  const sides = result as AdversarialResult
  const ids = [
    websetId,
    ...websetIds,
    sides.thesis?.websetId ?? sides.thesisWebsetId,
    sides.antithesis?.websetId ?? sides.antithesisWebsetId,
    ...((result as WinnowResult).rounds?.map((round) => round.websetId) ?? []),
  ].filter((id) => typeof id === 'string')
  if (ids.length === 0 || cleanedUp) return null
  return (
    <p className="small made">
      {[...new Set(ids)].map((id, index, all) => (
        <Link key={id} to="/websets/$id" params={{ id }}>
          {all.length > 1
            ? `Webset ${index + 1}`
            : isUnderWay
              ? 'Watch its webset fill'
              : 'Go on with its webset'}
        </Link>
      ))}
    </p>
  )
}

/** Criteria and enrichments are known by their descriptions. */
const descriptionsOf = (values: unknown): string[] =>
  ((values ?? []) as readonly { description: string }[]).map(({ description }) => description)
