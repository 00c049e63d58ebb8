import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import type { Webset } from '../../../../src/contract/websets.ts'
import { listWebsets } from '../../api/websets.ts'
import { Failure } from '../../parts/failure.tsx'
import { StatusMark } from '../../parts/status.tsx'
import { moment, plural } from '../../parts/words.ts'
import { Composer } from './composer.tsx'
import { ListOfImports } from './list-of-imports.tsx'
import type { WebsetsState } from './websets-state.ts'

const route = getRouteApi('/websets')
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

export function WebsetsScreen() {
  const state = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: { readonly [Name in keyof WebsetsState]: WebsetsState[Name] | undefined }) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const [isImporting, setIsImporting] = useState(false)
  const search = useDeferredValue(state.find ?? '')
  const found = useQuery({
    queryKey: ['websets', search],
    queryFn: ({ signal }) => listWebsets(search, signal),
    placeholderData: (before) => before,
    refetchInterval: 5000,
  })
  return (
    <div className="screen">
      <header className="screen-head with-action">
        <div>
          <h1>Websets</h1>
          <p className="quiet">Lists of things that meet criteria, with the evidence for every cell.</p>
        </div>
        <button type="button" onClick={() => setIsImporting(true)}>
          <Upload size={15} aria-hidden /> Import a list
        </button>
      </header>
      <Composer wish={state.wish} change={(wish) => change({ wish })} />
      <div className="list-head">
        <h2>Your websets</h2>
        <input
          type="search"
          defaultValue={state.find ?? ''}
          placeholder="Find by title"
          aria-label="Find a webset"
          onChange={(event) => change({ find: event.target.value.trim() || undefined })}
        />
      </div>
      {found.isError && <Failure error={found.error} retry={() => void found.refetch()} />}
      {found.data?.data.length === 0 && (
        <p className="empty quiet">
          {search === ''
            ? 'None yet. Describe one above: it fills while you watch.'
            : 'None has that in its title.'}
        </p>
      )}
      <ul className="webset-list">
        {found.data?.data.map((webset) => (
          <WebsetLine key={webset.id} webset={webset} />
        ))}
      </ul>
      <ListOfImports />
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog close={() => setIsImporting(false)} />
        </Suspense>
      )}
    </div>
  )
}

function WebsetLine({ webset }: { webset: Webset }) {
  const { id, title, status, searches, imports, enrichments, createdAt } = webset
  const found = searches.reduce((sum, { progress }) => sum + progress.found, 0)
  return (
    <li>
      <Link to="/websets/$id" params={{ id }} className="webset-line card">
        <strong>{title ?? searches[0]?.query ?? imports[0]?.title ?? id}</strong>
        <StatusMark status={status} />
        <span className="quiet small">
          {searches.length > 0 ? `${found.toLocaleString()} found` : 'From a list'} ·{' '}
          {plural(enrichments.length, 'column')} · {moment(createdAt)}
        </span>
      </Link>
    </li>
  )
}
