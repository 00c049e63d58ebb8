import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Tx } from '../ports/records.ts'
import { publicTeamId, type PageVersion } from './document.ts'
import { contentHash, requireKey, versionRow } from './save-pages.ts'

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
 * A version that is known already is pointed to. Another one becomes the team's own, with a number below zero: quotes
 * find it, and nothing else does. What somebody else says that a page said is never found by a search, at its address,
 * or in the place of what was seen here; a page of which nothing was seen here has the version 0, which is none.
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
    await tx
      .insertInto('documents')
      .values({
        id: ids.next('doc'),
        team_id: teamId,
        url: page.url,
        address_key: key,
        host: new URL(page.url).hostname,
        version: 0,
        content_hash: hash,
        source: 'bundle',
        first_seen_at: clock.now(),
        checked_at: page.fetchedAt,
      })
      .onConflict((conflict) => conflict.columns(['team_id', 'address_key']).doNothing())
      .execute()
    const reference = await nextBelow(key)
    await tx
      .insertInto('document_versions')
      .values(versionRow(teamId, reference, page, hash))
      .execute()
    return reference
  }

  /** The next number of a page that nobody else changes until the transaction ends. */
  async function nextBelow(key: string) {
    const { id: documentId } = await tx
      .selectFrom('documents')
      .select('id')
      .where('team_id', '=', teamId)
      .where('address_key', '=', key)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { lowest } = await tx
      .selectFrom('document_versions')
      .select((columns) => columns.fn.min('version').as('lowest'))
      .where('team_id', '=', teamId)
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    return { documentId, version: Math.min(0, lowest ?? 0) - 1 }
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
