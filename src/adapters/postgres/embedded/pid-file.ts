import { link, readFile, rename, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { inspectProcess } from './process.ts'
import type { ProcessInfo } from './process.ts'
import { isWatcher } from './watched.ts'

/** What a postmaster writes about itself. It removes the file when it stops, and cannot when it is killed. */
export interface PidFile {
  readonly pid: number
  readonly port: number
  readonly socketFolder: string
  readonly status: string
  readonly text: string
}

export type Found =
  /** Nothing runs; PostgreSQL itself clears away what a dead one left. */
  | { readonly state: 'none' }
  /** `watched` says that a living process of ours started it and will end it. */
  | { readonly state: 'live'; readonly file: PidFile; readonly watched: boolean }
  /** The postmaster is dead and its number now belongs to another program, which PostgreSQL takes for it. */
  | { readonly state: 'stale'; readonly file: PidFile }

/** Null when there is none, or only a part of one: the file grows line by line while PostgreSQL starts. */
export async function readPidFile(folder: string): Promise<PidFile | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map((line) => line.trim())
  if (!pid || !Number.isInteger(Number(pid))) return null
  return {
    pid: Number(pid),
    port: Number(port),
    socketFolder: socketFolder ?? '',
    status: status ?? '',
    text,
  }
}

export async function findPostmaster(folder: string): Promise<Found> {
  const file = await readPidFile(folder)
  if (!file) return { state: 'none' }
  const found = await inspectProcess(file.pid)
  if (found && isPostmasterOf(found, folder)) {
    const parent = await inspectProcess(found.parent)
    return { state: 'live', file, watched: parent !== null && isWatcher(parent.commandLine) }
  }
  // Another container may share the folder: its processes have numbers of their own, but its socket answers.
  if (await socketAnswers(file)) return { state: 'live', file, watched: true }
  return found ? { state: 'stale', file } : { state: 'none' }
}

/** By its command line, or by where it works: the folder may have been moved while it runs. */
export const isPostmasterOf = ({ commandLine, folder: current }: ProcessInfo, folder: string): boolean =>
  commandLine.includes(`/postgres -D ${folder} `) ||
  (commandLine.includes('/postgres -D ') && current === folder)

function socketAnswers({ socketFolder, port }: PidFile): Promise<boolean> {
  if (!socketFolder) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect({ path: join(socketFolder, `.s.PGSQL.${port}`) })
    const answer = (answers: boolean) => {
      socket.destroy()
      resolve(answers)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
  })
}

/** Removes the files of a dead postmaster whose number another program has. */
export async function discardStale(folder: string, file: PidFile): Promise<void> {
  await discard(join(folder, 'postmaster.pid'), file.pid)
  if (file.socketFolder) await discard(join(file.socketFolder, `.s.PGSQL.${file.port}.lock`), file.pid)
}

/**
 * Moves the file away before looking at it again: should another process have started PostgreSQL meanwhile, it is
 * the new one's file, and is put back.
 */
async function discard(path: string, pid: number): Promise<void> {
  const aside = `${path}.stale-${process.pid}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  const text = await readFile(aside, 'utf8')
  if (!text.startsWith(`${pid}\n`)) await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
}
