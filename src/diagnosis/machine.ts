import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { check, failed, ok, warning, type Check } from './check.ts'

const leastFreeBytes = 200 * 1024 * 1024

export const nodeVersion: Check = check('Node.js', async () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const detail = `${process.version} on ${process.platform} ${process.arch}`
  return major > 20 || (major === 20 && minor >= 19)
    ? ok(detail)
    : failed(detail, 'Install Node.js 20.19 or newer.')
})

/** Looks without leaving anything behind: a folder that does not exist yet is judged by its nearest parent. */
export const dataFolder = (folder: string): Check =>
  check('data folder', async () => {
    const elsewhere = 'Choose another folder with WINNOW_DATA_DIR.'
    const existing = await nearestExisting(folder)
    if (!(await stat(existing)).isDirectory()) return failed(`${existing} is not a folder.`, elsewhere)
    try {
      await access(existing, constants.W_OK | constants.X_OK)
      if (existing === folder) await tryWriting(folder)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
        return failed(`The disk of ${folder} is full.`, `Free some space. ${elsewhere}`)
      }
      return failed(
        `${existing} cannot be written: ${(error as Error).message}`,
        `Give this user the right to write there. ${elsewhere}`,
      )
    }
    const { bavail, bsize } = await statfs(existing)
    const free = bavail * bsize
    if (free < leastFreeBytes) {
      return failed(
        `Only ${megabytes(free)} are free for ${folder}; ${megabytes(leastFreeBytes)} are needed.`,
        `Free some space. ${elsewhere}`,
      )
    }
    const detail = `${folder} (${megabytes(free)} free)`
    if (existing !== folder) return ok(`${detail}, made at the first start`)
    const { mode } = await stat(folder)
    // Passing through is harmless: as root the database may run under another account, which must get to its files.
    return mode & 0o067
      ? warning(`${detail} can be read by other users.`, `Run \`chmod 700 ${folder}\`.`)
      : ok(detail)
  })

/** Free, or held by the server of this very data folder. */
export const port = (host: string, port: number, findOwn: () => Promise<{ url: string } | null>): Check =>
  check('port', async () => {
    const own = await findOwn()
    if (own) return ok(`Winnow runs at ${own.url}`)
    const problem = await tryListening(host, port)
    if (!problem) return ok(`${host}:${port} is free`)
    const remedies: Record<string, string> = {
      EADDRINUSE: 'End the program that holds it, or choose another port with WINNOW_PORT.',
      EACCES: 'Choose a port above 1023 with WINNOW_PORT.',
    }
    const reason =
      problem.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${problem.code})`
    return failed(
      `${host}:${port} ${reason}.`,
      remedies[problem.code ?? ''] ?? 'Correct WINNOW_HOST and WINNOW_PORT.',
    )
  })

async function nearestExisting(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const found = await stat(at).catch((error: NodeJS.ErrnoException) => {
      // A file in the middle of the path is found by looking at it, one level up.
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
      throw error
    })
    if (found) return at
  }
}

/** A few kilobytes, since an empty file can be made on a disk that is full. */
async function tryWriting(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const probe = join(folder, `.probe-${randomBytes(4).toString('hex')}`)
  try {
    await writeFile(probe, Buffer.alloc(16_384))
  } finally {
    await rm(probe, { force: true })
  }
}

function tryListening(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}

const megabytes = (bytes: number): string =>
  bytes >= 10 * 2 ** 30 ? `${Math.round(bytes / 2 ** 30)} GB` : `${Math.round(bytes / 2 ** 20)} MB`
