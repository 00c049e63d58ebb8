import { AppError } from '../contract/errors.ts'
import type { Import } from '../contract/imports.ts'
import type { Source } from '../contract/webset-shapes.ts'
import type { Db, Tx } from '../ports/records.ts'
import type { EventLog } from './event-log.ts'
import type { Imported } from './imported.ts'
import { entityOf, loadSearches } from './search.ts'
import { findWebset } from './webset.ts'

export type SourceResolver = ReturnType<typeof createSourceResolver>

/** What requests draw on, load or leave out. */
export function createSourceResolver({ imported, log }: { imported: Imported; log: EventLog }) {
  return {
    /** Checks that each exists, and names it by its id. Rejects with `not_found`. */
    async resolve<T extends Source>(db: Db, teamId: string, sources: readonly T[] = []): Promise<T[]> {
      const resolved: T[] = []
      for (const source of sources) {
        const { id } =
          source.source === 'import'
            ? await imported.find(db, teamId, source.id)
            : await findWebset(db, teamId, source.id)
        resolved.push({ ...source, id })
      }
      return resolved
    },

    /** The imports that sources are loaded as; of a webset, what it holds now becomes one. */
    async toImports(
      tx: Tx,
      { teamId, keyId }: { teamId: string; keyId: string },
      sources: readonly Source[] = [],
    ): Promise<Import[]> {
      const imports: Import[] = []
      for (const { source, id } of sources) {
        if (source === 'import') imports.push(await imported.find(tx, teamId, id))
        else {
          const webset = await findWebset(tx, teamId, id)
          const searches = await loadSearches(tx, teamId, [webset.id])
          const entity = searches.map(entityOf).findLast((one) => one !== null) ?? null
          const made = await imported.fromWebset(tx, webset, { keyId, entity })
          const shown = await imported.find(tx, teamId, made)
          await log.resource(tx, 'import.created', teamId, shown)
          await log.resource(tx, 'import.completed', teamId, shown)
          imports.push(shown)
        }
      }
      const failed = imports.find(({ status }) => status === 'failed' || status === 'canceled')
      if (failed)
        throw new AppError(
          'invalid_request',
          `Invalid request body | "import": the import "${failed.id}" has nothing to load, for it is ${failed.status}`,
        )
      return imports
    },
  }
}
