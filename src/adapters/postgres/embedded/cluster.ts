import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failure } from '../failures.ts'
import { environment } from './account.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

export const USER = 'winnow'
export const DATABASE = 'postgres'

/** Lies in PostgreSQL's own folder, so that both appear in one rename; its presence says the folder is ours. */
const PASSWORD_FILE = 'winnow-password'

const initdbOptions = [
  '--data-checksums',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
]

export interface ClusterOptions {
  readonly binaries: Binaries
  readonly account: Account
  /** Skips forcing files to disk; for tests. */
  readonly volatile?: boolean
}

/** The password of the cluster in the folder, which is made when there is none. */
export async function openCluster(folder: string, options: ClusterOptions): Promise<string> {
  const existing = await readPassword(folder)
  if (existing !== undefined) return existing
  await createCluster(folder, options)
  const password = await readPassword(folder)
  if (password === undefined) throw new Error(`${folder} was made without a password file`)
  return password
}

async function readPassword(folder: string): Promise<string | undefined> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) return undefined
  return await readFile(join(folder, PASSWORD_FILE), 'utf8')
}

/** Everything is prepared aside and appears by one rename, so an interrupted first start leaves nothing half made. */
async function createCluster(folder: string, { binaries, account, volatile }: ClusterOptions): Promise<void> {
  const aside = `${folder}.new-${randomBytes(4).toString('hex')}`
  const data = join(aside, 'data')
  const passwordFile = join(aside, 'password')
  try {
    await mkdir(aside, { recursive: true, mode: 0o700 })
    const password = randomBytes(24).toString('hex')
    await writeFile(passwordFile, password, { mode: 0o600 })
    const options = ['-D', data, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await runInitdb(binaries, account, [...options, ...initdbOptions, ...(volatile ? ['--no-sync'] : [])])
    await rename(passwordFile, join(data, PASSWORD_FILE))
    await rename(data, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process made it in the meantime; its cluster is as good as ours.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    if (!volatile) await syncFolder(dirname(folder))
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function runInitdb(binaries: Binaries, account: Account, options: readonly string[]): Promise<void> {
  const [program = '', ...rest] = [...account.prefix, binaries.initdb, ...options]
  const child = spawn(program, rest, {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4_000)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) {
    throw failure(
      `PostgreSQL could not create its folder: ${output.trim()}`,
      'See the message for the cause.',
    )
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
