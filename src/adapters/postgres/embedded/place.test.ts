import { chmod, lstat, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { testFolder } from '../../../../tests/harness/folder.ts'
import { silentLog } from '../../../../tests/harness/log.ts'
import type { RootWay } from './account.ts'
import { chooseAccount } from './account.ts'
import { readPidFile } from './pid-file.ts'
import { startEmbedded } from './run.ts'

const NOBODY = 65_534

/** Starts, looks and stops: what is in the database, as whom it ran, and whose its files are. */
async function startOnce(dataDir: string, way: RootWay, sharedFolder: string) {
  const embedded = await startEmbedded({ dataDir, volatile: true, rootWays: [way], sharedFolder }, silentLog)
  try {
    const client = new Client({ connectionString: embedded.connectionString })
    await client.connect()
    await client.query('create table if not exists starts (way text)')
    await client.query('insert into starts values ($1)', [way])
    const { rows } = await client.query<{ way: string }>('select way from starts')
    await client.end()
    const folder = await realpath(join(dataDir, 'postgres'))
    const pid = (await readPidFile(folder))?.pid
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    const { uid, mode } = await stat(folder)
    return {
      starts: rows.map((row) => row.way),
      folder,
      runsAs: Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]),
      owner: uid,
      mode: mode & 0o777,
    }
  } finally {
    await embedded.stop()
  }
}

/** A folder that every user may enter, and one below it that only we may. */
async function openFolder(): Promise<string> {
  const folder = await testFolder()
  await chmod(folder, 0o711)
  return folder
}

// Containers often forbid them.
const namespaces = await chooseAccount(['namespace']).then(
  () => true,
  () => false,
)

// The ways that root has; on an ordinary user's machine there is nothing to choose.
describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('as root', () => {
  test.runIf(namespaces)('a user namespace works in place, in a folder closed to all others', async () => {
    const dataDir = join(await testFolder(), 'data')
    const found = await startOnce(dataDir, 'namespace', '/nowhere')
    expect(found).toMatchObject({ folder: join(dataDir, 'postgres'), runsAs: 0, owner: 0, mode: 0o700 })
  })

  test('the user nobody works in a folder closed to others, with the data elsewhere', async () => {
    const dataDir = join(await testFolder(), 'data')
    const shared = join(await openFolder(), 'shared')
    const found = await startOnce(dataDir, 'account', shared)
    expect(found).toMatchObject({ runsAs: NOBODY, owner: NOBODY, mode: 0o700 })
    expect(dirname(dirname(found.folder))).toBe(shared)
    expect((await lstat(join(dataDir, 'postgres'))).isSymbolicLink()).toBe(true)
    expect((await startOnce(dataDir, 'account', shared)).starts).toEqual(['account', 'account'])

    await rm(found.folder, { recursive: true })
    await expect(startOnce(dataDir, 'account', shared)).rejects.toMatchObject({
      message: expect.stringContaining(`lies in ${found.folder}, which is missing`),
      details: { remedy: expect.stringContaining('winnow restore') },
    })
  })

  test.runIf(namespaces)(
    'the user nobody works in place, and either way opens what the other made',
    async () => {
      const dataDir = join(await openFolder(), 'data')
      await mkdir(dataDir, { mode: 0o700 })
      const first = await startOnce(dataDir, 'account', '/nowhere')
      expect(first).toMatchObject({ folder: join(dataDir, 'postgres'), runsAs: NOBODY, owner: NOBODY })
      expect((await stat(dataDir)).mode & 0o777).toBe(0o710)
      expect(await startOnce(dataDir, 'namespace', '/nowhere')).toMatchObject({ runsAs: 0, owner: 0 })
      const last = await startOnce(dataDir, 'account', '/nowhere')
      expect(last).toMatchObject({ runsAs: NOBODY, starts: ['account', 'namespace', 'account'] })
    },
  )

  test('data in a closed folder is not forgotten when only nobody is left to open it', async () => {
    const dataDir = join(await testFolder(), 'data')
    await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 })
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '18\n')
    await writeFile(join(dataDir, 'postgres/winnow-password'), 'secret')
    await expect(startOnce(dataDir, 'account', '/nowhere')).rejects.toMatchObject({
      message: expect.stringContaining('cannot be reached by the account'),
      details: { remedy: expect.stringContaining('move the data folder') },
    })
  })

  test('without any way, the error says what to do', async () => {
    await expect(chooseAccount([])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('refuses to run as root'),
      details: { remedy: expect.stringContaining('ordinary user') },
    })
  })
})
