import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { StoredDocument } from '../../../../src/contract/documents.ts'
import { listDocuments } from '../../api/documents.ts'
import { Failure } from '../../parts/failure.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { SiteIcon } from '../../parts/site-icon.tsx'
import { plural, shortAddress, shortDate } from '../../parts/words.ts'
import type { IndexState } from './index-state.ts'

interface Props {
  readonly state: IndexState
  readonly change: (changes: Partial<IndexState>) => void
}

/** Long enough to write a word. */
const patienceMs = 250

export function DocumentBrowser({ state, change }: Props) {
  const { search, domain, visibility } = state
  const query = { search, domain, visibility }
  const found = useInfiniteQuery({
    queryKey: ['documents', query],
    queryFn: ({ pageParam, signal }) => listDocuments(query, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
  })
  const documents = found.data?.pages.flatMap(({ data }) => data) ?? []
  const isNarrowed = search !== undefined || domain !== undefined || visibility !== undefined
  return (
    <section aria-label="Documents" aria-busy={found.isFetching}>
      <Filters state={state} change={change} />
      {found.isError && <Failure error={found.error} retry={() => void found.refetch()} />}
      {found.data && documents.length === 0 && (
        <p className="empty quiet">
          {isNarrowed
            ? 'No stored page is like that: take away a filter, or write less of the word.'
            : 'No page yet. Add a site or files under Sources; each page is listed here as it comes.'}
        </p>
      )}
      <ul className="document-list">
        {documents.map((document) => (
          <DocumentLine key={document.id} document={document} />
        ))}
      </ul>
      <MoreButton label="Show more" list={found} />
    </section>
  )
}

function Filters({ state, change }: Props) {
  const [search, setSearch] = useSettled(state.search ?? '', (text) => change({ search: text || undefined }))
  const [domain, setDomain] = useSettled(state.domain ?? '', (text) => change({ domain: text || undefined }))
  return (
    <search className="document-filters">
      <input
        type="search"
        value={search}
        placeholder="Part of the title or address"
        aria-label="Find a document"
        onChange={(event) => setSearch(event.target.value)}
      />
      <input
        type="search"
        value={domain}
        placeholder="Site, such as example.org"
        aria-label="Site"
        onChange={(event) => setDomain(event.target.value)}
      />
      <select
        value={state.visibility ?? ''}
        aria-label="Whose pages"
        onChange={(event) =>
          change({ visibility: (event.target.value || undefined) as IndexState['visibility'] })
        }
      >
        <option value="">Everybody’s and ours</option>
        <option value="public">Everybody’s</option>
        <option value="team">Only our team’s</option>
      </select>
    </search>
  )
}

/** What is written, at once; told to others when the writer rests. */
function useSettled(told: string, tell: (text: string) => void) {
  const [text, setText] = useState(told)
  useEffect(() => setText(told), [told])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === told) return undefined
    const timer = setTimeout(() => tell(wanted), patienceMs)
    return () => clearTimeout(timer)
  })
  return [text, setText] as const
}

function DocumentLine({ document }: { document: StoredDocument }) {
  const { id, url, title, kind, category, visibility, version, checkedAt, isIndexed } = document
  return (
    <li>
      <Link to="/index/$id" params={{ id }} className="document-line">
        <SiteIcon url={url} />
        <span className="document-name">
          <strong>{title ?? shortAddress(url)}</strong>
          <span className="quiet small">{shortAddress(url)}</span>
        </span>
        <span className="document-facts quiet small">
          <span>{category ?? kind}</span>
          {visibility === 'team' && <span>only ours</span>}
          {!isIndexed && <span>not yet searchable</span>}
          {version > 1 && <span>{plural(version, 'version')}</span>}
          <span>{shortDate(checkedAt)}</span>
        </span>
      </Link>
    </li>
  )
}
