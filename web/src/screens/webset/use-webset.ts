import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FeedEvent, RowList, WebsetRow } from '../../../../src/contract/webset-rows.ts'
import { getWebset, listRows, type RowQuery } from '../../api/websets.ts'

const websetKey = (id: string) => ['webset', id]
const rowsKey = (id: string) => ['rows', id]

export function useWebset(id: string) {
  return useQuery({ queryKey: websetKey(id), queryFn: ({ signal }) => getWebset(id, signal) })
}

export function useRows(id: string, query: RowQuery) {
  return useInfiniteQuery({
    queryKey: [...rowsKey(id), query],
    queryFn: ({ pageParam, signal }) => listRows(id, query, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
  })
}

const changes = [
  'webset.idle',
  'webset.paused',
  'webset.search.created',
  'webset.search.updated',
  'webset.search.completed',
  'webset.search.canceled',
] as const

/** Not every event by itself: a running search has many a second, and one question tells the outcome of all. */
const settleMs = 400

/** A browser gives up a feed for good when a server that is starting refuses it. */
const againMs = 1000

/**
 * Follows a webset as it happens. A row that changed is put in its place at once; where rows come or go, the table is
 * asked for again. A feed that was broken off begins with what the webset is by then.
 */
export function useFeed(id: string): { readonly isLive: boolean } {
  const queries = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  useEffect(() => {
    const due = new Set<string>()
    let refreshing: ReturnType<typeof setTimeout> | undefined
    let opening: ReturnType<typeof setTimeout> | undefined
    let feed = open()
    return () => {
      feed.close()
      clearTimeout(refreshing)
      clearTimeout(opening)
    }

    function open(): EventSource {
      const source = new EventSource(`/winnow/v1/websets/${id}/feed`)
      const listen = (type: FeedEvent['type'], act: (event: FeedEvent) => void) =>
        source.addEventListener(type, (message: MessageEvent<string>) =>
          act(JSON.parse(message.data) as FeedEvent),
        )
      source.addEventListener('open', () => setIsLive(true))
      source.addEventListener('error', () => {
        setIsLive(false)
        if (source.readyState === EventSource.CLOSED) opening = setTimeout(() => (feed = open()), againMs)
      })
      listen('webset.snapshot', ({ data }) => {
        queries.setQueryData(websetKey(id), data)
        refreshSoon('rows')
      })
      listen('webset.item.created', () => refreshSoon('rows'))
      listen('webset.item.enriched', ({ data }) => putRow(data as unknown as WebsetRow))
      for (const type of changes) listen(type, () => refreshSoon('webset'))
      listen('webset.idle', () => refreshSoon('rows'))
      return source
    }

    function refreshSoon(what: 'webset' | 'rows'): void {
      due.add(what)
      refreshing ??= setTimeout(() => {
        refreshing = undefined
        if (due.delete('webset')) void queries.invalidateQueries({ queryKey: websetKey(id) })
        if (due.delete('rows')) void queries.invalidateQueries({ queryKey: rowsKey(id) })
      }, settleMs)
    }

    function putRow(row: WebsetRow): void {
      queries.setQueriesData<InfiniteData<RowList>>(
        { queryKey: rowsKey(id) },
        (table) => table && { ...table, pages: table.pages.map((page) => withRow(page, row)) },
      )
    }
  }, [id, queries])
  return { isLive }
}

function withRow(page: RowList, row: WebsetRow): RowList {
  const index = page.data.findIndex(({ id }) => id === row.id)
  return index < 0 ? page : { ...page, data: page.data.with(index, row) }
}
