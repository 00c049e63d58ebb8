import { TriangleAlert } from 'lucide-react'
import type { Webset } from '../../../../src/contract/websets.ts'

/** Below this many per cent a criterion keeps nearly everything out. */
const stringentBelow = 5
/** Before so many were looked at a rate says little. */
const enoughLookedAt = 20

/** What the last search asks of each item, how many meet it, and how many there may be in all. */
export function CriteriaBar({ webset }: { webset: Webset }) {
  const search = webset.searches[0]
  if (!search) return null
  const { criteria, progress, recall } = search
  const stringent = criteria.filter(({ successRate }) => successRate < stringentBelow)
  const isStringent = progress.analyzed >= enoughLookedAt && stringent.length > 0
  return (
    <>
      <ul className="criteria" aria-label="Criteria">
        {criteria.map(({ description, successRate }) => (
          <li
            key={description}
            className="criterion"
            title={`${Math.round(successRate)} % of those looked at meet it`}
          >
            <span>{description}</span>
            <span className="rate">{progress.analyzed > 0 ? `${Math.round(successRate)} %` : '–'}</span>
          </li>
        ))}
      </ul>
      {isStringent && (
        <p className="notice unsure">
          <TriangleAlert size={16} aria-hidden /> Hardly anything meets “{stringent[0]?.description}”. A wider
          criterion would find more.
        </p>
      )}
      {recall && <Recall recall={recall} />}
    </>
  )
}

type Estimate = NonNullable<Webset['searches'][number]['recall']>

/** How many there may be in all, and how one can know. */
function Recall({ recall: { expected, reasoning } }: { recall: Estimate }) {
  const [total, least, most] = [expected.total, expected.bounds.min, expected.bounds.max].map((count) =>
    Math.round(count).toLocaleString(),
  )
  return (
    <details className="notice">
      <summary>
        About <strong>{total}</strong> in all
        {least !== most && `, between ${least} and ${most}`} ({expected.confidence} confidence)
      </summary>
      <p className="quiet">{reasoning}</p>
    </details>
  )
}
