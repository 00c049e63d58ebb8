import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, testFolder } from '../../../../tests/harness/folder.ts'
import { keepDatabase } from '../../../../tests/harness/keep-database.ts'
import { silentLog } from '../../../../tests/harness/log.ts'
import { findPostmaster, readPidFile } from './pid-file.ts'
import { inspectProcess } from './process.ts'
import { startEmbedded } from './run.ts'
import type { EmbeddedOptions } from './run.ts'

const dataDir = await dataFolder()

async function run(options: EmbeddedOptions) {
  const embedded = await startEmbedded(options, silentLog)
  onTestFinished(() => embedded.stop())
  return embedded
}

async function query<Row extends object>(connectionString: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 20) {
    if (waited > 5_000) throw new Error('it did not come to hold within 5 s')
    await sleep(20)
  }
}

const postmasterOf = async (dataDir: string): Promise<number> =>
  (await readPidFile(join(dataDir, 'postgres')))?.pid ?? 0

const runs = async (pid: number): Promise<boolean> => (await inspectProcess(pid)) !== null

/** The shell that watches over a postmaster, and its helper. */
async function watchersOf(postmaster: number): Promise<number[]> {
  const shell = (await inspectProcess(postmaster))?.parent ?? 0
  const children = await readFile(`/proc/${shell}/task/${shell}/children`, 'utf8')
  const helpers = children.trim().split(' ').map(Number)
  return [shell, ...helpers.filter((pid) => pid !== postmaster)]
}

test('the first start makes a private, durable database that only the socket leads to', async () => {
  const dataDir = join(await testFolder(), 'new')
  const embedded = await startEmbedded({ dataDir }, silentLog)
  const settings = await query(
    embedded.connectionString,
    `select name, setting from pg_settings where name in
     ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses') order by name`,
  )
  expect(settings.map((row) => Object.values(row).join('='))).toEqual([
    'data_checksums=on',
    'fsync=on',
    'full_page_writes=on',
    'listen_addresses=',
    'synchronous_commit=on',
  ])
  const wrong = embedded.connectionString.replace(/winnow:\w+@/, 'winnow:wrong@')
  await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed')
  const modes = []
  for (const path of ['.', 'postgres', 'postgres/winnow-password', 'postgres.log']) {
    modes.push(((await stat(join(dataDir, path))).mode & 0o777).toString(8))
  }
  expect(modes).toEqual(['700', '700', '600', '600'])
  expect(await readFile(join(dataDir, 'postgres/pg_hba.conf'), 'utf8')).not.toMatch(/^[^#].*trust/m)

  const pid = await postmasterOf(dataDir)
  await embedded.stop()
  expect(await runs(pid)).toBe(false)
  expect((await readdir(join(dataDir, 'postgres'))).filter((name) => /PGSQL|\.pid/.test(name))).toEqual([])
  expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres.log'])
})

test('two first starts at once make one database and share it', async () => {
  const dataDir = await testFolder()
  const both = await Promise.all([
    startEmbedded({ dataDir, volatile: true }, silentLog),
    startEmbedded({ dataDir, volatile: true }, silentLog),
  ])
  const [keepers, guests] = [both.filter((one) => one.keeper), both.filter((one) => !one.keeper)]
  expect([keepers.length, guests.length]).toEqual([1, 1])
  const [keeper, guest] = [keepers[0]!, guests[0]!]
  await guest.stop()
  expect(await query(keeper.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await keeper.stop()
})

test('a long path gets a short socket folder, which is removed at the end', async () => {
  const long = join(await testFolder(), 'd'.repeat(100))
  await rename(dataDir, long)
  const embedded = await startEmbedded({ dataDir: long, volatile: true }, silentLog)
  const socketFolder = new URL(embedded.connectionString).searchParams.get('host') ?? ''
  expect(await query(embedded.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
  await embedded.stop()
  await rename(long, dataDir)
  await expect(stat(socketFolder)).rejects.toThrow('ENOENT')
})

test('kill -9 of the server ends its database, and the next start has everything committed', async () => {
  const server = await keepDatabase(dataDir)
  await query(server.connectionString, 'create table kept as select 42 as answer')
  const pid = await postmasterOf(dataDir)
  await server.kill()
  await eventually(async () => !(await runs(pid)))
  const { connectionString } = await run({ dataDir, volatile: true })
  expect(await query(connectionString, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a start right after kill -9 waits for the old database to end', async () => {
  const server = await keepDatabase(dataDir)
  await server.kill()
  const embedded = await run({ dataDir, volatile: true })
  expect(embedded.keeper).toBe(true)
  expect(await query(embedded.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(process.platform === 'linux')('an orphan that nothing watches is replaced', async () => {
  const server = await keepDatabase(dataDir)
  const orphan = await postmasterOf(dataDir)
  process.kill(server.pid, 'SIGSTOP')
  for (const pid of await watchersOf(orphan)) process.kill(pid, 'SIGKILL')
  await server.kill()
  expect(await runs(orphan)).toBe(true)

  const embedded = await run({ dataDir, volatile: true })
  expect(embedded.keeper).toBe(true)
  expect(await runs(orphan)).toBe(false)
  expect(await postmasterOf(dataDir)).not.toBe(orphan)
})

test('a database that a living server keeps is shared, and stays when we go', async () => {
  const server = await keepDatabase(dataDir)
  const guest = await startEmbedded({ dataDir, volatile: true }, silentLog)
  expect(guest.keeper).toBe(false)
  await guest.stop()
  expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('Ctrl-C for the server’s group does not reach the database', async () => {
  const server = await keepDatabase(dataDir)
  process.kill(-server.pid, 'SIGINT')
  await sleep(200)
  expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a pid file whose number is now another program’s is no obstacle', async () => {
  const folder = join(dataDir, 'postgres')
  const lines = [process.pid, folder, 1_700_000_000, 5432, folder, '', '12345 1', 'ready   ']
  await writeFile(join(folder, 'postmaster.pid'), `${lines.join('\n')}\n`)
  await writeFile(join(folder, '.s.PGSQL.5432.lock'), `${lines.slice(0, 5).join('\n')}\n`)
  const embedded = await run({ dataDir, volatile: true })
  expect(await query(embedded.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(process.platform === 'linux')(
  'a folder that is moved while its database runs is still in use',
  async () => {
    await keepDatabase(dataDir)
    const moved = join(await testFolder(), 'moved')
    await rename(dataDir, moved)
    const found = await findPostmaster(join(moved, 'postgres'))
    await rename(moved, dataDir)
    expect(found).toMatchObject({ state: 'live', watched: true })
  },
)

test('a pid file of a dead process is no obstacle', async () => {
  const folder = join(dataDir, 'postgres')
  const lines = [4_194_303, folder, 1_700_000_000, 5432, folder, '', '12345 1', 'ready   ']
  await writeFile(join(folder, 'postmaster.pid'), `${lines.join('\n')}\n`)
  const embedded = await run({ dataDir, volatile: true })
  expect(await query(embedded.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('what an interrupted first start left is removed', async () => {
  await mkdir(join(dataDir, 'postgres.new-4194303-abcd/data'), { recursive: true })
  await run({ dataDir, volatile: true })
  expect(await readdir(dataDir)).not.toContain('postgres.new-4194303-abcd')
})
