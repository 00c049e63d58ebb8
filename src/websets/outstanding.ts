import type { Db } from '../ports/records.ts'
import type { Imported } from './imported.ts'
import { loadLoads } from './loads.ts'
import { isUnfinished, loadSearches, type SearchRow } from './search.ts'
import type { WebsetRow } from './webset.ts'

export type Outstanding = ReturnType<typeof createOutstanding>

/** What a webset has left to do. */
export function createOutstanding({ imported }: { imported: Pick<Imported, 'unfinished'> }) {
  /** Whether a search has to wait, because what it draws on or leaves out is not known yet. */
  async function isAwaiting(db: Db, { team_id: teamId, excludes }: WebsetRow, search: SearchRow) {
    const sources = [...excludes, ...search.exclude, ...search.scope].filter(
      ({ source }) => source === 'import',
    )
    const ids = sources.map(({ id }) => String(id))
    return (await imported.unfinished(db, teamId, ids)).size > 0
  }

  return {
    isAwaiting,

    /**
     * `due` if there is something to do, `awaited` if there will be when an import has ended. Imports are loaded one
     * after another, and then come the searches: what comes first holds up the rest, enrichments excepted.
     */
    async of(db: Db, webset: WebsetRow): Promise<'due' | 'awaited' | 'nothing'> {
      const { id, team_id: teamId } = webset
      const enrichment = await db
        .selectFrom('webset_enrichment_work')
        .select('item_id')
        .where('team_id', '=', teamId)
        .where('webset_id', '=', id)
        .limit(1)
        .executeTakeFirst()
      if (enrichment) return 'due'
      const load = (await loadLoads(db, teamId, [id])).find((one) => !one.is_done)
      if (load) {
        const awaited = [load.import_id, ...importsIn(webset.excludes)]
        return (await imported.unfinished(db, teamId, awaited)).size > 0 ? 'awaited' : 'due'
      }
      const search = (await loadSearches(db, teamId, [id])).find(isUnfinished)
      if (!search) return 'nothing'
      return (await isAwaiting(db, webset, search)) ? 'awaited' : 'due'
    },
  }
}

export const importsIn = (sources: WebsetRow['excludes']): string[] =>
  sources.filter(({ source }) => source === 'import').map(({ id }) => id)
