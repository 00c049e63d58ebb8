import { ArrowDown, ArrowUp, EllipsisVertical } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ChangeState, TableState } from './table-state.ts'

interface Props {
  readonly name: string
  readonly label: string
  readonly state: TableState
  readonly change: ChangeState
  /** Of a column that can be taken away. */
  readonly remove?: () => void
}

/** Sorts by its column: upwards, downwards, not at all. */
export function ColumnHead({ name, label, state, change, remove }: Props) {
  const isSorted = state.sort === name
  const isDown = state.order === 'desc'
  const next = !isSorted
    ? { sort: name, order: undefined }
    : isDown
      ? { sort: undefined, order: undefined }
      : { sort: name, order: 'desc' as const }
  const Arrow = isDown ? ArrowDown : ArrowUp
  return (
    <span
      role="columnheader"
      aria-label={label}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}
      title={label}
      className="column-head"
    >
      <button type="button" className="head" onClick={() => change(next)} aria-label={`Sort by ${label}`}>
        <span>{label}</span>
        {isSorted && <Arrow size={13} aria-hidden />}
      </button>
      {remove && <ColumnMenu {...{ name, label, change, remove }} />}
    </span>
  )
}

function ColumnMenu({ name, label, change, remove }: Omit<Props, 'state'> & { readonly remove: () => void }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="icon column-menu" aria-label={`Column ${label}`}>
          <EllipsisVertical size={14} aria-hidden />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu card" align="end">
          <DropdownMenu.Item className="menu-item" onSelect={() => change({ sort: name, order: undefined })}>
            Sort upwards
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => change({ sort: name, order: 'desc' })}>
            Sort downwards
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => change({ column: name })}>
            Find in this column
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item bad" onSelect={remove}>
            Delete the column
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
