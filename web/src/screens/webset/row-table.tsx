import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, type CSSProperties } from 'react'
import type { Webset } from '../../../../src/contract/websets.ts'
import { RowLine, rowHeight } from './row-line.tsx'
import { TableHead } from './table-head.tsx'
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

const [checkboxRem, namesRem, verdictsRem, columnRem, marginsRem] = [2.4, 15, 7, 11, 2.4]

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
    // A line that comes a frame later is better than a frame that comes late.
    useFlushSync: false,
  })
  const lines = virtual.getVirtualItems()
  const first = lines[0]?.index ?? 0
  const last = placeOf(lines.at(-1)?.index ?? 0)
  useEffect(() => look({ first, last }), [look, first, last])

  const columnIds = useMemo(() => columns.map(({ id }) => id), [columns])
  const latest = useRef({ selected, select, selectAll })
  latest.current = { selected, select, selectAll }
  const toggle = useCallback((id: string) => {
    const next = new Set(latest.current.selected)
    if (!next.delete(id)) next.add(id)
    latest.current.select(next)
  }, [])
  const toggleAll = useCallback((isOn: boolean) => {
    if (isOn) latest.current.selectAll()
    else latest.current.select(new Set())
  }, [])
  const open = useCallback((item: string, cell: string | undefined) => change({ item, cell }), [change])
  // Lists of one's own have been asked nothing.
  const hasCriteria = webset.searches.length > 0
  const widths = [namesRem, ...(hasCriteria ? [verdictsRem] : []), ...columns.map(() => columnRem)]
  const style = {
    '--columns': `${checkboxRem}rem ${widths.map((rem) => `minmax(${rem}rem, ${rem}fr)`).join(' ')}`,
    // Said instead of measured: to measure it, every line would have to be laid out.
    minWidth: `${marginsRem + checkboxRem + widths.reduce((sum, rem) => sum + rem, 0)}rem`,
  } as CSSProperties // of which the variable is none

  return (
    <div className="table-frame" ref={frame} tabIndex={0} role="region" aria-label="Items">
      <div role="table" aria-label="Items" aria-rowcount={count + 1} style={style}>
        <TableHead
          columns={columns}
          hasCriteria={hasCriteria}
          state={state}
          change={change}
          isAllSelected={selected.size > 0 && selected.size >= count}
          toggleAll={toggleAll}
          removeColumn={removeColumn}
        />
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
