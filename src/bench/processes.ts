import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A process, told apart from a later one with the same id by the moment it started. */
export interface Process {
  readonly pid: number
  readonly parent: number
  readonly startedAt: string
  readonly command: string
  /** The folder it works in; unknown where the system does not tell. */
  readonly folder: string
}

/** What a set of processes holds in memory. PSS counts each shared page once, RSS once for every process. */
export interface Memory {
  readonly pssBytes: number
  readonly rssBytes: number
}

/**
 * Everything that works on a data folder: what names it on its command line (server, postmaster and the shell
 * that watches it), what has its working folder in it (PostgreSQL's own children), and all their descendants.
 */
export async function processesOn(dataDir: string): Promise<Process[]> {
  const all = await listProcesses()
  const inside = `${dataDir}/`
  const names = (command: string) =>
    command.split(' ').some((word) => word === dataDir || word.startsWith(inside))
  const roots = all.filter(
    ({ pid, command, folder }) =>
      pid !== process.pid && (names(command) || folder === dataDir || folder.startsWith(inside)),
  )
  return withDescendants(roots, all)
}

/** The process itself, if it lives, and everything below it. */
export async function processTree(pid: number): Promise<Process[]> {
  const all = await listProcesses()
  return withDescendants(
    all.filter((one) => one.pid === pid),
    all,
  )
}

/** Those that have not ended; a later process with the number of one of them does not count. */
export async function stillThere(processes: readonly Process[]): Promise<Process[]> {
  const startOf = new Map((await listProcesses()).map(({ pid, startedAt }) => [pid, startedAt]))
  return processes.filter(({ pid, startedAt }) => startOf.get(pid) === startedAt)
}

function withDescendants(roots: readonly Process[], all: readonly Process[]): Process[] {
  const found = new Map(roots.map((one) => [one.pid, one]))
  for (let size = 0; size < found.size;) {
    size = found.size
    for (const one of all) if (found.has(one.parent)) found.set(one.pid, one)
  }
  return [...found.values()]
}

/** Linux only: elsewhere the system does not tell shared pages from private ones. */
export async function memoryOf(processes: readonly Process[]): Promise<Memory> {
  let pssBytes = 0
  let rssBytes = 0
  for (const { pid } of processes) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
    const bytes = (field: string) =>
      Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1024
    pssBytes += bytes('Pss')
    rssBytes += bytes('Rss')
  }
  return { pssBytes, rssBytes }
}

async function listProcesses(): Promise<Process[]> {
  if (process.platform !== 'linux') return await listByPs()
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(pids.map(readProcess))
  return found.filter((one) => one !== null)
}

/** Null when it has ended, also when only its entry in the table is left until its parent takes note. */
async function readProcess(pid: number): Promise<Process | null> {
  try {
    const [stat, commandLine] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    // The name in brackets may hold anything, so the fields are counted from behind it.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    // Another user's working folder cannot be read; such a process is not one of ours.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    const startedAt = rest[17] ?? ''
    return {
      pid,
      parent: Number(parent),
      startedAt,
      command: commandLine.replaceAll('\0', ' ').trim(),
      folder,
    }
  } catch {
    return null
  }
}

async function listByPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)(
    'ps',
    ['-A', '-ww', '-o', 'pid=,ppid=,state=,lstart=,command='],
    {
      maxBuffer: 16 * 1024 * 1024,
    },
  )
  // The moment of the start is five words: Tue Mar  3 10:15:00 2026.
  const line = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/
  return stdout.split('\n').flatMap((text) => {
    const [, pid, parent, state = '', startedAt = '', command = ''] = line.exec(text) ?? []
    if (pid === undefined || state.startsWith('Z')) return []
    return [{ pid: Number(pid), parent: Number(parent), startedAt, command, folder: '' }]
  })
}
