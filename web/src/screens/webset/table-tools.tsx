import { Plus, Search, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Webset } from '../../../../src/contract/websets.ts'
import { AddColumn } from './add-column.tsx'
import { SearchMore } from './search-more.tsx'
import type { ChangeState, TableState } from './table-state.ts'

interface Props {
  readonly webset: Webset
  readonly state: TableState
  readonly change: ChangeState
  readonly shown: string
  readonly selected: number
  readonly removeSelected: () => void
}

export function TableTools({ webset, state, change, shown, selected, removeSelected }: Props) {
  const [dialog, setDialog] = useState<'column' | 'search' | null>(null)
  return (
    <div className="table-tools">
      <Find webset={webset} state={state} change={change} />
      <select
        value={state.filter ?? 'any'}
        aria-label="Which items"
        onChange={(event) =>
          change({
            filter: event.target.value === 'any' ? undefined : (event.target.value as 'all' | 'none'),
          })
        }
      >
        <option value="any">Meets a criterion</option>
        <option value="all">Meets every criterion</option>
        <option value="none">All items</option>
      </select>
      <span className="quiet small" role="status">
        {shown}
      </span>
      <div className="actions">
        {selected > 0 && (
          <button type="button" className="danger" onClick={removeSelected}>
            <Trash2 size={15} aria-hidden /> Delete {selected.toLocaleString()}
          </button>
        )}
        <button type="button" onClick={() => setDialog('column')}>
          <Plus size={15} aria-hidden /> Column
        </button>
        <button type="button" onClick={() => setDialog('search')}>
          <Search size={15} aria-hidden /> Search more
        </button>
      </div>
      {dialog === 'column' && <AddColumn websetId={webset.id} close={() => setDialog(null)} />}
      {dialog === 'search' && <SearchMore webset={webset} close={() => setDialog(null)} />}
    </div>
  )
}

/** Not with every letter: while somebody writes, only the last word counts. */
const writesForMs = 250

/** In names, addresses and descriptions, or in one column. */
function Find({ webset, state, change }: Pick<Props, 'webset' | 'state' | 'change'>) {
  const [text, setText] = useState(state.find ?? '')
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const column = webset.enrichments.find(({ id }) => id === state.column)
  const label = column ? `Find in ${column.title ?? column.description}` : 'Find in the table'
  useEffect(() => setText(state.find ?? ''), [state.find])
  useEffect(() => {
    if (state.column !== undefined) box.current?.focus()
  }, [state.column])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <div className="find">
      <Search size={15} aria-hidden />
      <input
        ref={box}
        type="search"
        value={text}
        placeholder={label}
        aria-label={label}
        onChange={(event) => {
          const find = event.target.value
          setText(find)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => change({ find: find.trim() || undefined }), writesForMs)
        }}
      />
      {column && (
        <button
          type="button"
          className="icon"
          aria-label="Find everywhere again"
          onClick={() => change({ column: undefined })}
        >
          <X size={15} aria-hidden />
        </button>
      )}
    </div>
  )
}
