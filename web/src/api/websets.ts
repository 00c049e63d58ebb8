import type { RowList } from '../../../src/contract/webset-rows.ts'
import type { WebsetItem } from '../../../src/contract/webset-items.ts'
import type { Webset, WebsetPreview } from '../../../src/contract/websets.ts'
import { ask, post } from './client.ts'

const base = '/websets/v0/websets'

interface Page<Element> {
  readonly data: readonly Element[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

export const listWebsets = (search: string, signal?: AbortSignal): Promise<Page<Webset>> =>
  ask(`${base}?limit=50${search.length >= 2 ? `&search=${encodeURIComponent(search)}` : ''}`, { signal })

export const getWebset = (id: string, signal?: AbortSignal): Promise<Webset> =>
  ask(`${base}/${id}`, { signal })

export const previewWebset = (query: string, signal?: AbortSignal): Promise<WebsetPreview> =>
  post(`${base}/preview`, { search: { query } }, signal)

export const createWebset = (request: object): Promise<Webset> => post(base, request)
export const updateWebset = (id: string, changes: object): Promise<Webset> => post(`${base}/${id}`, changes)
export const cancelWebset = (id: string): Promise<Webset> => post(`${base}/${id}/cancel`, undefined)
export const deleteWebset = (id: string): Promise<Webset> => ask(`${base}/${id}`, { method: 'DELETE' })
export const addSearch = (id: string, search: object): Promise<unknown> =>
  post(`${base}/${id}/searches`, search)
export const addEnrichment = (id: string, enrichment: object): Promise<unknown> =>
  post(`${base}/${id}/enrichments`, enrichment)
export const getItem = (id: string, itemId: string, signal?: AbortSignal): Promise<WebsetItem> =>
  ask(`${base}/${id}/items/${itemId}`, { signal })
export const deleteItem = (id: string, itemId: string): Promise<unknown> =>
  ask(`${base}/${id}/items/${itemId}`, { method: 'DELETE' })

export interface RowQuery {
  readonly filter: 'any' | 'all' | 'none'
  readonly query: string
  readonly sort: string
  readonly order: 'asc' | 'desc'
}

export function listRows(
  id: string,
  query: RowQuery,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<RowList> {
  const parameters = new URLSearchParams({
    limit: '200',
    filter: query.filter,
    sort: query.sort,
    order: query.order,
  })
  if (query.query !== '') parameters.set('query', query.query)
  if (cursor !== null) parameters.set('cursor', cursor)
  return ask(`/winnow/v1/websets/${id}/rows?${parameters.toString()}`, { signal })
}
