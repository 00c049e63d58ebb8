import type { DocumentHistory, DocumentList, DocumentVersion } from '../../../src/contract/documents.ts'
import { ask } from './client.ts'

const base = '/winnow/v1/documents'

export interface DocumentQuery {
  readonly search?: string | undefined
  readonly domain?: string | undefined
  readonly visibility?: 'team' | 'public' | undefined
}

export function listDocuments(
  query: DocumentQuery,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<DocumentList> {
  const parameters = new URLSearchParams({ limit: '50' })
  for (const [name, value] of Object.entries({ ...query, cursor })) if (value) parameters.set(name, value)
  return ask(`${base}?${parameters.toString()}`, { signal })
}

export const getDocument = (id: string, signal?: AbortSignal): Promise<DocumentHistory> =>
  ask(`${base}/${id}`, { signal })

export const getDocumentVersion = (
  id: string,
  version: number,
  signal?: AbortSignal,
): Promise<DocumentVersion> => ask(`${base}/${id}/versions/${version}`, { signal })
