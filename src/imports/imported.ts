import { sql } from 'kysely'
import { addressKey } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Imported } from '../websets/index.ts'
import { findImport, presentImport, unfinishedStates } from './import.ts'

/** Imports as websets use them. */
export function createImported({ clock, ids }: { clock: Clock; ids: Ids }): Imported {
  return {
    find: async (db, teamId, id) => presentImport(await findImport(db, teamId, id)),

    async show(db, teamId, wanted) {
      if (wanted.length === 0) return new Map()
      const rows = await db
        .selectFrom('imports')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('id', 'in', [...wanted])
        .execute()
      return new Map(rows.map((row) => [row.id, presentImport(row)]))
    },

    async unfinished(db, teamId, wanted) {
      if (wanted.length === 0) return new Set()
      const rows = await db
        .selectFrom('imports')
        .select('id')
        .where('team_id', '=', teamId)
        .where('id', 'in', [...wanted])
        .where('status', 'in', unfinishedStates)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    async rows(db, teamId, id, after, limit) {
      const rows = await db
        .selectFrom('import_rows')
        .innerJoin('imports', (join) =>
          join
            .onRef('imports.id', '=', 'import_rows.import_id')
            .onRef('imports.team_id', '=', 'import_rows.team_id'),
        )
        .selectAll('import_rows')
        .where('import_rows.team_id', '=', teamId)
        .where('import_id', '=', id)
        .where('imports.status', '=', 'completed')
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        number: row.number,
        candidate: {
          entityKey: row.entity_key,
          url: row.url,
          name: row.name,
          documentId: row.document_id,
          foundBy: { keyword: false, vector: false },
        },
      }))
    },

    async among(tx, teamId, importIds, candidates) {
      if (importIds.length === 0 || candidates.length === 0) return new Set()
      const keys = candidates.map(({ entityKey }) => entityKey)
      // One list may name a thing by its page alone, where another knows what is on it.
      const addresses = candidates.map(({ url }) => addressKey(url) ?? '')
      const rows = await tx
        .selectFrom('import_rows')
        .select(['entity_key', 'address_key'])
        .where('team_id', '=', teamId)
        .where('import_id', 'in', [...importIds])
        .where((columns) =>
          columns.or([columns('entity_key', 'in', keys), columns('address_key', 'in', addresses)]),
        )
        .execute()
      const known = new Set(rows.flatMap((row) => [row.entity_key, `at ${row.address_key}`]))
      return new Set(keys.filter((key, index) => known.has(key) || known.has(`at ${addresses[index]}`)))
    },

    async fromWebset(tx, webset, { keyId, entity }) {
      const id = ids.next('import')
      const now = clock.now()
      const teamId = webset.team_id
      await tx
        .insertInto('imports')
        .values({
          id,
          team_id: teamId,
          key_id: keyId,
          status: 'completed',
          format: 'webset',
          entity: entity && JSON.stringify(entity),
          title: webset.title ?? `Items of ${webset.id}`,
          count: 0,
          size: null,
          identifier: null,
          metadata: '{}',
          upload_secret: null,
          upload_until: null,
          upload_id: null,
          bytes: null,
          layout: null,
          started_at: now,
          failed_reason: null,
          failed_at: null,
          failed_message: null,
          created_at: now,
          updated_at: now,
        })
        .execute()
      await sql`
        insert into import_rows (import_id, number, team_id, entity_key, address_key, url, name, document_id)
        select ${id}, row_number() over (order by item.position), item.team_id, item.entity_key, null,
          version.properties ->> 'url', version.name, version.content_document_id
        from webset_items as item
        join webset_item_versions as version on version.item_id = item.id and version.version = item.version
        where item.team_id = ${teamId} and item.webset_id = ${webset.id} and item.deleted_at is null`.execute(
        tx,
      )
      await sql`
        update imports set count = counted.rows, rows_read = counted.rows
        from (select count(*) as rows from import_rows where import_id = ${id} and team_id = ${teamId}) as counted
        where id = ${id} and team_id = ${teamId}`.execute(tx)
      return id
    },
  }
}
