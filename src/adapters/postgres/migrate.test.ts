import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../tests/harness/database.ts'
import { silentLog } from '../../../tests/harness/log.ts'
import { migrate, readMigrations } from './migrate.ts'
import type { Migration } from './migrate.ts'

const connectionString = await emptyDatabase()

// Each test has a schema of its own, and with it its own table of applied migrations.
async function freshSchema() {
  const schema = `s_${Math.random().toString(36).slice(2)}`
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(`create schema ${schema}`)
  await client.end()
  const url = new URL(connectionString)
  url.searchParams.set('options', `-c search_path=${schema}`)
  const run = (...migrations: Migration[]) => migrate({ connectionString: url.href, migrations }, silentLog)
  const query = async (text: string) => {
    const one = new Client({ connectionString: url.href })
    await one.connect()
    try {
      return (await one.query<Record<string, unknown>>(text)).rows
    } finally {
      await one.end()
    }
  }
  return { run, query }
}

const migration = (number: number, sql: string): Migration => ({
  number,
  name: `000${number}-test`,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
})

const first = migration(1, 'create table a (n int); insert into a values (1)')
const second = migration(2, 'alter table a add m int')

test('applies what is missing, once', async () => {
  const { run, query } = await freshSchema()
  expect(await run(first)).toBe(1)
  expect(await run(first, second)).toBe(2)
  expect(await run(first, second)).toBe(2)
  expect(await query('select n, m from a')).toEqual([{ n: 1, m: null }])
})

test('processes that start together wait for each other', async () => {
  const { run, query } = await freshSchema()
  await Promise.all(Array.from({ length: 5 }, () => run(first, second)))
  expect(await query('select count(*)::int as count from a')).toEqual([{ count: 1 }])
})

test('a failing migration leaves those before it and nothing of its own', async () => {
  const { run, query } = await freshSchema()
  const broken = migration(2, 'create table b (n int); select 1 / 0')
  await expect(run(first, broken)).rejects.toThrow(/Migration 0002-test failed: .*division by zero/)
  expect(await query("select to_regclass('b') as b")).toEqual([{ b: null }])
  expect(await run(first, second)).toBe(2)
})

test('a changed migration is refused', async () => {
  const { run } = await freshSchema()
  await run(first)
  await expect(run(migration(1, 'create table other ()'), second)).rejects.toMatchObject({
    message: expect.stringContaining('was changed after it had been applied'),
    details: { remedy: expect.stringContaining('as it was released') },
  })
})

test('a database of a newer version is refused', async () => {
  const { run } = await freshSchema()
  await run(first, second)
  await expect(run(first)).rejects.toMatchObject({
    message: expect.stringMatching(/newer version of Winnow: it has 0002-test/),
    details: { remedy: expect.stringContaining('Start the newer version') },
  })
})

test('the released migrations are numbered without a gap', async () => {
  const migrations = await readMigrations()
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1))
})

test('a lost database is unavailable', async () => {
  await expect(
    migrate({ connectionString: 'postgresql://u:p@127.0.0.1:1/x', migrations: [] }, silentLog),
  ).rejects.toMatchObject({ code: 'unavailable' })
})
