import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Log } from '../../../ports/log.ts'
import { codeOf, failure, translate } from '../failures.ts'
import { migrate, readMigrations } from '../migrate.ts'
import type { Migration } from '../migrate.ts'
import { listTables, PORTABLE_TEXT } from './catalogue.ts'
import {
  ChecksumLine,
  damaged,
  Header,
  Identity,
  RowsLine,
  SequencesLine,
  TableLine,
  VERSION,
} from './format.ts'
import type { BackupSummary } from './format.ts'
import { readBackup } from './reader.ts'
import type { BackupReader } from './reader.ts'

export interface RestoreOptions {
  readonly connectionString: string
  readonly file: string
  /** Makes the tables that are not ours, such as those of the durable work; called when ours are made. */
  readonly prepare?: () => Promise<void>
  readonly signal?: AbortSignal
  /** Tests bring their own. */
  readonly migrations?: readonly Migration[]
  /** Called after each table. */
  readonly onTable?: (table: string, rows: number) => void
}

/**
 * Fills an empty database from a backup, of this version of Winnow or an older one. All data comes in one
 * transaction, which ends only if every count and the checksum agree; so a failure leaves the database empty.
 */
export async function restore(options: RestoreOptions, log: Log): Promise<BackupSummary> {
  const { connectionString } = options
  const reader = readBackup(options.file)
  const client = new Client({ connectionString, application_name: 'winnow restore' })
  client.on('error', () => {})
  try {
    const header = await readHeader(reader)
    const known = options.migrations ?? (await readMigrations())
    const migrations = migrationsOf(header, known)
    await client.connect()
    await requireEmpty(client)
    await migrate({ connectionString, migrations }, log)
    await options.prepare?.()
    await client.query('begin')
    await client.query(PORTABLE_TEXT)
    const rows = await fill(client, reader, header, options)
    await client.query('commit')
    // What newer versions changed is done to the data that is now there.
    await migrate({ connectionString, migrations: known }, log)
    await client.query('analyze')
    return { createdAt: new Date(header.createdAt), level: migrations.at(-1)?.name ?? '', rows }
  } catch (error) {
    throw translate(error)
  } finally {
    reader.close()
    await client.end().catch(() => {})
  }
}

async function readHeader(reader: BackupReader): Promise<Header> {
  // The first line alone tells whether the rest can be understood.
  const line = await reader.line(Identity.loose())
  if (line.version > VERSION) {
    throw failure(
      `The backup has format ${line.version}, and this version of Winnow reads up to ${VERSION}.`,
      'Restore it with the version of Winnow that made it, or a newer one.',
    )
  }
  const header = Header.safeParse(line)
  if (!header.success) throw damaged('its header is not valid', header.error)
  return header.data
}

/** The migrations that the backup's database had: its rows fit these tables. */
function migrationsOf(header: Header, known: readonly Migration[]): readonly Migration[] {
  for (const [index, past] of header.migrations.entries()) {
    const ours = known[index]
    if (!ours) {
      throw failure(
        `The backup was made by a newer version of Winnow: it has ${past.name}, which this version does not know.`,
        'Restore it with the version of Winnow that made it, or a newer one.',
      )
    }
    if (ours.checksum !== past.checksum) {
      throw failure(
        `The backup comes from a different line of Winnow: its ${past.name} is not ours.`,
        'Restore it with the version of Winnow that made it.',
      )
    }
  }
  return known.slice(0, header.migrations.length)
}

async function requireEmpty(client: Client): Promise<void> {
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${name}) as filled`)
    if (rows[0]?.filled) {
      throw failure(
        `The database is not empty: ${name} has rows. Nothing was changed.`,
        'Restore into a new data folder (WINNOW_DATA_DIR) or an empty database (DATABASE_URL).',
      )
    }
  }
}

// The classes of SQLSTATE that speak of the data: not valid, or in breach of a constraint.
const unfitting = /^2[23]/

async function fill(
  client: Client,
  reader: BackupReader,
  header: Header,
  { signal, onTable }: RestoreOptions,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const ours = new Map((await listTables(client)).map((table) => [table.name, table]))
  // What triggers made of the rows when they were new is in the backup, and none is to refuse what follows.
  for (const name of ours.keys()) await client.query(`alter table ${name} disable trigger user`)
  // So is what migrations put in.
  if (ours.size > 0) await client.query(`truncate ${[...ours.keys()].join(', ')}`)
  for (let index = 0; index < header.tables; index++) {
    const { table, columns } = await reader.line(TableLine)
    const target = ours.get(table)
    if (!target || columns.some((column) => !target.columns.includes(column))) {
      throw failure(
        `The backup has a table ${table} (${columns.join(', ')}) that this version of Winnow does not.`,
        'Restore it with the version of Winnow that made it, or a newer one.',
      )
    }
    const sink = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
    await pipeline(Readable.from(reader.rows(), { objectMode: false }), sink, { signal }).catch(
      (error: unknown) => {
        throw unfitting.test(codeOf(error) ?? '')
          ? damaged(`${table} has a row that does not fit`, error)
          : error
      },
    )
    const { rows } = await reader.line(RowsLine)
    if (sink.rowCount !== rows) throw damaged(`${table} has ${sink.rowCount} rows instead of ${rows}`)
    counts[table] = rows
    onTable?.(table, rows)
  }
  for (const name of ours.keys()) await client.query(`alter table ${name} enable trigger user`)
  const { sequences } = await reader.line(SequencesLine)
  for (const { name, value } of sequences)
    await client.query('select setval($1::regclass, $2)', [name, value])
  const checksum = reader.checksum()
  const { sha256 } = await reader.line(ChecksumLine)
  if (sha256 !== checksum) throw damaged('its checksum does not agree')
  if (!(await reader.atEnd())) throw damaged('something follows its end')
  return counts
}
