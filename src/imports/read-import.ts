import { sql } from 'kysely'
import type { Entity } from '../contract/webset-shapes.ts'
import { addressKey, registrableDomain, type Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records } from '../ports/records.ts'
import type { SourceFiles } from '../ports/source-files.ts'
import { keyOfNamed, type Candidate, type Named, type WebsetEngine } from '../websets/index.ts'
import type { ImportRow } from './import.ts'
import { openTable, type TableRow, type TableStretch } from './table/open-table.ts'
import { TableProblem } from './table/table-problem.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly files: Pick<SourceFiles, 'read' | 'uploadPath'>
  readonly documents: Pick<Documents, 'stored'>
  readonly engine: Pick<WebsetEngine, 'recognise'>
}

export type ReadImport = ReturnType<typeof createReadImport>

const rowsAtOnce = 2500
const recognisedAtOnce = 4

interface KnownRow {
  readonly number: number
  readonly address: string | null
  readonly candidate: Pick<Candidate, 'entityKey' | 'url' | 'name' | 'documentId'>
}

/**
 * Reads the file of an import into its rows, batch by batch, each committed together with how far that is. Answers
 * false when the import is no longer to be read. Rejects with a `TableProblem` when the file cannot be imported.
 */
export function createReadImport({ records, clock, files, documents, engine }: Needs) {
  return async function readImport(row: ImportRow, signal: AbortSignal): Promise<boolean> {
    const { id, team_id: teamId } = row
    const path = await files.uploadPath(teamId, row.upload_id ?? '')
    if (path === null) throw new Error(`the file of ${id} is gone`)
    const entity = row.entity as Entity // checked when it was created
    const { identifier } = row
    const table = await openTable(() => files.read(path, signal), { entity, identifier })
    const isShared = sharedSites(table.sample)
    let state = { read: row.rows_read, skipped: row.rows_skipped }

    for await (const stretch of table.stretches) {
      for (const batch of batchesOf(stretch)) {
        signal.throwIfAborted()
        // What was committed before the reading was interrupted.
        if (batch.read <= state.read) continue
        const fresh = batch.rows.filter(({ number }) => number > state.read)
        const known = await recognise(teamId, entity, fresh, isShared, signal)
        const skipped = state.skipped + (batch.read - state.read) - fresh.length
        if (!(await write(known, state.read, { ...batch, skipped }))) return false
        state = { read: batch.read, skipped }
      }
    }
    if (state.read === state.skipped) throw nothingTold(state.read, table.layout.identifier)
    return true

    /** False when somebody else has read on, or ended the import. */
    async function write(
      rows: readonly KnownRow[],
      from: number,
      to: { read: number; bytes: number; skipped: number },
    ): Promise<boolean> {
      return records.transaction(async (tx) => {
        const moved = await tx
          .updateTable('imports')
          .set({
            rows_read: to.read,
            rows_skipped: to.skipped,
            bytes_read: to.bytes,
            layout: JSON.stringify(table.layout),
            updated_at: clock.now(),
          })
          .where('team_id', '=', teamId)
          .where('id', '=', id)
          .where('status', '=', 'processing')
          .where('rows_read', '=', from)
          .returning('id')
          .executeTakeFirst()
        if (!moved) return false
        await sql`
          insert into import_rows (import_id, team_id, number, entity_key, address_key, url, name, document_id)
          select ${id}, ${teamId}, * from unnest(
            ${rows.map(({ number }) => number)}::integer[],
            ${rows.map(({ candidate }) => candidate.entityKey)}::text[],
            ${rows.map(({ address }) => address)}::text[],
            ${rows.map(({ candidate }) => candidate.url)}::text[],
            ${rows.map(({ candidate }) => candidate.name)}::text[],
            ${rows.map(({ candidate }) => candidate.documentId)}::text[]
          ) on conflict do nothing`.execute(tx)
        return true
      })
    }
  }

  /**
   * Under which keys searches know the rows. A page that is stored may tell more than its address, and a name alone
   * has to be looked up; of everything else the key is told at once.
   */
  async function recognise(
    teamId: string,
    entity: Entity,
    rows: readonly TableRow[],
    isShared: (url: string) => boolean,
    signal: AbortSignal,
  ): Promise<KnownRow[]> {
    const addresses = rows.map(({ url }) => (url === null ? null : addressKey(url)))
    const stored = await documents.stored(
      teamId,
      addresses.filter((address) => address !== null),
    )
    const known: KnownRow[] = []
    const run = { signal, now: clock.now(), mayFetch: false }
    const toLookUp: (() => Promise<void>)[] = []
    for (const [at, { number, url, name }] of rows.entries()) {
      const address = addresses[at] ?? null
      const named: Named = { url, name, isOnSharedSite: url !== null && isShared(url) }
      if (url !== null && !(address !== null && stored.has(address))) {
        const candidate = { entityKey: keyOfNamed(entity.type, named), url, name, documentId: null }
        known.push({ number, address, candidate })
      } else
        toLookUp.push(async () => {
          const candidate = await engine.recognise(teamId, entity, named, run)
          known.push({ number, address: address ?? addressKey(candidate.url), candidate })
        })
    }
    for (let at = 0; at < toLookUp.length; at += recognisedAtOnce) {
      signal.throwIfAborted()
      await Promise.all(toLookUp.slice(at, at + recognisedAtOnce).map((lookUp) => lookUp()))
    }
    return known
  }
}

/** Stretches of a file can have very many rows; each batch says how far it reaches. */
function* batchesOf({ rows, read, bytes }: TableStretch): Generator<TableStretch> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce)
    const isLast = at + rowsAtOnce >= rows.length
    yield { rows: some, read: isLast ? read : (some.at(-1)?.number ?? read), bytes }
  }
  if (rows.length === 0) yield { rows, read, bytes }
}

/** Sites that several rows of the sample lie on: directories, whose pages are told apart by more than the site. */
function sharedSites(sample: readonly TableRow[]): (url: string) => boolean {
  const pages = new Map<string, Set<string>>()
  for (const { url } of sample) {
    if (url === null) continue
    const site = siteOf(url)
    pages.set(site, (pages.get(site) ?? new Set()).add(addressKey(url) ?? url))
  }
  const shared = new Set([...pages].filter(([, found]) => found.size > 1).map(([site]) => site))
  return (url) => shared.has(siteOf(url))
}

const siteOf = (url: string): string => registrableDomain(new URL(url).hostname)

const nothingTold = (rows: number, { header, index }: { header: string; index: number }) =>
  new TableProblem(
    'missing_identifier',
    `None of the ${rows} rows has anything in the column ${index} ("${header}") to tell it by.`,
  )
