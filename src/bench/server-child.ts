import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The built program, as a user runs it. */
export const mainScript = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/**
 * Nothing of the caller's environment but what programs need, so that nobody's settings change the outcome. No webset
 * looks for pages on the web by itself: measurements and tests stay on this machine.
 */
export const plainEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  WINNOW_WEBSETS_LIVE_FETCH: 'off',
}

export interface ServerChildOptions {
  readonly dataDir: string
  /** Further flags of `winnow serve`. */
  readonly flags?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** A program that becomes the server in its turn (by exec, keeping its process id), with its arguments. */
  readonly under?: readonly string[]
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface ServerChild {
  readonly pid: number
  /** The address, once the ready block is complete; rejects with what was printed if it ends before. */
  readonly ready: Promise<string>
  readonly ended: Promise<Exit>
  stdout(): string
  stderr(): string
  /** Sends a signal, if it still runs, and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Exit>
}

// Waits until we are gone, however that came about, and then stops the server as its operator would.
const STOP_WHEN_WE_ARE_GONE = 'read x; kill -TERM "$0" 2>/dev/null'

/** Starts `winnow serve` on a free port, in a process group of its own. It never outlives us. */
export function startServerChild({
  dataDir,
  flags = [],
  environment = {},
  cwd,
  under = [],
}: ServerChildOptions): ServerChild {
  const command = [process.execPath, mainScript, 'serve', '--port', '0', '--data-dir', dataDir, ...flags]
  const [program = '', ...args] = [...under, ...command]
  const child = spawn(program, args, {
    env: { ...plainEnvironment, ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  })
  const { pid } = child
  if (pid === undefined) throw new Error('the server could not be started')
  const guard = spawn('/bin/sh', ['-c', STOP_WHEN_WE_ARE_GONE, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.stdin.on('error', () => {})

  let stdout = ''
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      guard.kill('SIGKILL')
      resolve({ code, signal })
    })
  })
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      const [, address] = /is ready\.[^]*\baddress\s+(\S+)[^]*\btry\s.*\n/.exec(stdout) ?? []
      if (address !== undefined) resolve(address)
    })
    void ended.then(({ code, signal }) =>
      reject(new Error(`the server ended before it was ready (${signal ?? code})\n${stdout}${stderr}`)),
    )
  })
  // Whoever kills it while it starts is not waiting for it to be ready.
  ready.catch(() => {})

  return {
    pid,
    ready,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return ended
    },
  }
}
