import { sql } from 'kysely'
import type { Records } from '../ports/records.ts'
import type { Document } from './document.ts'
import { presentDocument } from './documents.ts'

const pageSize = 200
/** As they are stored, which is compressed. */
const batchBytes = 16 * 1024 * 1024

export type Projection = ReturnType<typeof createProjection>

/** What the index still has to follow, over all teams; read off the records, so that nothing else has to be kept. */
export function createProjection({ records }: { records: Records }) {
  const db = records.acrossTeams('the index holds the pages of every team')

  const currentRows = () =>
    db
      .selectFrom('documents')
      .innerJoin('document_versions', (join) =>
        join
          .onRef('document_versions.document_id', '=', 'documents.id')
          .onRef('document_versions.version', '=', 'documents.version'),
      )

  /** Without the markup, which the index has no use for and which is most of a page. */
  const currentVersions = () =>
    currentRows()
      .select(['document_versions.document_id', 'document_versions.version', 'document_versions.team_id'])
      .select(['document_versions.fetched_at', 'document_versions.content_hash', 'document_versions.title'])
      .select(['document_versions.author', 'document_versions.published_at', 'document_versions.language'])
      .select(['document_versions.kind', 'document_versions.category', 'document_versions.text'])
      .select(['document_versions.details', sql<null>`null`.as('html')])
      .select(['documents.id', 'documents.url', 'documents.host', 'documents.checked_at'])
      .select(['documents.etag', 'documents.last_modified'])

  return {
    /** Gives some documents that the index does not have in this version, and notes that it has them now. */
    async takeUnindexed(limit: number, project: (documents: Document[]) => Promise<void>): Promise<number> {
      const waiting = await currentRows()
        .whereRef('documents.indexed_version', '<>', 'documents.version')
        .select(['documents.id', sql<number>`pg_column_size(document_versions.text)`.as('bytes')])
        .limit(limit)
        .execute()
      if (waiting.length === 0) return 0
      const rows = await currentVersions().where('documents.id', 'in', firstOf(waiting)).execute()
      await project(rows.map(presentDocument))
      const ids = rows.map(({ id }) => id)
      const versions = rows.map(({ version }) => version)
      // A version that came meanwhile stays to be done: what is noted is the one that was given.
      await sql`update documents set indexed_version = given.version
        from unnest(${ids}::text[], ${versions}::int[]) as given (id, version)
        where documents.id = given.id`.execute(db)
      return rows.length
    },

    /** Gives some documents that are gone, and forgets that they are. */
    async takeRemovals(limit: number, remove: (documentIds: string[]) => Promise<void>): Promise<number> {
      const rows = await db.selectFrom('index_removals').select('document_id').limit(limit).execute()
      if (rows.length === 0) return 0
      const ids = rows.map(({ document_id }) => document_id)
      await remove(ids)
      await db.deleteFrom('index_removals').where('document_id', 'in', ids).execute()
      return rows.length
    },

    async counts(): Promise<{ documents: number; waiting: number }> {
      return db
        .selectFrom('documents')
        .where('version', '>', 0)
        .select((columns) => [
          columns.fn.countAll<number>().as('documents'),
          columns.fn
            .countAll<number>()
            .filterWhere('indexed_version', '<>', columns.ref('version'))
            .as('waiting'),
        ])
        .executeTakeFirstOrThrow()
    },

    /** Every document in its current version, in the order of ids. */
    async *everyDocument(): AsyncGenerator<Document> {
      for (let after = ''; ;) {
        const rows = await currentVersions()
          .where('documents.id', '>', after)
          .orderBy('documents.id')
          .limit(pageSize)
          .execute()
        for (const row of rows) yield presentDocument(row)
        const last = rows.at(-1)
        if (!last || rows.length < pageSize) return
        after = last.id
      }
    },
  }
}

/** As many as fit into memory with ease, and one at least. */
function firstOf(waiting: readonly { id: string; bytes: number }[]): string[] {
  let bytes = 0
  const fitting = waiting.filter((one) => (bytes += one.bytes) <= batchBytes)
  return (fitting.length > 0 ? fitting : waiting.slice(0, 1)).map(({ id }) => id)
}
