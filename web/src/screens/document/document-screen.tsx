import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { DocumentHistory } from '../../../../src/contract/documents.ts'
import { getDocument, getDocumentVersion } from '../../api/documents.ts'
import { Failure } from '../../parts/failure.tsx'
import { MarkedText } from '../../parts/marked-text.tsx'
import { moment, plural, shortAddress } from '../../parts/words.ts'
import { Extracted } from './extracted.tsx'

const route = getRouteApi('/index/$id')

/** A stored page: what it said when, and beside its text what was read off it. */
export function DocumentScreen() {
  const { id } = route.useParams()
  const state = route.useSearch()
  const navigate = route.useNavigate()
  const document = useQuery({
    queryKey: ['document', id],
    queryFn: ({ signal }) => getDocument(id, signal),
  })
  const version = state.version ?? document.data?.version
  const page = useQuery({
    queryKey: ['document', id, version],
    queryFn: ({ signal }) => getDocumentVersion(id, version ?? 1, signal),
    enabled: version !== undefined,
    placeholderData: (before) => before,
  })
  const failure = document.error ?? page.error
  return (
    <div className="screen wide">
      <p className="small">
        <Link to="/index" search={{ tab: 'documents' }} className="back">
          <ArrowLeft size={15} aria-hidden /> Documents
        </Link>
      </p>
      {failure && <Failure error={failure} />}
      {document.data && (
        <Head
          document={document.data}
          version={version ?? document.data.version}
          choose={(chosen) => void navigate({ search: { version: chosen } })}
        />
      )}
      {page.data && (
        <div className="side-by-side" aria-busy={page.isFetching}>
          <section aria-label="Text of the page">
            <h2 className="section">The page’s text</h2>
            {page.data.text === '' ? (
              <p className="quiet">The page holds no text that could be read.</p>
            ) : (
              <MarkedText text={page.data.text} passages={none} />
            )}
          </section>
          <section aria-label="What was extracted">
            <h2 className="section">What was read off it</h2>
            <Extracted extracted={page.data.extracted} />
          </section>
        </div>
      )}
    </div>
  )
}

const none: readonly string[] = []

interface HeadProps {
  readonly document: DocumentHistory
  readonly version: number
  readonly choose: (version: number) => void
}

function Head({ document, version, choose }: HeadProps) {
  const { url, title, versions, firstSeenAt, checkedAt, characters, visibility, source } = document
  return (
    <header className="screen-head document-head">
      <h1>{title ?? shortAddress(url)}</h1>
      <p className="small">
        <a href={url} target="_blank" rel="noreferrer noopener">
          {shortAddress(url)}
        </a>
      </p>
      <p className="quiet small">
        {visibility === 'team' ? 'Only your team finds it' : 'Everybody on this server finds it'} · by{' '}
        {source} · first seen {moment(firstSeenAt)} · checked {moment(checkedAt)} ·{' '}
        {plural(characters, 'character')}
      </p>
      {versions.length > 1 ? (
        <label className="version-choice">
          Version
          <select value={version} onChange={(event) => choose(Number(event.target.value))}>
            {versions.map((one) => (
              <option key={one.version} value={one.version}>
                {one.version}: seen {moment(one.fetchedAt)}, {plural(one.characters, 'character')}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p className="quiet small">It has not changed since it was first seen.</p>
      )}
    </header>
  )
}
