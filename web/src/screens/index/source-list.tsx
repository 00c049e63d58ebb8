import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelJob, deleteJob, listJobs } from '../../api/ingest.ts'
import { Failure, messageOf } from '../../parts/failure.tsx'
import { useUndo } from '../../parts/undo.tsx'
import { nameOf, SourceCard } from './source-card.tsx'
import { useRates } from './use-rates.ts'

const step = 25
const most = 200

/** One question for all of them, more often while one is under way: a feed for each would use up the connections. */
const busyMs = 1000
const idleMs = 10_000

export function SourceList({ mayChange }: { mayChange: boolean }) {
  const queries = useQueryClient()
  const [limit, setLimit] = useState(step)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const undo = useUndo()
  const jobs = useQuery({
    queryKey: ['ingest', limit],
    queryFn: ({ signal }) => listJobs(limit, signal),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'running' || status === 'queued') ? busyMs : idleMs,
  })
  const rates = useRates(jobs.data?.data ?? [], jobs.dataUpdatedAt)
  const refresh = () => queries.invalidateQueries({ queryKey: ['ingest'] })

  async function cancel(id: string): Promise<void> {
    try {
      await cancelJob(id)
      setFailure(null)
    } catch (error) {
      setFailure(messageOf(error))
    }
    await refresh()
  }

  function remove(id: string, name: string): void {
    setHidden(new Set([...hidden, id]))
    undo.offer(`${name} is forgotten; its pages stay.`, {
      undo: () => setHidden(new Set([...hidden].filter((one) => one !== id))),
      async act() {
        await deleteJob(id)
        await refresh()
      },
    })
  }

  if (jobs.isError) return <Failure error={jobs.error} retry={() => void jobs.refetch()} />
  const shown = jobs.data?.data.filter(({ id }) => !hidden.has(id)) ?? []
  return (
    <section aria-label="Sources">
      <h2 className="section">Crawls and imports</h2>
      {failure && <p className="bad">{failure}</p>}
      {jobs.data && shown.length === 0 && (
        <p className="empty quiet">
          {mayChange
            ? 'None yet. Name a site above and its pages can be searched within moments; everything that comes in, and everything that fails, is shown here.'
            : 'None yet. Your key may not add pages: it lacks the scope “ingest”.'}
        </p>
      )}
      <ul className="source-list">
        {shown.map((job) => (
          <SourceCard
            key={job.id}
            job={job}
            rates={rates.get(job.id) ?? []}
            {...(mayChange && {
              cancel: () => void cancel(job.id),
              remove: () => remove(job.id, nameOf(job.source)),
            })}
          />
        ))}
      </ul>
      {jobs.data?.hasMore && limit < most && (
        <button type="button" onClick={() => setLimit(Math.min(most, limit * 2))}>
          Show older ones
        </button>
      )}
      {undo.toast}
    </section>
  )
}
