import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Task, TaskEvent, TaskResult } from '../../../../src/contract/tasks.ts'
import type { ServerEvent } from '../../api/events.ts'
import { useFollow } from '../../api/follow.ts'
import { getResult, getTask, taskFeed } from '../../api/tasks.ts'

export const hasEnded = ({ status }: Task): boolean => status !== 'pending' && status !== 'working'
const isLast = ({ name }: ServerEvent): boolean => name === 'task.ended'

/** A task as it goes on, and its result: what there is of it so far, until it has ended. */
export function useTask(id: string) {
  const queries = useQueryClient()
  const task = useQuery({ queryKey: ['task', id], queryFn: ({ signal }) => getTask(id, signal) })
  const followed = useFollow(taskFeed(id), isLast)
  const told = (followed.events.at(-1)?.data as TaskEvent | undefined)?.task
  useEffect(() => {
    if (told) queries.setQueryData(['task', id], told)
  }, [told, id, queries])
  const current = told ?? task.data
  // A step that has ended may have left something to see.
  const asOf = current && (hasEnded(current) ? 'ended' : current.hasPartialResult && current.progress?.step)
  const result = useInfiniteQuery({
    queryKey: ['task-result', id, asOf],
    queryFn: ({ pageParam, signal }) => getResult(id, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    enabled: Boolean(asOf),
    placeholderData: (before) => before,
  })
  return { task, current, followed, result }
}

function nextOffset({ result, list }: TaskResult, _: unknown, offset: number): number | undefined {
  if (!list) return undefined
  const shown = result?.[list.key]
  const next = offset + (Array.isArray(shown) ? shown.length : 0)
  return next > offset && next < list.total ? next : undefined
}

/** The pages of a result as one. */
export function wholeOf(pages: readonly TaskResult[]): Readonly<Record<string, unknown>> | null {
  const [first] = pages
  if (!first) return null
  const { result, list, partialResult } = first
  if (!result || !list) return result ?? partialResult
  return { ...result, [list.key]: pages.flatMap((page) => (page.result?.[list.key] ?? []) as unknown[]) }
}
