import { sql } from 'kysely'
import type { Records, Tx } from '../ports/records.ts'
import type { Course } from './course.ts'
import type { Spending } from './lifecycle/spending.ts'

interface Needs {
  readonly records: Records
  readonly course: Course
  readonly spending: Spending
}

/** What happens to websets by the clock. */
export function createUpkeep({ records, course, spending }: Needs) {
  return {
    /** Lets websets go on whose budget allows it again, of one team or of all; answers how many. */
    async resume(teamId?: string): Promise<number> {
      const paused = await records
        .acrossTeams('budgets are looked at for the websets of every team')
        .selectFrom('websets')
        .select(['id', 'team_id', 'key_id', 'lacking_nanos'])
        .where('status', '=', 'paused')
        .where('deleted_at', 'is', null)
        .$if(teamId !== undefined, (query) => query.where('team_id', '=', teamId ?? ''))
        .execute()
      let resumed = 0
      for (const { id, team_id, key_id, lacking_nanos: lacking } of paused) {
        const payer = { teamId: team_id, keyId: key_id }
        if (!(await spending.allows(payer, lacking ?? 0))) continue
        await course.change(team_id, id, async (tx, webset) => {
          if (webset.status === 'paused') await course.start(tx, webset, { goesOn: true })
        })
        resumed += 1
      }
      return resumed
    },

    /** Takes away what quotes pages that are forgotten, of every team, and what tells of it. */
    async forgetQuoting(tx: Tx, documentIds: string[]): Promise<void> {
      const quoting = sql`version.document_ids && ${documentIds}::text[]`
      await sql`
        delete from webset_events as event using webset_item_versions as version
        where event.item_id = version.item_id and event.item_version = version.version and ${quoting}`.execute(
        tx,
      )
      await sql`
        delete from webset_items as item using webset_item_versions as version
        where version.item_id = item.id and version.version = item.version and ${quoting}`.execute(tx)
      await sql`delete from webset_item_versions as version where ${quoting}`.execute(tx)
    },

    /** Forgets events of before the moment, and what was deleted before it; answers how many events. */
    async prune(before: Date): Promise<number> {
      const everyTeam = records.acrossTeams('retention covers every team')
      const { numDeletedRows } = await everyTeam
        .deleteFrom('webset_events')
        .where('created_at', '<', before)
        .executeTakeFirst()
      await everyTeam.deleteFrom('websets').where('deleted_at', '<', before).execute()
      await everyTeam.deleteFrom('webset_items').where('deleted_at', '<', before).execute()
      await everyTeam.deleteFrom('webset_enrichments').where('deleted_at', '<', before).execute()
      // Versions that are neither current nor told of any more.
      await sql`
        delete from webset_item_versions as version using webset_items as item
        where version.item_id = item.id and version.version <> item.version and version.created_at < ${before}
          and not exists (
            select from webset_events as event
            where event.item_id = version.item_id and event.item_version = version.version
          )`.execute(everyTeam)
      return Number(numDeletedRows)
    },
  }
}
