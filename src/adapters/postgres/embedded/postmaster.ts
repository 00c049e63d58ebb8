import { open, rename, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import { explainFileError, explainOutput } from './explain.ts'
import { isPostmasterOf, readPidFile } from './pid-file.ts'
import { inspectProcess } from './process.ts'
import { spawnWatched } from './watched.ts'

const baseSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '32MB',
  max_connections: '40',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  autovacuum_max_workers: '1',
  autovacuum_worker_slots: '2',
  max_worker_processes: '4',
  io_method: 'sync',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Never statements or values: they may hold what callers consider secret.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

export interface PostmasterOptions {
  readonly program: string
  readonly account: Account
  readonly folder: string
  readonly socketFolder: string
  readonly logFile: string
  readonly settings?: Readonly<Record<string, string>>
}

export interface Postmaster {
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<unknown>
  /** Rolls back what is under way, writes a checkpoint and ends. */
  stop(): Promise<void>
}

/** Another postmaster, or what is left of it, still holds the folder: look again shortly. */
export class FolderBusyError extends Error {
  override readonly name = 'FolderBusyError'
}

const busy = /lock file ".*" already exists|pre-existing shared memory block/

// Recovery after a crash reads at most `max_wal_size` of log, seconds on any disk.
const READY_WITHIN_MS = 120_000

export async function startPostmaster(options: PostmasterOptions, signal?: AbortSignal): Promise<Postmaster> {
  const { folder } = options
  const settings = Object.entries({ ...baseSettings, ...options.settings })
  const command = [
    options.program,
    '-D',
    folder,
    '-k',
    options.socketFolder,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const log = await openLog(options.logFile)
  const logStart = (await log.stat()).size
  const program = spawnWatched(options.account, command, [log.fd, log.fd])
  await log.close()

  const deadline = performance.now() + READY_WITHIN_MS
  while (!(await isReady(folder, program.child.pid))) {
    if (!program.running || performance.now() > deadline || signal?.aborted) {
      program.interrupt()
      await program.ended
      signal?.throwIfAborted()
      const output = await readFrom(options.logFile, logStart)
      if (busy.test(output)) throw new FolderBusyError(output)
      throw await explainOutput(output, { folder, action: 'start' })
    }
    await sleep(10)
  }
  return {
    ended: program.ended,
    async stop() {
      const pid = (await readPidFile(folder))?.pid
      program.interrupt()
      const gone = await Promise.race([program.ended, sleep(10_000, 'late', { ref: false })])
      if (gone === 'late' && pid !== undefined) await endPostmaster(pid, folder)
    },
  }
}

/** A dead postmaster's file may say `ready` too: only that of our shell's child counts. */
async function isReady(folder: string, shell: number | undefined): Promise<boolean> {
  const file = await readPidFile(folder)
  return file?.status === 'ready' && (await inspectProcess(file.pid))?.parent === shell
}

/** Each signal is given time before the next, harder one. After SIGQUIT the next start recovers from the log. */
const endings = [
  ['SIGINT', 60_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/** Ends a postmaster that is not, or no longer, our child. */
export async function endPostmaster(pid: number, folder: string): Promise<void> {
  const runs = async () => {
    const found = await inspectProcess(pid)
    return found !== null && isPostmasterOf(found, folder)
  }
  for (const [signal, waitMs] of endings) {
    if (!(await runs())) return
    process.kill(pid, signal)
    const deadline = performance.now() + waitMs
    while (await runs()) {
      if (performance.now() > deadline) break
      await sleep(20)
    }
  }
}

const LARGEST_LOG_BYTES = 4 * 1024 * 1024

async function openLog(path: string) {
  try {
    const size = await stat(path).then(
      (entry) => entry.size,
      () => 0,
    )
    if (size > LARGEST_LOG_BYTES) await rename(path, `${path}.old`)
    return await open(path, 'a', 0o600)
  } catch (error) {
    throw explainFileError(error, path)
  }
}

async function readFrom(path: string, start: number): Promise<string> {
  const file = await open(path, 'r')
  try {
    const length = (await file.stat()).size - start
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
