import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ModelsReport } from '../../../../src/contract/models.ts'
import { ask } from '../../api/client.ts'
import { getIndexStatus } from '../../api/ingest.ts'
import { useMay } from '../../api/session.tsx'
import { getModels } from '../../api/settings.ts'
import { Failure } from '../../parts/failure.tsx'

const words: Readonly<Record<ModelsReport['reader']['languageModel'], { mark: string; says: string }>> = {
  none: { mark: 'idle', says: 'Reads by rules, without a language model' },
  unasked: { mark: 'pending', says: 'Not asked since the server started' },
  answers: { mark: 'idle', says: 'Answers' },
  fails: { mark: 'failed', says: 'Failed when it was last asked' },
}

/** What this server works with, and whether it works. */
export function ServerPanel() {
  const models = useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => getModels(signal),
    refetchInterval: 5000,
  })
  const health = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => ask<{ version: string }>('/health', { signal }),
  })
  const index = useQuery({
    queryKey: ['index-status'],
    queryFn: ({ signal }) => getIndexStatus(signal),
    enabled: useMay('teams'),
  })
  if (models.isError) return <Failure error={models.error} retry={() => void models.refetch()} />
  if (!models.data) return null
  const { reader, embedder } = models.data
  const { mark, says } = words[reader.languageModel]
  return (
    <section className="stack" aria-label="Server">
      <Part title="Reader" mark={mark} says={says}>
        <p>
          <code>{reader.name}</code> judges criteria, extracts values, answers and summarises.
        </p>
        {reader.failure && <p className="bad small">{reader.failure} Pages were read by rules meanwhile.</p>}
        {reader.languageModel === 'none' && (
          <p className="quiet small">
            To read with a language model, start the server with <code>WINNOW_LLM_BASE_URL</code> and{' '}
            <code>WINNOW_LLM_MODEL</code>: any endpoint that speaks OpenAI’s protocol, also one on this
            machine. What it claims counts only if the words it quotes stand in the page.
          </p>
        )}
      </Part>
      <Part
        title="Embedder"
        mark={index.data && index.data.backlog.passages > 0 ? 'running' : 'idle'}
        says={
          index.data && index.data.backlog.passages > 0
            ? `${index.data.backlog.passages.toLocaleString()} passages to go`
            : 'Nothing waits for it'
        }
      >
        <p>
          <code>{embedder.model}</code>, {embedder.dimensions} dimensions, compares queries and passages by
          meaning.
        </p>
      </Part>
      {health.data && <p className="quiet small">Winnow {health.data.version}</p>}
    </section>
  )
}

interface PartProps {
  readonly title: string
  readonly mark: string
  readonly says: string
  readonly children: ReactNode
}

const Part = ({ title, mark, says, children }: PartProps) => (
  <div className="card server-part">
    <header>
      <h2>{title}</h2>
      <span className={`status ${mark}`}>
        <span className="dot" aria-hidden />
        {says}
      </span>
    </header>
    {children}
  </div>
)
