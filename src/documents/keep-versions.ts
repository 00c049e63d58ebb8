import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Tx } from '../ports/records.ts'
import { publicTeamId, type PageVersion } from './document.ts'
import { contentHash, requireKey } from './save-pages.ts'

/** A version of a page as somebody else saw it. */
export interface SeenPage extends PageVersion {
  readonly url: string
  readonly fetchedAt: Date
}

interface Needs {
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * A version that is known already is pointed to. Another one is the team's own: the first of a new page, or else one
 * that counts down from the first that there is, so that no present version is touched, and none to come.
 */
export async function keepVersions(
  tx: Tx,
  { clock, ids }: Needs,
  teamId: string,
  pages: readonly SeenPage[],
): Promise<{ documentId: string; version: number }[]> {
  const kept: { documentId: string; version: number }[] = []
  for (const page of pages) {
    const key = requireKey(page.url)
    const hash = contentHash(page)
    kept.push((await known(tx, teamId, key, hash)) ?? (await add(page, key, hash)))
  }
  return kept

  async function add(page: SeenPage, key: string, hash: string) {
    const document = {
      id: ids.next('doc'),
      team_id: teamId,
      url: page.url,
      address_key: key,
      host: new URL(page.url).hostname,
      version: 1,
      content_hash: hash,
      source: 'bundle',
      first_seen_at: clock.now(),
      checked_at: page.fetchedAt,
    }
    const made = await tx
      .insertInto('documents')
      .values(document)
      .onConflict((conflict) => conflict.columns(['team_id', 'address_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) await remember(made.id, key)
    const reference = made ? { documentId: made.id, version: 1 } : await before(key)
    await tx
      .insertInto('document_versions')
      .values({
        document_id: reference.documentId,
        version: reference.version,
        team_id: teamId,
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
    return reference
  }

  /** The number before the first, of a page that nobody else changes until the transaction ends. */
  async function before(key: string) {
    const { id: documentId } = await tx
      .selectFrom('documents')
      .select('id')
      .where('team_id', '=', teamId)
      .where('address_key', '=', key)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { first } = await tx
      .selectFrom('document_versions')
      .select((columns) => columns.fn.min('version').as('first'))
      .where('team_id', '=', teamId)
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    return { documentId, version: (first ?? 1) - 1 }
  }

  /** Its address leads to it, unless everybody has a page there: what was seen elsewhere is not put before that. */
  async function remember(documentId: string, key: string): Promise<void> {
    const everybodys = await tx
      .selectFrom('document_addresses')
      .select('document_id')
      .where('team_id', '=', publicTeamId)
      .where('address_key', '=', key)
      .executeTakeFirst()
    if (everybodys) return
    await tx
      .insertInto('document_addresses')
      .values({ team_id: teamId, address_key: key, document_id: documentId })
      .onConflict((conflict) => conflict.columns(['team_id', 'address_key']).doNothing())
      .execute()
  }
}

async function known(tx: Tx, teamId: string, key: string, hash: string) {
  return tx
    .selectFrom('documents')
    .innerJoin('document_versions as version', (join) =>
      join
        .onRef('version.document_id', '=', 'documents.id')
        .onRef('version.team_id', '=', 'documents.team_id'),
    )
    .select(['documents.id as documentId', 'version.version'])
    .where('documents.team_id', 'in', [teamId, publicTeamId])
    .where('documents.address_key', '=', key)
    .where('version.content_hash', '=', hash)
    .orderBy((columns) => columns('documents.team_id', '=', teamId), 'desc')
    .executeTakeFirst()
}
