import type { Import, ImportStatus, NewImport } from '../../../src/contract/imports.ts'
import type { Entity } from '../../../src/contract/webset-shapes.ts'
import { ask, post, send } from './client.ts'

const base = '/websets/v0/imports'

export const listImports = (signal?: AbortSignal): Promise<{ readonly data: readonly Import[] }> =>
  ask(`${base}?limit=100`, { signal })
export const getImport = (id: string, signal?: AbortSignal): Promise<ImportStatus> =>
  ask(`/winnow/v1/imports/${id}`, { signal })
export const deleteImport = (id: string): Promise<unknown> => ask(`${base}/${id}`, { method: 'DELETE' })

interface Table {
  readonly title: string
  readonly entity: Entity
  readonly rows: number
  /** Its first column tells rows apart. */
  readonly csv: string
}

/** Announces a list and hands it over; it is read when this is done. */
export async function sendImport({ title, entity, rows, csv }: Table): Promise<Import> {
  const file = new Blob([csv], { type: 'text/csv' })
  const { uploadUrl, ...made } = await post<NewImport>(base, {
    format: 'csv',
    title,
    entity,
    count: rows,
    size: file.size,
    csv: { identifier: 0 },
  })
  // The address may have the name that others know the server by; we are already there.
  const { pathname, search } = new URL(uploadUrl)
  await send(pathname + search, { method: 'PUT', body: file })
  return made
}
