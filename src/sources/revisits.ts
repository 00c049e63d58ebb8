import { sql } from 'kysely'
import { addressKey } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records, Tx } from '../ports/records.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly enqueue: (tx: Tx, source: { id: string; team_id: string; run: number }) => Promise<void>
}

const mostSources = 20
/** Pages of one source that are looked at before their time. */
const mostPages = 500
/** How many links from a first page: where sites announce what is new. */
const announcingDepth = 1

/** Looking again before it is time, because somebody wants to know what is new now. */
export function createRevisits({ records, clock, enqueue }: Needs) {
  /** Those of the team's crawls that know one of the addresses, the ones that know most of them first. */
  async function knowing(teamId: string, keys: readonly string[]) {
    const { rows } = await sql<{ id: string; keys: string[] }>`
      select page.source_id as id, array_agg(page.address_key) as keys
      from sources as source
      join source_pages as page on page.source_id = source.id and page.team_id = source.team_id
      where source.team_id = ${teamId} and source.status <> 'cancelled' and page.address_key = any(${keys}::text[])
      group by page.source_id
      order by count(*) desc, page.source_id
      limit ${mostSources}`.execute(records.db)
    return rows
  }

  /** Begins a run of a source unless one is under way, or has begun since; also the listings are read anew then. */
  async function begin(teamId: string, id: string, keys: readonly string[], since: Date): Promise<void> {
    await records.transaction(async (tx) => {
      const now = clock.now()
      const woken = await tx
        .updateTable('sources')
        .set((columns) => ({ status: 'queued', run: columns('run', '+', 1), due_at: null, updated_at: now }))
        .where('team_id', '=', teamId)
        .where('id', '=', id)
        .where('status', 'in', ['completed', 'failed'])
        .where('started_at', '<', since)
        .returningAll()
        .executeTakeFirst()
      if (!woken) return
      await sql`
        update source_pages set due_at = ${now}
        where team_id = ${teamId} and source_id = ${id} and address_key in (
          select address_key from source_pages
          where team_id = ${teamId} and source_id = ${id} and role = 'page' and state in ('done', 'failed')
            and (depth <= ${announcingDepth} or address_key = any(${keys}::text[]))
          order by depth, position
          limit ${mostPages})`.execute(tx)
      await enqueue(tx, woken)
    })
  }

  return {
    /**
     * Looks again at what a team's crawls brought: each that knows one of the addresses visits those, and the pages on
     * which its sites announce what is new. A crawl that was cancelled stays so. Answers the sources to wait for and the
     * addresses that no source knows. Doing it again for the same moment begins nothing twice.
     */
    async revisit(
      teamId: string,
      urls: readonly string[],
      since: Date,
    ): Promise<{ sources: string[]; unknown: string[] }> {
      const byKey = new Map(urls.map((url) => [addressKey(url) ?? url, url]))
      const sources = await knowing(teamId, [...byKey.keys()])
      for (const { id, keys } of sources) await begin(teamId, id, keys, since)
      for (const key of sources.flatMap(({ keys }) => keys)) byKey.delete(key)
      return { sources: sources.map(({ id }) => id), unknown: [...byKey.values()] }
    },

    /** Whether one of the sources has a run that is not over. */
    async areUnderWay(teamId: string, ids: readonly string[]): Promise<boolean> {
      const row = await records.db
        .selectFrom('sources')
        .select('id')
        .where('team_id', '=', teamId)
        .where((columns) => columns('id', '=', columns.fn.any(columns.val([...ids]))))
        .where('status', 'in', ['queued', 'running'])
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
