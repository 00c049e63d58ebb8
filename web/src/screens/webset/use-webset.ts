import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FeedEvent, RowList, WebsetRow } from '../../../../src/contract/webset-rows.ts'
import type { Webset } from '../../../../src/contract/websets.ts'
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

/** Not every event by itself: a running search has many a second, and one question tells the outcome of all. */
const settleMs = 400

/**
 * Follows a webset as it happens. A row that changed is put in its place at once; where rows come or go, the table is
 * asked for again. The browser takes up a broken connection by itself, with the last event that it saw.
 */
export function useFeed(id: string): { readonly isLive: boolean } {
  const queries = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  useEffect(() => {
    const feed = new EventSource(`/winnow/v1/websets/${id}/feed`)
    const due = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined

    const refreshSoon = (what: 'webset' | 'rows') => {
      due.add(what)
      timer ??= setTimeout(() => {
        timer = undefined
        if (due.delete('webset')) void queries.invalidateQueries({ queryKey: websetKey(id) })
        if (due.delete('rows')) void queries.invalidateQueries({ queryKey: rowsKey(id) })
      }, settleMs)
    }
    const listen = (type: FeedEvent['type'], act: (event: FeedEvent) => void) =>
      feed.addEventListener(type, (message: MessageEvent<string>) =>
        act(JSON.parse(message.data) as FeedEvent),
      )

    feed.addEventListener('open', () => setIsLive(true))
    feed.addEventListener('error', () => setIsLive(false))
    listen('webset.snapshot', ({ data }) => {
      queries.setQueryData(websetKey(id), data as unknown as Webset)
      refreshSoon('rows')
    })
    listen('webset.item.created', () => refreshSoon('rows'))
    listen('webset.item.enriched', ({ data }) => putRow(data as unknown as WebsetRow))
    for (const type of [
      'webset.idle',
      'webset.paused',
      'webset.search.created',
      'webset.search.updated',
      'webset.search.completed',
      'webset.search.canceled',
    ] as const)
      listen(type, () => refreshSoon('webset'))
    listen('webset.idle', () => refreshSoon('rows'))

    function putRow(row: WebsetRow): void {
      queries.setQueriesData<InfiniteData<RowList>>(
        { queryKey: rowsKey(id) },
        (table) => table && { ...table, pages: table.pages.map((page) => withRow(page, row)) },
      )
    }
    return () => {
      feed.close()
      clearTimeout(timer)
    }
  }, [id, queries])
  return { isLive }
}

function withRow(page: RowList, row: WebsetRow): RowList {
  const index = page.data.findIndex(({ id }) => id === row.id)
  return index < 0 ? page : { ...page, data: page.data.with(index, row) }
}
