import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, type CSSProperties } from 'react'
import type { Webset } from '../../../../src/contract/websets.ts'
import { ColumnHead } from './column-head.tsx'
import { RowLine, rowHeight } from './row-line.tsx'
import type { ChangeState, TableState } from './table-state.ts'
import type { Range, Rows } from './use-webset.ts'

interface Props {
  readonly webset: Webset
  readonly columns: Webset['enrichments']
  readonly rows: Rows
  /** Rows that are about to be deleted, and are no longer shown. */
  readonly hidden: ReadonlySet<string>
  readonly look: (range: Range) => void
  readonly state: TableState
  readonly change: ChangeState
  readonly selected: ReadonlySet<string>
  readonly select: (selected: ReadonlySet<string>) => void
  readonly selectAll: () => void
  readonly removeColumn: (column: Webset['enrichments'][number]) => void
}

/** Only the rows in sight are asked for and drawn, however many there are. */
export function RowTable(props: Props) {
  const { webset, columns, rows, hidden, look, state, change, selected, select, selectAll, removeColumn } =
    props
  const frame = useRef<HTMLDivElement>(null)
  const count = Math.max(0, rows.included - hidden.size)
  const placeOf = placesWithout(rows, hidden)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  const lines = virtual.getVirtualItems()
  const first = lines[0]?.index ?? 0
  const last = placeOf(lines.at(-1)?.index ?? 0)
  useEffect(() => look({ first, last }), [look, first, last])

  const columnIds = useMemo(() => columns.map(({ id }) => id), [columns])
  const latest = useRef({ selected, select })
  latest.current = { selected, select }
  const toggle = useCallback((id: string) => {
    const next = new Set(latest.current.selected)
    if (!next.delete(id)) next.add(id)
    latest.current.select(next)
  }, [])
  const open = useCallback((item: string, cell: string | undefined) => change({ item, cell }), [change])
  // Lists of one's own have been asked nothing.
  const hasCriteria = webset.searches.length > 0
  const template = [
    '2.4rem minmax(15rem, 1.4fr)',
    ...(hasCriteria ? ['minmax(7rem, 0.6fr)'] : []),
    ...columns.map(() => 'minmax(11rem, 1fr)'),
  ].join(' ')

  return (
    <div className="table-frame" ref={frame} tabIndex={0} role="region" aria-label="Items">
      <div
        role="table"
        aria-label="Items"
        aria-rowcount={count + 1}
        // A variable, which the type does not know.
        style={{ '--columns': template } as CSSProperties}
      >
        <div role="rowgroup">
          <div role="row" aria-rowindex={1} className="table-row table-head">
            <span role="columnheader">
              <input
                type="checkbox"
                aria-label="Select all"
                checked={selected.size > 0 && selected.size >= count}
                onChange={(event) => (event.target.checked ? selectAll() : select(new Set()))}
              />
            </span>
            <ColumnHead name="name" label="Name" state={state} change={change} />
            {hasCriteria && <span role="columnheader">Criteria</span>}
            {columns.map((column) => (
              <ColumnHead
                key={column.id}
                name={column.id}
                label={column.title ?? column.description}
                state={state}
                change={change}
                remove={() => removeColumn(column)}
              />
            ))}
          </div>
        </div>
        <div role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() }}>
          {lines.map(({ index, start }) => {
            const row = rows.rowAt(placeOf(index))
            return (
              <RowLine
                key={row?.id ?? index}
                row={row}
                index={index}
                start={start}
                columnIds={columnIds}
                hasCriteria={hasCriteria}
                isSelected={row !== undefined && selected.has(row.id)}
                isOpen={row !== undefined && row.id === state.item}
                toggle={toggle}
                open={open}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Where a row that is shown stands among all: those that are hidden before it are passed over. */
function placesWithout(rows: Rows, hidden: ReadonlySet<string>): (index: number) => number {
  if (hidden.size === 0) return (index) => index
  const skipped = rows.loaded
    .filter(([, { id }]) => hidden.has(id))
    .map(([index]) => index)
    .toSorted((one, other) => one - other)
  return (index) => skipped.reduce((place, skip) => (skip <= place ? place + 1 : place), index)
}
