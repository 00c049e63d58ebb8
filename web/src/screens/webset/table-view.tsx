import { useCallback, useMemo, useRef, useState } from 'react'
import type { Webset } from '../../../../src/contract/websets.ts'
import type { RowQuery } from '../../api/websets.ts'
import { Failure, messageOf } from '../../parts/failure.tsx'
import { plural } from '../../parts/words.ts'
import { RowTable } from './row-table.tsx'
import type { ChangeState, TableState } from './table-state.ts'
import { TableTools } from './table-tools.tsx'
import { useDeletions } from './use-deletions.tsx'
import { allRowIds, isSamePages, useRows, type Range } from './use-webset.ts'

interface Props {
  readonly webset: Webset
  readonly state: TableState
  readonly change: ChangeState
}

const nothing: ReadonlySet<string> = new Set()

/** What is in a webset, with what can be done about it. */
export function TableView({ webset, state, change }: Props) {
  const { id } = webset
  const query: RowQuery = {
    filter: state.filter ?? 'any',
    find: state.find ?? '',
    column: state.column,
    sort: state.sort ?? 'discovered',
    order: state.order ?? 'asc',
  }
  const [range, setRange] = useState<Range>({ first: 0, last: 0 })
  const look = useCallback(
    (now: Range) => setRange((before) => (isSamePages(before, now) ? before : now)),
    [],
  )
  const { rows, error, again } = useRows(id, query, range)
  const [selected, select] = useState(nothing)
  const [failure, setFailure] = useState<unknown>(null)
  const deletions = useDeletions(id)
  const { hidden, removeColumn } = deletions
  const columns = useMemo(
    () => webset.enrichments.filter((column) => !hidden.has(column.id)),
    [webset.enrichments, hidden],
  )
  const latestRemove = useRef(removeColumn)
  latestRemove.current = removeColumn
  const remove = useCallback((column: Webset['enrichments'][number]) => latestRemove.current(column), [])

  function selectAll(): void {
    setFailure(null)
    allRowIds(id, query).then((ids) => select(new Set(ids)), setFailure)
  }

  return (
    <>
      <TableTools
        webset={webset}
        state={state}
        change={change}
        shown={rows ? countsOf(rows.included, rows.excluded, deletions.hiddenItems.size) : ''}
        selected={selected.size}
        removeSelected={() => {
          deletions.removeItems([...selected])
          select(nothing)
        }}
      />
      {error !== null && <Failure error={error} retry={again} />}
      {failure !== null && <p className="bad">{messageOf(failure)}</p>}
      {rows && rows.included === 0 && (
        <NoRows webset={webset} isNarrowed={rows.excluded > 0} change={change} />
      )}
      {rows && rows.included > 0 && (
        <RowTable
          webset={webset}
          columns={columns}
          rows={rows}
          hidden={deletions.hiddenItems}
          look={look}
          state={state}
          change={change}
          selected={selected}
          select={select}
          selectAll={selectAll}
          removeColumn={remove}
        />
      )}
      {deletions.toast}
    </>
  )
}

function countsOf(included: number, excluded: number, hidden: number): string {
  const shown = plural(Math.max(0, included - hidden), 'item')
  return excluded > 0 ? `${shown}, ${excluded.toLocaleString()} left out` : shown
}

function NoRows({
  webset,
  isNarrowed,
  change,
}: {
  webset: Webset
  isNarrowed: boolean
  change: ChangeState
}) {
  if (isNarrowed)
    return (
      <div className="empty">
        <h2>No item is like that</h2>
        <p className="quiet">There are some, but none that passes what you filter by.</p>
        <button type="button" onClick={() => change({ find: undefined, column: undefined, filter: 'none' })}>
          Show all items
        </button>
      </div>
    )
  const isDone = webset.status === 'idle'
  return (
    <div className="empty">
      <h2>{isDone ? 'Nothing is in it' : 'Looking…'}</h2>
      <p className="quiet">
        {isDone
          ? 'No page in the index shows something that meets every criterion. Widen a criterion with “Search more”, or bring more pages into the index.'
          : 'Items appear here as soon as one meets the criteria.'}
      </p>
    </div>
  )
}
