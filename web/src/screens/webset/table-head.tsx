import { memo } from 'react'
import type { Webset } from '../../../../src/contract/websets.ts'
import { ColumnHead } from './column-head.tsx'
import type { ChangeState, TableState } from './table-state.ts'

interface Props {
  readonly columns: Webset['enrichments']
  readonly hasCriteria: boolean
  readonly state: TableState
  readonly change: ChangeState
  readonly isAllSelected: boolean
  readonly toggleAll: (isOn: boolean) => void
  readonly removeColumn: (column: Webset['enrichments'][number]) => void
}

/** Stays as it is while the rows below it move. */
export const TableHead = memo(function TableHead(props: Props) {
  const { columns, hasCriteria, state, change, isAllSelected, toggleAll, removeColumn } = props
  return (
    <div role="rowgroup" className="table-top">
      <div role="row" aria-rowindex={1} className="table-row table-head">
        <span role="columnheader">
          <input
            type="checkbox"
            aria-label="Select all"
            checked={isAllSelected}
            onChange={(event) => toggleAll(event.target.checked)}
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
  )
})
