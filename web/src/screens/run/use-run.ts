import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askAgain } from '../../api/ask-again.ts'
import { useFollow } from '../../api/follow.ts'
import { feedOf, getRun, listSteps, readingOf } from '../../api/runs.ts'
import { isLastEvent } from './chapters.ts'
import { isEnded, viewOf } from './run-view.ts'

const lookMs = 2000

/** A run as it is, what has happened in it, and what it rests on once it has ended. */
export function useRun(id: string) {
  const queries = useQueryClient()
  const run = useQuery({
    queryKey: ['run', id],
    queryFn: async ({ signal }) => viewOf(await getRun(id, signal)),
    // What it has cost so far is told by no event.
    refetchInterval: ({ state }) => (state.data && !isEnded(state.data) ? lookMs : false),
  })
  const followed = useFollow(feedOf(id), isLastEvent)
  const last = followed.events.at(-1)
  const hasLast = last !== undefined && isLastEvent(last)
  useEffect(() => {
    if (hasLast) void askAgain(queries, ['run', id])
  }, [hasLast, id, queries])
  const ended = run.data !== undefined && isEnded(run.data)
  const steps = useQuery({
    queryKey: ['run-steps', id],
    queryFn: ({ signal }) => listSteps(id, signal),
    enabled: run.data?.kind === 'research' && run.data.cost === null,
    refetchInterval: ended ? false : lookMs,
  })
  const reading = useQuery({
    queryKey: ['reading', id],
    queryFn: ({ signal }) => readingOf(id, signal),
    enabled: run.data?.status === 'completed',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { run, followed, steps: steps.data?.data ?? [], reading: reading.isError ? null : reading.data }
}
