import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { failure } from '../failures.ts'

const run = promisify(execFile)

/** As whom PostgreSQL's programs run: they refuse to run as root. */
export interface Account {
  readonly way: 'self' | 'namespace'
  /** What is put in front of the program. */
  readonly prefix: readonly string[]
}

/** All that PostgreSQL's programs see of the environment: its language and places must not depend on the caller's. */
export const environment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' }

// A user namespace in which root is called nobody: the files stay root's and no user has to exist.
const namespacePrefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534']

export async function chooseAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return { way: 'self', prefix: [] }
  const [program = '', ...options] = namespacePrefix
  try {
    await run(program, [...options, 'true'])
    return { way: 'namespace', prefix: namespacePrefix }
  } catch (cause) {
    throw failure(
      'PostgreSQL refuses to run as root, and this system forbids user namespaces.',
      'Run Winnow as an ordinary user, or set DATABASE_URL to an existing PostgreSQL 15 or newer.',
      cause,
    )
  }
}
