import { sql, type Selectable } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Db, Records, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { publicTeamId, type Document, type PageDetails, type PageToSave } from './document.ts'
import { keepVersions, type SeenPage } from './keep-versions.ts'
import { addressKey } from './page-address.ts'
import { requireKey, savePages, type SaveOutcome } from './save-pages.ts'

export type Documents = ReturnType<typeof createDocuments>

export interface VersionReference {
  readonly documentId: string
  readonly version: number
}

export interface VersionSeen extends VersionReference {
  readonly url: string
  readonly contentHash: string
  readonly fetchedAt: Date
}

export const versionKey = ({ documentId, version }: VersionReference): string => `${documentId}@${version}`

const textsAtOnce = 100

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  /** Told after a commit that the index has something to follow. */
  readonly onChange?: () => void
}

/** Pages and their versions: the truth that the index follows. */
export function createDocuments({ records, clock, ids, onChange = () => {} }: Needs) {
  return {
    /** At each start: public pages need an owner like all others. */
    async ensurePublicTeam(): Promise<void> {
      await records.db
        .insertInto('teams')
        .values({ id: publicTeamId, name: 'Public', budget_nanos: null, created_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async save(page: PageToSave): Promise<SaveOutcome> {
      const [outcome] = await this.saveAll([page])
      if (!outcome) throw new AppError('internal', `${page.url} was saved without an outcome.`)
      return outcome
    },

    /** All or none of them; answers in their order. Much faster than one by one. */
    async saveAll(pages: readonly PageToSave[]): Promise<SaveOutcome[]> {
      if (pages.length === 0) return []
      const outcomes = await records.transaction((tx) => savePages(tx, { clock, ids }, pages))
      if (outcomes.some(({ changed }) => changed)) onChange()
      return outcomes
    },

    /** The newest version that the team may see, its own before the public one; null when there is none. */
    async find(teamId: string, url: string): Promise<Document | null> {
      const key = addressKey(url)
      if (key === null) return null
      const row = await current(records.db, teamId)
        .innerJoin('document_addresses as address', (join) =>
          join
            .onRef('address.document_id', '=', 'documents.id')
            .onRef('address.team_id', '=', 'documents.team_id'),
        )
        .where('address.address_key', '=', key)
        .orderBy((columns) => columns('documents.team_id', '=', teamId), 'desc')
        .executeTakeFirst()
      return row ? presentDocument(row) : null
    },

    /** Those of the addresses, given by their keys, at which there is a page that the team may see. */
    async stored(teamId: string, addressKeys: readonly string[]): Promise<Set<string>> {
      if (addressKeys.length === 0) return new Set()
      const rows = await records.db
        .selectFrom('document_addresses')
        .select('address_key')
        .where('team_id', 'in', [teamId, publicTeamId])
        .where(sql<boolean>`address_key = any(${addressKeys})`)
        .execute()
      return new Set(rows.map((row) => row.address_key))
    },

    /** Whether the index has still to follow a page that the team may see and that was looked at since a moment. */
    async isIndexBehind(teamId: string, since: Date): Promise<boolean> {
      const waiting = await records.db
        .selectFrom('documents')
        .select('id')
        .where('team_id', 'in', [teamId, publicTeamId])
        .where('checked_at', '>=', since)
        .whereRef('indexed_version', '<>', 'version')
        .limit(1)
        .executeTakeFirst()
      return waiting !== undefined
    },

    /** The version that was current at a moment; null when the page was not known then. */
    async findAsOf(teamId: string, url: string, moment: Date): Promise<Document | null> {
      const newest = await this.find(teamId, url)
      if (!newest) return null
      const row = await every(records.db, teamId)
        .where('documents.id', '=', newest.id)
        .where('document_versions.fetched_at', '<=', moment)
        .where('document_versions.version', '>', 0)
        .orderBy('document_versions.version', 'desc')
        .executeTakeFirst()
      return row ? presentDocument(row) : null
    },

    /** Those of the given documents that the team may see, by id. */
    async load(teamId: string, documentIds: readonly string[]): Promise<Map<string, Document>> {
      if (documentIds.length === 0) return new Map()
      const rows = await current(records.db, teamId)
        .where('documents.id', 'in', [...documentIds])
        .execute()
      return new Map(rows.map((row) => [row.id, presentDocument(row)]))
    },

    /** Single versions that the team may see, by document id and version; those that are gone are left out. */
    async versions(
      teamId: string,
      wanted: readonly VersionReference[],
      db: Db = records.db,
    ): Promise<Document[]> {
      if (wanted.length === 0) return []
      const rows = await every(db, teamId)
        .where((columns) =>
          columns.or(
            wanted.map(({ documentId, version }) =>
              columns.and([
                columns('documents.id', '=', documentId),
                columns('document_versions.version', '=', version),
              ]),
            ),
          ),
        )
        .execute()
      return rows.map(presentDocument)
    },

    /** When each version of the given documents was first seen, without what it says; of those the team may see. */
    async history(teamId: string, documentIds: readonly string[]): Promise<VersionSeen[]> {
      if (documentIds.length === 0) return []
      return records.db
        .selectFrom('documents')
        .innerJoin('document_versions as version', (join) =>
          join
            .onRef('version.document_id', '=', 'documents.id')
            .onRef('version.team_id', '=', 'documents.team_id'),
        )
        .select(['documents.id as documentId', 'documents.url', 'version.version'])
        .select(['version.content_hash as contentHash', 'version.fetched_at as fetchedAt'])
        .where('documents.team_id', 'in', [teamId, publicTeamId])
        .where('documents.id', 'in', [...documentIds])
        .orderBy('version.fetched_at')
        .orderBy('version.version')
        .execute()
    },

    /** The texts of single versions that the team may see, by `versionKey`; those that are gone are left out. */
    async texts(
      teamId: string,
      wanted: readonly VersionReference[],
      db: Db = records.db,
    ): Promise<Map<string, string>> {
      const texts = new Map<string, string>()
      for (let start = 0; start < wanted.length; start += textsAtOnce) {
        const rows = await db
          .selectFrom('document_versions')
          .select(['document_id', 'version', 'text'])
          .where('team_id', 'in', [teamId, publicTeamId])
          .where((columns) =>
            columns.or(
              wanted
                .slice(start, start + textsAtOnce)
                .map(({ documentId, version }) =>
                  columns.and([columns('document_id', '=', documentId), columns('version', '=', version)]),
                ),
            ),
          )
          .execute()
        for (const { document_id: documentId, version, text } of rows)
          texts.set(versionKey({ documentId, version }), text)
      }
      return texts
    },

    /**
     * Keeps versions of pages as somebody else saw them, for the quotes that point into them and for nothing else;
     * answers where each is now, in their order.
     */
    keep: (tx: Tx, teamId: string, pages: readonly SeenPage[]): Promise<VersionReference[]> =>
      keepVersions(tx, { clock, ids }, teamId, pages),

    /**
     * Removes a page, or all pages of a domain, with its versions; answers how many. What is derived from them
     * elsewhere goes in the same transaction, by `alongside`.
     */
    async forget(
      teamId: string,
      target: { url: string } | { domain: string },
      alongside: (tx: Tx, documentIds: string[]) => Promise<void> = async () => {},
    ): Promise<number> {
      const removed = await records.transaction(async (tx) => {
        const rows = await tx
          .selectFrom('documents')
          .select(['id', 'host', 'address_key'])
          .where('team_id', '=', teamId)
          .$if('url' in target, (query) =>
            query.where('address_key', '=', 'url' in target ? requireKey(target.url) : ''),
          )
          .$if('domain' in target, (query) =>
            query.where((columns) => {
              const domain = 'domain' in target ? target.domain.toLowerCase() : ''
              return columns.or([
                columns('host', '=', domain),
                columns('host', 'like', `%.${likeSafe(domain)}`),
              ])
            }),
          )
          .execute()
        const gone = rows.map(({ id }) => id)
        if (gone.length === 0) return 0
        await alongside(tx, gone)
        await tx
          .insertInto('index_removals')
          .values(gone.map((document_id) => ({ document_id })))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await tx.deleteFrom('documents').where('team_id', '=', teamId).where('id', 'in', gone).execute()
        return gone.length
      })
      if (removed > 0) onChange()
      return removed
    },
  }
}

/** Documents joined with versions, of the teams that this one may see. */
const every = (db: Db, teamId: string) =>
  db
    .selectFrom('documents')
    .innerJoin('document_versions', (join) =>
      join
        .onRef('document_versions.document_id', '=', 'documents.id')
        .onRef('document_versions.team_id', '=', 'documents.team_id'),
    )
    .selectAll('document_versions')
    .select(['documents.id', 'documents.url', 'documents.host', 'documents.checked_at'])
    .select(['documents.etag', 'documents.last_modified'])
    .where('documents.team_id', 'in', [teamId, publicTeamId])

const current = (db: Db, teamId: string) =>
  every(db, teamId).whereRef('document_versions.version', '=', 'documents.version')

export type DocumentRow = Selectable<Tables['document_versions']> &
  Pick<Selectable<Tables['documents']>, 'id' | 'url' | 'host' | 'checked_at' | 'etag' | 'last_modified'>

export const presentDocument = (row: DocumentRow): Document => ({
  id: row.id,
  teamId: row.team_id,
  url: row.url,
  host: row.host,
  version: row.version,
  contentHash: row.content_hash,
  fetchedAt: row.fetched_at,
  checkedAt: row.checked_at,
  etag: row.etag,
  lastModified: row.last_modified,
  title: row.title,
  author: row.author,
  publishedAt: row.published_at,
  language: row.language,
  kind: row.kind,
  category: row.category,
  text: row.text,
  html: row.html,
  details: row.details as unknown as PageDetails, // written by addVersion alone
})

export const likeSafe = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
