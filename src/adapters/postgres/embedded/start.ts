import { createHash } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseAccount } from './account.ts'
import { locateBinaries } from './binaries.ts'
import { DATABASE, openCluster, USER } from './cluster.ts'
import { startPostmaster } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly settings?: Readonly<Record<string, string>>
  /** For tests: nothing is forced to disk. */
  readonly volatile?: boolean
}

export interface Embedded extends Postmaster {
  readonly connectionString: string
}

/** Starts the PostgreSQL of a data folder, which is made at the first start. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const folder = join(dataDir, 'postgres')
  const [binaries, account] = await Promise.all([locateBinaries(), chooseAccount()])
  const password = await openCluster(folder, { binaries, account, volatile: options.volatile })
  const socketFolder = await prepareSocketFolder(folder)
  const settings = {
    ...(options.volatile ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' } : {}),
    ...options.settings,
  }
  const postmaster = await startPostmaster({
    program: binaries.postgres,
    account,
    folder,
    socketFolder,
    logFile: join(dataDir, 'postgres.log'),
    settings,
  })
  return { ...postmaster, connectionString: connectionString(socketFolder, password) }
}

// The address of a Unix socket holds 108 bytes on Linux and 104 on macOS, the closing zero among them.
const LONGEST_SOCKET_PATH = 103

async function prepareSocketFolder(folder: string): Promise<string> {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH) return folder
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const short = join(tmpdir(), `winnow-${hash}`)
  await mkdir(short, { recursive: true, mode: 0o700 })
  return short
}

const connectionString = (socketFolder: string, password: string): string =>
  `postgresql://${USER}:${password}@localhost/${DATABASE}?host=${encodeURIComponent(socketFolder)}&port=5432`
