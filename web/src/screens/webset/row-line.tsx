import { memo } from 'react'
import type { WebsetRow } from '../../../../src/contract/webset-rows.ts'
import { SiteIcon } from '../../parts/site-icon.tsx'
import { VerdictMark } from '../../parts/verdict.tsx'
import { hostOf } from '../../parts/words.ts'

export const rowHeight = 56

interface Props {
  /** Undefined while it is on its way. */
  readonly row: WebsetRow | undefined
  readonly index: number
  readonly start: number
  readonly columnIds: readonly string[]
  readonly hasCriteria: boolean
  readonly isSelected: boolean
  readonly isOpen: boolean
  readonly toggle: (id: string) => void
  readonly open: (id: string, cell: string | undefined) => void
}

/** Drawn again only when something of its own changes: scrolling moves hundreds of them past. */
export const RowLine = memo(function RowLine(props: Props) {
  const { row, index, start, isSelected, isOpen } = props
  const state = `${isSelected ? ' selected' : ''}${isOpen ? ' open' : ''}`
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`table-row table-line${state}`}
      style={{ height: rowHeight, transform: `translateY(${start}px)` }}
    >
      {row ? <Cells {...props} row={row} /> : <Waiting />}
    </div>
  )
})

const Waiting = () => (
  <>
    <span role="cell" />
    <span role="cell">
      <span className="skeleton" role="img" aria-label="On its way" style={{ width: '60%' }} />
    </span>
  </>
)

function Cells({
  row,
  columnIds,
  hasCriteria,
  isSelected,
  toggle,
  open,
}: Props & { readonly row: WebsetRow }) {
  const results = new Map(row.enrichments?.map((result) => [result.enrichmentId, result]))
  return (
    <>
      <span role="cell">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={`Select ${row.name}`}
          onChange={() => toggle(row.id)}
        />
      </span>
      <span role="cell">
        <button type="button" className="cell-button item-name" onClick={() => open(row.id, undefined)}>
          <SiteIcon url={row.url} />
          <span>
            <strong>{row.name}</strong>
            <span className="quiet small">{hostOf(row.url)}</span>
          </span>
        </button>
      </span>
      {hasCriteria && (
        <span role="cell" className="verdicts">
          {row.evaluations.map(({ criterion, satisfied }, at) => (
            <button
              key={criterion}
              type="button"
              className="cell-verdict"
              title={criterion}
              onClick={() => open(row.id, String(at))}
            >
              <VerdictMark satisfied={satisfied} says={false} />
            </button>
          ))}
        </span>
      )}
      {columnIds.map((id) => (
        <span role="cell" key={id}>
          <Value result={results.get(id)} open={() => open(row.id, id)} />
        </span>
      ))}
    </>
  )
}

interface ValueProps {
  readonly result: NonNullable<WebsetRow['enrichments']>[number] | undefined
  readonly open: () => void
}

function Value({ result, open }: ValueProps) {
  if (result === undefined || result.status === 'pending')
    return <span className="skeleton" style={{ width: '70%' }} role="img" aria-label="Being looked up" />
  return (
    <button type="button" className="cell-button" onClick={open}>
      {result.result === null ? (
        <span className="quiet">{result.status === 'canceled' ? 'Canceled' : 'Not found'}</span>
      ) : (
        <span className="value">{result.result.join(', ')}</span>
      )}
    </button>
  )
}
