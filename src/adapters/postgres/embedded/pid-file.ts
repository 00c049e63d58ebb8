import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a postmaster writes about itself. It removes the file when it stops, and cannot when it is killed. */
export interface PidFile {
  readonly pid: number
  readonly port: number
  readonly socketFolder: string
  readonly status: string
}

/** Null when there is none, or only a part of one: the file grows line by line while PostgreSQL starts. */
export async function readPidFile(folder: string): Promise<PidFile | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map((line) => line.trim())
  if (!pid || !Number.isInteger(Number(pid))) return null
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? '', status: status ?? '' }
}
