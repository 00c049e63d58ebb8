import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import { Failure } from '../../parts/failure.tsx'
import { CriteriaBar } from './criteria-bar.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { TableView } from './table-view.tsx'
import type { ChangeState } from './table-state.ts'
import { useFeed, useWebset } from './use-webset.ts'
import { WebsetHead } from './webset-head.tsx'
import { WebsetTabs } from './webset-tabs.tsx'

const route = getRouteApi('/websets/$id')
const ChangesView = lazy(async () => ({ default: (await import('./changes-view.tsx')).ChangesView }))
const MonitorsView = lazy(async () => ({ default: (await import('./monitors-view.tsx')).MonitorsView }))

export function WebsetScreen() {
  const { id } = route.useParams()
  const state = route.useSearch()
  const navigate = route.useNavigate()
  const change: ChangeState = useCallback(
    (changes) => void navigate({ search: (now) => ({ ...now, ...changes }), replace: true }),
    [navigate],
  )
  const { isLive } = useFeed(id)
  const webset = useWebset(id)

  if (webset.isError && !webset.data)
    return (
      <div className="screen">
        <Failure error={webset.error} retry={() => void webset.refetch()} />
      </div>
    )
  if (!webset.data) return null
  return (
    <div className={state.item ? 'webset with-panel' : 'webset'}>
      <div className="webset-main">
        <WebsetHead webset={webset.data} isLive={isLive} />
        <WebsetTabs webset={webset.data} current={state.view} />
        {state.view === undefined ? (
          <>
            <CriteriaBar webset={webset.data} />
            <TableView webset={webset.data} state={state} change={change} />
          </>
        ) : (
          <Suspense fallback={null}>
            {state.view === 'changes' ? (
              <ChangesView webset={webset.data} state={state} change={change} />
            ) : (
              <MonitorsView webset={webset.data} />
            )}
          </Suspense>
        )}
      </div>
      {state.item && (
        <EvidencePanel
          key={state.item}
          webset={webset.data}
          itemId={state.item}
          cell={state.cell}
          close={() => change({ item: undefined, cell: undefined })}
        />
      )}
    </div>
  )
}
