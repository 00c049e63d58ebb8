import { Check, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Figures } from '../../parts/figures.tsx'
import type { OpenPage } from '../../parts/report.tsx'
import { Segments } from '../../parts/segments.tsx'
import { plural } from '../../parts/words.ts'
import { ItemTable } from './item-table.tsx'
import { letterOf, nicheMapOf, nicheOf } from './niches.ts'
import type { Elite, WinnowResult } from './results.ts'
import type { WorkflowState } from './workflow-state.ts'

interface Props {
  readonly result: WinnowResult
  /** In the order in which they were given, by which niches are named. */
  readonly criteria: readonly string[]
  readonly columns: readonly string[]
  readonly state: WorkflowState
  readonly change: (changes: Partial<WorkflowState>) => void
  readonly openPage: OpenPage
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
const qualities: Readonly<Record<string, string>> = {
  'too-strict': 'hardly anything meets it',
  'not-discriminating': 'nearly everything meets it',
  'good-discriminator': 'tells things apart well',
}

/** What kinds of things there are: the map of niches with the best of each, and how well the criteria did. */
export function WinnowView({ result, criteria, columns, state, change, openPage }: Props) {
  const rounds = result.rounds ?? []
  const number = Math.min(state.round ?? rounds.length, rounds.length)
  const round = rounds[number - 1]
  if (!round) return null
  const { qualityMetrics: metrics } = result
  const isLast = number === rounds.length
  const elites = isLast ? (result.finalElites ?? round.elites) : round.elites
  const shown = state.niche === undefined ? elites : elites.filter(({ niche }) => niche === state.niche)
  return (
    <div className="winnow stack">
      {metrics && (
        <Figures
          figures={[
            { label: 'Niches filled', value: percent(metrics.coverage) },
            { label: 'Fitness of the best', value: metrics.avgFitness.toFixed(2) },
            {
              label: 'Diversity',
              value: `${metrics.diversity.toFixed(2)} bits`,
              title: 'How evenly things are spread over the niches',
            },
            { label: 'Evenness', value: percent(metrics.evenness) },
            { label: 'Found of looked at', value: percent(metrics.stringency) },
          ]}
        />
      )}
      {rounds.length > 1 && (
        <Segments
          label="Round"
          value={String(number)}
          options={rounds.map((_, at) => ({ value: String(at + 1), label: `After round ${at + 1}` }))}
          choose={(value) => change({ round: Number(value), niche: undefined })}
        />
      )}
      <NicheMap
        criteria={criteria}
        distribution={sumOf(rounds.slice(0, number).map(({ nicheDistribution }) => nicheDistribution))}
        elites={elites}
        chosen={state.niche}
        choose={(niche) => change({ niche: niche === state.niche ? undefined : niche })}
      />
      <CriteriaLegend criteria={criteria} result={result} rates={round.criteriaSuccessRates} />
      {result.critique && result.critique.length > 0 && (
        <ul className="notice unsure critique">
          {result.critique.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {result.failedRound && (
        <p className="notice unsure">
          Round {result.failedRound.round} failed: {result.failedRound.message}
        </p>
      )}
      <div className="list-head">
        <h2>{state.niche === undefined ? 'The best of each kind' : 'The best of this kind'}</h2>
        {state.niche !== undefined && (
          <button type="button" className="link" onClick={() => change({ niche: undefined })}>
            Show all
          </button>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="empty quiet">Nothing is of this kind.</p>
      ) : (
        <ItemTable
          label="Elites"
          items={shown.map(({ item }) => item)}
          asked={columns}
          openPage={openPage}
          extra={{
            title: 'Fitness',
            cell: (_, index) => <Fitness score={shown[index]?.fitnessScore ?? 0} />,
          }}
        />
      )}
    </div>
  )
}

/** Each round finds what the earlier ones have not. */
function sumOf(distributions: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const [niche, count] of distributions.flatMap((one) => Object.entries(one)))
    sum[niche] = (sum[niche] ?? 0) + count
  return sum
}

const Fitness = ({ score }: { score: number }) => (
  <span className="fitness">
    <meter min={0} max={1} value={score} aria-label="Fitness" /> {score.toFixed(2)}
  </span>
)

interface MapProps {
  readonly criteria: readonly string[]
  readonly distribution: Readonly<Record<string, number>>
  readonly elites: readonly Elite[]
  readonly chosen: string | undefined
  readonly choose: (niche: string) => void
}

function NicheMap({ criteria, distribution, elites, chosen, choose }: MapProps) {
  const { rows, columns, rowCriteria } = nicheMapOf(criteria.length)
  const most = Math.max(1, ...Object.values(distribution))
  const words = (values: readonly boolean[], from: number) => (
    <span className="signs">
      {values.map((isMet, at) => (
        <span key={at} className={isMet ? 'sign met' : 'sign'} title={criteria[from + at]}>
          {letterOf(from + at)}
          {isMet ? <Check size={12} aria-label="met" /> : <X size={12} aria-label="not met" />}
        </span>
      ))}
    </span>
  )
  return (
    <div className="table-scroll niche-frame" role="region" aria-label="Niche map" tabIndex={0}>
      <table className="niche-map" style={{ minWidth: `${columns.length * 8.5 + rowCriteria * 3.2}rem` }}>
        <thead>
          <tr>
            {rowCriteria > 0 && <td style={{ width: `${rowCriteria * 3.2 + 0.3}rem` }} />}
            {columns.map((column, at) => (
              <th key={at} scope="col">
                {words(column, rowCriteria)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {rowCriteria > 0 && <th scope="row">{words(row, 0)}</th>}
              {columns.map((column) => {
                const niche = nicheOf(row, column)
                const count = distribution[niche] ?? 0
                const best = elites.find((elite) => elite.niche === niche)
                return (
                  <td key={niche}>
                    <button
                      type="button"
                      className="niche"
                      disabled={count === 0 && !best}
                      aria-pressed={chosen === niche}
                      style={{ '--share': count / most } as CSSProperties}
                      onClick={() => choose(niche)}
                    >
                      <span className="niche-count">{count === 0 ? 'empty' : plural(count, 'thing')}</span>
                      {best && <strong>{best.item.name}</strong>}
                      {best && <span className="small">fitness {best.fitnessScore.toFixed(2)}</span>}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function CriteriaLegend({
  criteria,
  result,
  rates,
}: {
  criteria: readonly string[]
  result: WinnowResult
  rates: Readonly<Record<string, number>>
}) {
  return (
    <ul className="criteria-legend" aria-label="Criteria">
      {criteria.map((criterion, at) => {
        const told = result.descriptorFeedback?.[at]
        const rate = told?.successRate ?? rates[criterion] ?? 0
        return (
          <li key={criterion}>
            <span className="sign met">{letterOf(at)}</span>
            <span>{criterion}</span>
            <meter min={0} max={100} value={rate} aria-label={`Share that meets “${criterion}”`} />
            <span className="quiet small">
              {Math.round(rate)} %{told && `: ${qualities[told.quality] ?? told.quality}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
