import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { failure } from '../failures.ts'
import { environment } from './account.ts'
import type { Account } from './account.ts'
import { readPidFile } from './pid-file.ts'

/**
 * Starts the program and holds a pipe from us: when we die in any way, the pipe closes and the program gets
 * SIGINT, PostgreSQL's fast shutdown. So not even `kill -9` leaves an orphan.
 */
const WATCH =
  'exec 3<&0; "$0" "$@" </dev/null 3<&- & p=$!; ' +
  '(read x <&3; kill -INT $p 2>/dev/null) & c=$!; wait $p; r=$?; kill $c 2>/dev/null; exit $r'

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
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Rolls back what is under way, writes a checkpoint and ends. */
  stop(): Promise<void>
}

const READY_WITHIN_MS = 60_000

/** Starts PostgreSQL in its own session, so that Ctrl-C in a terminal reaches us and not the database. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const settings = { ...baseSettings, ...options.settings }
  const [program = '', ...rest] = [
    ...options.account.prefix,
    options.program,
    '-D',
    options.folder,
    '-k',
    options.socketFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const log = await open(options.logFile, 'a', 0o600)
  const logStart = (await log.stat()).size
  const child = spawn('/bin/sh', ['-c', WATCH, program, ...rest], {
    env: environment,
    detached: true,
    stdio: ['pipe', log.fd, log.fd],
  })
  let running = true
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running = false
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  // Writing never happens; the pipe only tells the shell that we live.
  child.stdin?.on('error', () => {})
  child.unref()
  await log.close()

  const deadline = performance.now() + READY_WITHIN_MS
  while ((await readPidFile(options.folder))?.status !== 'ready') {
    if (!running || performance.now() > deadline) {
      child.stdin?.end()
      throw failure(
        `PostgreSQL did not start: ${await tail(options.logFile, logStart)}`,
        `See ${options.logFile}.`,
      )
    }
    await sleep(10)
  }
  return {
    ended,
    async stop() {
      child.ref()
      child.stdin?.end()
      await ended
    },
  }
}

async function tail(file: string, from: number): Promise<string> {
  const log = await open(file, 'r')
  try {
    const { size } = await log.stat()
    const start = Math.max(from, size - 2_000)
    const { buffer, bytesRead } = await log.read(Buffer.alloc(size - start), 0, size - start, start)
    return buffer.toString('utf8', 0, bytesRead).trim()
  } finally {
    await log.close()
  }
}
