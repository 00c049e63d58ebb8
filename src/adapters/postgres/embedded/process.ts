import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { codeOf } from '../failures.ts'

const run = promisify(execFile)

export interface ProcessInfo {
  /** Program and arguments, separated by spaces. */
  readonly commandLine: string
  readonly parent: number
  /** Where it works, as the folder is called now; null where that cannot be known. */
  readonly folder: string | null
}

/** Null when there is no such process, or when it has ended and only waits for its parent to notice. */
export async function inspectProcess(pid: number): Promise<ProcessInfo | null> {
  if (process.platform !== 'linux') return await inspectByPs(pid)
  try {
    const [commandLine, stat, folder] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readlink(`/proc/${pid}/cwd`).catch(() => null),
    ])
    // The name in brackets may hold anything; after it come the state and the parent.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    return { commandLine: commandLine.replaceAll('\0', ' ').trim(), parent: Number(parent), folder }
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
    if (parent === undefined) return null
    return { commandLine: commandLine?.trim() ?? '', parent: Number(parent), folder: null }
  } catch {
    return null
  }
}
