import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FeedEvent, RowList, WebsetRow } from '../../../../src/contract/webset-rows.ts'
import { askAgain } from '../../api/ask-again.ts'
import { getWebset, listRows, type RowQuery } from '../../api/websets.ts'

const websetKey = (id: string) => ['webset', id]
const rowsKey = (id: string) => ['rows', id]

export function useWebset(id: string) {
  return useQuery({ queryKey: websetKey(id), queryFn: ({ signal }) => getWebset(id, signal) })
}

/** Rows are asked for by the hundred, and only those in sight. */
const pageSize = 100

export interface Range {
  readonly first: number
  readonly last: number
}

/** Whether the same rows have to be asked for. */
export const isSamePages = (one: Range, other: Range): boolean =>
  pageOf(one.first) === pageOf(other.first) && pageOf(one.last) === pageOf(other.last)

const pageOf = (index: number): number => Math.floor(index / pageSize)

/** As far as they are known: of thousands of rows only some are there. */
export interface Rows {
  readonly included: number
  readonly excluded: number
  readonly rowAt: (index: number) => WebsetRow | undefined
  /** What is loaded, by place. */
  readonly loaded: readonly (readonly [index: number, row: WebsetRow])[]
}

/** The rows in a range, and how many there are in all. Those of the last question stand in until the first are there. */
export function useRows(id: string, query: RowQuery, { first, last }: Range) {
  const pages = [...new Set([0, ...numbers(pageOf(first), pageOf(last))])]
  const answers = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...rowsKey(id), query, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        listRows(id, query, { from: page * pageSize, limit: pageSize }, signal),
    })),
  })
  const before = useRef<Rows | undefined>(undefined)
  const rows = rowsOf(pages.map((page, index) => [page, answers[index]?.data] as const)) ?? before.current
  before.current = rows
  return {
    rows,
    error: answers.find(({ error }) => error)?.error ?? null,
    again: () => answers.forEach((answer) => void (answer.isError && answer.refetch())),
  }
}

function rowsOf(pages: readonly (readonly [page: number, list: RowList | undefined])[]): Rows | undefined {
  const first = pages[0]?.[1]
  if (!first) return undefined
  const loaded = pages.flatMap(([page, list]) =>
    (list?.data ?? []).map((row, index) => [page * pageSize + index, row] as const),
  )
  const byIndex = new Map(loaded)
  const { included, excluded } = first
  return { included, excluded, loaded, rowAt: (index) => byIndex.get(index) }
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** The ids of all rows, also of those that nobody has looked at. */
export async function allRowIds(id: string, query: RowQuery): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const { data, hasMore } = await listRows(id, query, { from: ids.length, limit: 200 })
    ids.push(...data.map((row) => row.id))
    if (!hasMore || data.length === 0) return ids
  }
}

const changes = [
  'webset.idle',
  'webset.paused',
  'webset.search.created',
  'webset.search.updated',
  'webset.search.completed',
  'webset.search.canceled',
  'import.completed',
  'monitor.created',
  'monitor.updated',
  'monitor.deleted',
  'monitor.run.created',
  'monitor.run.completed',
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
        if (due.delete('webset')) void askAgain(queries, websetKey(id))
        if (due.delete('rows')) void askAgain(queries, rowsKey(id))
      }, settleMs)
    }

    function putRow(row: WebsetRow): void {
      queries.setQueriesData<RowList>({ queryKey: rowsKey(id) }, (page) => page && withRow(page, row))
    }
  }, [id, queries])
  return { isLive }
}

function withRow(page: RowList, row: WebsetRow): RowList {
  const index = page.data.findIndex(({ id }) => id === row.id)
  return index < 0 ? page : { ...page, data: page.data.with(index, row) }
}
