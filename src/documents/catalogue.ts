import { sql, type Selectable } from 'kysely'
import type {
  DocumentHistory,
  DocumentList,
  DocumentVersion,
  ListDocumentsRequest,
  StoredDocument,
} from '../contract/documents.ts'
import { AppError } from '../contract/errors.ts'
import { pageFrom } from '../contract/pagination.ts'
import type { Records } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { publicTeamId } from './document.ts'
import { likeSafe, type Documents } from './documents.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

interface Needs {
  readonly records: Records
  readonly documents: Pick<Documents, 'versions'>
}

/** The store as somebody looks through it: which pages there are, how they came to be, and what was read off them. */
export function createCatalogue({ records, documents }: Needs) {
  return {
    /** Those that came last first. */
    async list(teamId: string, request: ListDocumentsRequest): Promise<DocumentList> {
      const { cursor, limit, search, domain, visibility } = request
      const words = `%${likeSafe(search ?? '')}%`
      const rows = await stored(teamId)
        .$if(visibility !== undefined, (query) =>
          query.where('documents.team_id', '=', visibility === 'public' ? publicTeamId : teamId),
        )
        .$if(search !== undefined, (query) =>
          query.where((columns) =>
            columns.or([columns('documents.url', 'ilike', words), columns('current.title', 'ilike', words)]),
          ),
        )
        .$if(domain !== undefined, (query) =>
          query.where((columns) =>
            columns.or([
              columns('documents.host', '=', domain?.toLowerCase() ?? ''),
              columns('documents.host', 'like', `%.${likeSafe(domain?.toLowerCase() ?? '')}`),
            ]),
          ),
        )
        .$if(cursor !== undefined, (query) => query.where('documents.id', '<', cursor ?? ''))
        .orderBy('documents.id', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, present)
    },

    /** Rejects with `not_found` for a page that is not there or is another team's. */
    async get(teamId: string, id: string): Promise<DocumentHistory> {
      const row = await stored(teamId).where('documents.id', '=', id).executeTakeFirst()
      if (!row) return missing(`There is no document "${id}".`)
      const versions = await records.db
        .selectFrom('document_versions')
        .select(['version', 'fetched_at', sql<number>`length(text)`.as('characters')])
        .where('team_id', 'in', [teamId, publicTeamId])
        .where('document_id', '=', id)
        // Those below zero are what others saw: see `keepVersions`.
        .where('version', '>', 0)
        .orderBy('version', 'desc')
        .execute()
      return {
        ...present(row),
        versions: versions.map(({ version, fetched_at: fetchedAt, characters }) => ({
          version,
          fetchedAt: fetchedAt.toISOString(),
          characters,
        })),
      }
    },

    /** Rejects with `not_found` also for a version that was never there, or is kept no longer. */
    async version(teamId: string, documentId: string, version: number): Promise<DocumentVersion> {
      const [found] = await documents.versions(teamId, [{ documentId, version }])
      if (!found) return missing(`There is no version ${version} of a document "${documentId}".`)
      const { title, author, publishedAt, language, kind, category, details } = found
      return {
        object: 'document_version',
        documentId,
        version,
        url: found.url,
        fetchedAt: found.fetchedAt.toISOString(),
        text: found.text,
        extracted: {
          title,
          author,
          publishedDate: publishedAt?.toISOString() ?? null,
          language,
          kind,
          category,
          description: details.description ?? null,
          siteName: details.siteName ?? null,
          unsafe: [...(details.unsafe ?? [])],
          structured: { ...details.structured },
          links: [...details.links],
          imageLinks: [...details.imageLinks],
          codeBlocks: [...details.codeBlocks],
        },
      }
    },
  }

  function stored(teamId: string) {
    return records.db
      .selectFrom('documents')
      .innerJoin('document_versions as current', (join) =>
        join
          .onRef('current.document_id', '=', 'documents.id')
          .onRef('current.team_id', '=', 'documents.team_id')
          .onRef('current.version', '=', 'documents.version'),
      )
      .select(['documents.id', 'documents.team_id', 'documents.url', 'documents.source', 'documents.version'])
      .select(['documents.indexed_version', 'documents.first_seen_at', 'documents.checked_at'])
      .select(['current.title', 'current.kind', 'current.category', 'current.language'])
      .select(sql<number>`length(current.text)`.as('characters'))
      .where('documents.team_id', 'in', [teamId, publicTeamId])
  }
}

type Row = Pick<
  Selectable<Tables['documents']>,
  'id' | 'team_id' | 'url' | 'source' | 'version' | 'indexed_version' | 'first_seen_at' | 'checked_at'
> &
  Pick<Selectable<Tables['document_versions']>, 'title' | 'kind' | 'category' | 'language'> & {
    characters: number
  }

const present = (row: Row): StoredDocument => ({
  id: row.id,
  object: 'document',
  url: row.url,
  title: row.title,
  kind: row.kind,
  category: row.category,
  language: row.language,
  visibility: row.team_id === publicTeamId ? 'public' : 'team',
  source: row.source,
  version: row.version,
  characters: row.characters,
  isIndexed: row.indexed_version === row.version,
  firstSeenAt: row.first_seen_at.toISOString(),
  checkedAt: row.checked_at.toISOString(),
})

function missing(message: string): never {
  throw new AppError('not_found', message, { reason: 'DOCUMENT_NOT_FOUND' })
}
