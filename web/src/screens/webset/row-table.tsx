import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef, type CSSProperties } from 'react'
import type { WebsetRow } from '../../../../src/contract/webset-rows.ts'
import type { Webset } from '../../../../src/contract/websets.ts'
import { SiteIcon } from '../../parts/site-icon.tsx'
import { VerdictMark } from '../../parts/verdict.tsx'
import { hostOf } from '../../parts/words.ts'
import type { TableState } from './table-state.ts'

interface Props {
  readonly webset: Webset
  readonly rows: readonly WebsetRow[]
  readonly isComplete: boolean
  readonly loadMore: () => void
  readonly state: TableState
  readonly change: (changes: Partial<TableState>) => void
  readonly selected: ReadonlySet<string>
  readonly select: (selected: ReadonlySet<string>) => void
}

const rowHeight = 56
const loadsAhead = 40

/** Only the rows in sight are drawn, however many there are. */
export function RowTable(props: Props) {
  const { webset, rows, isComplete, loadMore, change, selected, select } = props
  const { enrichments } = webset
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  const lines = virtual.getVirtualItems()
  const last = lines.at(-1)?.index ?? 0
  useEffect(() => {
    if (!isComplete && last >= rows.length - loadsAhead) loadMore()
  }, [last, rows.length, isComplete, loadMore])
  const template = `2.4rem minmax(16rem, 1.4fr) minmax(8rem, 0.7fr) ${enrichments.map(() => 'minmax(11rem, 1fr)').join(' ')}`
  const columns = { '--columns': template } as CSSProperties // a variable, which the type does not know

  if (rows.length === 0)
    return (
      <div className="empty">
        <h2>{webset.status === 'idle' ? 'Nothing is in it' : 'Looking…'}</h2>
        <p className="quiet">
          {webset.status === 'idle'
            ? 'No page in the index shows something that meets every criterion. Widen a criterion with “Search more”, or bring more pages into the index.'
            : 'Items appear here as soon as one meets the criteria.'}
        </p>
      </div>
    )
  return (
    <div className="table-frame" ref={frame} tabIndex={0} role="region" aria-label="Items">
      <div role="table" aria-rowcount={isComplete ? rows.length : -1} style={columns}>
        <div role="row" className="table-row table-head">
          <span role="columnheader">
            <input
              type="checkbox"
              aria-label="Select all that are shown"
              checked={selected.size > 0 && selected.size === rows.length}
              onChange={(event) =>
                select(event.target.checked ? new Set(rows.map(({ id }) => id)) : new Set())
              }
            />
          </span>
          <SortHead name="name" label="Name" {...props} />
          <span role="columnheader">Criteria</span>
          {enrichments.map(({ id, title, description }) => (
            <SortHead key={id} name={id} label={title ?? description} {...props} />
          ))}
        </div>
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {lines.map(({ index, start, key }) => {
            const row = rows[index]
            if (!row) return null
            return (
              <Line
                key={key}
                row={row}
                index={index}
                start={start}
                enrichmentIds={enrichments.map(({ id }) => id)}
                isSelected={selected.has(row.id)}
                toggle={() => select(toggled(selected, row.id))}
                open={(cell) => change({ item: row.id, cell })}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

function SortHead({ name, label, state, change }: Props & { name: string; label: string }) {
  const isSorted = state.sort === name
  const Arrow = state.order === 'desc' ? ArrowDown : ArrowUp
  const next = !isSorted
    ? { sort: name, order: undefined }
    : state.order === 'desc'
      ? { sort: undefined, order: undefined }
      : { sort: name, order: 'desc' as const }
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (state.order === 'desc' ? 'descending' : 'ascending') : 'none'}
      title={label}
    >
      <button type="button" className="head" onClick={() => change(next)}>
        <span>{label}</span>
        {isSorted && <Arrow size={13} aria-hidden />}
      </button>
    </span>
  )
}

interface LineProps {
  readonly row: WebsetRow
  readonly index: number
  readonly start: number
  readonly enrichmentIds: readonly string[]
  readonly isSelected: boolean
  readonly toggle: () => void
  readonly open: (cell: string | undefined) => void
}

function Line({ row, index, start, enrichmentIds, isSelected, toggle, open }: LineProps) {
  const results = new Map(row.enrichments?.map((result) => [result.enrichmentId, result]))
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className={isSelected ? 'table-row selected' : 'table-row'}
      style={{
        position: 'absolute',
        top: 0,
        left: 0,
        right: 0,
        height: rowHeight,
        transform: `translateY(${start}px)`,
      }}
    >
      <span role="cell">
        <input type="checkbox" checked={isSelected} aria-label={`Select ${row.name}`} onChange={toggle} />
      </span>
      <span role="cell">
        <button type="button" className="cell-button item-name" onClick={() => open(undefined)}>
          <SiteIcon url={row.url} />
          <span>
            <strong>{row.name}</strong>
            <span className="quiet small">{hostOf(row.url)}</span>
          </span>
        </button>
      </span>
      <span role="cell" className="verdicts">
        {row.evaluations.map(({ criterion, satisfied }, at) => (
          <button
            key={criterion}
            type="button"
            className="cell-verdict"
            title={criterion}
            onClick={() => open(String(at))}
          >
            <VerdictMark satisfied={satisfied} says={false} />
          </button>
        ))}
      </span>
      {enrichmentIds.map((id) => {
        const result = results.get(id)
        return (
          <span role="cell" key={id}>
            {result === undefined || result.status === 'pending' ? (
              <span className="skeleton" style={{ width: '70%' }} role="img" aria-label="Being looked up" />
            ) : (
              <button type="button" className="cell-button" onClick={() => open(id)}>
                {result.result === null ? (
                  <span className="quiet">{result.status === 'canceled' ? 'Canceled' : 'Not found'}</span>
                ) : (
                  <span className="value">{result.result.join(', ')}</span>
                )}
              </button>
            )}
          </span>
        )
      })}
    </div>
  )
}

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}
