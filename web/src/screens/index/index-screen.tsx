import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { getIndexStatus } from '../../api/ingest.ts'
import { useMay } from '../../api/session.tsx'
import { Figures } from '../../parts/figures.tsx'
import { Segments } from '../../parts/segments.tsx'
import { bytes } from '../../parts/words.ts'
import { AddSource } from './add-source.tsx'
import { DocumentBrowser } from './document-browser.tsx'
import type { IndexState } from './index-state.ts'
import { SourceList } from './source-list.tsx'

const route = getRouteApi('/index')

export function IndexScreen() {
  const state = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: Partial<IndexState>) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const mayAdd = useMay('ingest')
  const seesAll = useMay('teams')
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Index</h1>
        <p className="quiet">
          The pages that searches look through: where they come from, and what they say.
        </p>
      </header>
      {seesAll && <Holdings />}
      <div className="index-tabs">
        <Segments
          label="What to show"
          value={state.tab ?? 'sources'}
          options={[
            { value: 'sources', label: 'Sources' },
            { value: 'documents', label: 'Documents' },
          ]}
          choose={(tab) => change({ tab: tab === 'documents' ? tab : undefined })}
        />
      </div>
      {state.tab === 'documents' ? (
        <DocumentBrowser state={state} change={change} />
      ) : (
        <>
          {mayAdd && <AddSource />}
          <SourceList mayChange={mayAdd} />
        </>
      )}
    </div>
  )
}

/** What the index of the whole server holds, and what it has still to take in. */
function Holdings() {
  const status = useQuery({
    queryKey: ['index-status'],
    queryFn: ({ signal }) => getIndexStatus(signal),
    refetchInterval: 3000,
  })
  if (!status.data) return null
  const { documents, passages, embeddedShare, backlog, sizeBytes } = status.data
  return (
    <section aria-label="What the index holds">
      <Figures
        figures={[
          { label: 'Pages', value: documents.toLocaleString() },
          { label: 'Passages', value: passages.toLocaleString() },
          { label: 'Found by meaning', value: share(embeddedShare) },
          { label: 'On disk', value: bytes(sizeBytes) },
          {
            label: 'Still to take in',
            value: backlog.documents.toLocaleString(),
            title: 'Pages that came and cannot be found by their words yet.',
          },
        ]}
      />
    </section>
  )
}

/** Only what is complete is called so. */
const share = (of: number): string => `${of === 1 ? 100 : Math.min(99, Math.floor(of * 100))} %`
