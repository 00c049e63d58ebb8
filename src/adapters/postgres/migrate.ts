import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'
import type { Log } from '../../ports/log.ts'
import { failure, translate } from './failures.ts'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

interface Applied {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

/** Any number will do, as long as nobody else uses it: "winnow" in a telephone's letters. */
const MIGRATION_LOCK = 946_669

/** Reads `0001-name.sql` and so on, in order. Numbers start at 1 and leave no gap, so a lost file is noticed. */
export async function readMigrations(
  folder: URL = new URL('./migrations/', import.meta.url),
): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const migrations: Migration[] = []
  for (const file of files) {
    const number = Number(/^(\d{4})-/.exec(file)?.[1])
    if (number !== migrations.length + 1) {
      throw new Error(
        `Migration ${file} is out of order: number ${migrations.length + 1} was expected there.`,
      )
    }
    const sql = await readFile(new URL(file, folder), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    migrations.push({ number, name: file.slice(0, -'.sql'.length), sql, checksum })
  }
  return migrations
}

/**
 * Brings the database to the level of this version of Winnow; answers the level reached. Processes that start
 * together wait for each other. Each migration commits alone, so a failing one leaves the ones before it.
 */
export async function migrate(
  options: { connectionString: string; migrations?: readonly Migration[]; signal?: AbortSignal },
  log: Log,
): Promise<number> {
  const migrations = options.migrations ?? (await readMigrations())
  const client = new Client({
    connectionString: options.connectionString,
    application_name: 'winnow migrate',
  })
  client.on('error', (error) => log.debug({ err: error }, 'the migration connection broke'))
  const stop = () => void client.end()
  options.signal?.addEventListener('abort', stop)
  try {
    await client.connect()
    // Held by the session, so that it ends with us however we end.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists winnow_migrations (
      number integer primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default now())`)
    const { rows: applied } = await client.query<Applied>(
      'select number, name, checksum from winnow_migrations order by number',
    )
    checkHistory(applied, migrations)
    for (const migration of migrations.slice(applied.length)) {
      await apply(client, migration)
      log.info({ migration: migration.name }, 'database migrated')
    }
    return migrations.length
  } catch (error) {
    options.signal?.throwIfAborted()
    throw translate(error)
  } finally {
    options.signal?.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}

function checkHistory(applied: readonly Applied[], migrations: readonly Migration[]): void {
  for (const [index, past] of applied.entries()) {
    const ours = migrations[index]
    if (!ours) {
      throw failure(
        `The database was migrated by a newer version of Winnow: it has ${past.name}, which this version does not know.`,
        'Start the newer version again, or restore a backup made by this version into an empty data folder.',
      )
    }
    if (past.number !== ours.number || past.checksum !== ours.checksum) {
      throw failure(
        `Migration ${ours.name} was changed after it had been applied to this database (as ${past.name}).`,
        'Put the migration file back as it was released; a further change belongs into a new migration.',
      )
    }
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into winnow_migrations (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    const translated = translate(cause)
    if (translated !== cause) throw translated
    throw new Error(`Migration ${migration.name} failed: ${String(cause)}`, { cause })
  }
}
