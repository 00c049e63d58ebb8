import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf, failure } from '../failures.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { checkRoomToCreate, explainOutput } from './explain.ts'
import { inspectProcess } from './process.ts'
import { spawnWatched } from './watched.ts'

export const USER = 'winnow'
export const DATABASE = 'postgres'

/** Lies in PostgreSQL's own folder, so that both appear in one rename; its presence says the folder is ours. */
const PASSWORD_FILE = 'winnow-password'

const initdbOptions = [
  '--data-checksums',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
]

export interface ClusterOptions {
  readonly binaries: Binaries
  readonly account: Account
  /** Skips forcing files to disk; for tests. */
  readonly volatile: boolean
}

/** The password of the cluster in the folder, which is made when there is none. */
export async function openCluster(folder: string, options: ClusterOptions): Promise<string> {
  await removeUnfinished(folder)
  if (await isEmpty(folder)) await createCluster(folder, options)

  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) {
    throw failure(
      `${folder} is not a database: it holds other files, or its PG_VERSION is lost.`,
      'Choose another data folder with WINNOW_DATA_DIR. If this was a database of Winnow, restore a backup into an ' +
        'empty data folder with `winnow restore`.',
    )
  }
  if (Number.parseInt(version, 10) !== options.binaries.major) {
    throw failure(
      `${folder} was made by PostgreSQL ${version.trim()}, and this version of Winnow has PostgreSQL ${options.binaries.major}.`,
      'Run `winnow backup` with the version of Winnow that made it, then `winnow restore` with this one into an ' +
        'empty data folder.',
    )
  }
  try {
    return await readFile(join(folder, PASSWORD_FILE), 'utf8')
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT') throw notReadable(folder, cause)
    throw failure(
      `${folder} is a PostgreSQL database that Winnow did not make: it has no ${PASSWORD_FILE}.`,
      'Choose another data folder with WINNOW_DATA_DIR, or start that PostgreSQL yourself and set DATABASE_URL.',
    )
  }
}

/** A database that vanished under its server must not be replaced by an empty one. */
export async function requireCluster(folder: string): Promise<void> {
  if (!(await isEmpty(folder))) return
  throw failure(
    `The database folder ${folder} is gone.`,
    'Bring the folder back, or stop the server and restore a backup with `winnow restore`.',
  )
}

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return true
    throw notReadable(folder, cause)
  }
}

const notReadable = (folder: string, cause: unknown) =>
  failure(
    `The database folder ${folder} cannot be read (${codeOf(cause) ?? String(cause)}).`,
    'Start Winnow as the user who owns the folder, or give the folder to the user who starts Winnow.',
    cause,
  )

/** Everything is prepared aside and appears by one rename: an interrupted first start leaves nothing half made. */
async function createCluster(folder: string, { binaries, account, volatile }: ClusterOptions): Promise<void> {
  await checkRoomToCreate(folder)
  const aside = `${folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  const data = join(aside, 'data')
  const passwordFile = join(aside, 'password')
  try {
    await mkdir(aside, { mode: 0o700 })
    const password = randomBytes(24).toString('hex')
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (account.switchUser) {
      for (const path of [aside, passwordFile]) await chown(path, account.uid, account.gid)
    }
    const options = ['-D', data, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await runInitdb(binaries, account, [...options, ...initdbOptions, ...(volatile ? ['--no-sync'] : [])])
    await rename(passwordFile, join(data, PASSWORD_FILE))
    if (!volatile) await syncToDisk(join(data, PASSWORD_FILE))
    await rename(data, folder).catch((error: unknown) => {
      // Another process made it in the meantime; its cluster is as good as ours.
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
    })
    if (!volatile) await syncToDisk(dirname(folder))
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function runInitdb(binaries: Binaries, account: Account, options: readonly string[]): Promise<void> {
  const program = spawnWatched(account, [binaries.initdb, ...options], ['ignore', 'pipe'])
  program.child.ref()
  let output = ''
  program.child.stderr?.setEncoding('utf8')
  program.child.stderr?.on('data', (text: string) => (output = (output + text).slice(0, 20_000)))
  // All has been read when the streams are closed, which may be after the exit.
  const closed = new Promise((resolve) => program.child.once('close', resolve))
  const [code] = await Promise.all([program.ended, closed])
  if (code !== 0) throw await explainOutput(output, { folder: options[1] ?? '', action: 'create its folder' })
}

/** What a start that was killed while it made a cluster left behind. */
async function removeUnfinished(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.new-`
  const entries = await readdir(dirname(folder)).catch(() => [])
  for (const entry of entries.filter((name) => name.startsWith(prefix))) {
    const maker = Number(entry.slice(prefix.length).split('-')[0])
    if ((await inspectProcess(maker)) === null) {
      // Its initdb may still be ending; what cannot be removed now is removed by the next start.
      await rm(join(dirname(folder), entry), { recursive: true, force: true }).catch(() => {})
    }
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
