import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { codeOf, failure, translate } from '../failures.ts'
import { listSequences, listTables, PORTABLE_TEXT } from './catalogue.ts'
import { END_OF_ROWS, FORMAT, VERSION } from './format.ts'
import type { Table } from './catalogue.ts'
import type { BackupSummary, Header } from './format.ts'

export interface BackupOptions {
  readonly connectionString: string
  readonly file: string
  readonly signal?: AbortSignal
  /** Called after each table. */
  readonly onTable?: (table: string, rows: number) => void
}

/**
 * Writes the whole database, as it is at one moment, into one file; the server may go on working. The file appears
 * when it is complete. It holds everything, also hashes of keys, and is for its owner alone.
 */
export async function backup(options: BackupOptions): Promise<BackupSummary> {
  const { file, signal } = options
  const partial = `${file}.partial`
  const client = new Client({
    connectionString: options.connectionString,
    application_name: 'winnow backup',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin transaction isolation level repeatable read, read only')
    await client.query(PORTABLE_TEXT)
    const tables = await listTables(client)
    const header = await makeHeader(client, tables.length)
    const rows: Record<string, number> = {}
    const content = Readable.from(write(client, header, tables, rows, options), { objectMode: false })
    // Opened before anything can fail: a stream that opens its file itself may do so after it was cleared away.
    const output = await open(partial, 'w', 0o600)
    await pipeline(content, createGzip(), output.createWriteStream({ flush: true }), { signal })
    await client.query('commit')
    await rename(partial, file)
    await syncFolder(dirname(file))
    return { createdAt: new Date(header.createdAt), level: header.migrations.at(-1)?.name ?? '', rows }
  } catch (error) {
    await rm(partial, { force: true })
    throw explain(error, file)
  } finally {
    await client.end().catch(() => {})
  }
}

async function makeHeader(client: Client, tables: number): Promise<Header> {
  const { rows } = await client.query<{ known: boolean; now: Date; version: string }>(
    `select to_regclass('public.winnow_migrations') is not null as known, now(),
       current_setting('server_version') as version`,
  )
  const [server] = rows
  if (!server?.known) {
    throw failure(
      'This database holds nothing of Winnow.',
      'Start the server once, or name the right data folder or DATABASE_URL.',
    )
  }
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.winnow_migrations order by number',
  )
  return {
    format: FORMAT,
    version: VERSION,
    createdAt: server.now.toISOString(),
    postgres: server.version,
    migrations,
    tables,
  }
}

async function* write(
  client: Client,
  header: Header,
  tables: readonly Table[],
  counts: Record<string, number>,
  { signal, onTable }: BackupOptions,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (chunk: Buffer): Buffer => {
    hash.update(chunk)
    return chunk
  }
  const line = (content: object): Buffer => hashed(Buffer.from(`${JSON.stringify(content)}\n`))

  yield line(header)
  for (const { name, columns } of tables) {
    signal?.throwIfAborted()
    yield line({ table: name, columns })
    const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
    for await (const chunk of rows) yield hashed(chunk as Buffer)
    yield hashed(Buffer.from(END_OF_ROWS))
    yield line({ rows: rows.rowCount })
    counts[name] = rows.rowCount
    onTable?.(name, rows.rowCount)
  }
  yield line({ sequences: await listSequences(client) })
  yield Buffer.from(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`)
}

function explain(error: unknown, file: string): unknown {
  const translated = translate(error)
  const code = codeOf(error) ?? ''
  if (translated !== error || !['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'ENOENT', 'ENOTDIR'].includes(code)) {
    return translated
  }
  return failure(
    `The backup cannot be written to ${file} (${code}).`,
    'Choose a folder that exists, that this user may write to and that has room.',
    error,
  )
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
