import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'

/** Raised when tables change shape: an index of another format is made anew from the records. */
const format = 1
const manifestSchema = z.object({ format: z.number(), generation: z.string().regex(/^generation-[\w-]+$/) })

const manifestPath = (folder: string): string => join(folder, 'current.json')

/** The folder of the generation in use; an index that does not exist yet gets its first one. */
export async function currentGeneration(folder: string): Promise<string> {
  const found = await readManifest(folder)
  if (found) return join(folder, found)
  await mkdir(folder, { recursive: true })
  const temporary = await writeManifest(folder, `generation-${randomUUID()}`)
  // Of two processes that start together one succeeds, and both use what it wrote.
  await link(temporary, manifestPath(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(temporary)
  return join(folder, (await readManifest(folder))!)
}

export const newGeneration = (folder: string): string => join(folder, `generation-${randomUUID()}`)

/** From here on everyone uses the new one; a crash before leaves the old one in use. */
export async function switchGeneration(folder: string, generation: string): Promise<void> {
  const temporary = await writeManifest(folder, generation.slice(folder.length + 1))
  await rename(temporary, manifestPath(folder))
}

/** Removes generations that were left behind by a switch or by a rebuild that did not end. */
export async function removeOtherGenerations(folder: string, keep: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if ((name.startsWith('generation-') || name.endsWith('.tmp')) && path !== keep) {
      await rm(path, { recursive: true, force: true })
    }
  }
}

async function writeManifest(folder: string, generation: string): Promise<string> {
  const temporary = join(folder, `${randomUUID()}.tmp`)
  const file = await open(temporary, 'wx')
  try {
    await file.writeFile(JSON.stringify({ format, generation }))
    await file.sync()
  } finally {
    await file.close()
  }
  return temporary
}

async function readManifest(folder: string): Promise<string | undefined> {
  let content: string
  try {
    content = await readFile(manifestPath(folder), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const problem = (cause?: unknown): AppError =>
    new AppError('unavailable', `The index in ${folder} is not one this version can read; rebuild it.`, {
      cause,
    })
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch (cause) {
    throw problem(cause)
  }
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success || parsed.data.format !== format) throw problem(parsed.error)
  return parsed.data.generation
}
