import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { post } from '../../api/client.ts'
import { Failure } from '../../parts/failure.tsx'
import { MarkedText } from '../../parts/marked-text.tsx'
import { safeLink, shortAddress, shortDate } from '../../parts/words.ts'

interface Page {
  readonly results: readonly {
    readonly url: string
    readonly title: string | null
    readonly text?: string
    readonly highlights?: readonly string[]
    readonly publishedDate?: string
    readonly author?: string | null
  }[]
  readonly statuses?: readonly {
    readonly id: string
    readonly status: string
    readonly error?: { readonly tag: string }
  }[]
}

interface Props {
  readonly url: string
  readonly query?: string | undefined
  /** What to mark instead of what the query is about. */
  readonly quotes?: readonly string[] | undefined
  readonly close: () => void
}

/** The clean text of a page beside what led to it, with the passages that matter marked. */
export function PagePanel({ url, query, quotes, close }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [url])
  const body = {
    urls: [url],
    text: true,
    ...(query && !quotes && { highlights: { query, highlightsPerUrl: 3 } }),
  }
  const page = useQuery({
    queryKey: ['page', body],
    queryFn: ({ signal }) => post<Page>('/contents', body, signal),
  })
  const result = page.data?.results[0]
  const highlights = result?.highlights
  // By what they say and not by which list they stand in: a new one would scroll the text again.
  const wanted = quotes?.length ? quotes.join('\u0000') : undefined
  const passages = useMemo(() => wanted?.split('\u0000') ?? highlights, [wanted, highlights])
  const status = page.data?.statuses?.find(({ id }) => id === url)
  return (
    <aside
      className="page-panel"
      aria-label="Page"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <header>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {result?.title ?? shortAddress(url)}
          </h2>
          <p className="quiet small">
            <a href={safeLink(url)} target="_blank" rel="noreferrer noopener">
              {shortAddress(url)}
            </a>
            {result?.publishedDate && ` · ${shortDate(result.publishedDate)}`}
            {result?.author && ` · ${result.author}`}
          </p>
        </div>
        <button type="button" className="icon" onClick={close} aria-label="Close the page">
          <X size={18} aria-hidden />
        </button>
      </header>
      {page.isError && <Failure error={page.error} retry={() => void page.refetch()} />}
      {page.isPending && <p className="quiet">Reading…</p>}
      {page.data && !result && (
        <div className="empty">
          <h2>The page could not be read</h2>
          <p className="quiet">
            {status?.error && <code>{status.error.tag}</code>} It is not in the index, and fetching it brought
            nothing. Open the original to see why.
          </p>
        </div>
      )}
      {result?.text && <MarkedText text={result.text} {...(passages && { passages })} />}
    </aside>
  )
}
