import { createHash, randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  readdir,
  readlink,
  realpath,
  stat,
  symlink,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Log } from '../../../ports/log.ts'
import { codeOf, failure } from '../failures.ts'
import { canEnter } from './account.ts'
import type { Account } from './account.ts'
import { explainFileError } from './explain.ts'

/** Where root keeps what another account must reach while the data folder is closed to it. */
export const SHARED_FOLDER = '/var/lib/winnow'

/** The data folder, made if need be. */
export async function prepareDataFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    return await realpath(path)
  } catch (error) {
    throw explainFileError(error, path)
  }
}

/**
 * The folder of the cluster: `postgres` in the data folder. If PostgreSQL's account cannot reach it there (root's
 * data folder lies in a closed home), it is a link to a folder of its own under the shared one.
 */
export async function prepareClusterFolder(
  dataDir: string,
  account: Account,
  { sharedFolder, log }: { sharedFolder: string; log: Log },
): Promise<string> {
  const path = join(dataDir, 'postgres')
  if (account.way === 'account') await letGroupEnter(dataDir, account)
  const existing = await lstat(path).catch(() => null)
  if (existing === null) {
    if (account.way === 'self' || (await canEnter(account, dataDir))) return path
    const folder = await createSharedFolder(sharedFolder, account)
    await symlink(folder, path)
    log.warn({ folder, dataDir }, 'the database lies outside the data folder, which its account cannot enter')
    return folder
  }
  return await realpath(path).catch(async (cause: unknown) => {
    throw failure(
      `The database of ${dataDir} lies in ${await readlink(path).catch(() => path)}, which is missing.`,
      'Bring that folder back, or restore a backup into an empty data folder with `winnow restore`.',
      cause,
    )
  })
}

/** An existing cluster may have been made under another account; PostgreSQL opens only its own files. */
export async function takeOwnership(folder: string, account: Account): Promise<void> {
  const { uid } = await stat(folder)
  if (uid !== account.uid) {
    if (account.way === 'self') {
      throw failure(
        `The database folder ${folder} belongs to another user (uid ${uid}).`,
        'Start Winnow as that user, or give the data folder to the user who starts Winnow.',
      )
    }
    await chownTree(folder, account)
  }
  if (account.way !== 'self' && !(await canEnter(account, folder))) {
    throw failure(
      `The database folder ${folder} cannot be reached by the account that PostgreSQL runs under here.`,
      'Start Winnow as the user who owns the folders above it, or move the data folder to a place that other users ' +
        'may enter, such as /srv/winnow.',
    )
  }
}

async function chownTree(path: string, account: Account): Promise<void> {
  await lchown(path, account.uid, account.gid)
  const entry = await lstat(path)
  if (!entry.isDirectory()) return
  for (const name of await readdir(path)) await chownTree(join(path, name), account)
}

/** Keeps the data folder closed to all but its owner and the group of the account. */
async function letGroupEnter(dataDir: string, account: Account): Promise<void> {
  const { uid, mode } = await stat(dataDir)
  if (uid !== 0 || (mode & 0o001) !== 0) return
  await chown(dataDir, 0, account.gid)
  await chmod(dataDir, 0o710)
}

async function createSharedFolder(sharedFolder: string, account: Account): Promise<string> {
  const folder = join(sharedFolder, randomBytes(8).toString('hex'), 'postgres')
  try {
    await mkdir(sharedFolder, { recursive: true, mode: 0o711 })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const path of [dirname(folder), folder]) await chown(path, account.uid, account.gid)
  } catch (error) {
    throw explainFileError(error, folder)
  }
  if (await canEnter(account, folder)) return folder
  throw failure(
    `PostgreSQL refuses to run as root, and the account it would run under can enter neither the data folder nor ${sharedFolder}.`,
    'Run Winnow as an ordinary user, or move the data folder to a place that other users may enter.',
  )
}

// The address of a Unix socket holds 108 bytes on Linux and 104 on macOS, the closing zero among them.
const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103

/** Beside the cluster's files if the path is short enough, else in a folder named after it. */
export async function prepareSocketFolder(folder: string, account: Account): Promise<string> {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432.lock')) <= LONGEST_SOCKET_PATH) return folder
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const short = join(tmpdir(), `winnow-${hash}`)
  await mkdir(short, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw explainFileError(error, short)
  })
  // Anybody may have made a folder of that name in the common one; only our own is safe to use.
  const entry = await lstat(short)
  const ours = [process.getuid?.(), account.uid].includes(entry.uid)
  if (!entry.isDirectory() || !ours || (entry.mode & 0o077) !== 0) {
    throw failure(
      `${short}, which would hold the socket of the database, belongs to somebody else.`,
      'Remove it, or choose a data folder with a shorter path.',
    )
  }
  if (entry.uid !== account.uid) await chown(short, account.uid, account.gid)
  return short
}
