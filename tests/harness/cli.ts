import { spawn } from 'node:child_process'
import { mainScript, plainEnvironment } from '../../src/bench/server-child.ts'

export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Where winnow.config.json is looked for and where `.winnow` would be made; so it must be given. */
  readonly cwd: string
  /** A program that runs the command in its turn, with its arguments. */
  readonly under?: readonly string[]
}

export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built program to its end, without a terminal, and with nothing of our environment. */
export function runCli(
  args: readonly string[],
  { environment, cwd, under = [] }: CliOptions,
): Promise<CliResult> {
  const [program = '', ...rest] = [...under, process.execPath, mainScript, ...args]
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      cwd,
      env: { ...plainEnvironment, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}
