import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AppError } from '../../../contract/errors.ts'
import { codeOf, failure } from '../failures.ts'

/** PostgreSQL writes its log in segments of this size, and cannot start without room for one. */
const ROOM_TO_START = 16 * 1024 * 1024
/** An empty database and its first log take 40 MB. */
const ROOM_TO_CREATE = 64 * 1024 * 1024

const damaged =
  /could not locate a valid checkpoint record|pg_control|PANIC|invalid (page|checkpoint|magic|primary)|could not (open|read|access|find|stat) (file|directory)|is not a valid|incorrect checksum|contains invalid|is missing/i

/** Turns what PostgreSQL's programs print when they fail into a cause and a remedy. */
export async function explainOutput(
  output: string,
  { folder, action }: { folder: string; action: 'start' | 'create its folder' },
): Promise<AppError> {
  const text = output.trim()
  const last = text.split('\n').findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? text
  // On a full disk nothing may have been printed: the log lies on the same disk.
  if (/No space left on device|Disk quota exceeded/.test(text) || (await isFull(folder, ROOM_TO_START)))
    return diskFull(folder)
  if (/Permission denied|Read-only file system|Operation not permitted|wrong ownership/.test(text)) {
    return failure(
      `PostgreSQL could not ${action}, because it may not write to ${folder}: ${last}`,
      'Give the data folder to the user who starts Winnow, or choose another one with WINNOW_DATA_DIR.',
    )
  }
  if (/could not (create|map) .*shared memory|Cannot allocate memory|out of memory/i.test(text)) {
    return failure(
      `PostgreSQL could not ${action}: the machine has not enough free memory. ${last}`,
      'Free some memory, or raise the memory limit of the container.',
    )
  }
  if (/error while loading shared libraries|Library not loaded|not found \(required by/.test(text)) {
    return failure(
      `PostgreSQL's programs do not run here: ${text.split('\n')[0]}`,
      'They need glibc on Linux; elsewhere set DATABASE_URL to an existing PostgreSQL 15 or newer.',
    )
  }
  if (action === 'start' && damaged.test(text)) {
    return failure(
      `The database in ${folder} is damaged: ${last}`,
      'Restore the last backup into an empty data folder with `winnow restore`, and keep the damaged one until then.',
    )
  }
  return failure(
    `PostgreSQL could not ${action}: ${last || 'it said nothing'}`,
    'The message is PostgreSQL’s own; postgres.log in the data folder has more.',
  )
}

/** Said before, because a program that runs out of room half-way leaves many confusing words. */
export async function checkRoomToCreate(folder: string): Promise<void> {
  if (await isFull(folder, ROOM_TO_CREATE)) throw diskFull(folder)
}

/** Explains why a file or folder of ours could not be made. */
export function explainFileError(error: unknown, path: string): unknown {
  const code = codeOf(error) ?? ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(path, error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return failure(
      `The data folder is not writable: ${path} (${code}).`,
      'Give the folder to the user who starts Winnow, or choose another one with WINNOW_DATA_DIR.',
      error,
    )
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return failure(
      `The data folder cannot be made: ${path}, or a part of that path, is a file.`,
      'Choose another folder with WINNOW_DATA_DIR.',
      error,
    )
  }
  return error
}

const diskFull = (folder: string, cause?: unknown): AppError =>
  failure(
    `The disk that holds ${folder} is full.`,
    'Free at least 100 MB on it, or choose a data folder on another disk with WINNOW_DATA_DIR.',
    cause,
  )

async function isFull(folder: string, neededBytes: number): Promise<boolean> {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    const disk = await statfs(path).catch(() => null)
    if (disk) return disk.bavail * disk.bsize < neededBytes
  }
  return false
}
