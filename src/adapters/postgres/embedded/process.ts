import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { codeOf } from '../failures.ts'

const run = promisify(execFile)

export interface ProcessInfo {
  /** Program and arguments, separated by spaces. */
  readonly commandLine: string
  readonly parent: number
}

/** Null when there is no such process, or when it has ended and only waits for its parent to notice. */
export async function inspectProcess(pid: number): Promise<ProcessInfo | null> {
  if (process.platform !== 'linux') return await inspectByPs(pid)
  try {
    const [commandLine, stat] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ])
    // The name in brackets may hold anything; after it come the state and the parent.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    return { commandLine: commandLine.replaceAll('\0', ' ').trim(), parent: Number(parent) }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}

async function inspectByPs(pid: number): Promise<ProcessInfo | null> {
  try {
    const { stdout } = await run('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)])
    const [, parent, commandLine] = /^\s*(\d+)\s+([^]*)$/.exec(stdout) ?? []
    return parent === undefined ? null : { commandLine: commandLine?.trim() ?? '', parent: Number(parent) }
  } catch {
    return null
  }
}
