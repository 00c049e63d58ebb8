import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readingOf } from '../../api/runs.ts'
import { Report, type OpenPage } from '../../parts/report.tsx'
import { ItemTable } from './item-table.tsx'
import type { CollectionResult } from './results.ts'

type Research = NonNullable<NonNullable<CollectionResult['items']>[number]['research']>

/** What was collected; the best of it with what research found out about it. */
export function CollectionView({
  result,
  columns,
  openPage,
}: {
  result: CollectionResult
  columns: readonly string[]
  openPage: OpenPage
}) {
  const { items = [] } = result
  const [opened, setOpened] = useState<string | null>(null)
  const open = items.find(({ item }) => item.id === opened)
  if (items.length === 0) return null
  return (
    <div className="stack">
      <ItemTable
        label="Collected"
        items={items.map(({ item }) => item)}
        asked={columns}
        openPage={openPage}
        extra={{
          title: 'Research',
          cell(item, index) {
            const research = items[index]?.research
            if (!research) return <span className="quiet">not researched</span>
            return (
              <button
                type="button"
                className="link"
                aria-expanded={opened === item.id}
                onClick={() => setOpened(opened === item.id ? null : item.id)}
              >
                {research.error ? 'Failed: why?' : 'Read the report'}
              </button>
            )
          },
        }}
      />
      {open?.research && (
        <section className="card report-card" aria-label={`Research on ${open.item.name}`}>
          <h2>{open.item.name}</h2>
          <ItemResearch research={open.research} openPage={openPage} />
        </section>
      )}
    </div>
  )
}

function ItemResearch({ research, openPage }: { research: Research; openPage: OpenPage }) {
  const { researchId, result, error } = research
  return (
    <>
      {error && <p className="bad">{error}</p>}
      {result !== null && result !== undefined && (
        <ResearchResult researchId={researchId} result={result} openPage={openPage} />
      )}
      {researchId && (
        <p className="small">
          <Link to="/runs/$id" params={{ id: researchId }}>
            Open the run: its timeline and its cost
          </Link>
        </p>
      )}
    </>
  )
}

interface ResultProps {
  readonly researchId: string | null
  readonly result: unknown
  readonly openPage: OpenPage
}

/** What research came to: a report, or an object by a schema. */
export function ResearchResult({ researchId, result, openPage }: ResultProps) {
  const reading = useQuery({
    queryKey: ['reading', researchId],
    queryFn: ({ signal }) => readingOf(researchId ?? '', signal),
    enabled: researchId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (typeof result === 'string')
    return <Report content={result} reading={reading.data} openPage={openPage} />
  return (
    <pre tabIndex={0} aria-label="Result as JSON">
      {JSON.stringify(result, null, 2)}
    </pre>
  )
}
