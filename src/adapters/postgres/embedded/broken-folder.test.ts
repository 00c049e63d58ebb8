import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, testFolder } from '../../../../tests/harness/folder.ts'
import { silentLog } from '../../../../tests/harness/log.ts'
import { AppError } from '../../../contract/errors.ts'
import { explainFileError } from './explain.ts'
import { startEmbedded } from './run.ts'

const original = await dataFolder()

async function copy(): Promise<string> {
  const folder = await testFolder()
  await cp(original, folder, { recursive: true })
  return folder
}

/** The failure of a start, as an operator reads it. */
async function failureOf(dataDir: string): Promise<{ message: string; remedy: unknown }> {
  const error: unknown = await startEmbedded({ dataDir, volatile: true }, silentLog).then(
    (embedded) => embedded.stop().then(() => new Error('it started')),
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw error
  expect(error.code).toBe('unavailable')
  return { message: error.message, remedy: error.details?.remedy }
}

test('a damaged database says so and points to the backup', async () => {
  const folder = await copy()
  await truncate(join(folder, 'postgres/global/pg_control'), 100)
  expect(await failureOf(folder)).toEqual({
    message: expect.stringMatching(/^The database in .*postgres is damaged: .*pg_control/),
    remedy: expect.stringContaining('winnow restore'),
  })
  await rm(join(folder, 'postgres/global'), { recursive: true })
  expect((await failureOf(folder)).message).toMatch(/is damaged/)
})

test('a folder with other files is left alone', async () => {
  const folder = await testFolder()
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres/holiday.jpg'), 'x')
  expect(await failureOf(folder)).toEqual({
    message: expect.stringContaining('is not a database: it holds other files'),
    remedy: expect.stringContaining('WINNOW_DATA_DIR'),
  })
})

test('a PostgreSQL folder that is not ours is left alone', async () => {
  const folder = await testFolder()
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres/PG_VERSION'), '18\n')
  expect(await failureOf(folder)).toEqual({
    message: expect.stringContaining('that Winnow did not make'),
    remedy: expect.stringContaining('DATABASE_URL'),
  })
})

test('the folder of another major version is left alone', async () => {
  const folder = await testFolder()
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres/PG_VERSION'), '17\n')
  expect(await failureOf(folder)).toEqual({
    message: expect.stringMatching(/was made by PostgreSQL 17, and this version of Winnow has PostgreSQL 18/),
    remedy: expect.stringContaining('winnow backup'),
  })
})

test('a data folder that is a file, or below one', async () => {
  const folder = await testFolder()
  await writeFile(join(folder, 'file'), 'x')
  for (const path of ['file', 'file/data']) {
    expect(await failureOf(join(folder, path))).toEqual({
      message: expect.stringContaining('is a file'),
      remedy: expect.stringContaining('WINNOW_DATA_DIR'),
    })
  }
})

// Root may write nearly everywhere; the kernel's own file system is an exception.
const closed = process.getuid?.() === 0 ? '/sys/kernel/winnow' : '/winnow'
test.runIf(process.platform === 'linux')('a data folder that is not writable', async () => {
  expect(await failureOf(closed)).toEqual({
    message: expect.stringMatching(/^The data folder is not writable: .*\((EACCES|EPERM|EROFS)\)/),
    remedy: expect.stringContaining('Give the folder to the user'),
  })
})

test('an error of another kind is not explained away', () => {
  const error = new Error('something else')
  expect(explainFileError(error, '/x')).toBe(error)
})

/** A disk of its own. */
async function smallDisk(megabytes: number): Promise<string> {
  const folder = await testFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'winnow-test', folder])
  onTestFinished(() => void execFileSync('umount', [folder]))
  return folder
}

// Only root may mount a disk, and not in every container.
const mayMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'winnow-test', '/mnt']).status === 0 &&
  process.getuid?.() === 0

test.runIf(mayMount)('a disk that is full at the first start', async () => {
  expect(await failureOf(join(await smallDisk(20), 'data'))).toEqual({
    message: expect.stringMatching(/^The disk that holds .* is full/),
    remedy: expect.stringContaining('Free at least'),
  })
})

test.runIf(mayMount)('a disk that is full at a later start', async () => {
  const disk = await smallDisk(60)
  await cp(original, disk, { recursive: true })
  const filler = Buffer.alloc(60 * 1024 * 1024)
  await expect(writeFile(join(disk, 'filler'), filler)).rejects.toThrow('ENOSPC')
  expect((await failureOf(disk)).message).toMatch(/^The disk that holds .* is full/)
})
