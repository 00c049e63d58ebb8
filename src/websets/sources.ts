import { AppError } from '../contract/errors.ts'
import type { Source } from '../contract/webset-shapes.ts'
import type { Db } from '../ports/records.ts'
import { findWebset, missing } from './webset.ts'

/** Checks that what a request draws on or leaves out exists, and names each by its id. Rejects with `not_found`. */
export async function resolveSources<T extends Source>(
  db: Db,
  teamId: string,
  sources: readonly T[] = [],
): Promise<T[]> {
  const resolved: T[] = []
  for (const source of sources) {
    if (source.source === 'import') missing('import', source.id)
    const { id } = await findWebset(db, teamId, source.id)
    resolved.push({ ...source, id })
  }
  return resolved
}

/** Loading items into a webset is the business of imports. */
export async function refuseImports(db: Db, teamId: string, sources: readonly Source[] = []): Promise<void> {
  await resolveSources(db, teamId, sources)
  if (sources.length > 0)
    throw new AppError('not_implemented', 'Websets cannot be loaded from other websets yet.')
}
