import { spawnSync } from 'node:child_process'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder } from '../../../tests/harness/folder.ts'
import { keepDatabase } from '../../../tests/harness/keep-database.ts'
import { silentLog } from '../../../tests/harness/log.ts'
import { startDatabase } from './database.ts'
import type { Database, DatabaseStatus } from './database.ts'
import { readPidFile } from './embedded/pid-file.ts'
import { inspectProcess } from './embedded/process.ts'
import { migrate } from './migrate.ts'
import { createRecords } from './records.ts'

const dataDir = await dataFolder()
const folder = join(dataDir, 'postgres')

async function open() {
  const database = await startDatabase({ dataDir, volatile: true }, silentLog)
  await migrate(database, silentLog)
  const records = createRecords(database, silentLog)
  onTestFinished(async () => {
    await records.close()
    await database.close()
  })
  return { database, records }
}

/** Resolves at the next change to the given status. */
const becomes = (database: Database, wanted: DatabaseStatus): Promise<void> =>
  new Promise((resolve) => {
    const remove = database.onStatus((status) => {
      if (status !== wanted) return
      remove()
      resolve()
    })
  })

test('a database that dies under us is noticed, unavailable meanwhile, and healed', async () => {
  const { database, records } = await open()
  await records.check()
  const [down, up] = [becomes(database, 'down'), becomes(database, 'up')]
  // Asked at once: a moment later it may run again.
  const meanwhile = expect(down.then(() => records.check())).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 1,
  })
  const underWay = records.transaction(async (tx) => {
    const { pid = 0 } = (await readPidFile(folder)) ?? {}
    // Its connections die before it does; after SIGKILL one may answer a last time.
    process.kill(pid, 'SIGQUIT')
    await down
    await tx.selectFrom('teams').select('id').where('id', '=', 'x').execute()
  })
  await expect(underWay).rejects.toMatchObject({ code: 'unavailable' })
  await meanwhile
  await up
  await records.check()
  expect(database.status).toBe('up')
})

test('a killed watcher is noticed too, and no second database runs beside the first', async () => {
  const { database, records } = await open()
  const { pid = 0 } = (await readPidFile(folder)) ?? {}
  const up = becomes(database, 'up')
  process.kill((await inspectProcess(pid))?.parent ?? 0, 'SIGKILL')
  await up
  await records.check()
  expect(await inspectProcess(pid)).toBeNull()
})

test('a guest takes over when the process that kept the database dies', async () => {
  const server = await keepDatabase(dataDir)
  const { database, records } = await open()
  const up = becomes(database, 'up')
  await server.kill()
  await up
  await records.check()
})

test('closing while the database is down does not start it again', async () => {
  const database = await startDatabase({ dataDir, volatile: true }, silentLog)
  const down = becomes(database, 'down')
  process.kill((await readPidFile(folder))?.pid ?? 0, 'SIGKILL')
  await down
  await database.close()
  await sleep(200)
  const { pid = 0 } = (await readPidFile(folder)) ?? {}
  expect(await inspectProcess(pid)).toBeNull()
})

test('one process owns the folder, and others learn which', async () => {
  const server = await keepDatabase(dataDir)
  expect(server.held).toBe(true)
  const { database } = await open()
  expect(await database.acquireOwnership('serve')).toEqual({
    held: false,
    owner: { label: 'serve', pid: server.pid, host: expect.any(String), since: expect.any(Date) },
  })
  const up = becomes(database, 'up')
  await server.kill()
  await up
  const ours = await database.acquireOwnership('serve')
  if (!ours.held) throw new Error('the lock outlived its owner')
  await ours.release()
})

test('ownership survives a restart of the database', async () => {
  const { database } = await open()
  const ours = await database.acquireOwnership('serve')
  if (!ours.held) throw new Error('somebody else holds the folder')
  const up = becomes(database, 'up')
  process.kill((await readPidFile(folder))?.pid ?? 0, 'SIGKILL')
  await up
  const takenByOther = async () => {
    const second = await database.acquireOwnership('other')
    if (second.held) await second.release()
    return second.held
  }
  await expect.poll(takenByOther, { timeout: 5_000 }).toBe(false)
  await ours.release()
})

test('a process that forgets to close ends all the same, and its database with it', async () => {
  const script = `
    import { startDatabase } from '${new URL('../../../dist/adapters/postgres/database.js', import.meta.url).href}'
    const ignore = () => {}
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => log }
    await startDatabase({ dataDir: ${JSON.stringify(dataDir)}, volatile: true }, log)`
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 20_000,
    stdio: 'inherit',
  })
  expect(status).toBe(0)
  await expect.poll(() => readPidFile(folder)).toBeNull()
})

test('a database whose folder was removed is not replaced by an empty one', async () => {
  const { database, records } = await open()
  const aside = `${folder}.aside`
  const { pid = 0 } = (await readPidFile(folder)) ?? {}
  const down = becomes(database, 'down')
  await rename(folder, aside)
  process.kill(pid, 'SIGKILL')
  await down
  await sleep(200)
  await expect(records.check()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
  const up = becomes(database, 'up')
  await rename(aside, folder)
  await up
  await records.check()
})

test('a check that the database does not answer in time fails as unavailable', async () => {
  const { records } = await open()
  const { pid = 0 } = (await readPidFile(folder)) ?? {}
  process.kill(pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(pid, 'SIGCONT'))
  await expect(records.check(AbortSignal.timeout(100))).rejects.toMatchObject({ code: 'unavailable' })
  process.kill(pid, 'SIGCONT')
})
