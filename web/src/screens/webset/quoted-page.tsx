import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import type { Place } from '../../../../src/contract/webset-evidence.ts'
import { getQuotedPage } from '../../api/websets.ts'
import { Failure } from '../../parts/failure.tsx'
import { MarkedText } from '../../parts/marked-text.tsx'
import { moment, safeLink, shortAddress } from '../../parts/words.ts'

interface Props {
  readonly websetId: string
  readonly itemId: string
  readonly place: Place
  readonly close: () => void
}

/** The page that is quoted, as it was when it was read, with the quote where it stands. */
export function QuotedPage({ websetId, itemId, place, close }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const page = useQuery({
    queryKey: ['quoted page', place.documentId, place.version],
    queryFn: ({ signal }) => getQuotedPage(websetId, itemId, place, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const places = useMemo(() => [place], [place])
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
          <button type="button" className="link small" onClick={close}>
            <ArrowLeft size={14} aria-hidden /> Back to the evidence
          </button>
          <h2 ref={heading} tabIndex={-1}>
            {place.title ?? shortAddress(place.url)}
          </h2>
          <p className="quiet small">
            <a href={safeLink(place.url)} target="_blank" rel="noreferrer noopener">
              {shortAddress(place.url)}
            </a>
            {page.data && ` · as it was ${moment(page.data.fetchedAt)}`}
          </p>
        </div>
      </header>
      {page.isError && <Failure error={page.error} retry={() => void page.refetch()} />}
      {page.data && !page.data.isCurrent && (
        <p className="notice unsure">The page says something else by now. This is what was read.</p>
      )}
      {page.data && <MarkedText text={page.data.text} places={places} />}
    </aside>
  )
}
