import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Reference } from '../../../../src/contract/webset-shapes.ts'
import type { WebsetItem } from '../../../../src/contract/webset-items.ts'
import type { Webset } from '../../../../src/contract/websets.ts'
import { getItem } from '../../api/websets.ts'
import { Failure } from '../../parts/failure.tsx'
import { VerdictMark } from '../../parts/verdict.tsx'
import { moment, shortAddress } from '../../parts/words.ts'
import { PagePanel } from '../search/page-panel.tsx'

interface Props {
  readonly webset: Webset
  readonly itemId: string
  readonly cell: string | undefined
  readonly close: () => void
}

/** Everything that is known about an item, and what it rests on; what was clicked is brought into view. */
export function EvidencePanel({ webset, itemId, cell, close }: Props) {
  const [quoted, setQuoted] = useState<Reference | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const item = useQuery({
    queryKey: ['item', webset.id, itemId],
    queryFn: ({ signal }) => getItem(webset.id, itemId, signal),
    // While it is worked on, more is found out.
    refetchInterval: webset.status === 'running' ? 2000 : false,
  })
  useEffect(() => heading.current?.focus(), [itemId])
  useEffect(() => {
    if (cell !== undefined) document.querySelector(`#evidence-${cell}`)?.scrollIntoView({ block: 'nearest' })
  }, [cell, item.data])
  if (quoted)
    return (
      <PagePanel
        url={quoted.url}
        passages={quoted.snippet === null ? [] : [quoted.snippet]}
        close={() => setQuoted(null)}
      />
    )
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
            {item.data ? nameOf(item.data) : 'Evidence'}
          </h2>
          {item.data && (
            <p className="small">
              <a href={item.data.properties.url} target="_blank" rel="noreferrer noopener">
                {shortAddress(item.data.properties.url)}
              </a>
            </p>
          )}
        </div>
        <button type="button" className="icon" onClick={close} aria-label="Close the evidence">
          <X size={18} aria-hidden />
        </button>
      </header>
      {item.isError && <Failure error={item.error} retry={() => void item.refetch()} />}
      {item.data && <Evidence webset={webset} item={item.data} cell={cell} quote={setQuoted} />}
    </aside>
  )
}

interface EvidenceProps {
  readonly webset: Webset
  readonly item: WebsetItem
  readonly cell: string | undefined
  readonly quote: (reference: Reference) => void
}

function Evidence({ webset, item, cell, quote }: EvidenceProps) {
  const columns = new Map(webset.enrichments.map(({ id, title, description }) => [id, title ?? description]))
  return (
    <div className="evidence">
      {item.properties.description && <p>{item.properties.description}</p>}
      {item.evaluations.length > 0 && <h3 className="section">Criteria</h3>}
      {item.evaluations.map(({ criterion, satisfied, reasoning, references }, index) => (
        <section
          key={criterion}
          id={`evidence-${index}`}
          className={cell === String(index) ? 'piece chosen' : 'piece'}
        >
          <h4>{criterion}</h4>
          <VerdictMark satisfied={satisfied} />
          <p>{reasoning}</p>
          <Quotes references={references} quote={quote} />
        </section>
      ))}
      {item.enrichments && item.enrichments.length > 0 && <h3 className="section">Columns</h3>}
      {item.enrichments?.map(({ enrichmentId, status, result, reasoning, references }) => (
        <section
          key={enrichmentId}
          id={`evidence-${enrichmentId}`}
          className={cell === enrichmentId ? 'piece chosen' : 'piece'}
        >
          <h4>{columns.get(enrichmentId)}</h4>
          <p className="result-value">
            {result?.join(', ') ?? (status === 'pending' ? 'Being looked up…' : 'Not found')}
          </p>
          {reasoning && <p>{reasoning}</p>}
          <Quotes references={references} quote={quote} />
        </section>
      ))}
      <p className="quiet small">
        Found {moment(item.createdAt)}, last changed {moment(item.updatedAt)}.
      </p>
    </div>
  )
}

const Quotes = ({
  references,
  quote,
}: {
  references: readonly Reference[]
  quote: (reference: Reference) => void
}) =>
  references.map((reference, index) => (
    <figure key={index} className="quote">
      {reference.snippet && <blockquote>{reference.snippet}</blockquote>}
      <figcaption>
        {reference.title ?? shortAddress(reference.url)} ·{' '}
        <button type="button" className="link" onClick={() => quote(reference)}>
          Show in its page
        </button>
      </figcaption>
    </figure>
  ))

/** Companies and people have a name, everything else a title. */
function nameOf({ properties }: WebsetItem): string {
  if (properties.type === 'company') return properties.company.name
  if (properties.type === 'person') return properties.person.name
  const written =
    properties.type === 'article'
      ? properties.article
      : properties.type === 'custom'
        ? properties.custom
        : properties.researchPaper
  return written.title ?? properties.url
}
