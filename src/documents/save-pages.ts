import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Tx } from '../ports/records.ts'
import type { PageToSave, PageVersion } from './document.ts'
import { addressKey } from './page-address.ts'

export interface SaveOutcome {
  readonly documentId: string
  readonly version: number
  /** False when the page says what it said before; only the time of the check is new then. */
  readonly changed: boolean
}

interface Needs {
  readonly clock: Clock
  readonly ids: Ids
}

interface Entry {
  readonly page: PageToSave
  readonly key: string
  readonly hash: string
  readonly position: number
}

/** An entry whose row is locked, with what it becomes. */
interface Claimed extends Entry {
  /** An archive must not undo what was seen since. */
  readonly isLate: boolean
  readonly outcome: SaveOutcome
}

/**
 * Saves pages, with a handful of statements however many they are; answers in their order. Rows are locked in the order
 * of their keys, so that two that save at the same time wait for each other and never for ever.
 */
export async function savePages(tx: Tx, needs: Needs, pages: readonly PageToSave[]): Promise<SaveOutcome[]> {
  const outcomes: SaveOutcome[] = []
  for (const [teamId, entries] of rounds(pages)) {
    const claimed = await claim(tx, needs, teamId, entries)
    const timely = claimed.filter(({ isLate }) => !isLate)
    if (timely.length > 0) {
      await remember(tx, teamId, timely)
      await addVersions(
        tx,
        teamId,
        timely.filter(({ outcome }) => outcome.changed),
      )
      await update(tx, teamId, timely)
    }
    for (const { position, outcome } of claimed) outcomes[position] = outcome
  }
  return outcomes
}

/** By team, and pages of one address one after another. */
function rounds(pages: readonly PageToSave[]): [teamId: string, entries: Entry[]][] {
  const found = new Map<string, Map<string, Entry>[]>()
  for (const [position, page] of pages.entries()) {
    const key = requireKey(page.url)
    const ofTeam = found.get(page.teamId) ?? []
    found.set(page.teamId, ofTeam)
    const round = ofTeam.find((entries) => !entries.has(key)) ?? new Map<string, Entry>()
    if (round.size === 0) ofTeam.push(round)
    round.set(key, { page, key, hash: contentHash(page), position })
  }
  return [...found].flatMap(([teamId, ofTeam]) =>
    ofTeam.map((round): [string, Entry[]] => [teamId, [...round.values()]]),
  )
}

/** Finds or makes the rows and locks them; a new one has version 0 until its first version is written. */
async function claim(tx: Tx, { clock, ids }: Needs, teamId: string, entries: Entry[]): Promise<Claimed[]> {
  const inOrder = entries.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  await tx
    .insertInto('documents')
    .values(
      inOrder.map(({ page, key, hash }) => ({
        id: ids.next('doc'),
        team_id: teamId,
        url: page.url,
        address_key: key,
        host: new URL(page.url).hostname,
        version: 0,
        content_hash: hash,
        source: page.source,
        first_seen_at: clock.now(),
        checked_at: page.fetchedAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['team_id', 'address_key']).doNothing())
    .execute()
  const rows = await tx
    .selectFrom('documents')
    .select(['id', 'address_key', 'version', 'content_hash', 'checked_at'])
    .where('team_id', '=', teamId)
    .where(
      'address_key',
      'in',
      inOrder.map(({ key }) => key),
    )
    .orderBy('address_key')
    .forUpdate()
    .execute()
  const byKey = new Map(rows.map((row) => [row.address_key, row]))
  return entries.map((entry): Claimed => {
    const row = byKey.get(entry.key)
    if (!row) throw new AppError('internal', `${entry.page.url} was made and is not there.`)
    const { id: documentId, version, content_hash, checked_at } = row
    const isLate = entry.page.archived === true && version > 0 && checked_at > entry.page.fetchedAt
    const changed = !isLate && (version === 0 || content_hash !== entry.hash)
    return { ...entry, isLate, outcome: { documentId, version: changed ? version + 1 : version, changed } }
  })
}

/** The newest to claim an address has it: a redirect may come to lead elsewhere. */
async function remember(tx: Tx, teamId: string, claimed: readonly Claimed[]): Promise<void> {
  const owners = new Map<string, string>()
  for (const { page, outcome } of claimed)
    for (const address of [...page.aliases, page.url]) {
      const key = addressKey(address)
      if (key !== null) owners.set(key, outcome.documentId)
    }
  const inOrder = [...owners].toSorted(([one], [other]) => (one < other ? -1 : 1))
  await tx
    .insertInto('document_addresses')
    .values(inOrder.map(([address_key, document_id]) => ({ team_id: teamId, address_key, document_id })))
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'address_key'])
        .doUpdateSet((columns) => ({ document_id: columns.ref('excluded.document_id') })),
    )
    .execute()
}

/** A version as it is kept, whoever found it. */
export const versionRow = (
  teamId: string,
  { documentId, version }: { readonly documentId: string; readonly version: number },
  page: PageVersion & { readonly fetchedAt: Date },
  hash: string,
) => ({
  document_id: documentId,
  version,
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

async function addVersions(tx: Tx, teamId: string, changed: readonly Claimed[]): Promise<void> {
  if (changed.length === 0) return
  await tx
    .insertInto('document_versions')
    .values(changed.map(({ page, hash, outcome }) => versionRow(teamId, outcome, page, hash)))
    .execute()
}

/** What is new of a page: the time of the check at least, and with a version also its name. */
async function update(tx: Tx, teamId: string, claimed: readonly Claimed[]): Promise<void> {
  const column = <T>(read: (one: Claimed) => T): T[] => claimed.map(read)
  const given = sql<{
    id: string
    url: string | null
    version: number
    content_hash: string
    checked_at: Date
    etag: string | null
    last_modified: string | null
  }>`unnest(
    ${column(({ outcome }) => outcome.documentId)}::text[],
    ${column(({ page, outcome }) => (outcome.changed ? page.url : null))}::text[],
    ${column(({ outcome }) => outcome.version)}::int[],
    ${column(({ hash }) => hash)}::text[],
    ${column(({ page }) => page.fetchedAt)}::timestamptz[],
    ${column(({ page }) => page.etag ?? null)}::text[],
    ${column(({ page }) => page.lastModified ?? null)}::text[]
  )`.as<'given'>(sql`given (id, url, version, content_hash, checked_at, etag, last_modified)`)
  await tx
    .updateTable('documents')
    .from(given)
    .set((columns) => ({
      url: columns.fn.coalesce('given.url', 'documents.url'),
      version: columns.ref('given.version'),
      content_hash: columns.ref('given.content_hash'),
      checked_at: columns.ref('given.checked_at'),
      etag: columns.ref('given.etag'),
      last_modified: columns.ref('given.last_modified'),
    }))
    .where('documents.team_id', '=', teamId)
    .whereRef('documents.id', '=', 'given.id')
    .execute()
}

/** Over what a reader sees and filters by: a page whose markup alone changed is not a new version. */
export const contentHash = ({ title, author, publishedAt, category, text, details }: PageVersion): string =>
  createHash('sha256')
    .update(JSON.stringify([title, author, publishedAt, category, text, ...(details.unsafe ?? [])]))
    .digest('hex')

export function requireKey(url: string): string {
  const key = addressKey(url)
  if (key === null) throw new AppError('invalid_urls', `"${url}" is not the address of a web page.`)
  return key
}
