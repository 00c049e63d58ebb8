import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { approvalsFeed, listApprovals } from './approvals.ts'
import { askAgain } from './ask-again.ts'
import { useMay } from './session.tsx'

/** Everything that is known of approvals is asked for again when one changes: there are never many. */
const approvalsKey = ['approvals']
const againMs = 1000
const hiddenMs = 5000

/** Questions that wait for whoever is signed in; none for those who may not decide. */
export function usePendingApprovals() {
  const mayDecide = useMay('approve')
  const isVisible = useVisible()
  return useQuery({
    queryKey: [...approvalsKey, 'pending'],
    queryFn: ({ signal }) => listApprovals({ state: 'pending', limit: 200 }, signal),
    enabled: mayDecide,
    // A page that is not looked at has no feed, but its title is.
    refetchInterval: isVisible ? false : hiddenMs,
    refetchIntervalInBackground: true,
  })
}

/**
 * Follows questions as they come and are decided, also by others. Only pages that are looked at do so: a browser opens
 * few connections to one server, however many pages of it there are.
 */
export function useApprovalFeed(): void {
  const queries = useQueryClient()
  const mayDecide = useMay('approve')
  const isVisible = useVisible()
  useEffect(() => {
    if (!mayDecide || !isVisible) return undefined
    const refresh = () => void askAgain(queries, approvalsKey)
    let opening: ReturnType<typeof setTimeout> | undefined
    let feed = open()
    return () => {
      feed.close()
      clearTimeout(opening)
    }

    function open(): EventSource {
      const source = new EventSource(approvalsFeed)
      for (const type of ['open', 'approval.requested', 'approval.changed'])
        source.addEventListener(type, refresh)
      source.addEventListener('error', () => {
        if (source.readyState === EventSource.CLOSED) opening = setTimeout(() => (feed = open()), againMs)
      })
      return source
    }
  }, [mayDecide, isVisible, queries])
}

/** What waits is also said by the title, for those who look elsewhere. */
export function useTitleBadge(count: number): void {
  useEffect(() => {
    const plain = document.title.replace(/^\(\d+\) /, '')
    document.title = count > 0 ? `(${count}) ${plain}` : plain
  }, [count])
}

function useVisible(): boolean {
  const [isVisible, setIsVisible] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}
