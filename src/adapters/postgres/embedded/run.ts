import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../../../ports/log.ts'
import { failure, translate } from '../failures.ts'
import { chooseAccount } from './account.ts'
import type { RootWay } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { DATABASE, openCluster, requireCluster, USER } from './cluster.ts'
import { discardStale, findPostmaster } from './pid-file.ts'
import {
  prepareClusterFolder,
  prepareDataFolder,
  prepareSocketFolder,
  SHARED_FOLDER,
  takeOwnership,
} from './place.ts'
import { endPostmaster, FolderBusyError, startPostmaster } from './postmaster.ts'
import type { PostmasterOptions } from './postmaster.ts'

export interface EmbeddedOptions {
  readonly dataDir: string
  /** Changes PostgreSQL's settings. */
  readonly settings?: Readonly<Record<string, string>>
  /** For tests: nothing is forced to disk. */
  readonly volatile?: boolean
  /** Which ways are tried as root, in order. */
  readonly rootWays?: readonly RootWay[]
  /** Where root keeps what PostgreSQL's account cannot reach elsewhere. */
  readonly sharedFolder?: string
}

export interface Embedded {
  readonly connectionString: string
  /** True if we started it and shall stop it; false if another process of ours did. */
  readonly keeper: boolean
  /** Resolves when it is gone, for whatever reason. */
  readonly ended: Promise<unknown>
  /** Stops what we started; only lets go of what another process started. */
  stop(): Promise<void>
}

export interface Prepared {
  readonly postmaster: PostmasterOptions
  readonly password: string
}

const volatileSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

// How long to wait for a postmaster that another process is just starting or stopping.
const BUSY_FOR_MS = 60_000

/**
 * Has the PostgreSQL of a prepared folder running. One that a living process started is shared. One that outlived
 * its process is ended and started anew, because nobody would end it after us.
 */
export async function runEmbedded(prepared: Prepared, log: Log, signal?: AbortSignal): Promise<Embedded> {
  const { folder } = prepared.postmaster
  const deadline = performance.now() + BUSY_FOR_MS
  for (;;) {
    signal?.throwIfAborted()
    await requireCluster(folder)
    const found = await findPostmaster(folder)
    if (found.state === 'stale') {
      log.warn({ pid: found.file.pid }, 'removing the pid file of a database that is dead')
      await discardStale(folder, found.file)
    } else if (found.state === 'live' && !found.watched) {
      log.warn({ pid: found.file.pid }, 'ending a database that outlived its server')
      await endPostmaster(found.file.pid, folder)
    } else {
      const embedded =
        found.state === 'live'
          ? await share(prepared, found.file.socketFolder)
          : await start(prepared, signal)
      if (embedded) return embedded
      await sleep(50)
    }
    if (performance.now() > deadline) {
      throw failure(
        `The database in ${folder} is held by another process that neither serves nor ends.`,
        `See postgres.log in the data folder, and end the process named in ${join(folder, 'postmaster.pid')}.`,
      )
    }
  }
}

/** Both steps, for a process that does not start it again. */
export const startEmbedded = async (options: EmbeddedOptions, log: Log): Promise<Embedded> =>
  await runEmbedded(await prepareEmbedded(options, log), log)

/** Finds or makes all that a start needs: the programs, an account to run them, the folders and the database. */
export async function prepareEmbedded(options: EmbeddedOptions, log: Log): Promise<Prepared> {
  const { volatile = false, sharedFolder = SHARED_FOLDER } = options
  const dataDir = await prepareDataFolder(options.dataDir)
  const account = await chooseAccount(options.rootWays)
  const copies = account.way === 'self' ? dataDir : sharedFolder
  const binaries = await prepareBinaries({ account, copies })
  const folder = await prepareClusterFolder(dataDir, account, { sharedFolder, log })
  const password = await openCluster(folder, { binaries, account, volatile })
  const postmaster = {
    program: binaries.postgres,
    account,
    folder,
    socketFolder: await prepareSocketFolder(folder, account),
    logFile: join(dataDir, 'postgres.log'),
    settings: { ...(volatile ? volatileSettings : {}), ...options.settings },
  }
  return { postmaster, password }
}

/** Null when another process was faster. */
async function start(
  { postmaster: options, password }: Prepared,
  signal: AbortSignal | undefined,
): Promise<Embedded | null> {
  const { folder, socketFolder } = options
  await takeOwnership(folder, options.account)
  try {
    const postmaster = await startPostmaster(options, signal)
    return {
      connectionString: connectionStringOf(socketFolder, password),
      keeper: true,
      ended: postmaster.ended,
      async stop() {
        await postmaster.stop()
        if (socketFolder !== folder) await rmdir(socketFolder).catch(() => {})
      },
    }
  } catch (error) {
    if (error instanceof FolderBusyError) return null
    throw error
  }
}

/** Holds a connection, whose end tells that the other process's database is gone. Null while it cannot be had. */
async function share({ password }: Prepared, socketFolder: string): Promise<Embedded | null> {
  const connectionString = connectionStringOf(socketFolder, password)
  const client = new Client({ connectionString, application_name: 'winnow guest' })
  client.on('error', () => {})
  const ended = new Promise((resolve) => client.once('end', resolve))
  try {
    await client.connect()
  } catch (error) {
    // It is starting or stopping.
    if (translate(error) !== error) return null
    throw failure(
      `The database that is running in the data folder refuses our password: ${String(error)}`,
      'The file winnow-password beside it was changed; put it back, or restore a backup.',
      error,
    )
  }
  return { connectionString, keeper: false, ended, stop: () => client.end() }
}

const connectionStringOf = (socketFolder: string, password: string): string =>
  `postgresql://${USER}:${password}@localhost/${DATABASE}?host=${encodeURIComponent(socketFolder)}&port=5432`
