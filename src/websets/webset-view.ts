import type { Webset } from '../contract/websets.ts'
import type { Db } from '../ports/records.ts'
import type { Attached } from './attached.ts'
import { presentEnrichment } from './enrichment.ts'
import type { Imported } from './imported.ts'
import { loadLoads } from './loads.ts'
import { presentSearch } from './search.ts'
import { loadParts, type WebsetRow } from './webset.ts'

export type DashboardUrl = (websetId: string) => string

interface Needs {
  readonly dashboardUrl: DashboardUrl
  readonly imported: Pick<Imported, 'show'>
  readonly attached: Pick<Attached, 'monitorsOf'>
}

export type WebsetView = ReturnType<typeof createWebsetView>

/** Websets as they are shown: with their searches, enrichments and monitors, and the imports that they were loaded from. */
export function createWebsetView({ dashboardUrl, imported, attached }: Needs) {
  /** Loads what several websets are shown with at once. */
  async function showing(db: Db, teamId: string, websetIds: readonly string[]) {
    const partsOf = await loadParts(db, teamId, websetIds)
    const monitorsOf = await attached.monitorsOf(db, teamId, websetIds)
    const loads = await loadLoads(db, teamId, websetIds)
    const imports = await imported.show(
      db,
      teamId,
      loads.map((load) => load.import_id),
    )
    return (row: WebsetRow): Webset => {
      const { searches, enrichments } = partsOf(row.id)
      return {
        id: row.id,
        object: 'webset',
        status: row.status as Webset['status'], // written by the lifecycle alone
        externalId: row.external_id,
        title: row.title,
        dashboardUrl: dashboardUrl(row.id),
        searches: searches.map(presentSearch),
        imports: loads
          .filter((load) => load.webset_id === row.id)
          .flatMap((load) => imports.get(load.import_id) ?? []),
        enrichments: enrichments.map(presentEnrichment),
        monitors: [...monitorsOf(row.id)],
        excludes: row.excludes,
        metadata: row.metadata,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      }
    }
  }

  return {
    showing,
    async show(db: Db, row: WebsetRow): Promise<Webset> {
      return (await showing(db, row.team_id, [row.id]))(row)
    },
  }
}
