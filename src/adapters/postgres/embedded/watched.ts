import { spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { environment } from './account.ts'
import type { Account } from './account.ts'

/**
 * Starts a program and holds a pipe from us: when we die in any way, the pipe closes and the program gets SIGINT,
 * PostgreSQL's fast shutdown. So not even `kill -9` leaves an orphan.
 */
const WATCH =
  'exec 3<&0; "$0" "$@" </dev/null 3<&- & p=$!; ' +
  '(read x <&3; while kill -INT $p 2>/dev/null; do sleep 0.1; done) & c=$!; wait $p; r=$?; kill $c 2>/dev/null; exit $r'

export interface Watched {
  readonly child: ChildProcess
  readonly running: boolean
  /** Resolves with the exit code when the program has ended, or when it could not be started. */
  readonly ended: Promise<number | null>
  /** Asks it to end, as our death would. */
  interrupt(): void
}

/** Runs in a session of its own, so that Ctrl-C in a terminal reaches us and not the database. */
export function spawnWatched(account: Account, command: readonly string[], output: StdioOptions): Watched {
  const child = spawn('/bin/sh', ['-c', WATCH, ...account.prefix, ...command], {
    env: environment,
    cwd: '/',
    detached: true,
    stdio: ['pipe', ...(output as ('ignore' | 'pipe' | number)[])],
    ...(account.switchUser ? { uid: account.uid, gid: account.gid } : {}),
  })
  // Nothing is ever written: the pipe only says that we live. It must not keep us alive.
  child.stdin?.on('error', () => {})
  child.unref()
  let running = true
  const ended = new Promise<number | null>((resolve) => {
    const end = (code: number | null) => {
      running = false
      resolve(code)
    }
    child.once('exit', end)
    child.once('error', () => end(null))
  })
  return {
    child,
    ended,
    get running() {
      return running
    },
    interrupt() {
      child.ref()
      child.stdin?.end()
    },
  }
}

/** Recognises the shell above by its command line. */
export const isWatcher = (commandLine: string): boolean => commandLine.includes(WATCH)
