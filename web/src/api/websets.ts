import type { RowList } from '../../../src/contract/webset-rows.ts'
import type { Difference } from '../../../src/contract/exports.ts'
import type { EvidencePage, ItemEvidence } from '../../../src/contract/webset-evidence.ts'
import type { DeletedItems } from '../../../src/contract/webset-items.ts'
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
export const deleteEnrichment = (id: string, enrichmentId: string): Promise<unknown> =>
  ask(`${base}/${id}/enrichments/${enrichmentId}`, { method: 'DELETE', keepalive: true })

const own = (id: string): string => `/winnow/v1/websets/${id}`

export const getEvidence = (id: string, itemId: string, signal?: AbortSignal): Promise<ItemEvidence> =>
  ask(`${own(id)}/items/${itemId}/evidence`, { signal })

export const getQuotedPage = (
  id: string,
  itemId: string,
  { documentId, version }: { readonly documentId: string; readonly version: number },
  signal?: AbortSignal,
): Promise<EvidencePage> => {
  const query = new URLSearchParams({ documentId, version: String(version) })
  return ask(`${own(id)}/items/${itemId}/evidence/page?${query.toString()}`, { signal })
}

const deletedAtOnce = 1000

/** Goes through even when the page is left meanwhile. */
export async function deleteItems(id: string, itemIds: readonly string[]): Promise<void> {
  for (let at = 0; at < itemIds.length; at += deletedAtOnce) {
    const body = { ids: itemIds.slice(at, at + deletedAtOnce) }
    await ask<DeletedItems>(`${own(id)}/items/delete`, { method: 'POST', body, keepalive: true })
  }
}

export function getDifference(
  id: string,
  {
    from,
    to,
    cursor,
  }: { readonly from: string; readonly to?: string | undefined; readonly cursor: string | null },
  signal?: AbortSignal,
): Promise<Difference> {
  const query = new URLSearchParams({ from, limit: '100' })
  if (to !== undefined) query.set('to', to)
  if (cursor !== null) query.set('cursor', cursor)
  return ask(`${own(id)}/difference?${query.toString()}`, { signal })
}

export interface RowQuery {
  readonly filter: 'any' | 'all' | 'none'
  readonly find: string
  /** The column to find it in; everywhere when absent. */
  readonly column: string | undefined
  readonly sort: string
  readonly order: 'asc' | 'desc'
}

/** Rows from one on, counted from 0. */

export function listRows(
  id: string,
  query: RowQuery,
  { from, limit }: { readonly from: number; readonly limit: number },
  signal?: AbortSignal,
): Promise<RowList> {
  const parameters = new URLSearchParams({
    limit: String(limit),
    cursor: String(from),
    filter: query.filter,
    sort: query.sort,
    order: query.order,
  })
  if (query.find !== '' && query.column !== undefined) {
    parameters.set('enrichmentId', query.column)
    parameters.set('contains', query.find)
  } else if (query.find !== '') parameters.set('query', query.find)
  return ask(`${own(id)}/rows?${parameters.toString()}`, { signal })
}
