import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ensureSystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../../tests/harness/database.ts'
import { testFolder } from '../../../../tests/harness/folder.ts'
import { silentLog } from '../../../../tests/harness/log.ts'
import { AppError } from '../../../contract/errors.ts'
import { startDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import type { Migration } from '../migrate.ts'
import { backup } from './backup.ts'
import { listTables } from './catalogue.ts'
import { restore } from './restore.ts'

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** The tables of the durable work. Any logger will do; the type names DBOS's own class. */
const prepareJobs = (connectionString: string): Promise<void> =>
  ensureSystemDatabase(connectionString, silentLog as never, undefined, 'jobs')

/** A table with everything that is hard to write down. */
async function prepareOdd(connectionString: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(`
    create schema if not exists jobs;
    create table jobs.odd (
      id bigint generated always as identity primary key,
      "Odd ""name""" text, parent bigint references jobs.odd, bytes bytea, at timestamptz, number numeric, real float8,
      list text[], document jsonb, doubled bigint generated always as (id * 2) stored)`)
  await client.end()
}

const migrated = async (): Promise<string> => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString }, silentLog)
  return connectionString
}

async function filled(): Promise<string> {
  const connectionString = await migrated()
  await prepareOdd(connectionString)
  const client = await connect(connectionString)
  await client.query(`
    insert into teams (id, name, created_at) select 't' || n, 'Team ' || n, now() from generate_series(1, 50) n;
    insert into api_keys (id, team_id, name, hash, hint, scopes, created_at)
      select 'k' || n, 't' || (n % 50 + 1), E'tab\\t, back\\\\slash, \\\\.', sha256(n::text::bytea), '', '{a,"b c"}', now()
      from generate_series(1, 3000) n`)
  const texts = [
    '\\.',
    '\n\\.\n',
    '\\.\n',
    '',
    null,
    '\\N',
    'tab\tand\r\nline',
    'ü 漢 🌾',
    '\u0001\u007f',
    'x'.repeat(300_000),
  ]
  for (const [index, text] of texts.entries()) {
    await client.query(
      `insert into jobs.odd ("Odd ""name""", parent, bytes, at, number, real, list, document)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        text,
        index === 0 ? null : 1,
        Buffer.from([0, 10, 92, 46, 10, 255]),
        index % 2 ? 'infinity' : '0044-03-15 12:00:00 BC',
        index % 2 ? 'NaN' : '123456789012345678901234567890.123456789',
        index % 2 ? 'Infinity' : 0.1 + 0.2,
        [text, '{"', null],
        JSON.stringify({ text, deep: { list: [1, '\\.'] } }),
      ],
    )
  }
  return connectionString
}

/** Every row of every table, as text. */
async function contentOf(connectionString: string): Promise<Record<string, string[]>> {
  const client = await connect(connectionString)
  const content: Record<string, string[]> = {}
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

test('a backup restored into an empty data folder is the same database', async () => {
  const source = await filled()
  await prepareJobs(source)
  const file = join(await testFolder(), 'winnow.backup')
  await backup({ connectionString: source, file })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(file, '..'))).toEqual(['winnow.backup'])

  const database = await startDatabase(
    { dataDir: join(await testFolder(), 'new'), volatile: true },
    silentLog,
  )
  onTestFinished(() => database.close())
  const { connectionString } = database
  const told: Record<string, number> = {}
  const summary = await restore(
    {
      connectionString,
      file,
      async prepare() {
        await prepareJobs(connectionString)
        await prepareOdd(connectionString)
      },
      onTable: (table, rows) => (told[table] = rows),
    },
    silentLog,
  )
  expect(summary.rows).toMatchObject({ 'public.teams': 50, 'public.api_keys': 3000, 'jobs.odd': 10 })
  expect(summary.rows).toHaveProperty('jobs.workflow_status', 0)
  expect(told).toEqual(summary.rows)
  expect(await contentOf(connectionString)).toEqual(await contentOf(source))

  const client = await connect(connectionString)
  const { rows } = await client.query('insert into jobs.odd default values returning id::int, doubled::int')
  expect(rows).toEqual([{ id: 11, doubled: 22 }])
})

test('a backup shows one moment, whatever is written meanwhile', async () => {
  const connectionString = await migrated()
  const writer = await connect(connectionString)
  await writer.query(`insert into teams (id, name, created_at) values ('t1', 'One', now())`)
  const stop = new AbortController()
  let written = 0
  const writing = (async () => {
    // Each transaction adds to two tables, so that their counts always agree.
    for (; !stop.signal.aborted; written++) {
      await writer.query('begin')
      await writer.query(`insert into reservations values ($1, 't1', 'k', 1, now())`, [written])
      await writer.query(
        `insert into usage_entries (id, team_id, key_id, operation, request_id, created_at)
         values ($1, 't1', 'k', 'o', 'r', now())`,
        [written],
      )
      await writer.query('commit')
    }
  })()
  const file = join(await testFolder(), 'winnow.backup')
  await expect.poll(() => written).toBeGreaterThan(20)
  const { rows } = await backup({ connectionString, file })
  stop.abort()
  await writing
  expect(rows['public.reservations']).toBeGreaterThan(20)
  expect(rows['public.usage_entries']).toBe(rows['public.reservations'])
  expect(written).toBeGreaterThan(rows['public.reservations'] ?? 0)
})

const migration = (number: number, sql: string): Migration => ({
  number,
  name: `000${number}`,
  sql,
  checksum: sql,
})

test('a backup of an older version is brought up to date with its data', async () => {
  const first = migration(1, 'create table notes (text text)')
  const second = migration(2, 'alter table notes add length int; update notes set length = length(text)')
  const source = await emptyDatabase()
  await migrate({ connectionString: source, migrations: [first] }, silentLog)
  await (await connect(source)).query(`insert into notes values ('four')`)
  const file = join(await testFolder(), 'winnow.backup')
  expect((await backup({ connectionString: source, file })).level).toBe('0001')

  const connectionString = await emptyDatabase()
  await restore({ connectionString, file, migrations: [first, second] }, silentLog)
  expect((await (await connect(connectionString)).query('select * from notes')).rows).toEqual([
    { text: 'four', length: 4 },
  ])

  const other = await emptyDatabase()
  const without = restore({ connectionString: other, file, migrations: [] }, silentLog)
  await expect(without).rejects.toThrow('newer version of Winnow: it has 0001')
  const changed = restore({ connectionString: other, file, migrations: [second] }, silentLog)
  await expect(changed).rejects.toThrow('different line of Winnow')
})

test('what cannot be trusted is refused and leaves the target empty', async () => {
  const source = await filled()
  const file = join(await testFolder(), 'winnow.backup')
  await backup({ connectionString: source, file })
  const good = await readFile(file)
  const text = gunzipSync(good).toString('latin1')
  const altered = (change: (text: string) => string) => gzipSync(Buffer.from(change(text), 'latin1'))
  const flipped = Buffer.from(good)
  flipped.writeUInt8(flipped.readUInt8(good.length >> 1) ^ 1, good.length >> 1)
  const lines = text.split('\n')
  const bad: Record<string, [Buffer, RegExp]> = {
    'not a backup': [Buffer.from('hello'), /compressed data is not valid/],
    empty: [Buffer.alloc(0), /ends too early/],
    'another gzip file': [gzipSync('hello\n'), /not what it should be/],
    'cut off in the middle': [good.subarray(0, good.length >> 1), /ends too early/],
    'cut off at the very end': [good.subarray(0, -1), /ends too early/],
    'cut off and packed again': [altered((text) => text.slice(0, text.length >> 1)), /ends too early/],
    'without its last line': [altered(() => `${lines.slice(0, -2).join('\n')}\n`), /ends too early/],
    'one bit changed': [flipped, /damaged or incomplete/],
    'a value changed': [altered((text) => text.replace('Team 7', 'Team 8')), /checksum does not agree/],
    'a row left out': [
      altered((text) => text.replace(/t7\tTeam 7\t.*\n/, '')),
      /49 rows instead of 50|does not fit/,
    ],
    'something added': [altered((text) => `${text}more\n`), /something follows/],
    'a newer format': [altered((text) => text.replace('"version":1', '"version":2')), /has format 2/],
  }
  const connectionString = await emptyDatabase()
  const prepared = { connectionString, file: `${file}.bad`, prepare: () => Promise.resolve() }
  await migrate({ connectionString }, silentLog)
  await prepareOdd(connectionString)
  const before = await contentOf(connectionString)
  for (const [name, [content, reason]] of Object.entries(bad)) {
    await writeFile(prepared.file, content)
    const error: unknown = await restore(prepared, silentLog).catch((reason: unknown) => reason)
    expect((error as Error).message, name).toMatch(reason)
    expect(await contentOf(connectionString), name).toEqual(before)
  }
  await restore({ ...prepared, file }, silentLog)
  expect(await contentOf(connectionString)).toEqual(await contentOf(source))

  const again: unknown = await restore({ ...prepared, file }, silentLog).catch((reason: unknown) => reason)
  if (!(again instanceof AppError)) throw again
  expect(again.message).toMatch(/is not empty: .* has rows/)
  expect(again.details?.remedy).toContain('new data folder')
})

test('a backup that cannot be written or read says why, and leaves nothing', async () => {
  const connectionString = await migrated()
  const folder = await testFolder()
  await expect(backup({ connectionString, file: join(folder, 'absent/x') })).rejects.toMatchObject({
    message: expect.stringContaining('cannot be written'),
    details: { remedy: expect.stringContaining('folder that exists') },
  })
  await expect(restore({ connectionString, file: join(folder, 'absent') }, silentLog)).rejects.toThrow(
    'cannot be read (ENOENT)',
  )
  const stopped = backup({ connectionString, file: join(folder, 'x'), signal: AbortSignal.abort() })
  await expect(stopped).rejects.toThrow('aborted')
  await expect(backup({ connectionString: await emptyDatabase(), file: join(folder, 'x') })).rejects.toThrow(
    'holds nothing of Winnow',
  )
  expect(await readdir(folder)).toEqual([])
})

const idleEvent = (id: string) => `
  insert into webset_events (id, team_id, type, data, created_at) values ('${id}', 't', 'webset.idle', '{}', now())`

test('what triggers made of rows comes back once, and they work again', async () => {
  const source = await migrated()
  const before = await connect(source)
  await before.query(`
    insert into teams (id, name, created_at) values ('t', 'T', now());
    insert into webhooks (id, team_id, url, secret, events, metadata, status, resume_at, created_at, updated_at)
      values ('w', 't', 'https://a.example/', 's', '{webset.idle}', '{}', 'active', now(), now(), now());
    ${idleEvent('e1')};
    update webhook_deliveries set state = 'delivered'`)
  const file = join(await testFolder(), 'backup')
  await backup({ connectionString: source, file })
  const target = await emptyDatabase()
  await restore({ connectionString: target, file }, silentLog)
  const after = await connect(target)
  await after.query(idleEvent('e2'))
  const { rows } = await after.query('select event_id, state from webhook_deliveries order by position')
  expect(rows).toEqual([
    { event_id: 'e1', state: 'delivered' },
    { event_id: 'e2', state: 'waiting' },
  ])
})
