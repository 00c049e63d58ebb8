import { Plus, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Webset } from '../../../../src/contract/websets.ts'
import { AddColumn } from './add-column.tsx'
import { SearchMore } from './search-more.tsx'
import type { TableState } from './table-state.ts'

interface Props {
  readonly webset: Webset
  readonly state: TableState
  readonly change: (changes: Partial<TableState>) => void
  readonly shown: string
  readonly selected: number
  readonly removeSelected: () => void
}

export function TableTools({ webset, state, change, shown, selected, removeSelected }: Props) {
  const [dialog, setDialog] = useState<'column' | 'search' | null>(null)
  return (
    <div className="table-tools">
      <label className="find">
        <Search size={15} aria-hidden />
        <input
          type="search"
          defaultValue={state.find ?? ''}
          placeholder="Find in the table"
          aria-label="Find in the table"
          onChange={(event) => change({ find: event.target.value.trim() || undefined })}
        />
      </label>
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
            <Trash2 size={15} aria-hidden /> Delete {selected}
          </button>
        )}
        <button type="button" onClick={() => setDialog('column')}>
          <Plus size={15} aria-hidden /> Column
        </button>
        <button type="button" onClick={() => setDialog('search')}>
          Search more
        </button>
      </div>
      {dialog === 'column' && <AddColumn websetId={webset.id} close={() => setDialog(null)} />}
      {dialog === 'search' && <SearchMore webset={webset} close={() => setDialog(null)} />}
    </div>
  )
}
