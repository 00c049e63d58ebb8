import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../contract/errors.ts'
import type { SourceFiles } from '../../ports/source-files.ts'

/** Ids are ours, so they are safe in a path; whatever else is asked for is simply not there. */
const safeId = /^[a-z]+_\w[\w.-]*$/

/** Files on this machine's disk; uploads below a folder of their own, one folder for each team. */
export function createSourceFiles({ uploadFolder }: { uploadFolder: string }): SourceFiles {
  const pathOf = (teamId: string, id: string): string | null =>
    safeId.test(teamId) && safeId.test(id) ? join(uploadFolder, teamId, id) : null

  return {
    async inspect(path) {
      const found = await stat(path).catch(() => null)
      if (found?.isDirectory()) return { kind: 'folder', bytes: 0 }
      return found?.isFile() ? { kind: 'file', bytes: found.size } : null
    },
    read: (path, signal) => createReadStream(path, { signal, highWaterMark: 256 * 1024 }),
    list,
    async saveUpload(teamId, { id, body, maxBytes }) {
      const path = pathOf(teamId, id)
      if (path === null) throw new AppError('internal', `"${id}" cannot be the id of an upload.`)
      await mkdir(join(path, '..'), { recursive: true })
      const partial = `${path}.part`
      let bytes = 0
      async function* limited(): AsyncGenerator<Uint8Array> {
        for await (const chunk of body) {
          bytes += chunk.byteLength
          if (bytes > maxBytes)
            throw new AppError('too_large', `An upload may have ${maxBytes} bytes at most.`)
          yield chunk
        }
      }
      try {
        // Opened before anything can fail: a stream that opens its file itself may do so after it was cleared away.
        const file = await open(partial, 'w')
        await pipeline(Readable.from(limited()), file.createWriteStream({ flush: true }))
        await rename(partial, path)
        await keepName(path)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      return { bytes }
    },
    async uploadPath(teamId, id) {
      const path = pathOf(teamId, id)
      return path !== null && (await stat(path).catch(() => null))?.isFile() ? path : null
    },
    async *uploads() {
      for (const team of await entriesOf(uploadFolder).catch(() => []))
        for (const { name } of team.isFolder ? await entriesOf(join(uploadFolder, team.name)) : []) {
          const found = await stat(join(uploadFolder, team.name, name)).catch(() => null)
          if (found?.isFile()) yield { teamId: team.name, id: name, savedAt: found.mtime }
        }
    },
    async removeUpload(teamId, id) {
      const path = pathOf(teamId, id)
      if (path !== null) await rm(path, { force: true })
    },
  }
}

/** A name is in its folder for good when that was written, too. */
async function keepName(path: string): Promise<void> {
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** What a folder holds, sorted by name, without what is hidden, linked or neither file nor folder. */
async function entriesOf(folder: string): Promise<{ name: string; isFolder: boolean }[]> {
  const entries: { name: string; isFolder: boolean }[] = []
  for await (const entry of await opendir(folder)) {
    if (entry.name.startsWith('.') || !(entry.isFile() || entry.isDirectory())) continue
    entries.push({ name: entry.name, isFolder: entry.isDirectory() })
  }
  return entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

async function* list(folder: string, below = ''): AsyncGenerator<string> {
  const entries = await entriesOf(join(folder, below))
  for (const { name, isFolder } of entries) {
    const path = below === '' ? name : `${below}/${name}`
    if (isFolder) yield* list(folder, path)
    else yield path
  }
}
