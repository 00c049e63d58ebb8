import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Db, Records, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { publicTeamId, type Document, type PageDetails, type PageToSave } from './document.ts'
import { addressKey } from './page-address.ts'

export type Documents = ReturnType<typeof createDocuments>

export interface SaveOutcome {
  readonly documentId: string
  readonly version: number
  /** False when the page says what it said before; only the time of the check is new then. */
  readonly changed: boolean
}

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
      const key = requireKey(page.url)
      const hash = contentHash(page)
      const outcome = await records.transaction(async (tx) => {
        const known = await claim(tx, page, key, hash)
        for (const alias of page.aliases) await remember(tx, page.teamId, alias, known.id)
        await remember(tx, page.teamId, page.url, known.id)
        if (known.version > 0 && known.content_hash === hash) {
          await touch(tx, page, known.id)
          return { documentId: known.id, version: known.version, changed: false }
        }
        const version = known.version + 1
        await addVersion(tx, page, known.id, version, hash)
        return { documentId: known.id, version, changed: true }
      })
      if (outcome.changed) onChange()
      return outcome
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

    /** The version that was current at a moment; null when the page was not known then. */
    async findAsOf(teamId: string, url: string, moment: Date): Promise<Document | null> {
      const newest = await this.find(teamId, url)
      if (!newest) return null
      const row = await every(records.db, teamId)
        .where('documents.id', '=', newest.id)
        .where('document_versions.fetched_at', '<=', moment)
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
      wanted: readonly { documentId: string; version: number }[],
    ): Promise<Document[]> {
      if (wanted.length === 0) return []
      const rows = await every(records.db, teamId)
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

  /** Finds or makes the row and locks it; a new one has version 0 until its first version is written. */
  async function claim(tx: Tx, page: PageToSave, key: string, hash: string) {
    await tx
      .insertInto('documents')
      .values({
        id: ids.next('doc'),
        team_id: page.teamId,
        url: page.url,
        address_key: key,
        host: new URL(page.url).hostname,
        version: 0,
        content_hash: hash,
        source: page.source,
        first_seen_at: clock.now(),
        checked_at: page.fetchedAt,
      })
      .onConflict((conflict) => conflict.columns(['team_id', 'address_key']).doNothing())
      .execute()
    return tx
      .selectFrom('documents')
      .select(['id', 'version', 'content_hash'])
      .where('team_id', '=', page.teamId)
      .where('address_key', '=', key)
      .forUpdate()
      .executeTakeFirstOrThrow()
  }
}

async function addVersion(
  tx: Tx,
  page: PageToSave,
  id: string,
  version: number,
  hash: string,
): Promise<void> {
  await tx
    .insertInto('document_versions')
    .values({
      document_id: id,
      version,
      team_id: page.teamId,
      fetched_at: page.fetchedAt,
      content_hash: hash,
      title: page.title,
      author: page.author,
      published_at: page.publishedAt,
      language: page.language,
      kind: page.kind,
      category: page.category,
      text: page.text,
      html: page.html,
      details: JSON.stringify(page.details),
    })
    .execute()
  await tx
    .updateTable('documents')
    .set({
      url: page.url,
      version,
      content_hash: hash,
      checked_at: page.fetchedAt,
      etag: page.etag ?? null,
      last_modified: page.lastModified ?? null,
    })
    .where('team_id', '=', page.teamId)
    .where('id', '=', id)
    .execute()
}

async function touch(tx: Tx, page: PageToSave, id: string): Promise<void> {
  await tx
    .updateTable('documents')
    .set({ checked_at: page.fetchedAt, etag: page.etag ?? null, last_modified: page.lastModified ?? null })
    .where('team_id', '=', page.teamId)
    .where('id', '=', id)
    .execute()
}

/** The newest to claim an address has it: a redirect may come to lead elsewhere. */
async function remember(tx: Tx, teamId: string, address: string, documentId: string): Promise<void> {
  const key = addressKey(address)
  if (key === null) return
  await tx
    .insertInto('document_addresses')
    .values({ team_id: teamId, address_key: key, document_id: documentId })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'address_key']).doUpdateSet({ document_id: documentId }),
    )
    .execute()
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

/** Over what a reader sees: a page whose markup alone changed is not a new version. */
const contentHash = (page: PageToSave): string =>
  createHash('sha256')
    .update(JSON.stringify([page.title, page.author, page.publishedAt, page.category, page.text]))
    .digest('hex')

function requireKey(url: string): string {
  const key = addressKey(url)
  if (key === null) throw new AppError('invalid_urls', `"${url}" is not the address of a web page.`)
  return key
}

const likeSafe = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
