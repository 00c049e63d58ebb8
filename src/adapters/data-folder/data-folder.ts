import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'

/** How other processes of this machine find the server and prove that they may use it. */
export interface ServerFile {
  readonly url: string
  readonly pid: number
  readonly startedAt: string
  /** Accepted as the owner's key for as long as the server lives. */
  readonly credential: string
}

/** Makes the folder if need be. Everything in it is for its user alone. */
export async function openDataFolder(path: string) {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await chmod(path, 0o700)
  } catch (cause) {
    throw new AppError('unavailable', `The data folder ${path} cannot be used: ${(cause as Error).message}`, {
      cause,
      details: {
        remedy: 'Give this user the right to write there, or choose another one with WINNOW_DATA_DIR.',
      },
    })
  }
  const serverFile = join(path, 'server.json')
  const keyFile = join(path, 'owner.key')
  return {
    path,
    keyFile,
    writeServerFile: (content: ServerFile) => writePrivately(serverFile, JSON.stringify(content)),
    removeServerFile: () => rm(serverFile, { force: true }),
    writeKeyFile: (key: string) => writePrivately(keyFile, `${key}\n`),
    hasKeyFile: () =>
      readFile(keyFile).then(
        () => true,
        () => false,
      ),
  }
}

/** Null when there is none, or when it is not one of ours. */
export async function readServerFile(folder: string): Promise<ServerFile | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'server.json'), 'utf8')) as ServerFile // we alone write it
  } catch {
    return null
  }
}

/** Whole or not at all, and never readable by others, not even for a moment. */
async function writePrivately(path: string, content: string): Promise<void> {
  const draft = `${path}.${process.pid}.new`
  await writeFile(draft, content, { mode: 0o600, flush: true })
  await rename(draft, path)
}
