import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ItemEvidence, Place } from '../../../../src/contract/webset-evidence.ts'
import type { Webset } from '../../../../src/contract/websets.ts'
import { getEvidence } from '../../api/websets.ts'
import { Failure } from '../../parts/failure.tsx'
import { plainText } from '../../parts/page-text.ts'
import { VerdictMark } from '../../parts/verdict.tsx'
import { moment, safeLink, shortAddress } from '../../parts/words.ts'
import { QuotedPage } from './quoted-page.tsx'

interface Props {
  readonly webset: Webset
  readonly itemId: string
  readonly cell: string | undefined
  readonly close: () => void
}

/** Everything that is known about an item, and what it rests on; what was clicked is brought into view. */
export function EvidencePanel({ webset, itemId, cell, close }: Props) {
  const [quoted, setQuoted] = useState<Place | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const found = useQuery({
    queryKey: ['evidence', webset.id, itemId],
    queryFn: ({ signal }) => getEvidence(webset.id, itemId, signal),
    // While it is worked on, more is found out.
    refetchInterval: webset.status === 'running' ? 2000 : false,
  })
  useEffect(() => {
    if (!quoted) heading.current?.focus()
  }, [quoted])
  const isThere = found.data !== undefined
  useEffect(() => {
    if (cell !== undefined && isThere && !quoted)
      document.querySelector(`#evidence-${CSS.escape(cell)}`)?.scrollIntoView({ block: 'nearest' })
  }, [cell, isThere, quoted])
  if (quoted)
    return <QuotedPage websetId={webset.id} itemId={itemId} place={quoted} close={() => setQuoted(null)} />
  return (
    <aside
      className="page-panel"
      aria-label="Evidence"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <header>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {found.data?.name ?? 'Evidence'}
          </h2>
          {found.data && (
            <p className="small">
              <a href={safeLink(found.data.url)} target="_blank" rel="noreferrer noopener">
                {shortAddress(found.data.url)}
              </a>
            </p>
          )}
        </div>
        <button type="button" className="icon" onClick={close} aria-label="Close the evidence">
          <X size={18} aria-hidden />
        </button>
      </header>
      {found.isError && <Failure error={found.error} retry={() => void found.refetch()} />}
      {found.data && <Evidence webset={webset} evidence={found.data} cell={cell} quote={setQuoted} />}
    </aside>
  )
}

interface EvidenceProps {
  readonly webset: Webset
  readonly evidence: ItemEvidence
  readonly cell: string | undefined
  readonly quote: (place: Place) => void
}

function Evidence({ webset, evidence, cell, quote }: EvidenceProps) {
  const { verdicts, values, description, createdAt, updatedAt } = evidence
  const isImported = verdicts.length === 0
  return (
    <div className="evidence">
      {description && <p>{plainText(description)}</p>}
      {isImported && <p className="quiet small">It came with a list: no criterion was asked of it.</p>}
      {!isImported && <h3 className="section">Criteria</h3>}
      {verdicts.map((verdict, index) => (
        <section
          key={verdict.criterion}
          id={`evidence-${index}`}
          className={cell === String(index) ? 'piece chosen' : 'piece'}
        >
          <h4>{verdict.criterion}</h4>
          <VerdictMark satisfied={verdict.satisfied} />
          <Claim claim={verdict} quote={quote} />
        </section>
      ))}
      {webset.enrichments.length > 0 && <h3 className="section">Columns</h3>}
      {webset.enrichments.map(({ id, title, description: asked, status }) => {
        const value = values.find(({ enrichmentId }) => enrichmentId === id)
        const without = status === 'canceled' ? 'Canceled' : 'Being looked up…'
        return (
          <section key={id} id={`evidence-${id}`} className={cell === id ? 'piece chosen' : 'piece'}>
            <h4>{title ?? asked}</h4>
            <p className={value?.result ? 'result-value' : 'quiet'}>
              {value ? (value.result?.join(', ') ?? 'Not found') : without}
            </p>
            {value && <Claim claim={value} quote={quote} />}
          </section>
        )
      })}
      <p className="quiet small">
        Found {moment(createdAt)}, last changed {moment(updatedAt)}.
      </p>
    </div>
  )
}

type Claimed = Pick<ItemEvidence['verdicts'][number], 'reasoning' | 'reader' | 'readAt' | 'references'>

/** Why it is so, where it stands, and who read it when. */
const Claim = ({ claim, quote }: { claim: Claimed; quote: (place: Place) => void }) => (
  <>
    {claim.reasoning !== '' && <p className="reasoning">{plainText(claim.reasoning)}</p>}
    {claim.references.map((place) => (
      <figure key={`${place.documentId}@${place.version}:${place.start}`} className="quote">
        <blockquote>{plainText(place.snippet)}</blockquote>
        <figcaption>
          {place.title ?? shortAddress(place.url)}
          <span className="quiet"> · {shortAddress(place.url)}</span>
          <button type="button" className="link" onClick={() => quote(place)}>
            Show in its page
          </button>
        </figcaption>
      </figure>
    ))}
    <p className="quiet small">
      Read {moment(claim.readAt)} by {readerName(claim.reader)}.
    </p>
  </>
)

const readerName = (reader: string): string =>
  reader === 'extractive' ? 'the built-in reader, without a language model' : reader
