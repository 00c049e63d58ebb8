import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteItem, type RowQuery } from '../../api/websets.ts'
import { Failure } from '../../parts/failure.tsx'
import { useUndo } from '../../parts/undo.tsx'
import { plural } from '../../parts/words.ts'
import { CriteriaBar } from './criteria-bar.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { RowTable } from './row-table.tsx'
import type { TableState } from './table-state.ts'
import { TableTools } from './table-tools.tsx'
import { useFeed, useRows, useWebset } from './use-webset.ts'
import { WebsetHead } from './webset-head.tsx'

const route = getRouteApi('/websets/$id')

export function WebsetScreen() {
  const { id } = route.useParams()
  const state = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: Partial<TableState>) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const { isLive } = useFeed(id)
  const webset = useWebset(id)
  const query: RowQuery = {
    filter: state.filter ?? 'any',
    query: state.find ?? '',
    sort: state.sort ?? 'discovered',
    order: state.order ?? 'asc',
  }
  const rows = useRows(id, query)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { hidden, toast, remove } = useDeletion(id, () => setSelected(new Set()))

  if (webset.isError) return <Failure error={webset.error} retry={() => void webset.refetch()} />
  if (!webset.data) return null
  const all = rows.data?.pages.flatMap(({ data }) => data).filter((row) => !hidden.has(row.id)) ?? []
  const counts = rows.data?.pages[0]
  return (
    <div className={state.item ? 'webset with-panel' : 'webset'}>
      <div className="webset-main">
        <WebsetHead webset={webset.data} isLive={isLive} />
        <CriteriaBar webset={webset.data} />
        <TableTools
          state={state}
          change={change}
          webset={webset.data}
          shown={
            counts
              ? `${plural(counts.included, 'item')}${counts.excluded > 0 ? `, ${counts.excluded} left out` : ''}`
              : ''
          }
          selected={selected.size}
          removeSelected={() => remove([...selected])}
        />
        {rows.isError && <Failure error={rows.error} retry={() => void rows.refetch()} />}
        <RowTable
          webset={webset.data}
          rows={all}
          isComplete={!rows.hasNextPage}
          loadMore={() => {
            if (rows.hasNextPage && !rows.isFetchingNextPage) void rows.fetchNextPage()
          }}
          state={state}
          change={change}
          selected={selected}
          select={setSelected}
        />
        {toast}
      </div>
      {state.item && (
        <EvidencePanel
          webset={webset.data}
          itemId={state.item}
          cell={state.cell}
          close={() => change({ item: undefined, cell: undefined })}
        />
      )}
    </div>
  )
}

/** Items disappear at once and are deleted when nobody has taken it back: until then nothing has happened. */
function useDeletion(id: string, after: () => void) {
  const queries = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const undo = useUndo()
  function remove(itemIds: readonly string[]): void {
    setHidden(new Set([...hidden, ...itemIds]))
    after()
    const show = () => setHidden((now) => new Set([...now].filter((one) => !itemIds.includes(one))))
    undo.offer(`${plural(itemIds.length, 'item')} deleted`, {
      undo: show,
      async act() {
        try {
          for (const itemId of itemIds) await deleteItem(id, itemId)
        } finally {
          await queries.invalidateQueries({ queryKey: ['rows', id] })
          show()
        }
      },
    })
  }
  return { hidden, toast: undo.toast, remove }
}
