import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '../../contract/errors.ts'
import type { ExportFiles, ExportPlace } from '../../ports/export-files.ts'

/** Ids are ours, so they are safe in a path; whatever else is asked for is simply not there. */
const safeId = /^[a-z]+_\w[\w.-]*$/

/** Below a folder of their own, one folder for each team. */
export function createExportFiles({ folder }: { folder: string }): ExportFiles {
  const pathOf = ({ teamId, id }: ExportPlace): string | null =>
    safeId.test(teamId) && safeId.test(id) ? join(folder, teamId, id) : null

  return {
    async write(place, body, signal) {
      const path = pathOf(place)
      if (path === null) throw new AppError('internal', `"${place.id}" cannot be the id of a file.`)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Of its own: a worker that was taken for dead may still be writing the same file.
      const draft = `${path}.${randomBytes(6).toString('hex')}.part`
      const hash = createHash('sha256')
      let bytes = 0
      try {
        const file = await open(draft, 'wx', 0o600)
        try {
          for await (const chunk of body) {
            signal.throwIfAborted()
            hash.update(chunk)
            bytes += chunk.byteLength
            await file.writeFile(chunk)
          }
          await file.sync()
        } finally {
          await file.close()
        }
        signal.throwIfAborted()
        await rename(draft, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      return { bytes, sha256: hash.digest('hex') }
    },
    async open(place) {
      const path = pathOf(place)
      const file = path === null ? null : await open(path).catch(() => null)
      // Opened before it is answered: a file that is deleted meanwhile is still read to its end.
      return file && (Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>)
    },
    async *all() {
      for (const teamId of await namesIn(folder))
        for (const id of await namesIn(join(folder, teamId))) {
          const found = await stat(join(folder, teamId, id)).catch(() => null)
          if (found?.isFile()) yield { teamId, id, savedAt: found.mtime }
        }
    },
    async remove(place) {
      const path = pathOf(place)
      if (path !== null) await rm(path, { force: true })
    },
  }
}

/** So that the new name outlives a loss of power. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function namesIn(path: string): Promise<string[]> {
  const names: string[] = []
  const entries = await opendir(path).catch(() => null)
  if (entries) for await (const { name } of entries) names.push(name)
  return names
}
